#!/usr/bin/env python3
"""Measures what TLS costs, beside nginx, in one go, and prints Markdown tables.

Usage: tls.py GATEWAY_BINARY [--quick]. Needs nginx, wrk, taskset, openssl and two cores. Servers under test run on core 0,
the load and the agents on core 1. All compare processor time of the servers, in the same rounds; no absolute figure
means anything on another machine. --quick only shows that everything works.
"""

import json
import pathlib
import random
import re
import socket
import ssl
import statistics
import subprocess
import sys
import urllib.parse
from dataclasses import dataclass

import command_line
import documents
import load
import servers

HTTPS_AGENT = """
  server {{
    listen 127.0.0.1:{port} ssl backlog=4096;
    ssl_certificate {folder}/leaf.pem; ssl_certificate_key {folder}/leaf.key; ssl_protocols TLSv1.2 TLSv1.3;
    location = /.well-known/agent-card.json {{ return 200 '{card}'; }}
    location / {{ return 200 '{answer}'; }}
  }}
"""
HTTPS_PROXY = """
  upstream agent{port} {{ server 127.0.0.1:{agent}; keepalive 64; keepalive_requests 1000000000; }}
  server {{
    listen 127.0.0.1:{port} ssl backlog=4096;
    ssl_certificate {folder}/leaf.pem; ssl_certificate_key {folder}/leaf.key; ssl_protocols TLSv1.2 TLSv1.3;
    location = /small {{ return 200 '{{}}'; }}
    location / {{
      proxy_pass https://agent{port}; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_ssl_verify on; proxy_ssl_trusted_certificate {folder}/ca.pem; proxy_ssl_name localhost;
      proxy_ssl_server_name on; proxy_ssl_protocols TLSv1.2 TLSv1.3; proxy_buffering {buffering}; proxy_read_timeout 600;
    }}
  }}
"""


@dataclass
class Extent:
    repetitions: int
    seconds: int
    connections: int
    streams: int
    drippers: int
    watch_seconds: int  # GETs beside them


FULL = Extent(repetitions=5, seconds=3, connections=600, streams=1_000, drippers=500, watch_seconds=15)
QUICK = Extent(repetitions=1, seconds=1, connections=50, streams=50, drippers=50, watch_seconds=2)


def make_certificates(folder: pathlib.Path) -> None:
    """A throw-away authority, and a certificate for localhost on P-256."""
    def openssl(*arguments: str) -> None:
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    openssl("req", "-x509", *curve, "-days", "2", "-subj", "/CN=Benchmark CA", "-keyout", "ca.key", "-out", "ca.pem")
    openssl("req", *curve, "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            "-keyout", "leaf.key", "-out", "leaf.csr")
    openssl("x509", "-req", "-in", "leaf.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-days", "1",
            "-copy_extensions", "copy", "-out", "leaf.pem")


def start_https_agent(folder: pathlib.Path) -> tuple[servers.Process, int]:
    port = servers.free_port()
    card = documents.compact(documents.card(f"https://localhost:{port}/", streaming=False)).decode()
    server = HTTPS_AGENT.format(port=port, folder=folder, card=card, answer=documents.TEXT_ANSWER.decode())
    return servers.start_nginx(folder, "https_agent", servers.LOAD_CORE, port, server), port


def start_nginx(folder: pathlib.Path, agent: int) -> tuple[servers.Process, str]:
    port = servers.free_port()
    server = HTTPS_PROXY.format(port=port, agent=agent, folder=folder, buffering="on")
    return servers.start_nginx(folder, "https_proxy", servers.PROXY_CORE, port, server), f"https://localhost:{port}"


def start_gateway(folder: pathlib.Path, binary: str, https_agent: int, stream_agent: int) -> tuple[servers.Process, str, str]:
    """The process, and its addresses by https and by http."""
    config = folder / "gateway.json"
    config.write_text(json.dumps({
        "threads": 1, "log": {"level": "warn"}, "ledger": {"store": "memory"}, "limits": servers.RAISED_LIMITS,
        "listeners": {"secure": {"address": "127.0.0.1:0", "certificates": {"main": {"cert": "leaf.pem", "key": "leaf.key"}}},
                      "plain": {"address": "127.0.0.1:0"}},
        "agents": {"text": {"upstream": {"url": f"https://localhost:{https_agent}", "tls": {"ca_file": "ca.pem"}}},
                   "stream": {"upstream": {"url": f"http://127.0.0.1:{stream_agent}"}}}}))
    process = servers.Process([binary, "serve", "--config", str(config)], servers.PROXY_CORE, folder, "gateway")
    process.wait_until(lambda: process.output().count("listening on") == 2, "the gateway does not start")
    secure, plain = (int(port) for port in re.findall(r"listening on \w+://\S+:(\d+)", process.output()))
    for agent in ("text", "stream"):
        process.wait_until(lambda: servers.fetches(f"http://127.0.0.1:{plain}/{agent}/.well-known/agent-card.json"),
                           f"no card of {agent}")
    return process, f"https://localhost:{secure}", f"http://127.0.0.1:{plain}"


def client_context(folder: pathlib.Path) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=str(folder / "ca.pem"))
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context


def connection_us(process: servers.Process, url: str, context: ssl.SSLContext, count: int, resumed: bool) -> float:
    """Processor time of the server for a connection with one small request, in µs."""
    parts = urllib.parse.urlsplit(url)
    request = f"GET {parts.path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    session = None
    before = process.cpu_seconds()
    for number in range(count + 1):
        if number == 1:
            before = process.cpu_seconds()  # the first one only brings the session
        with socket.create_connection((parts.hostname, parts.port), 10) as plain, \
                context.wrap_socket(plain, server_hostname="localhost", session=session) as connection:
            connection.sendall(request)
            if not connection.recv(65536).startswith(b"HTTP/1.1 200"):
                sys.exit(f"benchmark: {url} does not answer")
            if resumed and number and not connection.session_reused:
                sys.exit(f"benchmark: {url} does not resume sessions")
            session = connection.session if resumed else None
    return (process.cpu_seconds() - before) / count * 1e6


