#!/usr/bin/env python3
"""Measures what 10,000 agents, and 10,000 schemas of one agent, cost beside one of each: processor time a request, memory,
time until ready. Prints Markdown tables of ratios.

Usage: ten_thousand.py GATEWAY_BINARY [--quick]. Needs nginx, wrk, taskset, two cores and 40,000 open files. The same agents
(one nginx) stand behind all names; requests go to one name, or to all in turn. The sides are measured in the same
rounds, in changing order. Processor time is the process's own (/proc/PID/stat), what the gateway does besides, such as reading
10,000 cards every 30 s, included; the last column is that alone. --quick only shows that everything works.
"""

import json
import pathlib
import random
import re
import statistics
import time
import urllib.request
from dataclasses import dataclass, field

import command_line
import documents
import load
import servers

SPREAD = "spread.lua"
CARDS_READ_EVERY = 30  # seconds, by default


@dataclass
class Side:
    """One gateway with so many agents for texts, and one for orders, which has so many schemas."""

    texts: int
    schemas: int
    process: servers.Process | None = None
    url: str = ""
    ready_s: float = 0
    memory_kib: int = 0
    idle_cpu: float = 0
    runs: dict[str, list[load.Figures]] = field(default_factory=dict)


def schemas(folder: pathlib.Path, count: int) -> dict[str, str]:
    """`count` inputs, all of the order's form under different names, and the output."""
    for name, schema in documents.SCHEMAS.items():
        (folder / f"{name}.json").write_text(json.dumps(schema))
    return {f"order{number}": "order.json" for number in range(count)} | {"receipt": "receipt.json"}


def configuration(folder: pathlib.Path, agents: servers.Agents, side: Side) -> dict:
    declared = schemas(folder, side.schemas)
    inputs = [name for name in declared if name != "receipt"]
    orders = {"upstream": {"url": f"http://127.0.0.1:{agents.order}"}, "schemas": declared,
              "skills": {"buy": {"input": inputs, "output": ["receipt"]}}}
    texts = {f"text{number}": {"upstream": {"url": f"http://127.0.0.1:{agents.text}"}} for number in range(side.texts)}
    return {"listen": "127.0.0.1:0", "threads": 1, "log": {"level": "warn"}, "ledger": {"store": "memory"},
            "limits": servers.RAISED_LIMITS, "agents": {"orders": orders} | texts}


def is_healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=60) as response:
            return json.load(response)["status"] == "ok"
    except OSError:
        return False


def start(folder: pathlib.Path, binary: str, agents: servers.Agents, side: Side) -> None:
    """Until every card has been read: the gateway says "ok" then."""
    home = folder / f"gateway-{side.texts}-{side.schemas}"
    home.mkdir()
    config = home / "gateway.yaml"
    config.write_text(json.dumps(configuration(home, agents, side)))
    began = time.monotonic()
    side.process = servers.Process([binary, "serve", "--config", str(config)], servers.PROXY_CORE, home, "gateway")
    end = began + 200
    found = None
    while time.monotonic() < end and not (found and is_healthy(found.group(1))):
        time.sleep(0.02)
        found = re.search(r"listening on (http:\S+)", side.process.output())
    side.ready_s = time.monotonic() - began
    side.url = side.process.wait_until(lambda: found, "the gateway does not start").group(1)
    side.memory_kib = side.process.memory_kib()


def rest(sides: list[Side], seconds: float) -> None:
    """Nobody calls: what the gateways do of themselves."""
    before = [side.process.cpu_seconds() for side in sides]
    time.sleep(seconds)
    for side, begin in zip(sides, before):
        side.idle_cpu = (side.process.cpu_seconds() - begin) / seconds


def loads(folder: pathlib.Path) -> dict[str, tuple[str, pathlib.Path, str]]:
    """By name: the path, the body, and what NUMBER in them counts."""
    text, order = folder / "text.json", folder / "order.json"
    text.write_bytes(documents.TEXT_CALL)
    order.write_bytes(documents.ORDER_CALL.replace(b"schema=order", b"schema=orderNUMBER"))
    return {"a text to one agent": ("/text0", text, ""), "texts to all agents in turn": ("/textNUMBER", text, "texts"),
            "an input of one schema": ("/orders", order, ""), "inputs of all schemas in turn": ("/orders", order, "schemas")}


def run_load(side: Side, name: str, what: tuple[str, pathlib.Path, str], seconds: int) -> None:
    path, body, counts = what
    figures = load.run_wrk(side.process, side.url + path, body, f"{random.getrandbits(64):016x}-", seconds, False,
                           script=SPREAD, more=[str(getattr(side, counts)) if counts else "1"])
    side.runs.setdefault(name, []).append(figures)


def ratio(side: Side, plain: Side, name: str) -> str:
    """Of the medians of rounds: what is beside each other in time is compared."""
    pairs = zip(side.runs[name], plain.runs[name])
    return f"{statistics.median(each.cpu_us / one.cpu_us for each, one in pairs):.2f}"


def print_tables(sides: dict[str, Side], names: list[str]) -> None:
    plain, *others = sides.values()
    print("| CPU a request, one agent with one schema = 1 | " + " | ".join(list(sides)[1:]) + " |")
    print("|---|" + "---|" * len(others))
    for name in names:
        print(f"| {name} | " + " | ".join(ratio(side, plain, name) for side in others) + " |")
    print("\n| | ready after (s) | memory (MiB) | KiB more each | core taken with no requests |\n|---|---|---|---|---|")
    for name, side in sides.items():
        more = side.texts + side.schemas - plain.texts - plain.schemas
        each = f"{(side.memory_kib - plain.memory_kib) / more:.1f}" if more else ""
        print(f"| {name} | {side.ready_s:.2f} | {side.memory_kib / 1024:.0f} | {each} | {side.idle_cpu:.1%} |")


def measure(folder: pathlib.Path, binary: str, quick: bool) -> None:
    many, repetitions, seconds = (100, 1, 1) if quick else (10_000, 5, 2)
    sides = {"one agent, one schema": Side(1, 1), f"{many:,} agents": Side(many - 1, 1),
             f"{many:,} schemas": Side(1, many - 1)}
    agents = servers.Agents(folder)
    what = loads(folder)
    try:
        for side in sides.values():
            start(folder, binary, agents, side)
        rest(list(sides.values()), 1 if quick else CARDS_READ_EVERY)
        for repetition in range(repetitions):
            for name in what:
                for side in random.sample(list(sides.values()), len(sides)):
                    run_load(side, name, what[name], seconds)
        print_tables(sides, list(what))
    finally:
        for side in sides.values():
            if side.process:
                side.process.stop()
        agents.stop()


if __name__ == "__main__":
    command_line.run(__doc__, measure)
