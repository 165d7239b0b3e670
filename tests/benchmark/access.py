#!/usr/bin/env python3
"""Measures what knowing the caller costs a relayed text, in one go, and prints a Markdown table.

Usage: access.py GATEWAY_BINARY [--quick]. Needs nginx, wrk, taskset, openssl and two cores. The same binary, once with
nobody asked who he is, once with a bearer token (Ed25519) that it has verified before, once with 1,000 rules more, once
with the audit log more: processor time and instructions a request, in the same rounds. --quick only shows that
everything works.
"""

import base64
import json
import pathlib
import random
import statistics
import subprocess
import time

import command_line
import documents
import load
import servers

ISSUER = "https://login.test"
RULES = 1_000


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def openssl(folder: pathlib.Path, *arguments: str) -> bytes:
    return subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True).stdout


def make_issuer(folder: pathlib.Path) -> str:
    """Writes keys.json; returns a token for an hour."""
    openssl(folder, "genpkey", "-algorithm", "ed25519", "-out", "issuer.pem")
    public = openssl(folder, "pkey", "-in", "issuer.pem", "-pubout", "-outform", "DER")[-32:]
    key = {"kty": "OKP", "crv": "Ed25519", "kid": "a", "x": base64url(public)}
    (folder / "keys.json").write_text(json.dumps({"keys": [key]}))
    claims = {"iss": ISSUER, "aud": "schemagate", "sub": "load", "exp": int(time.time()) + 3600, "scope": "relay"}
    signed = ".".join(base64url(json.dumps(part).encode()) for part in ({"alg": "EdDSA", "kid": "a"}, claims))
    (folder / "signed").write_text(signed)
    return f"{signed}.{base64url(openssl(folder, 'pkeyutl', '-sign', '-rawin', '-inkey', 'issuer.pem', '-in', 'signed'))}"


def configurations(folder: pathlib.Path) -> dict[str, dict]:
    authentication = {"tokens": {"login": {"issuer": ISSUER, "audience": ["schemagate"],
                                           "jwks_file": str(folder / "keys.json")}}}
    # All are of this caller; the last one alone allows what is sent.
    many = {f"rule{number}": {"scopes": ["relay"], "skills": [f"skill{number}"]} for number in range(RULES - 1)}
    last = {"all": {"scopes": ["relay"]}}
    one = {"authentication": authentication, "rules": last}
    return {"nobody is asked": {}, "a kept token, one rule": one,
            f"a kept token, {RULES:,} rules": one | {"rules": many | last},
            "a kept token, one rule, audit log": one | {"audit": {"file": str(folder / "audit")}}}


def print_table(runs: dict[str, list[load.Figures]]) -> None:
    first = next(iter(runs))

    def ratios(value) -> dict[str, float]:
        """Of the medians of rounds: what is beside each other in time is compared."""
        return {name: statistics.median(value(each) / value(plain) for each, plain in zip(figures, runs[first]))
                for name, figures in runs.items()}
    cpu = ratios(lambda figures: figures.cpu_us)
    counted = all(each.instructions for figures in runs.values() for each in figures)
    instructions = ratios(lambda figures: figures.instructions) if counted else {}
    print("| 1 KB POST relayed, 64 connections | CPU : nobody asked | instructions : nobody asked |\n|---|---|---|")
    for name in runs:
        print(f"| {name} | {cpu[name]:.3f} | {f'{instructions[name]:.3f}' if counted else 'not counted'} |")


def measure(folder: pathlib.Path, binary: str, quick: bool) -> None:
    repetitions, seconds = (1, 1) if quick else (9, 3)
    token = make_issuer(folder)
    with_perf = load.counts_instructions()
    agents = servers.Agents(folder)
    body = folder / "body.json"
    body.write_bytes(documents.TEXT_CALL)
    sides: dict[str, tuple[servers.Process, str]] = {}
    try:
        for name, more in configurations(folder).items():
            sides[name] = servers.start_gateway(folder, binary, agents, more=more)
        runs: dict[str, list[load.Figures]] = {name: [] for name in sides}
        for repetition in range(-1, repetitions):
            for name in random.sample(list(sides), len(sides)):
                process, url = sides[name]
                figures = load.run_wrk(process, f"{url}/text", body, f"{random.getrandbits(64):016x}-", seconds, with_perf,
                                       token)
                if repetition >= 0:
                    runs[name].append(figures)
        print_table(runs)
    finally:
        for process, _ in sides.values():
            process.stop()
        agents.stop()


if __name__ == "__main__":
    command_line.run(__doc__, measure)
