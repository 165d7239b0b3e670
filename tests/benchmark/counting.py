"""Counts instructions with callgrind, of requests in a fixed order: nearly exact where times swing. Those of the kernel are not
counted, and valgrind's processor is a plainer one than most."""

import collections
import pathlib
import re
import socket
import ssl
import subprocess
import sys
import urllib.parse
from dataclasses import dataclass

import documents
import servers

CONNECTIONS = 16
ALLOCATORS = re.compile(r"operator new(\[\])?\(|(tc_)?(malloc|calloc|realloc|memalign|aligned_alloc|posix_memalign)\b|tc_new")


@dataclass
class Counts:
    instructions: float
    allocations: float

    def each(self, number: float) -> "Counts":
        return Counts(self.instructions / number, self.allocations / number)


def allocations(profile: str) -> int:
    """Calls from outside of an allocator into it. callgrind writes a function's name where it comes first, a number later."""
    names: dict[str, str] = {}
    calls: collections.Counter = collections.Counter()
    caller = callee = ""
    for line in profile.splitlines():
        key, _, value = line.partition("=")
        if key in ("fn", "cfn"):
            number, _, name = value.partition(" ")
            name = names.setdefault(number, name)
            caller, callee = (name, callee) if key == "fn" else (caller, name)
        elif key == "calls" and ALLOCATORS.match(callee) and not ALLOCATORS.match(caller):
            calls[callee] += int(value.split()[0])
    return calls.total()


class Counted:
    """A program under callgrind, which counts from begin() to end(), time after time."""

    def __init__(self, folder: pathlib.Path, binary: str):
        self._folder, self._number = folder, 0
        self.program = str(folder / "counted")
        pathlib.Path(self.program).write_text(f"#!/bin/sh\nexec valgrind --tool=callgrind --callgrind-out-file={folder}/counts "
                                              f'--instr-atstart=no {binary} "$@"\n')
        pathlib.Path(self.program).chmod(0o755)

    def begin(self, process: servers.Process) -> None:
        self._control(process, "-i", "on")

    def end(self, process: servers.Process) -> Counts:
        self._control(process, "-i", "off")
        self._control(process, "-d")
        self._number += 1
        profile = (self._folder / f"counts.{self._number}").read_text()
        return Counts(int(re.search(r"^totals: (\d+)", profile, re.MULTILINE)[1]), allocations(profile))

    @staticmethod
    def _control(process: servers.Process, *options: str) -> None:
        subprocess.run(["callgrind_control", *options, process.pids().rsplit(",", 1)[-1]], check=True, capture_output=True)


class Client:
    """So many connections that are kept alive, with one call on each at a time; each call has a message id of its own."""

    def __init__(self, url: str, call: bytes, context: ssl.SSLContext | None = None):
        parts = urllib.parse.urlsplit(url)
        self._path, self._call, self._sent = parts.path.encode(), call, 0
        self._connections = [socket.create_connection((parts.hostname, parts.port), 60) for _ in range(CONNECTIONS)]
        if context:
            self._connections = [context.wrap_socket(each, server_hostname="localhost") for each in self._connections]

    def send(self, number: int) -> None:
        for _ in range(0, number, CONNECTIONS):
            for connection in self._connections:
                self._ask(connection)
            for connection in self._connections:
                take_answer(connection)

    def close(self) -> None:
        for connection in self._connections:
            connection.close()

    def _ask(self, connection: socket.socket) -> None:
        self._sent += 1
        body = self._call.replace(b"MESSAGE_ID", b"%016x-%06d" % (id(self), self._sent))
        connection.sendall(b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nA2A-Version: 1.0\r\n"
                           b"Content-Length: %d\r\n\r\n%s" % (self._path, len(body), body))


def take_answer(connection: socket.socket) -> None:
    received = b""
    while b"\r\n\r\n" not in received:
        received += connection.recv(65536)
    head, _, body = received.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        sys.exit(f"benchmark: answered {head!r}")
    left = int(re.search(rb"Content-Length: (\d+)", head)[1]) - len(body)
    while left > 0:
        left -= len(connection.recv(65536))


def count_calls(counted: Counted, process: servers.Process, client: Client, calls: int, first_calls: int) -> Counts:
    """Of each of `calls`, which are a multiple of CONNECTIONS; `first_calls` go before, uncounted."""
    client.send(first_calls)
    counted.begin(process)
    client.send(calls)
    counts = counted.end(process).each(calls)
    client.close()
    return counts
