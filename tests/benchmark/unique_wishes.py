#!/usr/bin/env python3
"""Measures how much memory a gateway takes whose clients wish for something new each time, and prints a Markdown table.

Usage: unique_wishes.py GATEWAY_BINARY [--quick]. Needs nginx, taskset and two cores. A million wishes of 200 clients, none like another,
with the vectors that are built in; then as many as fill a pool twice with vectors of 1,024 numbers, which an endpoint of this
script makes up. What the gateway holds before, in the end, and held at most. --quick only shows that everything works.
"""

import hashlib
import http.client
import http.server
import json
import pathlib
import random
import re
import tempfile
import threading
import time
import urllib.parse
import zlib

import command_line
import documents
import servers

CLIENTS = 200
WISHES_A_CALL = 32
CALLS_A_STEP = CLIENTS  # then it is waited until all is taken in: a full queue drops
DIMENSIONS = 1024
DIRECTIONS = 2000  # as many as a pool has clusters
UNBOUNDED = 1_000_000_000
TEMPLATE = {"schema_id": "order_v1", "scenario": "order", "keys": [
    {"key_name": "note", "key_type": "string", "required": True, "semantic_description": "What is ordered."},
    {"key_name": "other", "key_type": "string", "required": False, "semantic_description": "Anything else."}]}


class Endpoint(http.server.ThreadingHTTPServer):
    """Says for each text one of DIRECTIONS vectors, far from each other."""

    def __init__(self):
        chance = random.Random(1)
        self.vectors = [json.dumps([round(chance.gauss(0, 1), 6) for _ in range(DIMENSIONS)]) for _ in range(DIRECTIONS)]
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, format, *arguments):
        """Nothing: the output is the table."""

    def do_POST(self):
        texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        vectors = self.server.vectors
        data = ", ".join(f'{{"index": {at}, "embedding": {vectors[zlib.crc32(text.encode()) % DIRECTIONS]}}}' for at, text in enumerate(texts))
        body = f'{{"data": [{data}]}}'.encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Gateway:
    def __init__(self, folder: pathlib.Path, binary: str, agents: servers.Agents, embedding: dict):
        home = pathlib.Path(tempfile.mkdtemp(prefix="unique-", dir=folder))
        config = servers.gateway_config(home, agents, "memory", "error")
        (home / "template.json").write_text(json.dumps(TEMPLATE))
        keys = {f"c{at}": {"sha256": hashlib.sha256(f"k{at}".encode()).hexdigest(), "roles": ["admin"]} for at in range(CLIENTS)}
        settings = {"mode": "automatic", "per_minute": UNBOUNDED // 1000, "per_day": UNBOUNDED // 10} | embedding
        # Tasks are kept for no longer than they must be: what is measured is what evolution holds.
        config["limits"] = config["limits"] | {"tasks": 1000}
        config |= {"admin": {"listen": "127.0.0.1:0"}, "rules": {"all": {}}, "authentication": {"api_keys": {"keys": keys}},
                   "agents": {"order": {"upstream": config["agents"]["order"]["upstream"],
                                        "templates": [str(home / "template.json")],
                                        "skills": {"buy": {"input": ["order_v1"]}}, "evolution": settings}}}
        (home / "gateway.yaml").write_text(json.dumps(config))
        self.process = servers.Process([binary, "serve", "--config", str(home / "gateway.yaml")], servers.PROXY_CORE, home, "gateway")
        found = self.process.wait_until(lambda: re.search(r"listening on (http:\S+)\s+for operators: (http:\S+)", self.process.output()),
                                        "the gateway does not start")
        self.process.wait_until(lambda: servers.fetches(f"{found[1]}/order/.well-known/agent-card.json"), "no card")
        self.clients, self.operators = (http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=120) for url in found.groups())

    def wish(self, client: int, number: int, wishes: list[str]) -> None:
        body = documents.call("SendMessage", {"data": {"schema_id": "order_v1", "payload": {"note": "tea", "other": wishes}}})
        self.clients.request("POST", "/order", body.replace(b"MESSAGE_ID", f"m-{number}".encode()),
                             {"Content-Type": "application/json", "A2A-Version": "1.0", "X-API-Key": f"k{client}"})
        answer = json.loads(self.clients.getresponse().read())
        if "result" not in answer:
            raise SystemExit(f"benchmark: {answer}")

    def status(self) -> dict:
        """Behind all that was wished for before."""
        self.operators.request("GET", "/evolution/status", headers={"X-API-Key": "k0"})
        return json.loads(self.operators.getresponse().read())

    def memory_mb(self, name: str) -> float:
        status = pathlib.Path(f"/proc/{self.process.pids().split(',')[0]}/status").read_text()
        return int(re.search(rf"{name}:\s+(\d+)", status).group(1)) / 1024


def word(number: int) -> str:
    digest = hashlib.sha256(str(number).encode()).digest()
    return "".join(chr(ord("a") + byte % 26) for byte in digest[:8])


def play(gateway: Gateway, count: int) -> None:
    for first in range(0, count, WISHES_A_CALL):
        call = first // WISHES_A_CALL
        wishes = [f"{word(2 * at)} {word(2 * at + 1)}" for at in range(first, first + WISHES_A_CALL)]
        gateway.wish(call % CLIENTS, call, wishes)
        if call % CALLS_A_STEP == CALLS_A_STEP - 1:
            gateway.status()


def measure_one(folder: pathlib.Path, binary: str, agents: servers.Agents, name: str, count: int, embedding: dict) -> None:
    gateway = Gateway(folder, binary, agents, embedding)
    try:
        before = gateway.memory_mb("VmRSS")
        began = time.monotonic()
        play(gateway, count)
        status = gateway.status()
        took = time.monotonic() - began
        trigger = status["agents"][0]["scenarios"][0]["trigger"]
        if status["observations"]["dropped"] or (embedding and status["agents"][0]["embedding"]["texts_built_in"]):
            raise SystemExit(f"benchmark: not all wishes were taken in: {status}")
        print(f"| {name} | {count:,} | {trigger['fragments']:,} in {trigger['clusters']:,} | {before:.0f} | {gateway.memory_mb('VmRSS'):.0f} "
              f"| {gateway.memory_mb('VmHWM'):.0f} | {took:.0f} |", flush=True)
    finally:
        gateway.process.stop()


def measure(folder: pathlib.Path, binary: str, quick: bool) -> None:
    agents = servers.Agents(folder)
    endpoint = Endpoint()
    embedding = {"embedding": {"url": f"http://127.0.0.1:{endpoint.server_port}/v1", "model": "m", "dimensions": DIMENSIONS,
                               "timeout": "60s"}}
    print("| Vectors | wishes, all different | kept | RSS MB before | RSS MB after | at most | seconds |\n|---|---|---|---|---|---|---|")
    try:
        measure_one(folder, binary, agents, "built in", 6400 if quick else 1_000_000, {})
        measure_one(folder, binary, agents, f"of an endpoint, {DIMENSIONS} numbers", 640 if quick else 20_000, embedding)
    finally:
        endpoint.shutdown()
        agents.stop()


if __name__ == "__main__":
    command_line.run(__doc__, measure)
