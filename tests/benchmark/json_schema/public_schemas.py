#!/usr/bin/env python3
"""Measures the validator beside its peers over public schemas and prints a Markdown table.

usage: public_schemas.py JSON_SCHEMA_BENCHMARK CHECKOUTS [--sweeps N] [--only NAME...] [--orders N] [--no-ajv] [--rows N]
    [--save FILE]

CHECKOUTS holds checkouts of the repositories of public_corpora.py, each named as there (git clone). Every figure is the
least of all sweeps, of every instance by itself, added up over those instances of a schema that all validators take for
valid; compare ratios of one run. All three validate what is parsed already; "from the text" is parsing with validating.
Each sweep has processes of its own. With --save the times of FILE, where it exists, count as sweeps made before.
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
LOOP = 400  # validations that the mean is of: few enough to stay undisturbed


def our_times(benchmark, folder):
    run = subprocess.run([benchmark, "--time", folder], check=True, stdout=subprocess.PIPE, text=True)
    return {row["name"]: row for row in map(json.loads, run.stdout.splitlines())}


def ajv_times(folder):
    run = subprocess.run([peers.node(), peers.HERE / "ajv_public.mjs", folder], cwd=peers.FOLDER, check=True,
                         capture_output=True, text=True)
    return json.loads(run.stdout)


def sourcemeta_run(folder, name, loop):
    """Per instance (mean of a validation, mean of the empty loop) in nanoseconds; None where it does not pass.

    The first validation of an instance takes microseconds, a tenth of a mean: each is there twice, and the second counts.
    """
    instances = folder / f"{name}.twice.jsonl"
    run = subprocess.run([peers.sourcemeta_binary(), "validate", folder / f"{name}.schema.json", instances, "--fast",
                          "--benchmark", "--loop", str(loop), "-d", "http://json-schema.org/draft-07/schema#"],
                         capture_output=True, text=True)
    results = [None] * len(instances.read_text(encoding="utf-8").splitlines())
    for number, mean, empty in re.findall(r"(?:\[(\d+)\])?: PASS ([\d.]+) \+- [\d.]+ us \(([\d.]+)\)", run.stdout):
        results[int(number or 1) - 1] = (float(mean) * 1000, float(empty) * 1000)
    return results[1::2]


def sourcemeta_times(runs):
    """Of the runs of every schema, the least mean per instance.

    The program subtracts the mean of an empty loop, down to 0. Where that was disturbed there is no result.
    """
    empties = [result[1] for results in runs.values() for run in results for result in run if result]
    usual = min(empties, default=0)
    return {name: [least(*(result[0] for result in results if result and result[1] <= 1.1 * usual))
                   for results in zip(*of_schema)] for name, of_schema in runs.items()}


def least(*times):
    known = [time for time in times if time is not None]
    return min(known) if known else None


def merged(old, new):
    return [least(*pair) for pair in zip(old, new)] if old else new


def measure(benchmark, folder, sweeps, with_ajv, best):
    """Times of every schema; those of `best` are from earlier sweeps."""
    runs = {}
    for instances in list(folder.glob("*.jsonl")):
        twice = "".join(2 * line for line in instances.read_text(encoding="utf-8").splitlines(keepends=True))
        instances.with_suffix(".twice.jsonl").write_text(twice, encoding="utf-8")
    for _ in range(sweeps):
        for name, row in our_times(benchmark, folder).items():
            times = best.setdefault(name, {"refused": row.get("refused")})
            times["compile"] = least(times.get("compile"), row.get("compile"))
            for kind in ("document", "explain", "whole"):
                times[kind] = merged(times.get(kind), row.get(kind, []))
        for name in best:
            runs.setdefault(name, []).extend(sourcemeta_run(folder, name, LOOP) for _ in range(RUNS))
        if with_ajv:
            for name, row in ajv_times(folder).items():
                best[name]["ajv"] = merged(best[name].get("ajv"), row["validate"])
                best[name]["ajv whole"] = merged(best[name].get("ajv whole"), row["whole"])
    for name, times in sourcemeta_times(runs).items():
        best[name]["sourcemeta"] = merged(best[name].get("sourcemeta"), times)
    return best


COMPARED = {"sourcemeta / ours": ("sourcemeta", "document"), "ajv / ours": ("ajv", "document"),
            "ajv / ours from the text": ("ajv whole", "whole"), "explain / ours": ("explain", "document")}


def ratio(times, compared):
    """Of the sums over the instances that both take; None when there is none."""
    above, below = (times.get(kind) or [] for kind in COMPARED[compared])
    pairs = [(a, b) for a, b in zip(above, below) if a is not None and b is not None]
    return sum(a for a, _ in pairs) / sum(b for _, b in pairs) if pairs else None


def shown(value, digits=2):
    return "" if value is None else f"{value:.{digits}f}" if value < 10 else f"{value:.0f}"


def mean_time(times):
    known = [time for time in times or [] if time is not None]
    return sum(known) / len(known) if known else None


def print_table(best, rows):
    heads = ["schema", "instances", "ours ns", "sourcemeta ns", "ajv ns", *COMPARED, "compile us"]
    print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
    for name, times in public_corpora.evenly(sorted(best.items()), rows):
        if times["refused"]:
            print(f"| {name} | refused: {times['refused']} |")
            continue
        known = [time for time in times["document"] if time is not None]
        cells = [name, str(len(known)), *(shown(mean_time(times.get(kind)), 0) for kind in ("document", "sourcemeta", "ajv")),
                 *(shown(ratio(times, compared)) for compared in COMPARED), shown(times["compile"] / 1000, 0)]
        print("| " + " | ".join(cells) + " |")


def print_means(best):
    print("\n| | geometric mean | least | below 0.7 | schemas |\n|---|---|---|---|---|")
    for compared in COMPARED:
        values = {name: value for name, times in best.items() if (value := ratio(times, compared))}
        if not values:
            continue
        mean = math.exp(sum(map(math.log, values.values())) / len(values))
        low = min(values, key=values.get)
        below = sum(value < 0.7 for value in values.values())
        print(f"| {compared} | {shown(mean)} | {shown(values[low])} ({low}) | {below} | {len(values)} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("benchmark", type=pathlib.Path)
    parser.add_argument("checkouts", type=pathlib.Path)
    parser.add_argument("--sweeps", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--orders", type=int, default=0, help="the first instance alone, its members in so many orders")
    parser.add_argument("--no-ajv", action="store_true")
    parser.add_argument("--save", type=pathlib.Path)
    parser.add_argument("--rows", type=int, default=10_000, help="of the table, evenly spread; the means are of all")
    arguments = parser.parse_args()
    peers.install()
    with tempfile.TemporaryDirectory() as folder:
        public_corpora.write(arguments.checkouts, pathlib.Path(folder), arguments.only, arguments.orders)
        saved = arguments.save and arguments.save.exists()
        before = json.loads(arguments.save.read_text()) if saved else {}
        best = measure(arguments.benchmark.resolve(), pathlib.Path(folder), arguments.sweeps, not arguments.no_ajv, before)
    if arguments.save:
        arguments.save.write_text(json.dumps(best))
    print_table(best, arguments.rows)
    print_means(best)


main()
