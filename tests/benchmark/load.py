"""The loads: requests as fast as they are answered (wrk), idle streams, dripping connections, and an ordinary
client beside them."""

import http.client
import json
import pathlib
import re
import selectors
import shutil
import socket
import ssl
import statistics
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from dataclasses import dataclass, field

import servers

HERE = pathlib.Path(__file__).parent
CONNECTIONS = 64


@dataclass
class Figures:
    """Of one run. cpu_us and instructions are per request, of the server under test alone. `latencies`: requests by bucket, where
    the script is latencies.lua."""

    rate: float
    p50_us: float
    p99_us: float
    cpu_us: float
    instructions: float | None
    latencies: dict[str, int] = field(default_factory=dict)


def call(url: str, body: bytes, message_id: str) -> dict:
    request = urllib.request.Request(url, body.replace(b"MESSAGE_ID", message_id.encode()),
                                     {"Content-Type": "application/json", "A2A-Version": "1.0"})
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


def counts_instructions() -> bool:
    if not shutil.which("perf"):
        return False
    probe = subprocess.run(["perf", "stat", "-x,", "-e", "instructions", "true"], capture_output=True, text=True)
    return probe.returncode == 0 and re.match(r"\d+,", probe.stderr) is not None


def run_wrk(process: servers.Process | None, url: str, body: pathlib.Path, prefix: str, seconds: int,
            with_perf: bool, token: str = "", script: str = "request.lua", more: list[str] | None = None) -> Figures:
    """`token`: a bearer token that goes along with every request. `more`: what `script` wants to know besides."""
    command = ["taskset", "-c", servers.LOAD_CORE, "wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s",
               str(HERE / script), url, "--", str(body), prefix, *([token] if token else []), *(more or [])]
    if process and with_perf:
        command = ["perf", "stat", "-x,", "-e", "instructions", "-p", process.pids(), *command]
    before = process.cpu_seconds() if process else 0
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 60)
    cpu = process.cpu_seconds() - before if process else 0
    found = re.search(r"FIGURES (\d+) (\d+) ([\d.]+) ([\d.]+) (\d+)", done.stdout)
    if not found:
        sys.exit(f"benchmark: wrk failed\n{done.stdout}{done.stderr}")
    requests, duration_us, errors = int(found[1]), int(found[2]), int(found[5])
    if errors or not requests:
        sys.exit(f"benchmark: {errors} of {requests} requests to {url} failed\n{done.stdout}")
    counted = re.search(r"^(\d+),[^,]*,instructions", done.stderr, re.MULTILINE)
    latencies = re.search(r"LATENCIES (.*)", done.stdout)
    return Figures(requests / duration_us * 1e6, float(found[3]), float(found[4]), cpu / requests * 1e6,
                   int(counted[1]) / requests if counted else None,
                   dict((bucket, int(count)) for bucket, count in (each.split(":") for each in latencies[1].split()))
                   if latencies else {})


def address_of(url: str) -> tuple[tuple[str, int], str]:
    parts = urllib.parse.urlsplit(url)
    return (parts.hostname, parts.port), parts.path or "/"


class IdleStreams:
    """Open event streams, each begun by a message of its own and silent after its first event."""

    BATCH = 64

    def __init__(self, url: str, body: bytes, prefix: str, count: int):
        self._sockets: list[socket.socket] = []
        self._url = url
        for first in range(0, count, self.BATCH):
            self._open([body.replace(b"MESSAGE_ID", f"{prefix}{number}".encode())
                        for number in range(first, min(first + self.BATCH, count))])

    def _open(self, bodies: list[bytes]) -> None:
        address, path = address_of(self._url)
        opened = []
        for body in bodies:
            connection = socket.create_connection(address, 10)
            connection.sendall(b"POST %s HTTP/1.1\r\nHost: benchmark\r\nContent-Type: application/json\r\n"
                               b"A2A-Version: 1.0\r\nContent-Length: %d\r\n\r\n%s" % (path.encode(), len(body), body))
            opened.append(connection)
        for connection in opened:
            received = b""
            while b"data:" not in received:
                piece = connection.recv(4096)
                if not piece:
                    sys.exit(f"benchmark: a stream ended after {received!r}, {len(self._sockets)} were open")
                received += piece
            self._sockets.append(connection)

    def alive(self) -> int:
        """How many have not been closed from the other side."""
        watcher = selectors.DefaultSelector()
        for connection in self._sockets:
            connection.setblocking(False)
            watcher.register(connection, selectors.EVENT_READ)
        closed = 0
        for key, _ in watcher.select(0):
            try:
                closed += not key.fileobj.recv(65536)
            except OSError:
                closed += 1
        watcher.close()
        return len(self._sockets) - closed

    def close(self) -> None:
        for connection in self._sockets:
            connection.close()


class Drippers:
    """Connections that send a request one byte a second; one that is closed by the server is opened again."""

    REQUEST = b"POST /text HTTP/1.1\r\nHost: benchmark\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n" \
        + b" " * 500

    def __init__(self, url: str, count: int, request: bytes = REQUEST):
        self._request = request
        self._address, _ = address_of(url)
        self._sent = [0] * count
        self._sockets = [self._connect() for _ in range(count)]

    def _connect(self) -> socket.socket:
        connection = socket.create_connection(self._address, 10)
        connection.setblocking(False)
        return connection

    def drip(self) -> None:
        """One byte on each connection."""
        for index, connection in enumerate(self._sockets):
            position = self._sent[index]
            try:
                connection.send(self._request[position:position + 1])
                self._sent[index] = (position + 1) % len(self._request)
            except OSError:
                connection.close()
                self._sockets[index], self._sent[index] = self._connect(), 0

    def close(self) -> None:
        for connection in self._sockets:
            connection.close()


def get_p99_ms(url: str, seconds: float, each_second=None, context: ssl.SSLContext | None = None) -> float:
    """The 99th percentile of ordinary GETs on one connection, a millisecond apart, for so long. With `context` by https."""
    (host, port), path = address_of(url)
    client = http.client.HTTPSConnection(host, port, timeout=30, context=context) if context else \
        http.client.HTTPConnection(host, port, timeout=30)
    times: list[float] = []
    end = time.monotonic() + seconds
    tick = time.monotonic()
    while time.monotonic() < end:
        if each_second and time.monotonic() >= tick:
            each_second()
            tick += 1
        begin = time.monotonic()
        client.request("GET", path)
        response = client.getresponse()
        response.read()
        if response.status != 200:
            sys.exit(f"benchmark: GET {url} gave {response.status}")
        times.append(time.monotonic() - begin)
        time.sleep(0.001)
    client.close()
    return statistics.quantiles(times, n=100)[98] * 1000
