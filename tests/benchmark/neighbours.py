#!/usr/bin/env python3
"""Measures what a stranger notices of a greedy client: the times of small relayed texts beside large work of somebody
else, and prints a Markdown table.

Usage: neighbours.py GATEWAY_BINARY [--quick]. Needs nginx, taskset, root (for priorities) and two cores. The gateway has one
thread on core 0; agents, the greedy client and the stranger are on core 1, the stranger before all others. The two have
addresses of their own. --quick only shows that everything works.
"""

import http.client
import json
import multiprocessing
import os
import pathlib
import socket
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import command_line
import documents
import load
import servers
import subscribers

GREEDY, STRANGER = "127.0.0.2", "127.0.0.3"
HEADERS = {"Content-Type": "application/json", "A2A-Version": "1.0"}
TASK_BYTES = 12_000_000
BODY_BYTES = 900_000


@dataclass
class Gateway:
    host: str
    port: int

    def connect(self, source: str) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.host, self.port, timeout=60, source_address=(source, 0))


def post(connection: http.client.HTTPConnection, agent: str, body: bytes) -> dict:
    connection.request("POST", f"/{agent}", body, HEADERS)
    return json.loads(connection.getresponse().read())


def named(body: bytes, serial: int) -> bytes:
    return body.replace(b"MESSAGE_ID", f"{os.getpid()}-{serial}".encode())


def large_order() -> bytes:
    items = [item | {"sku": "S" * 190} for item in documents.ITEMS for _ in range(7)]
    return documents.call("SendMessage", {
        "data": documents.ORDER | {"items": items, "note": "N" * 200},
        "metadata": {"mimeType": "application/json;schema=order"}})


