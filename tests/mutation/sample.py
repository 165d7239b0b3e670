#!/usr/bin/env python3
"""Makes small changes to a room's sources, one at a time, and says which of them no test notices.

Usage: sample.py BUILD FOLDER TEST... [--count 50] [--seed 1] [--repository .]

BUILD is a configured build folder (Ninja) in which FOLDER's library and every TEST, a target or a command, are built:

  tests/mutation/sample.py build/dev extension/client_agent client_agent_test

A change is a comparison, a constant, a dropped call, a negated condition, or a connective turned round. Only the changed
source is compiled; it is linked in front of the library that holds the original. The sources themselves are not touched.
Ends with code 1 when fewer than --killed percent of the changes are noticed.
"""

import argparse
import json
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile
from typing import NamedTuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "architecture"))
from check import COMMENT_OR_TEXT  # noqa: E402

TIMEOUT_S = 120
# What is looked for, and what takes its place.
SWAPS = {" == ": " != ", " != ": " == ", " < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ",
         " && ": " || ", " || ": " && ", "true": "false", "false": "true", " + ": " - "}
SWAP = re.compile(r" == | != | <= | >= | && | \|\| |(?<=[\w)\]]) < (?=[\w(])|(?<=[\w)\]]) > (?=[\w(])|\btrue\b|\bfalse\b"
                  r"|(?<=[\w)]) \+ (?=[\w(])")
NUMBER = re.compile(r"(?<![\w.'])(\d+)(?![\w.'])")
CONDITION = re.compile(r"\bif \((?!const|auto|std::|!)([^;{}\n]+)\)(?= )")
NOT = re.compile(r"(?<=[( ])!(?=[\w(])")
CALL = re.compile(r"^ +(?:[\w:]+(?:\.|->))*\w+\([^;{}=]*\);$", re.MULTILINE)


class Change(NamedTuple):
    path: pathlib.Path
    begin: int
    end: int
    text: str

    def applied(self, source: str) -> str:
        return source[:self.begin] + self.text + source[self.end:]

    def shown(self, source: str) -> str:
        line = source.count("\n", 0, self.begin) + 1
        first = source.rfind("\n", 0, self.begin) + 1
        last = source.find("\n", self.end)
        return f"{self.path}:{line}: {source[first:last].strip()}  ->  {self.applied(source)[first:last + len(self.text) - (self.end - self.begin)].strip()}"


def code_of(source: str) -> str:
    """The source with comments, texts and preprocessor lines blanked, every position kept."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    return re.sub(r"^[ \t]*(?:#|static_assert)[^\n]*", blank, COMMENT_OR_TEXT.sub(blank, source), flags=re.MULTILINE)


def changes_of(path: pathlib.Path, source: str) -> list[Change]:
    code = code_of(source)
    found = [Change(path, *match.span(), SWAPS[match.group()]) for match in SWAP.finditer(code)]
    found += [Change(path, *match.span(), str(int(match.group()) + 1)) for match in NUMBER.finditer(code)]
    found += [Change(path, *match.span(1), f"!({source[match.start(1):match.end(1)]})")
              for match in CONDITION.finditer(code) if match.group(1).count("(") == match.group(1).count(")")]
    found += [Change(path, *match.span(), "") for match in NOT.finditer(code)]
    found += [Change(path, *match.span(), ";") for match in CALL.finditer(code) if "return" not in match.group()]
    return found


def sample(root: pathlib.Path, folder: str, count: int, seed: int) -> list[Change]:
    """Chosen evenly over all changes that there are; in the order of the sources."""
    every = []
    for path in sorted((root / folder).glob("*.cc")):
        every += changes_of(path.relative_to(root), path.read_text(encoding="utf-8"))
    chosen = random.Random(seed).sample(every, min(count, len(every)))
    return sorted(chosen, key=lambda change: (change.path, change.begin))


class Build:
    def __init__(self, root: pathlib.Path, build: pathlib.Path, folder: str, tests: list[str]):
        self.build = build
        self.root = root
        self.compile = self._compile_command(folder)
        self.links = [self._link_command(test) for test in tests]

    def _compile_command(self, folder: str) -> list[str]:
        """That of the folder's library, without its source and its output."""
        for entry in json.loads((self.build / "compile_commands.json").read_text()):
            if f"/{folder}/" in entry["file"] and "/tests/" not in entry["file"]:
                words = shlex.split(entry["command"])
                cut = words.index("-o")
                return [word for word in words[:cut] if word not in ("-Werror",) and "ccache" not in word] + ["-w"]
        sys.exit(f"{folder} is not built in {self.build}")

    def _link_command(self, test: str) -> list[str]:
        out = subprocess.run(["ninja", "-C", str(self.build), "-t", "commands", test], capture_output=True, text=True)
        links = [line for line in out.stdout.splitlines() if f"-o tests/" in line or f"/{test} " in line]
        if out.returncode or not links:
            sys.exit(f"{test} is no test of {self.build}")
        return shlex.split(links[-1].split("&&")[1])

    def is_noticed(self, source: str, folder: pathlib.Path) -> str:
        """"killed", "survived", or "invalid" for what does not compile."""
        file = folder / "changed.cc"
        file.write_text(source, encoding="utf-8")
        compiled = subprocess.run([*self.compile, "-o", str(folder / "changed.o"), "-c", str(file)], cwd=self.build,
                                  capture_output=True)
        if compiled.returncode:
            return "invalid"
        return "killed" if any(self._fails(link, folder) for link in self.links) else "survived"

    def _fails(self, link: list[str], folder: pathlib.Path) -> bool:
        words = list(link)
        program = folder / "test"
        place = words.index("-o")
        words[place + 1] = str(program)
        words[1:1] = ["-Wl,--allow-multiple-definition", str(folder / "changed.o")]
        subprocess.run(words, cwd=self.build, check=True, capture_output=True)
        try:
            run = subprocess.run([str(program), "--gtest_brief=1", "--gtest_fail_fast"], cwd=self.root,
                                 capture_output=True, timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return True
        return run.returncode != 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("folder")
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--killed", type=int, default=85, help="percent that has to be noticed")
    parser.add_argument("--repository", type=pathlib.Path, default=pathlib.Path("."))
    options = parser.parse_args()
    root = options.repository.resolve()
    build = Build(root, options.build.resolve(), options.folder, options.tests)
    counted = {"killed": 0, "survived": 0, "invalid": 0}
    with tempfile.TemporaryDirectory() as folder:
        for change in sample(root, options.folder, options.count, options.seed):
            source = (root / change.path).read_text(encoding="utf-8")
            result = build.is_noticed(change.applied(source), pathlib.Path(folder))
            counted[result] += 1
            if result == "survived":
                print(change.shown(source), flush=True)
    tried = counted["killed"] + counted["survived"]
    share = 100 * counted["killed"] // max(1, tried)
    print(f"{options.folder}: {counted['killed']} of {tried} changes noticed, {share} %; "
          f"{counted['invalid']} did not compile (seed {options.seed})")
    return 0 if share >= options.killed else 1


if __name__ == "__main__":
    sys.exit(main())
