#!/usr/bin/env python3
"""Measures the gateway beside nginx and HAProxy, in one go, and prints Markdown tables.

Usage: run.py GATEWAY_BINARY [--before OLD_BINARY] [--quick]. Needs nginx, haproxy, wrk, taskset and two cores. Servers under test run on
core 0, the load and the agents on core 1. --before measures another binary in the same rounds and prints the ratio of
the two. --quick only shows that everything works; its figures mean nothing.
"""

import argparse
import os
import pathlib
import platform
import random
import re
import resource
import shutil
import statistics
import sys
import tempfile
from dataclasses import astuple, dataclass

import documents
import load
import servers
import subscribers


@dataclass
class Extent:
    repetitions: int
    seconds: int  # of one run
    streams: int
    drippers: int
    watch_seconds: int  # ordinary GETs beside streams and drippers
    subscribers: int  # of one task
    resumed_events: int


FULL = Extent(repetitions=5, seconds=3, streams=9_000, drippers=500, watch_seconds=15, subscribers=1_000,
              resumed_events=10_000)
QUICK = Extent(repetitions=1, seconds=1, streams=200, drippers=50, watch_seconds=2, subscribers=50,
               resumed_events=500)
FAN_OUT_EVENTS = 50
RELAYED = "gateway, text relayed, answered by a message"
RELAYED_TASK = "gateway, text relayed, answered by a task"
VALIDATED = "gateway, structured input validated, task, typed artifact"
DURABLE = "the same, each task durable before it is acknowledged"
BEFORE = "before: "


@dataclass
class Target:
    name: str
    process: servers.Process | None  # nothing is counted without
    url: str
    body: bytes


