#!/usr/bin/env python3
"""Compares two builds of the gateway in one go, and prints Markdown tables of ratios.

Usage: before_after.py GATEWAY_BINARY --before OLD_BINARY [--quick] [--rounds N] [--only PART]. Needs nginx, wrk, valgrind, taskset
and two cores. Both get the same configuration, for one core, with the default limits but for those of connections and task_events.
Three parts, of which --only names one:

counts   instructions and allocations of each request, and of each idle stream (opened; a second of its silence), with
         callgrind. Those of the kernel are not in them. Needs no quiet machine.
times    processor time of each request, that in the kernel included, both under full load of 64 connections, in rounds of a
         second each, in an order by lot: the median of the rounds' ratios, with the interval that 95 % of 10,000 resamplings
         give. 20 rounds, unless --rounds says.
streams  memory of each of 3,000 idle streams, each with a task of its own; the median of three new processes.

--quick only shows that everything works.
"""

import pathlib
import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass

import command_line
import counting
import documents
import evolving
import load
import servers


@dataclass
class Extent:
    calls: int  # counted ones, of each kind
    first_calls: int
    counted_streams: int
    silence: int  # seconds; a stream says after 15 of them that it is there
    rounds: int
    streams: int
    processes: int


FULL = Extent(calls=1_600, first_calls=320, counted_streams=256, silence=32, rounds=20, streams=3_000, processes=3)
QUICK = Extent(calls=32, first_calls=16, counted_streams=64, silence=1, rounds=2, streams=200, processes=1)


@dataclass
class Kind:
    """Of requests: to which agent, kept in which store."""

    name: str
    store: str
    agent: str
    call: bytes


KINDS = [Kind("text relayed, answered by a message", "memory", "text", documents.TEXT_CALL),
         Kind("text relayed, answered by a task", "memory", "order", documents.TEXT_CALL),
         Kind("structured input, task, typed artifact", "memory", "order", documents.ORDER_CALL),
         Kind("the same, durable (SQLite ledger)", "sqlite", "order", documents.ORDER_CALL),
         Kind("agent that can stream: text, answered by a message", "memory", "text_streamed", documents.TEXT_CALL),
         Kind("agent that can stream: text, answered by a task", "memory", "order_streamed", documents.TEXT_CALL),
         Kind("agent that can stream: structured input", "memory", "order_streamed", documents.ORDER_CALL)]
STORES = ("memory", "sqlite")


def new_folder(folder: pathlib.Path) -> pathlib.Path:
    return pathlib.Path(tempfile.mkdtemp(dir=folder))


def count_streams(counted: counting.Counted, process: servers.Process, url: str, extent: Extent) -> dict[str, counting.Counts]:
    load.IdleStreams(url, documents.STREAM_CALL, "first-", load.IdleStreams.BATCH).close()
    counted.begin(process)
    streams = load.IdleStreams(url, documents.STREAM_CALL, "counted-", extent.counted_streams)
    opened = counted.end(process).each(extent.counted_streams)
    counted.begin(process)
    time.sleep(extent.silence)
    silent = counted.end(process).each(extent.counted_streams * extent.silence)
    streams.close()
    return {"stream opened, first event": opened, "a second of an idle stream": silent}


def count(folder: pathlib.Path, binary: str, agents: servers.Agents, extent: Extent) -> dict[str, counting.Counts]:
    """Of each request, by its kind's name."""
    counts = {}
    for store in STORES:
        counted = counting.Counted(new_folder(folder), binary)
        process, url = servers.start_gateway(folder, counted.program, agents, store)
        try:
            for kind in (kind for kind in KINDS if kind.store == store):
                client = counting.Client(f"{url}/{kind.agent}", kind.call)
                counts[kind.name] = counting.count_calls(counted, process, client, extent.calls, extent.first_calls)
            if store == "memory":
                counts |= count_streams(counted, process, f"{url}/stream", extent)
        finally:
            process.stop()
    return counts


