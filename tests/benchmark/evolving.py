#!/usr/bin/env python3
"""Measures what templates that evolve cost a request, in one go, and prints a Markdown table.

Usage: evolving.py GATEWAY_BINARY [--quick]. Needs nginx, wrk, taskset and two cores. The same binary and the same payloads,
each with a wish under `other`: once with evolution off, once with it on, once with it on and without its limit of 60 wishes a
minute for each client, so that every wish is redacted, embedded and clustered, on the one core that serves requests, too. In
alternating rounds: time at the 50th and
99th percentile, requests a second, processor time, and memory in the end. --quick only shows that everything works.
"""

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
TEMPLATE = {"schema_id": "order_v1", "scenario": "order", "keys": [
    {"key_name": "note", "key_type": "string", "required": True, "semantic_description": "What is ordered."},
    {"key_name": "other", "key_type": "string", "required": False, "semantic_description": "Anything else."}]}
CALL = documents.call("SendMessage", {"data": {"schema_id": "order_v1", "payload": {
    "note": documents.ORDER["note"] * 8, "other": "WISH"}}})


SIDES = {"off": {"mode": "off"}, "on": {"mode": "automatic"},
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
        print(f"p99 {name} : off, median of {len(ratios)} rounds: {statistics.median(ratios):.3f}"
              f" ({min(ratios):.3f} to {max(ratios):.3f})")


def measure(folder: pathlib.Path, binary: str, quick: bool) -> None:
    repetitions, seconds = (1, 1) if quick else (9, 3)
    agents = servers.Agents(folder)
    body = folder / "body.json"
    body.write_bytes(CALL)
    sides: dict[str, tuple[servers.Process, str]] = {}
    try:
        for mode, settings in SIDES.items():
            sides[mode] = start(folder, binary, agents, settings)
        runs: dict[str, list[load.Figures]] = {mode: [] for mode in sides}
        for repetition in range(-1, repetitions):
            for mode in random.sample(list(sides), len(sides)):
                process, url = sides[mode]
                figures = load.run_wrk(process, url, body, f"{random.getrandbits(64):016x}-", seconds, False)
                if repetition >= 0:
                    runs[mode].append(figures)
        print_table(runs, {mode: memory_mb(process) for mode, (process, _) in sides.items()})
    finally:
        for process, _ in sides.values():
            process.stop()
        agents.stop()


if __name__ == "__main__":
    command_line.run(__doc__, measure)
