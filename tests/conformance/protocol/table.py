#!/usr/bin/env python3
"""Checks what A2A asks for through the gateway: every requirement, for clients of both versions over both bindings, in
front of fixture agents of both versions over both bindings.

Usage: table.py SCHEMAGATE                 prints what fails, and the support matrix
       table.py SCHEMAGATE --check README  fails, too, when the matrix in the README is not what the checks say
       table.py SCHEMAGATE --write README  puts it there
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass

import fixture_agent
from client import Client
from dialect import DIALECTS, METHODS, Dialect
from requirements import REQUIREMENTS, Case, problem_of

BEGIN, END = "<!-- support matrix: begin -->\n", "<!-- support matrix: end -->"
PAIRS_AT_ONCE = 8


@dataclass
class Result:
    client: Dialect
    agent: Dialect
    identifier: str
    operation: str
    problem: str


class Gateway:
    """The program under test in front of agents ({name: url}), with a ledger on disk."""

    def __init__(self, binary: str, agents: dict[str, str], folder: pathlib.Path):
        config = folder / "gateway.yaml"
        config.write_text(json.dumps({
            "listen": "127.0.0.1:0", "log": {"level": "off"},
            "push": {"allow": ["127.0.0.1"], "plain_http": True, "give_up_after": "0s"},
            "agents": {name: {"upstream": {"url": url, "poll_interval": "50ms"}, "extended_card": True}
                       for name, url in agents.items()}}))
        self._process = subprocess.Popen([binary, "serve", "--config", str(config)], stdout=subprocess.PIPE, text=True)
        self.url = next(re.search(r"http:\S+", line)[0] for line in self._process.stdout if "listening on" in line)
        threading.Thread(target=self._process.stdout.read, daemon=True).start()

    def wait_for_cards(self) -> None:
        client = Client(DIALECTS[0], self.url)
        for _ in range(200):
            if json.loads(client.exchange("GET", "/healthz").body)["status"] == "ok":
                return
            threading.Event().wait(0.05)
        sys.exit("conformance: the gateway does not reach the fixture agents")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(30)


def name_of(dialect: Dialect) -> str:
    return str(dialect).replace(" ", "-").replace("+", "-")


def check_pair(url: str, client: Dialect, agent: Dialect) -> list[Result]:
    case = Case(Client(client, f"{url}/{name_of(agent)}"), agent)
    return [Result(client, agent, identifier, operation, problem_of(check, case))
            for identifier, (operation, check) in REQUIREMENTS.items()]


def check_all(binary: str) -> list[Result]:
    servers = {dialect: fixture_agent.start(dialect) for dialect in DIALECTS}
    for server in servers.values():
        threading.Thread(target=server.serve_forever, daemon=True).start()
    agents = {name_of(dialect): f"http://127.0.0.1:{server.server_port}" for dialect, server in servers.items()}
    with tempfile.TemporaryDirectory(prefix="schemagate-conformance-") as folder:
        gateway = Gateway(binary, agents, pathlib.Path(folder))
        try:
            gateway.wait_for_cards()
            with concurrent.futures.ThreadPoolExecutor(PAIRS_AT_ONCE) as pool:
                pairs = [pool.submit(check_pair, gateway.url, client, agent)
                         for client in DIALECTS for agent in DIALECTS]
                return [result for pair in pairs for result in pair.result()]
        finally:
            gateway.stop()


def share(results: list[Result]) -> tuple[int, int]:
    return sum(not result.problem for result in results), len(results)


def client_cell(operation: str, client: Dialect, results: list[Result]) -> str:
    passed, of = share([result for result in results if (result.operation, result.client) == (operation, client)])
    if passed < of:
        return f"**{passed} of {of}**"
    if operation not in METHODS:
        return f"{of} of {of}"
    if client.is_rpc:
        return f"`{client.method(operation)}`" if client.method(operation) else "none in v0.3"
    methods = "GET`, `POST" if operation == "subscribe" else METHODS[operation][2]
    return f"`{methods} {client.path(operation)}`"


def row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |\n"


def matrix(results: list[Result]) -> str:
    operations = list(dict.fromkeys(result.operation for result in results))
    columns = [str(dialect) for dialect in DIALECTS]
    text = row(["Clients", *columns]) + "|---" * (len(columns) + 1) + "|\n"
    for operation in operations:
        text += row([operation, *(client_cell(operation, client, results) for client in DIALECTS)])
    text += "\n" + row(["Agents behind", *columns]) + "|---" * (len(columns) + 1) + "|\n"
    shares = [share([result for result in results if result.agent == agent]) for agent in DIALECTS]
    return text + row(["checks passed, with all clients", *(f"{passed} of {of}" for passed, of in shares)])


def in_readme(readme: pathlib.Path) -> tuple[str, str, str]:
    """What stands before the matrix, the matrix, and what stands behind it."""
    before, found, rest = readme.read_text(encoding="utf-8").partition(BEGIN)
    table, also, after = rest.partition(END)
    if not found or not also:
        sys.exit(f"conformance: {readme} has no place for the support matrix")
    return before + found, table, also + after


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--check", type=pathlib.Path, metavar="README")
    parser.add_argument("--write", type=pathlib.Path, metavar="README")
    arguments = parser.parse_args()
    results = check_all(arguments.binary)
    failures = [result for result in results if result.problem]
    for result in failures:
        print(f"{result.identifier}: {result.client} client, {result.agent} agent: {result.problem}")
    table = matrix(results)
    print(table)
    if arguments.write:
        before, _, after = in_readme(arguments.write)
        arguments.write.write_text(before + table + after, encoding="utf-8")
    if arguments.check and in_readme(arguments.check)[1] != table:
        sys.exit(f"conformance: the matrix in {arguments.check} is not what the checks say: --write puts it there")
    if failures:
        sys.exit(f"conformance: {len(failures)} of {len(results)} checks failed")


if __name__ == "__main__":
    main()