def machine() -> str:
    model = next((line.partition(": ")[2] for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.machine())
    return f"{model}, {os.cpu_count()} cores, Linux {platform.release()}"


def check_answers(targets: list[Target]) -> None:
    """What is measured has to be the real thing: an answer, and for the order a task with a typed artifact."""
    for target in targets:
        result = load.call(target.url, target.body, f"check-{random.getrandbits(64)}").get("result", {})
        if "message" not in result and "task" not in result:
            sys.exit(f"benchmark: {target.name} answers {result}")
        if target.body is documents.ORDER_CALL:
            part = result["task"]["artifacts"][0]["parts"][0]
            if part.get("mediaType") != "application/json;schema=receipt" or part["data"] != documents.RECEIPT:
                sys.exit(f"benchmark: {target.name} types nothing: {result}")


def median(figures: list[load.Figures]) -> load.Figures:
    columns = zip(*(astuple(figure) for figure in figures))
    return load.Figures(*(None if None in column else statistics.median(column) for column in columns))


def measure_requests(targets: list[Target], folder: pathlib.Path, extent: Extent) -> dict[str, load.Figures]:
    """Interleaved, in a new order each time, after a second of warming up."""
    with_perf = load.counts_instructions()
    results: dict[str, list[load.Figures]] = {target.name: [] for target in targets}
    for repetition in range(-1, extent.repetitions):
        for target in random.sample(targets, len(targets)):
            body = folder / "body.json"
            body.write_bytes(target.body)
            prefix = f"{random.getrandbits(64):016x}-"
            seconds = extent.seconds if repetition >= 0 else 1
            figures = load.run_wrk(target.process, target.url, body, prefix, seconds, with_perf)
            if repetition >= 0:
                results[target.name].append(figures)
    check_answers(targets)
    return {name: median(figures) for name, figures in results.items()}


def print_requests(results: dict[str, load.Figures]) -> None:
    nginx = results["nginx, reverse proxy"]
    print("| 1 KB POST, 64 connections, one core | req/s | p50 ms | p99 ms | CPU µs/request | k instructions/request "
          "| cost : nginx |\n|---|---|---|---|---|---|---|")
    for name, figures in results.items():
        cost = ("–" if not figures.cpu_us else f"{figures.instructions / nginx.instructions:.2f}"
                if figures.instructions and nginx.instructions else f"{figures.cpu_us / nginx.cpu_us:.2f}")
        counted = f"{figures.instructions / 1000:.1f}" if figures.instructions else "–"
        cpu = f"{figures.cpu_us:.1f}" if figures.cpu_us else "–"
        print(f"| {name} | {figures.rate:,.0f} | {figures.p50_us / 1000:.2f} | {figures.p99_us / 1000:.2f} | {cpu} "
              f"| {counted} | {cost} |")
    memory, durable = (results[name].rate for name in (VALIDATED, DURABLE))
    print(f"\nDurable throughput of validated input: {durable / memory:.2f} x the memory store's.")
    by = "instructions" if nginx.instructions else "CPU time (this machine counts no instructions)"
    print(f"\nCost is compared by {by}; medians of interleaved runs.\n")


def print_changes(results: dict[str, load.Figures]) -> None:
    """The binary beside the one of --before, from the same rounds."""
    print("| | cost : before | req/s : before |\n|---|---|---|")
    for name, now in results.items():
        if before := results.get(BEFORE + name):
            with_perf = now.instructions and before.instructions
            cost = now.instructions / before.instructions if with_perf else now.cpu_us / before.cpu_us
            print(f"| {name} | {cost:.3f} | {now.rate / before.rate:.3f} |")
    print()


def gateway_targets(started: list[servers.Process], folder: pathlib.Path, binary: str, agents: servers.Agents,
                    prefix: str = "") -> list[Target]:
    """Starts `binary` with either store, adds the processes to `started`."""
    memory, url = servers.start_gateway(folder, binary, agents)
    started.append(memory)
    durable, durable_url = servers.start_gateway(folder, binary, agents, "sqlite")
    started.append(durable)
    return [
        Target(prefix + RELAYED, memory, f"{url}/text", documents.TEXT_CALL),
        Target(prefix + RELAYED_TASK, memory, f"{url}/order", documents.TEXT_CALL),
        Target(prefix + VALIDATED, memory, f"{url}/order", documents.ORDER_CALL),
        Target(prefix + DURABLE, durable, f"{durable_url}/order", documents.ORDER_CALL),
    ]


def print_flushes(folder: pathlib.Path, binary: str, agents: servers.Agents, extent: Extent) -> None:
    """Counted by the ledger itself, which tells its log when it closes; a gateway of its own, because it logs."""
    process, url = servers.start_gateway(folder, binary, agents, "sqlite", log="info")
    try:
        body = folder / "body.json"
        body.write_bytes(documents.ORDER_CALL)
        prefix = f"{random.getrandbits(64):016x}-"
        figures = load.run_wrk(process, f"{url}/order", body, prefix, extent.seconds, with_perf=False)
    finally:
        process.stop()
    closed = re.search(r'"event":"ledger_closed","commits":(\d+)', process.output())
    if not closed:
        sys.exit("benchmark: the gateway does not say what its ledger has written")
    per_task = int(closed[1]) / (figures.rate * extent.seconds)
    print(f"Flushes (fsync) per durable task at 64 connections: {per_task:.3f}.\n")


def measure_streams(process: servers.Process, stream_url: str, get_url: str, extent: Extent) -> tuple[float, float]:
    """KiB per idle stream, and the p99 in ms of ordinary GETs beside them."""
    load.get_p99_ms(get_url, 1)
    before = process.memory_kib()
    streams = load.IdleStreams(stream_url, documents.STREAM_CALL, f"{random.getrandbits(64):016x}-", extent.streams)
    p99 = load.get_p99_ms(get_url, extent.watch_seconds)
    per_stream = (process.memory_kib() - before) / extent.streams
    if streams.alive() != extent.streams:
        sys.exit(f"benchmark: only {streams.alive()} of {extent.streams} streams stayed open")
    streams.close()
    return per_stream, p99


def print_streams(folder: pathlib.Path, binary: str, agents: servers.Agents, extent: Extent, before: str | None) -> None:
    print(f"| {extent.streams:,} idle streams, each with its own message | KiB per stream | p99 of a GET, ms |\n|---|---|---|")
    nginx, url = servers.start_nginx_proxy(folder, "nginx_streams", agents.stream, "off")
    try:
        memory, p99 = measure_streams(nginx, url, f"{url}.well-known/agent-card.json", extent)
        print(f"| nginx, reverse proxy | {memory:.1f} | {p99:.1f} |")
    finally:
        nginx.stop()
    if before:
        gateway, url = servers.start_gateway(folder, before, agents)
        try:
            memory, p99 = measure_streams(gateway, f"{url}/stream", f"{url}/text/.well-known/agent-card.json", extent)
            print(f"| {BEFORE}gateway | {memory:.1f} | {p99:.1f} |")
        finally:
            gateway.stop()
    gateway, url = servers.start_gateway(folder, binary, agents)
    try:
        card = f"{url}/text/.well-known/agent-card.json"
        memory, p99 = measure_streams(gateway, f"{url}/stream", card, extent)
        print(f"| gateway, each with its own task | {memory:.1f} | {p99:.1f} |")
        drippers = load.Drippers(url, extent.drippers)
        p99 = load.get_p99_ms(card, extent.watch_seconds, drippers.drip)
        drippers.close()
        print(f"\n{extent.drippers} connections that send one byte a second: p99 of an ordinary GET {p99:.1f} ms.\n")
    finally:
        gateway.stop()


def print_subscribers(folder: pathlib.Path, binary: str, agents: servers.Agents, extent: Extent) -> None:
    print("| one task, watched and taken up again | memory store | SQLite ledger |\n|---|---|---|")
    resumed, fan_out = [], []
    for store in ("memory", "sqlite"):
        gateway, url = servers.start_gateway(folder, binary, agents, store)
        agent_url = f"http://127.0.0.1:{agents.stream}/"
        names = [f"{store}-{random.getrandbits(64)}" for _ in range(extent.repetitions + 1)]
        try:
            resumed.append(statistics.median(
                subscribers.resume_ms(f"{url}/stream", agent_url, extent.resumed_events, name) for name in names[1:]))
            fan_out.append(subscribers.fan_out_us(f"{url}/stream", agent_url, FAN_OUT_EVENTS, extent.subscribers,
                                                  names[0]))
        finally:
            gateway.stop()
    print("| Last-Event-ID to the last of " + f"{extent.resumed_events:,} events, ms | "
          + " | ".join(f"{figure:.0f}" for figure in resumed) + " |")
    print(f"| {extent.subscribers:,} subscribers: µs per event and subscriber | "
          + " | ".join(f"{figure:.1f}" for figure in fan_out) + " |\n")


def print_all(folder: pathlib.Path, binary: str, extent: Extent, before: str | None) -> None:
    agents = servers.Agents(folder)
    started: list[servers.Process] = []
    try:
        nginx, nginx_url = servers.start_nginx_proxy(folder, "nginx", agents.text, "on")
        started.append(nginx)
        haproxy, haproxy_url = servers.start_haproxy(folder, agents.text)
        started.append(haproxy)
        targets = [
            Target("the agent itself", None, f"http://127.0.0.1:{agents.text}/", documents.TEXT_CALL),
            Target("nginx, reverse proxy", nginx, nginx_url, documents.TEXT_CALL),
            Target("HAProxy, reverse proxy", haproxy, haproxy_url, documents.TEXT_CALL),
            *gateway_targets(started, folder, binary, agents)]
        if before:
            targets += gateway_targets(started, folder, before, agents, BEFORE)
        check_answers(targets)
        results = measure_requests(targets, folder, extent)
        print_requests(results)
        if before:
            print_changes(results)
        for process in started:
            process.stop()
        started.clear()
        print_flushes(folder, binary, agents, extent)
        print_streams(folder, binary, agents, extent, before)
        print_subscribers(folder, binary, agents, extent)
    finally:
        for process in started:
            process.stop()
        agents.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gateway", help="the release binary, e.g. build/release/schemagate")
    parser.add_argument("--before", metavar="OLD_BINARY", help="another release binary, measured in the same rounds")
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    os.environ["PATH"] += ":/usr/sbin"
    missing = [tool for tool in ("nginx", "haproxy", "wrk", "taskset") if not shutil.which(tool)]
    if missing:
        sys.exit(f"benchmark: {', '.join(missing)} not found: bash tests/run.sh installs them")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < servers.CONNECTIONS_MAX:
        sys.exit(f"benchmark: {servers.CONNECTIONS_MAX} open files are needed, ulimit -Hn says {most}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (servers.CONNECTIONS_MAX, most))
    print(f"Machine: {machine()}. Limits other than the defaults: {servers.RAISED_LIMITS}\n", flush=True)
    with tempfile.TemporaryDirectory(prefix="schemagate-benchmark-") as folder:
        print_all(pathlib.Path(folder), str(pathlib.Path(arguments.gateway).resolve()),
                  QUICK if arguments.quick else FULL,
                  arguments.before and str(pathlib.Path(arguments.before).resolve()))


if __name__ == "__main__":
    main()
