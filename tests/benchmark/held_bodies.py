#!/usr/bin/env python3
"""Measures what 3,000 request bodies that do not end take of the gateway's memory, and what a stranger notices of them, and
prints a Markdown table.

Usage: [SCENARIOS="drip many"] held_bodies.py GATEWAY_BINARY [--quick]. Needs nginx, taskset, root (for priorities) and two cores. The
gateway has its default limits (where all bodies come from one address, `connections_per_address` is raised) and one thread
on core 0; agents, whoever holds the bodies and the stranger are on core 1, the stranger before all others. Each body is sent
but for its last byte. What is not refused after HOLD seconds gets that byte, and is counted as served with a status of 200.
--quick only shows that everything works.
"""

import base64
import collections
import json
import multiprocessing
import os
import pathlib
import re
import selectors
import socket
import ssl
import statistics
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import command_line
import documents
import load
import neighbours
import servers
import tls

BODY_BYTES = (1 << 20) - 4_096  # little less than one may have
HOLD_S = 8
PIECE_BYTES = 65_536


def text_call(size: int) -> bytes:
    """A message of so many bytes, which the agent answers."""
    call = documents.call("SendMessage", {"text": "@"})
    return call.replace(b"@", b"t" * (size - len(call) + 1)).replace(b"MESSAGE_ID", b"held-00000")


def rest_call(size: int) -> bytes:
    call = documents.compact({"message": json.loads(text_call(300))["params"]["message"] | {"parts": [{"text": "@"}]}})
    return call.replace(b"@", b"t" * (size - len(call) + 1))


def head(path: str, framing: str) -> bytes:
    return (f"POST {path} HTTP/1.1\r\nHost: benchmark\r\nContent-Type: application/json\r\nA2A-Version: 1.0\r\n"
            f"{framing}\r\n\r\n").encode()


def with_length(body: bytes, path: str = "/text") -> bytes:
    return head(path, f"Content-Length: {len(body)}") + body


def chunked(body: bytes) -> bytes:
    pieces = (body[at:at + PIECE_BYTES] for at in range(0, len(body), PIECE_BYTES))
    return head("/text", "Transfer-Encoding: chunked") + b"".join(b"%x\r\n%s\r\n" % (len(each), each) for each in pieces) \
        + b"0\r\n\r\n"


def framed(body: bytes) -> bytes:
    """A message of a WebSocket; a mask of noughts changes nothing."""
    return bytes([0x81, 0xff]) + len(body).to_bytes(8, "big") + bytes(4) + body


@dataclass
class Scenario:
    name: str
    request: bytes
    addresses: int = 3
    by_tls: bool = False
    by_websocket: bool = False
    piece_bytes: int = 1 << 20  # sent at once
    sent_bytes: int | None = None  # no more than so many; nothing: all but the last byte


def scenarios() -> dict[str, Scenario]:
    text = text_call(BODY_BYTES)
    return {
        "length": Scenario("1 MB, three addresses", with_length(text)),
        "one": Scenario("1 MB, one address", with_length(text), addresses=1),
        "many": Scenario("1 MB, 250 addresses", with_length(text), addresses=250),
        "chunked": Scenario("1 MB in chunks, three addresses", chunked(text)),
        "drip": Scenario("1 MB, 8 KB at a time", with_length(text), piece_bytes=8_192),
        "rest": Scenario("1 MB, HTTP+JSON", with_length(rest_call(BODY_BYTES), "/text/message:send")),
        "liar": Scenario("1 MB announced, 10 KB sent", with_length(text), sent_bytes=10_000),
        "half": Scenario("150 KB", with_length(text_call(150_000))),
        "tls": Scenario("1 MB, https", with_length(text), by_tls=True),
        "websocket": Scenario("1 MB, messages of WebSockets", framed(text), by_websocket=True),
    }


HANDSHAKE = (b"GET /text HTTP/1.1\r\nHost: benchmark\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
             b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + base64.b64encode(bytes(16)) +
             b"\r\nSec-WebSocket-Protocol: a2a.v1\r\n\r\n")


