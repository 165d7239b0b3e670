#!/usr/bin/env python3
"""Measures what templates that evolve cost a request, in one go, and prints a Markdown table.

Usage: evolving.py GATEWAY_BINARY [--quick] [--rounds N] [--file ROUNDS.jsonl]. Needs nginx, wrk, taskset and two cores. The
same binary and the same payloads, each with a wish under `other`: two gateways without evolution, two with it, and one with it and
without its limit of 60 wishes a minute for each client, so that every wish is redacted, embedded and clustered, on the one core that
serves requests, too. All are up; in each round (40 of them, unless --rounds says) each is loaded for a second, in an order by
lot. After eight rounds come new processes, so that the luck of one (where its memory lies) is in the spread and not in the
result. Told are medians of the time at the 50th and 99th percentile, requests a second and processor time, memory in the end;
of each round's p99, both gateways' geometric mean over that of the two without, the median, with the interval that 95 % of
2,000 resamplings of the rounds give; chance, which is the first gateway of either kind over the second; and p99 of all requests
of all rounds taken together. --file keeps the rounds, so that another run goes on with them: pieces of some minutes make one
measurement. --quick only shows that everything works.
"""

import collections
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
RESAMPLINGS = 2_000
ROUNDS_OF_A_PROCESS = 8
BUCKET = 1.01  # of latencies.lua
TEMPLATE = {"schema_id": "order_v1", "scenario": "order", "keys": [
    {"key_name": "note", "key_type": "string", "required": True, "semantic_description": "What is ordered."},
    {"key_name": "other", "key_type": "string", "required": False, "semantic_description": "Anything else."}]}
CALL = documents.call("SendMessage", {"data": {"schema_id": "order_v1", "payload": {
    "note": documents.ORDER["note"] * 8, "other": "WISH"}}})


EVERY_WISH = "on, every wish looked at"
SIDES = {"off": {"mode": "off"}, "off, again": {"mode": "off"}, "on": {"mode": "automatic"}, "on, again": {"mode": "automatic"},
         EVERY_WISH: {"mode": "automatic", "per_minute": UNBOUNDED, "per_day": UNBOUNDED}}
OFF, ON = ("off", "off, again"), ("on", "on, again")
# Of which sides p99 is told over that of which others.
COMPARED = {"on : off": (ON, OFF), f"{EVERY_WISH} : off": ((EVERY_WISH,), OFF),
            "chance, first : second of each": ((OFF[0], ON[0]), (OFF[1], ON[1]))}
Round = dict[str, load.Figures]


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


def print_table(rounds: list[Round], memory: dict[str, float]) -> None:
    print("| 1 KB payload with a wish, 64 connections | requests/s | p50 us | p99 us | CPU us | RSS MB |\n|---|---|---|---|---|---|")
    for name in SIDES:
        row = [statistics.median(value(each[name]) for each in rounds) for value in (
            lambda f: f.rate, lambda f: f.p50_us, lambda f: f.p99_us, lambda f: f.cpu_us)]
        print(f"| evolution {name} | {row[0]:,.0f} | {row[1]:,.0f} | {row[2]:,.0f} | {row[3]:.1f} | {memory[name]:.0f} |")
    for what, (over, under) in COMPARED.items():
        ratios = [mean_p99(each, over) / mean_p99(each, under) for each in rounds]
        low, high = interval(ratios)
        print(f"p99 {what}, median of {len(ratios)} rounds: {statistics.median(ratios):.3f} (95 % within {low:.3f} to {high:.3f});"
              f" of all requests together {p99_of_all(rounds, over) / p99_of_all(rounds, under):.3f}")


def mean_p99(figures: Round, sides: tuple[str, ...]) -> float:
    return statistics.geometric_mean(figures[name].p99_us for name in sides)


def p99_of_all(rounds: list[Round], sides: tuple[str, ...]) -> float:
    counts = collections.Counter()
    for each in rounds:
        for name in sides:
            counts.update(each[name].latencies)
    left = 0.99 * sum(counts.values())
    for bucket in sorted(counts, key=int):
        if counts[bucket] >= left:
            return BUCKET ** (int(bucket) + left / counts[bucket])
        left -= counts[bucket]
    raise ValueError("nothing was measured")


def interval(ratios: list[float]) -> tuple[float, float]:
    """Of the median, by resampling."""
    chance = random.Random(7)
    medians = sorted(statistics.median(chance.choices(ratios, k=len(ratios))) for _ in range(RESAMPLINGS))
    return medians[RESAMPLINGS // 40], medians[-RESAMPLINGS // 40]


def kept_rounds(file: pathlib.Path | None) -> list[Round]:
    if file is None or not file.exists():
        return []
    rounds = [json.loads(line) for line in file.read_text().splitlines()]
    return [{name: load.Figures(**figures) for name, figures in each.items()} for each in rounds]


def keep_round(file: pathlib.Path | None, figures: Round) -> None:
    if file is not None:
        with file.open("a") as out:
            out.write(json.dumps({name: dataclasses.asdict(each) for name, each in figures.items()}) + "\n")


def load_in_turn(folder: pathlib.Path, binary: str, agents: servers.Agents, count: int, memory: dict[str, float]) -> list[Round]:
    """`count` rounds of new processes. What each takes in the end goes into `memory`."""
    body = folder / "body.json"
    body.write_bytes(CALL)
    sides: dict[str, tuple[servers.Process, str]] = {}
    rounds = []
    try:
        for mode in random.sample(list(SIDES), len(SIDES)):
            sides[mode] = start(folder, binary, agents, SIDES[mode])
        for _ in range(count + 1):
            rounds.append({mode: load.run_wrk(process, url, body, f"{random.getrandbits(64):016x}-", 1, False, script="latencies.lua")
                           for mode, (process, url) in random.sample(list(sides.items()), len(sides))})
        memory |= {mode: memory_mb(process) for mode, (process, _) in sides.items()}
    finally:
        for process, _ in sides.values():
            process.stop()
    return rounds[1:]  # the first one warms up


def measure(folder: pathlib.Path, binary: str, quick: bool, count: int | None, file: pathlib.Path | None) -> None:
    wanted = 2 if quick else count or 40
    agents = servers.Agents(folder)
    memory: dict[str, float] = {}
    rounds = kept_rounds(file)
    try:
        for first in range(0, wanted, ROUNDS_OF_A_PROCESS):
            for figures in load_in_turn(folder, binary, agents, min(ROUNDS_OF_A_PROCESS, wanted - first), memory):
                rounds.append(figures)
                keep_round(file, figures)
    finally:
        agents.stop()
    print_table(rounds, memory)


if __name__ == "__main__":
    command_line.run(__doc__, measure, {"rounds": int, "file": pathlib.Path})