def stream_kib(process: servers.Process, url: str, count: int, context: ssl.SSLContext | None) -> float:
    """Memory of the server for an idle stream with its task, in KiB."""
    parts = urllib.parse.urlsplit(url)
    opened = []
    before = process.memory_kib()
    for number in range(count):
        body = documents.STREAM_CALL.replace(b"MESSAGE_ID", f"{random.getrandbits(64)}".encode())
        connection = socket.create_connection((parts.hostname, parts.port), 10)
        if context:
            connection = context.wrap_socket(connection, server_hostname="localhost")
        connection.sendall(b"POST %s HTTP/1.1\r\nHost: benchmark\r\nContent-Type: application/json\r\nA2A-Version: 1.0\r\n"
                           b"Content-Length: %d\r\n\r\n%s" % (parts.path.encode(), len(body), body))
        received = b""
        while b"data:" not in received:
            received += connection.recv(4096)
        opened.append(connection)
    used = (process.memory_kib() - before) / count
    for connection in opened:
        connection.close()
    return used


def print_relay(folder: pathlib.Path, sides: list[tuple[str, servers.Process, str]], extent: Extent) -> None:
    with_perf = load.counts_instructions()
    body = folder / "body.json"
    body.write_bytes(documents.TEXT_CALL)
    runs: dict[str, list[load.Figures]] = {name: [] for name, _, _ in sides}
    for repetition in range(-1, extent.repetitions):
        for name, process, url in random.sample(sides, len(sides)):
            figures = load.run_wrk(process, url, body, f"{random.getrandbits(64):016x}-", extent.seconds, with_perf)
            if repetition >= 0:
                runs[name].append(figures)
    cost = {name: statistics.median(each.cpu_us for each in figures) for name, figures in runs.items()}
    rate = {name: statistics.median(each.rate for each in figures) for name, figures in runs.items()}
    print("| 1 KB POST relayed, 64 connections kept alive, https on both sides | CPU : nginx | req/s : nginx |\n|---|---|---|")
    for name in runs:
        print(f"| {name} | {cost[name] / cost['nginx']:.2f} | {rate[name] / rate['nginx']:.2f} |")
    print()


def print_connections(folder: pathlib.Path, sides: list[tuple[str, servers.Process, str]], extent: Extent) -> None:
    context = client_context(folder)
    print("| new connections, TLS 1.3, P-256, one small GET each | connections a CPU second : nginx |\n|---|---|")
    for resumed in (False, True):
        runs: dict[str, list[float]] = {name: [] for name, _, _ in sides}
        for _ in range(extent.repetitions):
            for name, process, url in random.sample(sides, len(sides)):
                runs[name].append(connection_us(process, url, context, extent.connections, resumed))
        cost = {name: statistics.median(figures) for name, figures in runs.items()}
        for name in (each for each in runs if each != "nginx"):
            print(f"| {name}, {'resumed' if resumed else 'full handshake'} | {cost['nginx'] / cost[name]:.2f} |")
    print()


def print_streams(folder: pathlib.Path, process: servers.Process, secure: str, plain: str, extent: Extent) -> None:
    stream_kib(process, f"{plain}/stream", extent.streams, None)  # what the allocator keeps afterwards is there for both
    without = stream_kib(process, f"{plain}/stream", extent.streams, None)
    with_tls = stream_kib(process, f"{secure}/stream", extent.streams, client_context(folder))
    print(f"{extent.streams:,} idle streams: {with_tls - without:.1f} KiB more with TLS ({with_tls:.1f}, plain {without:.1f}).\n")


def client_hello(context: ssl.SSLContext) -> bytes:
    outgoing = ssl.MemoryBIO()
    try:
        context.wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname="localhost").do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


def print_half_handshakes(folder: pathlib.Path, url: str, extent: Extent) -> None:
    context = client_context(folder)
    alone = load.get_p99_ms(url, extent.watch_seconds, context=context)
    drippers = load.Drippers(url, extent.drippers, client_hello(context))
    beside = load.get_p99_ms(url, extent.watch_seconds, drippers.drip, context)
    drippers.close()
    print(f"{extent.drippers} TLS handshakes that send one byte a second: p99 of a GET by https {beside:.1f} ms, "
          f"without them {alone:.1f} ms.\n")


def print_all(folder: pathlib.Path, binary: str, quick: bool) -> None:
    extent = QUICK if quick else FULL
    make_certificates(folder)
    agents = servers.Agents(folder)
    started: list[servers.Process] = []
    try:
        agent, agent_port = start_https_agent(folder)
        started.append(agent)
        nginx, nginx_url = start_nginx(folder, agent_port)
        started.append(nginx)
        gateway, secure, plain = start_gateway(folder, binary, agent_port, agents.stream)
        started.append(gateway)
        print_streams(folder, gateway, secure, plain, extent)
        print_half_handshakes(folder, f"{secure}/healthz", extent)
        print_relay(folder, [("nginx", nginx, f"{nginx_url}/"), ("gateway", gateway, f"{secure}/text")], extent)
        print_connections(folder, [("nginx", nginx, f"{nginx_url}/small"), ("gateway", gateway, f"{secure}/healthz")], extent)
    finally:
        for process in started:
            process.stop()
        agents.stop()


if __name__ == "__main__":
    command_line.run(__doc__, print_all)
