#!/usr/bin/env python3
"""Counts the instructions of one relayed text, https on both sides, kept alive: exact where times swing.

Usage: instructions.py GATEWAY_BINARY [--quick]. Needs nginx, valgrind, taskset and openssl. Those of the kernel are not
counted, and valgrind's processor is a plainer one than most. --quick only shows that everything works.
"""

import pathlib

import command_line
import counting
import documents
import servers
import tls

TEXTS, QUICK_TEXTS, FIRST_TEXTS = 1_600, 32, 320


def print_all(folder: pathlib.Path, binary: str, quick: bool) -> None:
    tls.make_certificates(folder)
    agents = servers.Agents(folder)
    counted = counting.Counted(folder, binary)
    started: list[servers.Process] = []
    try:
        agent, port = tls.start_https_agent(folder)
        started.append(agent)
        gateway, secure, _ = tls.start_gateway(folder, counted.program, port, agents.stream)
        started.append(gateway)
        client = counting.Client(f"{secure}/text", documents.TEXT_CALL, tls.client_context(folder))
        counts = counting.count_calls(counted, gateway, client, QUICK_TEXTS if quick else TEXTS, FIRST_TEXTS)
        print(f"{counts.instructions:,.0f} instructions and {counts.allocations:.1f} allocations for a relayed text of 1 KB, "
              f"https on both sides, {counting.CONNECTIONS} connections kept alive.")
    finally:
        for process in started:
            process.stop()
        agents.stop()


if __name__ == "__main__":
    command_line.run(__doc__, print_all)
