#!/usr/bin/env python3
"""Runs clang-tidy over what is not a test. Usage: tidy.py BUILD [--jobs N] [FOLDER...]

BUILD: a folder that was configured with the preset tidy. FOLDER: below it alone, `gateway/front`; later ones come later.

Nearly all of the time goes into the headers of the standard library, Asio and JSON, which are read and looked at for
each source anew. So sources of a target that define nothing by the same name are read in one unit: a tenth of the
time. What cannot be read so is read alone. What was clean, and has not changed with what it includes, is passed over.
Prints a line per unit with what was found, and ends with code 1 when there was anything.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

import check

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES_MAX = 12  # of a unit: more need more memory, and are scarcely faster
SECONDS_MAX = 900
OWN = r"/(a2a|extension|gateway|examples)/.*\.(h|cc)$"
# Boost 1.74 does not know that this clang has coroutines. clang's own warnings are not asked for: g++'s are.
EXTRA = ("-Wno-error", "-DBOOST_ASIO_HAS_CO_AWAIT=1", "-DBOOST_ASIO_HAS_STD_COROUTINE=1")
MAIN = re.compile(r"^int main\(", re.MULTILINE)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


class Source:
    def __init__(self, path: pathlib.Path, command: str, text: str):
        self.path = path
        self.names = {name for _, name in check.unnamed_definitions(text)} | set(MAIN.findall(text))
        # Those of its target: not what is read and written, nor what clang does not know.
        words = shlex.split(command)
        self.flags = [word for before, word in zip(words, words[1:])
                      if not {before, word} & {"-o", "-c"} and not word.startswith("--param=")]


def sources_of(build: pathlib.Path, folders: list[str]) -> list[Source]:
    """In the order of the folders; a source that several targets have is taken once."""
    commands = json.loads((build / "compile_commands.json").read_text())
    known = {entry["file"]: entry["command"] for entry in reversed(commands)}
    paths = [pathlib.Path(file) for file in sorted(known)]
    own = [path for path in paths if path.is_relative_to(ROOT) and not path.is_relative_to(ROOT / "build")]
    found = {path: None for folder in folders or [""] for path in own if path.is_relative_to(ROOT / folder)}
    return [Source(path, known[str(path)], path.read_text()) for path in found]


def units_of(sources: list[Source]) -> list[list[Source]]:
    """In each, sources of one target that define nothing by the same name: of the first unit that has a place."""
    units: list[list[Source]] = []
    for source in sources:
        fits = (unit for unit in units if len(unit) < SOURCES_MAX and unit[0].flags == source.flags
                and all(source.names.isdisjoint(other.names) for other in unit))
        unit = next(fits, None)
        unit.append(source) if unit else units.append([source])
    return units


def state_of(unit: list[Source]) -> str:
    """Of all that the unit is made of and that is ours."""
    digest = hashlib.sha256((ROOT / ".clang-tidy").read_bytes())
    waiting, known = [source.path for source in unit], set()
    while waiting:
        path = waiting.pop()
        if path in known or not path.is_file():
            continue
        known.add(path)
        text = path.read_text()
        waiting += [ROOT / name for name in INCLUDE.findall(text)]
    for path in sorted(known):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def findings_of(unit: list[Source], folder: pathlib.Path) -> str:
    """Empty: none. What does not compile beside the others of its unit is taken apart from them."""
    path = unit[0].path
    if len(unit) > 1:
        path = folder / "_".join(path.relative_to(ROOT).parts)
        path.write_text("".join(f'#include "{source.path}"  // NOLINT(bugprone-suspicious-include)\n' for source in unit))
    command = ["clang-tidy-19", "--quiet", f"--config-file={ROOT}/.clang-tidy", f"--header-filter={ROOT}{OWN}",
               *(f"--extra-arg={each}" for each in EXTRA), str(path), "--", *unit[0].flags]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS_MAX)
    except subprocess.TimeoutExpired:
        return f"{path}: not done within {SECONDS_MAX} s\n"
    faults = "".join(line for line in done.stdout.splitlines(True) if "clang-diagnostic-error" in line)
    if faults and len(unit) > 1:
        apart = [source for source in unit if f"{source.path}:" in faults]
        rest = [source for source in unit if source not in apart]
        parts = [apart, rest] if apart and rest else [[source] for source in unit]
        return "".join(findings_of(part, folder) for part in parts)
    return "" if done.returncode == 0 else done.stdout or done.stderr


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_intermixed_args()
    folder = options.build.resolve() / "units"
    folder.mkdir(exist_ok=True)
    log = folder / "clean.json"
    clean = set(json.loads(log.read_text())) if log.exists() else set()
    failed = False

    def scan(unit: list[Source]) -> tuple[str, str, float]:
        begun, state = time.monotonic(), state_of(unit)
        return "" if state in clean else findings_of(unit, folder), state, time.monotonic() - begun

    units = units_of(sources_of(options.build.resolve(), options.folders))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for unit, (findings, state, seconds) in zip(units, pool.map(scan, units)):
            if not findings:
                clean.add(state)
                log.write_text(json.dumps(sorted(clean)))
            failed = failed or bool(findings)
            print(f"{'FOUND' if findings else 'clean'} {seconds:4.0f} s  {' '.join(str(source.path.relative_to(ROOT)) for source in unit)}")
            print(findings, end="", flush=True)
    print(f"{sum(map(len, units))} sources in {len(units)} units")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