def invalid_order() -> bytes:
    """Refused, with as many violations as there is room for."""
    return documents.call("SendMessage", {
        "data": documents.ORDER | {"items": [{"sku": 1, "quantity": -1}] * (BODY_BYTES // 30)},
        "metadata": {"mimeType": "application/json;schema=order"}})


def task_of(gateway: Gateway, size: int) -> str:
    """A finished task with so many characters."""
    call = named(documents.call("SendStreamingMessage", {"text": f"answer {size}"}), time.monotonic_ns())
    connection = gateway.connect(GREEDY)
    connection.request("POST", "/stream", call, HEADERS)
    first, *_, last = connection.getresponse().read().split(b"\n\n")[:-1]
    if subscribers.END not in last:
        raise RuntimeError(f"the task ended with {last[:300]!r}")
    return json.loads(first.partition(b"data: ")[2])["result"]["task"]["id"]


# --- greedy work: each is called over and over, and ends the benchmark when it is not served ---

def expect(answer: dict, member: str) -> None:
    if member not in answer:
        raise RuntimeError(f"no {member} in {str(answer)[:300]}")


def posts(agent: str, body: bytes, member: str = "result") -> Callable:
    def work(gateway: Gateway, ready) -> None:
        connection = gateway.connect(GREEDY)
        for serial in range(1 << 62):
            expect(post(connection, agent, named(body, serial)), member)
            ready.set()
    return work


def reads_task(gateway: Gateway, ready) -> None:
    request = documents.compact({"jsonrpc": "2.0", "id": 1, "method": "GetTask",
                                 "params": {"id": task_of(gateway, TASK_BYTES)}})
    posts("stream", request)(gateway, ready)


def lists_tasks(gateway: Gateway, ready) -> None:
    for _ in range(100):
        task_of(gateway, 100_000)
    posts("stream", documents.compact({"jsonrpc": "2.0", "id": 1, "method": "ListTasks",
                                       "params": {"pageSize": 100, "includeArtifacts": True}}))(gateway, ready)


def subscribes_slowly(gateway: Gateway, ready) -> None:
    """A hundred times the answer of a task of 12 MB, read a little a second each."""
    body = documents.compact({"jsonrpc": "2.0", "id": 1, "method": "GetTask",
                              "params": {"id": task_of(gateway, TASK_BYTES)}})
    request = b"POST /stream HTTP/1.1\r\nHost: benchmark\r\nContent-Type: application/json\r\nA2A-Version: 1.0\r\n" \
        b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    readers = []
    for _ in range(100):
        reader = socket.create_connection((gateway.host, gateway.port), source_address=(GREEDY, 0))
        reader.sendall(request)
        readers.append(reader)
    while True:
        for reader in readers:
            reader.recv(65_536)
        ready.set()
        time.sleep(0.5)


def holds_bodies(gateway: Gateway, ready) -> None:
    """Five hundred requests that never end."""
    head = b"POST /text HTTP/1.1\r\nHost: benchmark\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n"
    held = []
    for _ in range(500):
        connection = socket.create_connection((gateway.host, gateway.port), source_address=(GREEDY, 0))
        connection.setblocking(False)
        connection.send(head + b" " * 60_000)
        held.append(connection)
    ready.set()
    time.sleep(600)


def keeps_quiet(_gateway: Gateway, ready) -> None:
    ready.set()
    time.sleep(600)


@dataclass
class Scenario:
    name: str
    work: Callable
    clients: int = 1


def scenarios() -> list[Scenario]:
    text = documents.call("SendMessage", {"text": "t" * BODY_BYTES})
    deep = b'{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":' + b"[" * BODY_BYTES
    return [
        Scenario("nobody", keeps_quiet),
        Scenario("texts of 900 KB, 8 connections", posts("text", text), 8),
        Scenario("structured inputs of 20 KB, 16 connections", posts("order", large_order()), 16),
        Scenario("structured inputs of 900 KB that are refused, 4 connections", posts("order", invalid_order(), "error"), 4),
        Scenario("900 KB of open brackets, 4 connections", posts("text", deep, "error"), 4),
        Scenario("a task of 12 MB read over and over, 2 connections", reads_task, 2),
        Scenario("lists of 100 tasks of 100 KB, 2 connections", lists_tasks, 2),
        Scenario("100 slow readers of a task of 12 MB", subscribes_slowly),
        Scenario("500 bodies that never end", holds_bodies),
        Scenario("nobody, again", keeps_quiet),
    ]


# --- the stranger ---

def greedy(scenario: Scenario, gateway: Gateway, ready) -> None:
    os.nice(10)
    try:
        scenario.work(gateway, ready)
    except Exception as error:  # pylint: disable=broad-except
        print(f"benchmark: {scenario.name}: {error!r}", file=sys.stderr)
        os._exit(1)


def stranger_times_ms(gateway: Gateway, seconds: float) -> list[float]:
    connection = gateway.connect(STRANGER)
    times: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        expect(post(connection, "text", named(documents.TEXT_CALL, time.monotonic_ns())), "result")
        times.append((time.monotonic() - began) * 1000)
        time.sleep(0.002)
    return times


def beside(scenario: Scenario, gateway: Gateway, seconds: float) -> list[float]:
    workers = []
    for _ in range(scenario.clients):
        ready = multiprocessing.Event()
        worker = multiprocessing.Process(target=greedy, args=(scenario, gateway, ready), daemon=True)
        worker.start()
        workers.append((worker, ready))
    for _, ready in workers:
        if not ready.wait(60):
            sys.exit(f"benchmark: {scenario.name}: not served within a minute")
    times = stranger_times_ms(gateway, seconds)
    if not all(worker.is_alive() for worker, _ in workers):
        sys.exit(f"benchmark: {scenario.name}: a greedy client was refused")
    for worker, _ in workers:
        worker.kill()
        worker.join()
    time.sleep(seconds / 4)
    return times


def measure(folder: pathlib.Path, binary: str, quick: bool) -> None:
    seconds = 0.5 if quick else 6
    agents = servers.Agents(folder)
    process, url = servers.start_gateway(folder, binary, agents)
    (host, port), _ = load.address_of(url)
    os.sched_setaffinity(0, {int(servers.LOAD_CORE)})
    os.nice(-10)
    try:
        print("| What the greedy client does | p50 (ms) | p99 (ms) | longest (ms) |\n|---|---|---|---|")
        for scenario in scenarios():
            times = beside(scenario, Gateway(host, port), seconds)
            p99 = statistics.quantiles(times, n=100)[98] if len(times) > 1 else times[0]
            print(f"| {scenario.name} | {statistics.median(times):.1f} | {p99:.1f} | {max(times):.1f} |", flush=True)
    finally:
        process.stop()
        agents.stop()


if __name__ == "__main__":
    command_line.run(__doc__, measure)
