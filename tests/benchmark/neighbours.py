#!/usr/bin/env python3
"""Measures what a stranger notices of a greedy client, and prints Markdown tables: the times of small relayed texts beside
large work of somebody else; and how long a task, and a push notification, take beside those of somebody else that never end.

Usage: neighbours.py GATEWAY_BINARY [--quick]. Needs nginx, taskset, root (for priorities) and two cores. The gateway has one
thread on core 0; agents, the greedy client and the stranger are on core 1, the stranger before all others. The two have
addresses of their own. --quick only shows that everything works.
"""

import http.client
import json
import multiprocessing
import os
import pathlib
import re
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
LIMITS = {"connections_per_address": servers.CONNECTIONS_MAX}  # the others are the defaults
PUSH = {"allow": ["127.0.0.0/8"], "plain_http": True}
SILENT_TASKS, HANGING_RECEIVERS = 2_048, 80
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


def leaves_tasks_running(gateway: Gateway, ready) -> None:
    """On the agent that the stranger wants, too, which says nothing more."""
    url = f"http://{gateway.host}:{gateway.port}/stream"
    streams = [subscribers.open_stream(url, named(documents.STREAM_CALL, serial), source=GREEDY)
               for serial in range(SILENT_TASKS)]
    for stream in streams[:512]:  # those whose agent has been reached; the others wait for a connection
        subscribers.read_until(stream, b"\n\n")
    ready.set()
    time.sleep(600)


def has_receivers_hang(gateway: Gateway, ready) -> None:
    """Each takes connections and never answers."""
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(HANGING_RECEIVERS)]
    connection = gateway.connect(GREEDY)
    for serial, listener in enumerate(listeners):
        expect(post(connection, "order", notifying(listener, serial)), "result")
    ready.set()
    time.sleep(600)


def keeps_quiet(_gateway: Gateway, ready) -> None:
    ready.set()
    time.sleep(600)


# --- what the stranger wants, once ---

def notifying(listener: socket.socket, serial: int) -> bytes:
    """An order of which the listener is told."""
    call = json.loads(named(documents.ORDER_CALL, serial))
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    call["params"]["configuration"] = {"taskPushNotificationConfig": {"url": url}}
    return documents.compact(call)


class Text:
    """A small text that is relayed."""

    def __init__(self, gateway: Gateway):
        self._connection = gateway.connect(STRANGER)

    def once(self) -> None:
        expect(post(self._connection, "text", named(documents.TEXT_CALL, time.monotonic_ns())), "result")


class Task:
    """A task of an agent that streams, from the message to its end."""

    def __init__(self, gateway: Gateway):
        self._url = f"http://{gateway.host}:{gateway.port}/stream"
        self._call = documents.call("SendStreamingMessage", {"text": "answer 200"})

    def once(self) -> None:
        stream = subscribers.open_stream(self._url, named(self._call, time.monotonic_ns()), source=STRANGER)
        subscribers.read_until(stream, subscribers.END)
        stream.close()


class Notification:
    """A task, until its receiver has been told of its end."""

    def __init__(self, gateway: Gateway):
        self._connection = gateway.connect(STRANGER)
        self._listener = socket.create_server(("127.0.0.1", 0))

    def once(self) -> None:
        expect(post(self._connection, "order", notifying(self._listener, time.monotonic_ns())), "result")
        end = False
        while not end:
            receiver = self._listener.accept()[0]
            end = self._is_told_the_end(receiver)
            receiver.close()

    @staticmethod
    def _is_told_the_end(receiver: socket.socket) -> bool:
        request = b""
        while b"\r\n\r\n" not in request or len(request.partition(b"\r\n\r\n")[2]) < length_in(request):
            request += receiver.recv(65_536)
        receiver.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        return subscribers.END in request


def length_in(request: bytes) -> int:
    return int(re.search(rb"(?i)content-length: (\d+)", request)[1])


@dataclass
class Scenario:
    name: str
    work: Callable
    clients: int = 1
    wants: Callable = Text


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
        Scenario("nobody; a task of a streaming agent", keeps_quiet, wants=Task),
        Scenario(f"{SILENT_TASKS:,} tasks on that agent that never end", leaves_tasks_running, wants=Task),
        Scenario("nobody; a task and its push notification", keeps_quiet, wants=Notification),
        Scenario(f"{HANGING_RECEIVERS} push notifications to receivers that hang", has_receivers_hang, wants=Notification),
    ]


# --- the stranger ---

def greedy(scenario: Scenario, gateway: Gateway, ready) -> None:
    os.nice(10)
    try:
        scenario.work(gateway, ready)
    except Exception as error:  # pylint: disable=broad-except
        print(f"benchmark: {scenario.name}: {error!r}", file=sys.stderr)
        os._exit(1)


def stranger_times_ms(wanted, seconds: float) -> list[float]:
    times: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        wanted.once()
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
    times = stranger_times_ms(scenario.wants(gateway), seconds)
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
    process, url = servers.start_gateway(folder, binary, agents, more={"limits": LIMITS, "push": PUSH})
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
