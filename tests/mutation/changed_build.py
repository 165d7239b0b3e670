"""A copy of the checkout with changes in its sources, and its build."""

import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys

from sites import Site, with_switches

PLACE = re.compile(r"^(?:In file included from |\s+from )?([^\s:]+\.(?:cc|h)):(\d+)", re.MULTILINE)
ERROR = re.compile(r"^([^\s:]+\.(?:cc|h)):(\d+):\d+: (?:fatal )?error: ", re.MULTILINE)


def tracked_files(root: pathlib.Path) -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True, text=True).stdout
    return [path for path in listed.split("\0") if path and (root / path).is_file()]


def refused_places(output: str, sites: list[Site]) -> list[Site]:
    """Those that an error names; where it names none, those that the notes around it name, or whose constant it names."""
    by_line = collections.defaultdict(list)
    for site in sites:
        for line in range(site.line, site.last_line + 1):
            by_line[site.path, line].append(site)
    paths = {site.path for site in sites}

    def at(path: str, line: str) -> list[Site]:
        own = next((known for known in paths if ("/" + path).endswith("/" + known)), "")
        return by_line[own, int(line)]

    found: dict[str, Site] = {}
    errors = list(ERROR.finditer(output))
    for i, error in enumerate(errors):
        begin = errors[i - 1].end() if i else 0
        block = output[begin:errors[i + 1].start() if i + 1 < len(errors) else len(output)]
        named = at(*error.groups()) or [site for place in PLACE.finditer(block) for site in at(*place.groups())] \
            or [site for site in sites if site.constant_name and f"{site.constant_name}’" in block.replace("'", "’")]
        found |= {site.key(): site for site in named}
    return list(found.values())


class ChangedBuild:
    """Files keep their times when their text stays, so that a second build compiles only what differs."""

    def __init__(self, root: pathlib.Path, copy: pathlib.Path, jobs: int):
        self.root = root
        self.copy = copy
        self.folder = copy / "build/dev"
        self.jobs = jobs
        self.sites: list[Site] = []

    def write(self, sites: list[Site]) -> None:
        self.sites = sites
        changed = collections.defaultdict(list)
        for site in sites:
            changed[site.path].append(site)
        files = tracked_files(self.root)
        for path in files:
            content = (self.root / path).read_bytes()
            if path in changed:
                content = with_switches(content.decode(), changed[path]).encode()
            self._put(path, content)
        self._remove_others(set(files))

    def _put(self, path: str, content: bytes) -> None:
        target = self.copy / path
        if target.exists() and target.read_bytes() == content:
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        shutil.copymode(self.root / path, target)

    def _remove_others(self, files: set[str]) -> None:
        for folder, folders, names in os.walk(self.copy):
            folders[:] = [name for name in folders if name not in ("build", "node_modules")]
            for name in names:
                path = pathlib.Path(folder, name)
                if path.relative_to(self.copy).as_posix() not in files:
                    path.unlink()

    def build(self, targets: list[str]) -> list[Site]:
        """The changes that do not compile: none when the build has passed."""
        environment = os.environ | {"CCACHE_BASEDIR": str(self.copy), "CCACHE_NOHASHDIR": "1"}
        if not (self.folder / "build.ninja").exists():
            subprocess.run(["cmake", "--preset", "dev"], cwd=self.copy, check=True, env=environment,
                           stdout=subprocess.DEVNULL)
        ended = subprocess.run(["cmake", "--build", "--preset", "dev", f"-j{self.jobs}", "--target", *targets, "--", "-k", "0"],
                               cwd=self.copy, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               errors="replace", check=False)
        if ended.returncode == 0:
            return []
        refused = refused_places(ended.stdout, self.sites)
        if not refused:
            sys.exit(ended.stdout[-8000:] + "\nthe build fails, and no change is named")
        return refused
