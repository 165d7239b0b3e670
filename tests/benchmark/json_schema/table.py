"""Prints the benchmark as a Markdown table: the minimum of the repetitions, and ratios of one run.

usage: json_schema_benchmark --benchmark_format=json --benchmark_repetitions=9 | python3 table.py
"""
import json
import math
import sys


def best_times(results):
    best = {}
    for row in results["benchmarks"]:
        if row.get("run_type") == "aggregate":
            continue
        corpus, kind = row["run_name"].split("/")[:2]
        time = row["cpu_time"]
        best.setdefault(corpus, {})
        best[corpus][kind] = min(time, best[corpus].get(kind, time))
    return best


def main():
    best = best_times(json.load(sys.stdin))
    print("| corpus | document ns | tree ns | explain / verdict | valijson / tree | nlohmann parse / tree | compile us |")
    print("|---|---|---|---|---|---|---|")
    ratios = []
    for corpus, times in best.items():
        if "document" not in times:
            print(f"| {corpus} | | | | | | {times['compile'] / 1000:.0f} |")
            continue
        peer = times["valijson"] / times["tree"] if "valijson" in times else None
        if peer:
            ratios.append(peer)
        print(f"| {corpus} | {times['document']:.0f} | {times['tree']:.0f} | {times['explain'] / times['document']:.1f} | "
              f"{f'{peer:.0f}' if peer else ''} | {times['parse_nlohmann'] / times['tree']:.0f} | {times['compile'] / 1000:.0f} |")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"\nGeometric mean of valijson / tree over {len(ratios)} corpora: {mean:.1f}")


main()
