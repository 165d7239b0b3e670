#!/usr/bin/env python3
"""Measures the validator beside its peers over public schemas and prints a Markdown table.

usage: public_schemas.py JSON_SCHEMA_BENCHMARK CHECKOUTS [--sweeps N] [--only TEXT] [--no-ajv] [--save FILE]

CHECKOUTS holds checkouts of the repositories of public_corpora.py, each named as there (git clone). Every figure is the
least of all sweeps, of every instance by itself, added up over those instances of a schema that all validators take for
valid; compare ratios of one run.
"""
import argparse
import json
import math
import pathlib
import re
import subprocess
import tempfile

import peers
import public_corpora

RUNS = 6  # of sourcemeta's program in a sweep; each gives a mean per instance


def our_times(benchmark, folder):
    run = subprocess.run([benchmark, "--time", folder], check=True, stdout=subprocess.PIPE, text=True)
    return {row["name"]: row for row in map(json.loads, run.stdout.splitlines())}


def ajv_times(folder):
    run = subprocess.run([peers.node(), peers.HERE / "ajv_public.mjs", folder], cwd=peers.FOLDER, check=True,
                         capture_output=True, text=True)
    return json.loads(run.stdout)


def sourcemeta_run(folder, name, loop):
    """Per instance the mean in nanoseconds; None where it does not pass; nothing when the schema is refused."""
    instances = folder / f"{name}.jsonl"
    run = subprocess.run([peers.sourcemeta_binary(), "validate", folder / f"{name}.schema.json", instances, "--fast",
                          "--benchmark", "--loop", str(loop), "-d", "http://json-schema.org/draft-07/schema#"],
                         capture_output=True, text=True)
    count = len(instances.read_text(encoding="utf-8").splitlines())
    times = [None] * count
    found = re.findall(r"(?:\[(\d+)\])?: PASS ([\d.]+) \+- [\d.]+ us \(([\d.]+)\)", run.stdout)
    for number, mean, _ in found:
        times[int(number or 1) - 1] = float(mean) * 1000
    # The mean of the empty loop is subtracted: where that was disturbed, so is the difference.
    usual = min((float(empty) for _, _, empty in found), default=0)
    for number, mean, empty in found:
        if float(empty) > 1.2 * usual + 0.001:
            times[int(number or 1) - 1] += (float(empty) - usual) * 1000
    return times if found else []


def least(*times):
    known = [time for time in times if time is not None]
    return min(known) if known else None


def merged(old, new):
    return [least(*pair) for pair in zip(old, new)] if old else new


def measure(benchmark, folder, sweeps, with_ajv):
    best = {}
    for _ in range(sweeps):
        for name, row in our_times(benchmark, folder).items():
            times = best.setdefault(name, {"refused": row.get("refused")})
            times["compile"] = least(times.get("compile"), row.get("compile"))
            for kind in ("document", "explain"):
                times[kind] = merged(times.get(kind), row.get(kind, []))
        for name, times in best.items():
            loop = 400
            for _ in range(RUNS):
                times["sourcemeta"] = merged(times.get("sourcemeta"), sourcemeta_run(folder, name, loop))
        if with_ajv:
            for name, row in ajv_times(folder).items():
                best[name]["ajv"] = merged(best[name].get("ajv"), row)
    return best


def ratio(times, above, below="document"):
    """Of the sums over the instances that both take; None when there is none."""
    pairs = [(a, b) for a, b in zip(times.get(above) or [], times.get(below) or []) if a is not None and b is not None]
    return sum(a for a, _ in pairs) / sum(b for _, b in pairs) if pairs else None


def shown(value, digits=2):
    return "" if value is None else f"{value:.{digits}f}" if value < 10 else f"{value:.0f}"


def mean_time(times):
    known = [time for time in times or [] if time is not None]
    return sum(known) / len(known) if known else None


def print_table(best):
    print("| schema | instances | ours ns | sourcemeta ns | ajv ns | sourcemeta / ours | ajv / ours | explain / ours"
          " | compile us |\n" + "|---" * 9 + "|")
    for name, times in sorted(best.items()):
        if times["refused"]:
            print(f"| {name} | refused: {times['refused']} |")
            continue
        known = [time for time in times["document"] if time is not None]
        cells = [name, str(len(known)), *(shown(mean_time(times.get(kind)), 0) for kind in ("document", "sourcemeta", "ajv")),
                 shown(ratio(times, "sourcemeta")), shown(ratio(times, "ajv")), shown(ratio(times, "explain")),
                 shown(times["compile"] / 1000, 0)]
        print("| " + " | ".join(cells) + " |")


def print_means(best):
    print("\n| | geometric mean | least | below 0.7 | schemas |\n|---|---|---|---|---|")
    for kind in ("sourcemeta", "ajv", "explain"):
        values = {name: value for name, times in best.items() if (value := ratio(times, kind))}
        if not values:
            continue
        mean = math.exp(sum(map(math.log, values.values())) / len(values))
        low = min(values, key=values.get)
        below = sum(value < 0.7 for value in values.values())
        print(f"| {kind} / ours | {shown(mean)} | {shown(values[low])} ({low}) | {below} | {len(values)} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("benchmark", type=pathlib.Path)
    parser.add_argument("checkouts", type=pathlib.Path)
    parser.add_argument("--sweeps", type=int, default=2)
    parser.add_argument("--only", default="")
    parser.add_argument("--no-ajv", action="store_true")
    parser.add_argument("--save", type=pathlib.Path)
    arguments = parser.parse_args()
    peers.install()
    with tempfile.TemporaryDirectory() as folder:
        public_corpora.write(arguments.checkouts, pathlib.Path(folder), arguments.only)
        best = measure(arguments.benchmark.resolve(), pathlib.Path(folder), arguments.sweeps, not arguments.no_ajv)
    if arguments.save:
        arguments.save.write_text(json.dumps(best))
    print_table(best)
    print_means(best)


main()
