#!/usr/bin/env python3
"""Measures the validator beside its peers in one go and prints Markdown tables.

usage: compare.py JSON_SCHEMA_BENCHMARK [--sweeps N]

Every figure is the least of all sweeps; compare
ratios of one run, not nanoseconds of two.
"""
import argparse
import json
import math
import pathlib
import subprocess
import tempfile

import peers

COLUMNS = [  # title, numerator, denominator
    ("sourcemeta / ours", "sourcemeta", "document"),
    ("ajv / ours", "ajv", "document"),
    ("valijson / tree", "valijson", "tree"),
    ("nlohmann parse / ours", "parse_nlohmann", "document"),
    ("simdjson parse / ours", "parse_simdjson", "document"),
    ("explain / ours", "explain", "document"),
]


def own_times(benchmark):
    run = subprocess.run([benchmark, "--benchmark_format=json", "--benchmark_repetitions=40", "--benchmark_min_time=0.002"],
                         check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    best = {}
    for row in json.loads(run.stdout)["benchmarks"]:
        if row["run_type"] == "aggregate":
            continue
        corpus, kind = row["run_name"].split("/")[:2]
        times = best.setdefault(corpus, {})
        times[kind] = min(row["cpu_time"], times.get(kind, math.inf))
    return best


def merge(best, corpus, kind, time):
    times = best.setdefault(corpus, {})
    times[kind] = min(time, times.get(kind, math.inf))


def measure(benchmark, sweeps):
    best = {}
    with tempfile.TemporaryDirectory() as corpora:
        subprocess.run([benchmark, "--write", corpora], check=True)
        for _ in range(sweeps):
            for corpus, times in own_times(benchmark).items():
                for kind, time in times.items():
                    merge(best, corpus, kind, time)
            for corpus, time in peers.ajv_times(corpora).items():
                merge(best, corpus, "ajv", time)
            for corpus, time in peers.sourcemeta_times(pathlib.Path(corpora)).items():
                merge(best, corpus, "sourcemeta", time)
    return best


def ratio(times, above, below):
    return times[above] / max(times[below], 1) if above in times and below in times else None


def shown(value):
    return "" if value is None else f"{value:.2f}" if value < 10 else f"{value:.0f}"


def print_table(best):
    print("| corpus | ours ns | tree ns | " + " | ".join(title for title, _, _ in COLUMNS) + " | compile us |")
    print("|---" * (len(COLUMNS) + 4) + "|")
    for corpus, times in best.items():
        compile_us = f"{times['compile'] / 1000:.0f}"
        if "document" not in times:
            print(f"| {corpus} | | | " + "| " * len(COLUMNS) + f"| {compile_us} |")
            continue
        cells = [shown(ratio(times, above, below)) for _, above, below in COLUMNS]
        print(f"| {corpus} | {times['document']:.0f} | {times['tree']:.0f} | " + " | ".join(cells) + f" | {compile_us} |")


def print_means(best):
    print("\n| | geometric mean | least | corpora |\n|---|---|---|---|")
    for title, above, below in COLUMNS:
        values = [value for times in best.values() if (value := ratio(times, above, below))]
        mean = math.exp(sum(map(math.log, values)) / len(values))
        print(f"| {title} | {shown(mean)} | {shown(min(values))} | {len(values)} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("benchmark", type=pathlib.Path)
    parser.add_argument("--sweeps", type=int, default=2)
    arguments = parser.parse_args()
    peers.install()
    best = measure(arguments.benchmark.resolve(), arguments.sweeps)
    print_table(best)
    print_means(best)


main()