@dataclass
class Body:
    """One that is held."""
    connection: socket.socket
    began: float
    sent: int = 0
    answer: bytes = b""
    outcome: str = ""  # "" while it is held
    told_after_s: float = 0.0


@dataclass
class Counts:
    outcomes: collections.Counter = field(default_factory=collections.Counter)
    slowest_refusal_s: float = 0.0


class Holder:
    """Sends the bodies of a scenario from one thread."""

    def __init__(self, scenario: Scenario, target: tuple[str, int], count: int, context: ssl.SSLContext | None):
        self._scenario, self._target, self._context = scenario, target, context
        self._request = memoryview(scenario.request)
        self._most = len(scenario.request) - 1 if scenario.sent_bytes is None else scenario.sent_bytes
        self._selector = selectors.DefaultSelector()
        self._bodies = [self._begin(number) for number in range(count)]

    def _begin(self, number: int) -> Body:
        source = f"127.1.{number % self._scenario.addresses}.1"
        connection = socket.create_connection(self._target, 60, source_address=(source, 0))
        if self._context:
            connection = self._context.wrap_socket(connection, server_hostname="localhost")
        if self._scenario.by_websocket:
            connection.sendall(HANDSHAKE)
            received = b""
            while b"\r\n\r\n" not in received:
                received += connection.recv(4_096)
        connection.setblocking(False)
        body = Body(connection, time.monotonic())
        self._selector.register(connection, selectors.EVENT_READ | selectors.EVENT_WRITE, body)
        return body

    def run(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for key, events in self._selector.select(0.1):
                if events & selectors.EVENT_READ:
                    self._read(key.data)
                if events & selectors.EVENT_WRITE and not key.data.outcome:
                    self._write(key.data)

    def finish(self) -> None:
        """The last byte of each that is still held; their answers are read by run()."""
        self._most = len(self._request)
        for body in self._bodies:
            if not body.outcome:
                self._selector.modify(body.connection, selectors.EVENT_READ | selectors.EVENT_WRITE, body)

    def counts(self) -> Counts:
        counts = Counts(collections.Counter(body.outcome or "held" for body in self._bodies))
        counts.slowest_refusal_s = max((b.told_after_s for b in self._bodies if b.outcome == "503"), default=0)
        return counts

    def close(self) -> None:
        for body in self._bodies:
            body.connection.close()

    def _end(self, body: Body, outcome: str) -> None:
        body.outcome = outcome
        body.told_after_s = time.monotonic() - body.began
        self._selector.unregister(body.connection)
        body.connection.close()

    def _read(self, body: Body) -> None:
        try:
            received = body.connection.recv(65_536)
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return
        except OSError:
            return self._end(body, "reset")
        body.answer += received
        if outcome := self._outcome(body.answer):
            self._end(body, outcome)
        elif not received:
            self._end(body, "closed")

    def _outcome(self, answer: bytes) -> str:
        if not self._scenario.by_websocket:
            return answer[9:12].decode() if b"\r\n\r\n" in answer else ""
        if len(answer) >= 4 and answer[0] == 0x88:
            code = int.from_bytes(answer[2:4], "big")
            return "503" if code == 1013 else str(code)
        return "200" if b'"result"' in answer else ""

    def _write(self, body: Body) -> None:
        if body.sent < self._most:
            piece = self._request[body.sent:min(self._most, body.sent + self._scenario.piece_bytes)]
            try:
                body.sent += body.connection.send(piece)
            except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                return
            except OSError:
                self._selector.modify(body.connection, selectors.EVENT_READ, body)
        if body.sent >= self._most:
            self._selector.modify(body.connection, selectors.EVENT_READ, body)


class Resident:
    """Looks at the gateway's memory, on a thread of its own."""

    def __init__(self, process: servers.Process):
        self._process = process
        self.idle = process.memory_kib()
        self.most = self.idle
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._over.wait(0.02):
            self.most = max(self.most, self._process.memory_kib())

    def stop(self) -> None:
        self._over.set()
        self._thread.join()

    def seconds_until_back(self) -> float:
        """Until no more than 96 MiB are left of what it has grown by; a minute at most."""
        began = time.monotonic()
        while time.monotonic() - began < 60 and self._process.memory_kib() - self.idle > 96 << 10:
            time.sleep(0.2)
        return time.monotonic() - began


def stranger(gateway: neighbours.Gateway, over, results) -> None:
    os.nice(-10)
    wanted = neighbours.Text(gateway)
    times = []
    while not over.is_set():
        began = time.monotonic()
        wanted.once()
        times.append((time.monotonic() - began) * 1000)
        time.sleep(0.002)
    results.put(times)


def hold(process: servers.Process, gateway: neighbours.Gateway, holder_of: Callable[[], Holder], seconds: float) -> str:
    """The cells of a row."""
    resident = Resident(process)
    over, results = multiprocessing.Event(), multiprocessing.Queue()
    watcher = multiprocessing.Process(target=stranger, args=(gateway, over, results), daemon=True)
    watcher.start()
    holder = holder_of()
    holder.run(seconds)
    held = holder.counts()
    holder.finish()
    holder.run(seconds / 2)
    ended = holder.counts().outcomes
    over.set()
    times = results.get(timeout=60)
    watcher.join()
    holder.close()
    resident.stop()
    back = resident.seconds_until_back()
    p99 = statistics.quantiles(times, n=100)[98] if len(times) > 1 else times[0]
    others = sum(count for outcome, count in ended.items() if outcome not in ("200", "503"))
    return (f"{(resident.most - resident.idle) / 1024:.0f} | {held.outcomes['503']} | {held.outcomes['held']} | "
            f"{ended['200']} | {others} | {held.slowest_refusal_s:.1f} | {p99:.1f} | {max(times):.0f} | {back:.0f}")


def start_gateway(folder: pathlib.Path, binary: str, agents: servers.Agents, scenario: Scenario) -> tuple[servers.Process, str]:
    """With the default limits, and listeners for http and https."""
    certificate = {"cert": str(folder / "leaf.pem"), "key": str(folder / "leaf.key")}
    members = servers.gateway_config(folder, agents, "memory", "warn")["agents"]
    members["text"]["websocket"] = True
    return servers.start_gateway(folder, binary, agents, more={
        "listen": None, "agents": members,
        "limits": {"connections_per_address": servers.CONNECTIONS_MAX} if scenario.addresses == 1 else {},
        "listeners": {"plain": {"address": "127.0.0.1:0"},
                      "secure": {"address": "127.0.0.1:0", "certificates": {"main": certificate}}}})


def measure(folder: pathlib.Path, binary: str, quick: bool) -> None:
    os.sched_setaffinity(0, {int(servers.LOAD_CORE)})
    wanted = os.environ.get("SCENARIOS", "length tls websocket" if quick else "").split() or list(scenarios())
    count, seconds = (60, 1) if quick else (3_000, HOLD_S)
    agents = servers.Agents(folder)
    tls.make_certificates(folder)
    print(f"| {count:,} bodies of | grown by (MiB) | refused | held | then served | otherwise | slowest refusal (s) | "
          "stranger's p99 (ms) | longest (ms) | memory back after (s) |\n|---|---|---|---|---|---|---|---|---|---|")
    for name in wanted:
        scenario = scenarios()[name]
        process, url = start_gateway(folder, binary, agents, scenario)
        try:
            (host, port), _ = load.address_of(url)
            secure = int(re.search(r"https://\S+:(\d+)", process.output())[1])
            context = tls.client_context(folder) if scenario.by_tls else None
            target = (host, secure if scenario.by_tls else port)
            cells = hold(process, neighbours.Gateway(host, port), lambda: Holder(scenario, target, count, context), seconds)
            print(f"| {scenario.name} | {cells} |", flush=True)
        finally:
            process.stop()
    agents.stop()


if __name__ == "__main__":
    command_line.run(__doc__, measure)
