"""The tests of an area as units, each a process, and their runs with one change or none."""

import dataclasses
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time

MEMORY_MAX = 6 << 30  # a change may make a loop endless that fills memory ...
FILE_MAX = 1 << 30    # ... or a disk
FAILED = re.compile(r"^\[  FAILED  \] ([^\s,(]+)", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Unit:
    name: str
    command: tuple[str, ...]
    folder: pathlib.Path
    rank: int  # the lowest runs first
    is_gtest: bool


@dataclasses.dataclass
class Baseline:
    unit: Unit
    passed: bool
    seconds: float
    reached: set[int]
    output: str


def of_binary(build: pathlib.Path, target: str, rank: int) -> list[Unit]:
    """A unit for each suite of a GoogleTest binary."""
    binary = next(path for path in (build / "tests").rglob(target) if path.is_file())
    listed = subprocess.run([binary, "--gtest_list_tests"], capture_output=True, text=True, check=True).stdout
    names = [line.split()[0] for line in listed.split("\n") if re.match(r"\S+\.(\s|$)", line)]
    return [Unit(f"{target} {name}*", (str(binary), f"--gtest_filter={name}*", "--gtest_fail_fast", "--gtest_brief=1"),
                 binary.parent, rank, True) for name in names]


def of_ctest(build: pathlib.Path, patterns: tuple[str, ...], rank: int) -> list[Unit]:
    if not patterns:
        return []
    listed = subprocess.run(["ctest", "--test-dir", build, "-R", f"^({'|'.join(patterns)})$", "--show-only=json-v1"],
                            capture_output=True, text=True, check=True).stdout
    return [Unit(test["name"], tuple(test["command"]), build, rank, False) for test in json.loads(listed)["tests"]]


def limit_resources() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_MAX, FILE_MAX))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Runner:
    """Runs units. Each run has a folder of its own for what tests write."""

    def __init__(self, build: pathlib.Path, scratch: pathlib.Path):
        self.build = build
        self.scratch = scratch
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir(parents=True)

    def baseline(self, unit: Unit) -> Baseline:
        """Without a change; twice when it fails the first time."""
        for _ in range(2):
            with tempfile.NamedTemporaryFile(dir=self.scratch) as reached:
                begin = time.monotonic()
                passed, output = self._run(unit.command, unit.folder, {"MUTANT_REACHED": reached.name}, 600)
                seconds = time.monotonic() - begin
                numbers = {int(line) for line in pathlib.Path(reached.name).read_text().split()}
            if passed:
                break
        return Baseline(unit, passed, seconds, numbers, output)

    def first_to_fail(self, number: int, baselines: list[Baseline]) -> str:
        """The name of the first unit that fails with the change, or ""."""
        for baseline in baselines:
            timeout = 20 + 6 * baseline.seconds
            change = {"MUTANT": str(number)}
            passed, output = self._run(baseline.unit.command, baseline.unit.folder, change, timeout)
            if not passed:  # over sockets anything may happen once
                passed, _ = self._run(self._once_more(baseline.unit, output), baseline.unit.folder, change, timeout)
            if not passed:
                return baseline.unit.name
        return ""

    def _once_more(self, unit: Unit, output: str) -> tuple[str, ...]:
        """Only the test that failed, where the output names it."""
        failed = FAILED.search(output) if unit.is_gtest else None
        return (unit.command[0], f"--gtest_filter={failed.group(1)}") if failed else unit.command

    def _run(self, command: tuple[str, ...], folder: pathlib.Path, change: dict[str, str],
             timeout: float) -> tuple[bool, str]:
        scratch = tempfile.mkdtemp(dir=self.scratch)
        environment = os.environ | {"TMPDIR": scratch, "TEST_TMPDIR": scratch} | change
        with tempfile.TemporaryFile("w+", errors="replace") as output:
            process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=limit_resources)
            try:
                code = process.wait(timeout)
            except subprocess.TimeoutExpired:
                code = -signal.SIGALRM
            self._end_group(process)
            shutil.rmtree(scratch, ignore_errors=True)
            output.seek(0)
            return code == 0, output.read(1 << 20)

    @staticmethod
    def _end_group(process: subprocess.Popen) -> None:
        """Also what the test has started and left running."""
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
