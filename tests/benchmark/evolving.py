#!/usr/bin/env python3
"""Measures what templates that evolve cost a request, in one go, and prints a Markdown table.

Usage: evolving.py GATEWAY_BINARY [--quick] [--rounds N] [--file ROUNDS.jsonl]. Needs nginx, wrk, taskset and two cores. The
same binary and the same payloads, each with a wish under `other`: with evolution off, with it off in a second process (what
differs between these two is chance), with it on, and with it on and without its limit of 60 wishes a minute for each client, so
that every wish is redacted, embedded and clustered, on the one core that serves requests, too. All four are up; in each round
(40 of them, unless --rounds says) each is loaded for a second, in an order by lot. Told are medians of the time at the 50th and
99th percentile, requests a second and processor time, memory in the end, and of each round's p99 over that of `off` the
median, with the interval that 95 % of 10,000 resamplings of the rounds give. --file keeps the rounds, so that another run goes on
with them: pieces of some minutes make one measurement. --quick only shows that everything works.
"""

import dataclasses
import json
import pathlib
import random
import re
import statistics
import tempfile

import command_line
import documents
import load
import servers

UNBOUNDED = 1_000_000
RESAMPLINGS = 10_000
TEMPLATE = {"schema_id": "order_v1", "scenario": "order", "keys": [
    {"key_name": "note", "key_type": "string", "required": True, "semantic_description": "What is ordered."},
    {"key_name": "other", "key_type": "string", "required": False, "semantic_description": "Anything else."}]}
CALL = documents.call("SendMessage", {"data": {"schema_id": "order_v1", "payload": {
    "note": documents.ORDER["note"] * 8, "other": "WISH"}}})


SIDES = {"off": {"mode": "off"}, "off, again": {"mode": "off"}, "on": {"mode": "automatic"},
         "on, every wish looked at": {"mode": "automatic", "per_minute": UNBOUNDED, "per_day": UNBOUNDED}}


def start(folder: pathlib.Path, binary: str, agents: servers.Agents, settings: dict) -> tuple[servers.Process, str]:
    home = pathlib.Path(tempfile.mkdtemp(prefix="evolution-", dir=folder))
    config = servers.gateway_config(home, agents, "memory", "error")
    (home / "template.json").write_text(json.dumps(TEMPLATE))
    config["agents"] = {"order": {
        "upstream": config["agents"]["order"]["upstream"], "templates": [str(home / "template.json")],
        "skills": {"buy": {"input": ["order_v1"]}},
        "evolution": settings}}
    (home / "gateway.yaml").write_text(json.dumps(config))
    process = servers.Process([binary, "serve", "--config", str(home / "gateway.yaml")], servers.PROXY_CORE, home, "gateway")
    try:
        found = process.wait_until(lambda: re.search(r"listening on (http:\S+)", process.output()), "the gateway does not start")
        url = found.group(1) + "/order"
        process.wait_until(lambda: servers.fetches(f"{url}/.well-known/agent-card.json"), "no card")
    except BaseException:
        process.stop()
        raise
    return process, url


def memory_mb(process: servers.Process) -> float:
    status = pathlib.Path(f"/proc/{process.pids().split(',')[0]}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024


def print_table(runs: dict[str, list[load.Figures]], memory: dict[str, float]) -> None:
    print("| 1 KB payload with a wish, 64 connections | requests/s | p50 us | p99 us | CPU us | RSS MB |\n|---|---|---|---|---|---|")
    for name, figures in runs.items():
        row = [statistics.median(value(each) for each in figures) for value in (
            lambda f: f.rate, lambda f: f.p50_us, lambda f: f.p99_us, lambda f: f.cpu_us)]
        print(f"| evolution {name} | {row[0]:,.0f} | {row[1]:,.0f} | {row[2]:,.0f} | {row[3]:.1f} | {memory[name]:.0f} |")
    for name in list(runs)[1:]:
        ratios = [on.p99_us / off.p99_us for on, off in zip(runs[name], runs["off"])]
        low, high = interval(ratios)
        print(f"p99 {name} : off, median of {len(ratios)} rounds: {statistics.median(ratios):.3f}"
              f" (95 % within {low:.3f} to {high:.3f})")


def interval(ratios: list[float]) -> tuple[float, float]:
    """Of the median, by resampling."""
    chance = random.Random(7)
    medians = sorted(statistics.median(chance.choices(ratios, k=len(ratios))) for _ in range(RESAMPLINGS))
    return medians[RESAMPLINGS // 40], medians[-RESAMPLINGS // 40]


def kept_rounds(file: pathlib.Path | None) -> list[dict[str, load.Figures]]:
    if file is None or not file.exists():
        return []
    rounds = [json.loads(line) for line in file.read_text().splitlines()]
    return [{name: load.Figures(**figures) for name, figures in each.items()} for each in rounds]


def keep_round(file: pathlib.Path | None, figures: dict[str, load.Figures]) -> None:
    if file is not None:
        with file.open("a") as out:
            out.write(json.dumps({name: dataclasses.asdict(each) for name, each in figures.items()}) + "\n")


def measure(folder: pathlib.Path, binary: str, quick: bool, count: int | None, file: pathlib.Path | None) -> None:
    wanted = 2 if quick else count or 40
    agents = servers.Agents(folder)
    body = folder / "body.json"
    body.write_bytes(CALL)
    sides: dict[str, tuple[servers.Process, str]] = {}
    try:
        for mode, settings in SIDES.items():
            sides[mode] = start(folder, binary, agents, settings)
        rounds = kept_rounds(file)
        for number in range(-1, wanted):
            figures = {}
            for mode in random.sample(list(sides), len(sides)):
                process, url = sides[mode]
                figures[mode] = load.run_wrk(process, url, body, f"{random.getrandbits(64):016x}-", 1, False)
            if number >= 0:  # the first one warms up
                rounds.append(figures)
                keep_round(file, figures)
        print_table({mode: [each[mode] for each in rounds] for mode in sides},
                    {mode: memory_mb(process) for mode, (process, _) in sides.items()})
    finally:
        for process, _ in sides.values():
            process.stop()
        agents.stop()


if __name__ == "__main__":
    command_line.run(__doc__, measure, {"rounds": int, "file": pathlib.Path})