def print_counts(folder: pathlib.Path, binaries: list[str], agents: servers.Agents, extent: Extent) -> None:
    before, after = (count(folder, binary, agents, extent) for binary in binaries)
    print("| counted with callgrind | instructions before | after | after : before | allocations before | after |\n"
          "|---|---|---|---|---|---|")
    for name, old in before.items():
        new = after[name]
        print(f"| {name} | {old.instructions:,.0f} | {new.instructions:,.0f} | {new.instructions / old.instructions:.3f} "
              f"| {old.allocations:.1f} | {new.allocations:.1f} |")
    print(flush=True)


def time_round(gateways: list[dict], kind: Kind, body: pathlib.Path) -> list[load.Figures]:
    """One second of each build, in an order by lot; in the order of the builds."""
    figures = {}
    body.write_bytes(kind.call)
    for number in random.sample(range(len(gateways)), len(gateways)):
        process, url = gateways[number][kind.store]
        figures[number] = load.run_wrk(process, f"{url}/{kind.agent}", body, f"{random.getrandbits(64):016x}-", 1, False)
    return [figures[number] for number in range(len(gateways))]


def print_times(folder: pathlib.Path, binaries: list[str], agents: servers.Agents, extent: Extent) -> None:
    gateways: list[dict] = [{}, {}]
    rounds: dict[str, list] = {kind.name: [] for kind in KINDS}
    try:
        for started, binary in zip(gateways, binaries):
            for store in STORES:
                started[store] = servers.start_gateway(folder, binary, agents, store)
        for number in range(-1, extent.rounds):
            for kind in KINDS:
                figures = time_round(gateways, kind, folder / "body.json")
                if number >= 0:  # the first one warms up
                    rounds[kind.name].append(figures)
    finally:
        for started in gateways:
            for process, _ in started.values():
                process.stop()
    print("| processor time | µs a request before | after | after : before | 95 % within |\n|---|---|---|---|---|")
    for name, figures in rounds.items():
        before, after = (statistics.median(pair[side].cpu_us for pair in figures) for side in (0, 1))
        ratios = [new.cpu_us / old.cpu_us for old, new in figures]
        low, high = evolving.interval(ratios)
        print(f"| {name} | {before:.1f} | {after:.1f} | {statistics.median(ratios):.3f} | {low:.3f} to {high:.3f} |")
    print(flush=True)


def kib_of_stream(folder: pathlib.Path, binary: str, agents: servers.Agents, extent: Extent) -> float:
    process, url = servers.start_gateway(folder, binary, agents)
    try:
        load.IdleStreams(f"{url}/stream", documents.STREAM_CALL, "first-", load.IdleStreams.BATCH).close()
        before = process.memory_kib()
        streams = load.IdleStreams(f"{url}/stream", documents.STREAM_CALL, "idle-", extent.streams)
        kib = (process.memory_kib() - before) / extent.streams
        streams.close()
        return kib
    finally:
        process.stop()


def print_streams(folder: pathlib.Path, binaries: list[str], agents: servers.Agents, extent: Extent) -> None:
    pairs = [[kib_of_stream(folder, binary, agents, extent) for binary in binaries] for _ in range(extent.processes)]
    before, after = (statistics.median(column) for column in zip(*pairs))
    print("| memory | KiB before | after | after : before |\n|---|---|---|---|")
    print(f"| idle stream with its task, each of {extent.streams:,} | {before:.2f} | {after:.2f} | {after / before:.3f} |\n",
          flush=True)


PARTS = {"counts": print_counts, "times": print_times, "streams": print_streams}


def compare(folder: pathlib.Path, binary: str, quick: bool, before: pathlib.Path | None, rounds: int | None, only: str | None) -> None:
    if not before or only not in (None, *PARTS):
        sys.exit(f"benchmark: --before BINARY is needed; --only takes one of {', '.join(PARTS)}")
    extent = QUICK if quick else FULL
    extent.rounds = rounds or extent.rounds
    agents = servers.Agents(folder)
    try:
        for name, part in PARTS.items():
            if only in (None, name):
                part(folder, [str(before.resolve()), binary], agents, extent)
    finally:
        agents.stop()


if __name__ == "__main__":
    command_line.run(__doc__, compare, {"before": pathlib.Path, "rounds": int, "only": str})
