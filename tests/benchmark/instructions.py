#!/usr/bin/env python3
"""Counts the instructions of one relayed text, https on both sides, kept alive: exact where times swing.

Usage: instructions.py GATEWAY_BINARY [--quick]. Needs nginx, valgrind, taskset and openssl. Those of the kernel are not
counted, and valgrind's processor is a plainer one than most. --quick only shows that everything works.
"""

import pathlib
import re
import socket
import subprocess
import sys
import urllib.parse

import command_line
import documents
import servers
import tls

CONNECTIONS = 16
TEXTS, QUICK_TEXTS, FIRST_TEXTS = 1_600, 32, 320


def under_valgrind(folder: pathlib.Path, binary: str) -> str:
    """A program that is `binary` under callgrind, which counts once it is told to."""
    program = folder / "counted"
    program.write_text(f'#!/bin/sh\nexec valgrind --tool=callgrind --callgrind-out-file={folder}/counts --instr-atstart=no {binary} "$@"\n')
    program.chmod(0o755)
    return str(program)


def control(process: servers.Process, *options: str) -> None:
    subprocess.run(["callgrind_control", *options, process.pids().rsplit(",", 1)[-1]], check=True, capture_output=True)


def ask(connection: socket.socket, path: str, number: int) -> None:
    body = documents.TEXT_CALL.replace(b"MESSAGE_ID", b"0123456789abcdef-%d" % number)
    connection.sendall(b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nA2A-Version: 1.0\r\n"
                       b"Content-Length: %d\r\n\r\n%s" % (path.encode(), len(body), body))


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


def relay(connections: list, path: str, numbers: range) -> None:
    """One text on each connection at a time."""
    for first in numbers[::CONNECTIONS]:
        for offset, connection in enumerate(connections):
            ask(connection, path, first + offset)
        for connection in connections:
            take_answer(connection)


def count(folder: pathlib.Path, gateway: servers.Process, url: str, texts: int) -> float:
    parts = urllib.parse.urlsplit(url)
    context = tls.client_context(folder)
    connections = [context.wrap_socket(socket.create_connection((parts.hostname, parts.port), 60), server_hostname="localhost")
                   for _ in range(CONNECTIONS)]
    relay(connections, parts.path, range(100_000, 100_000 + FIRST_TEXTS))
    control(gateway, "-i", "on")
    relay(connections, parts.path, range(200_000, 200_000 + texts))
    control(gateway, "-i", "off")
    control(gateway, "-d")
    for connection in connections:
        connection.close()
    return int(re.search(r"^totals: (\d+)", (folder / "counts.1").read_text(), re.MULTILINE)[1]) / texts


def print_all(folder: pathlib.Path, binary: str, quick: bool) -> None:
    tls.make_certificates(folder)
    agents = servers.Agents(folder)
    started: list[servers.Process] = []
    try:
        agent, port = tls.start_https_agent(folder)
        started.append(agent)
        gateway, secure, _ = tls.start_gateway(folder, under_valgrind(folder, binary), port, agents.stream)
        started.append(gateway)
        counted = count(folder, gateway, f"{secure}/text", QUICK_TEXTS if quick else TEXTS)
        print(f"{counted:,.0f} instructions for a relayed text of 1 KB, https on both sides, {CONNECTIONS} connections kept alive.")
    finally:
        for process in started:
            process.stop()
        agents.stop()


if __name__ == "__main__":
    command_line.run(__doc__, print_all)
