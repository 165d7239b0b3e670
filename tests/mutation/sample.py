#!/usr/bin/env python3
"""Makes small changes in a copy of the product and says which of them no test finds. See README.md.

Usage: sample.py AREA... [--seed N] [--count 50] [--list] [--own] [--again] [--jobs N] [--keep] [--killed 85]
Ends with code 1 when fewer than --killed percent are found in an area.
"""

import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import changed_build
import suites
from sites import KINDS, Site, sites_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOME = ROOT / "build/mutation"
SURVIVORS = pathlib.Path(__file__).with_name("survivors.md")
ENTRY = re.compile(r"^### (\S+)\n+(?:\(line [^\n]*\n)?```diff\n- ([^\n]*)\n\+ ([^\n]*)\n```\n+(.*?)\s*(?=^#|\Z)",
                   re.MULTILINE | re.DOTALL)


@dataclasses.dataclass(frozen=True)
class Tests:
    binaries: tuple[str, ...]      # of GoogleTest, a target each
    cases: tuple[str, ...] = ()    # regular expressions of CTest names ...
    targets: tuple[str, ...] = ()  # ... and what they need


@dataclasses.dataclass(frozen=True)
class Area:
    folder: str
    library: str
    own: Tests     # of the room
    beyond: Tests  # of those that stand on it, asked about what its own do not find


PROGRAM = (r"Conformance\.protocol", r"Program\.checksServesAndEnds")
AREAS = {
    "net": Area("gateway/net", "gateway_net", Tests(("gateway_net_test", "integration_net_test")),
                Tests(("gateway_push_test", "gateway_integration_test"), PROGRAM, ("schemagate",))),
    "store": Area("gateway/store", "gateway_store", Tests(("gateway_store_test", "integration_store_test")),
                  Tests(("gateway_task_test", "gateway_push_test", "gateway_integration_test"), PROGRAM, ("schemagate",))),
    "task": Area("gateway/task", "gateway_task", Tests(("gateway_task_test", "gateway_front_test")),
                 Tests(("gateway_integration_test",), PROGRAM, ("schemagate",))),
    "object_schemas": Area("extension/object_schemas", "object_schemas",
                           Tests(("object_schemas_test",), (r"Fuzz\.mode",), ("mode_fuzz",)),
                           Tests(("gateway_config_test", "gateway_task_test", "gateway_integration_test"))),
    "json_schema": Area("extension/json_schema", "json_schema",
                        Tests(("json_schema_test",), (r"json_schema_suite\..*", r"Fuzz\.json_schema"),
                              ("json_schema_suite", "json_schema_fuzz")),
                        Tests(("object_schemas_test", "schema_interaction_test"))),
    "client_agent": Area("extension/client_agent", "client_agent",
                         Tests(("client_agent_test",), (r"Utterances\..*",), ("utterances",)),
                         Tests(("gateway_cli_test", "client_integration_test"))),
}
# Tables of character properties, generated from the Unicode data.
DATA = re.compile(r"_tables\.cc$")


def candidates(area: Area, seed: int) -> dict[str, list[Site]]:
    """By kind, in the order of drawing. A place keeps its rank while its own line stays as it is."""
    found: dict[str, list[Site]] = {kind: [] for kind in KINDS}
    for path in changed_build.tracked_files(ROOT):
        if path.startswith(area.folder + "/") and path.endswith((".cc", ".h")) and not DATA.search(path):
            for site in sites_of(path, (ROOT / path).read_text(encoding="utf-8")):
                found[site.kind].append(site)
    for sites in found.values():
        sites.sort(key=lambda site: hashlib.sha256(f"{seed}|{site.key()}".encode()).digest())
    return found


def drawn(area: Area, seed: int, count: int, dropped: set[str]) -> list[Site]:
    """The same number of each kind, as far as there are so many."""
    pools = [[site for site in sites if site.key() not in dropped] for sites in candidates(area, seed).values()]
    chosen: list[Site] = []
    rank = 0
    while len(chosen) < count and any(rank < len(pool) for pool in pools):
        chosen += [pool[rank] for pool in pools if rank < len(pool)]
        rank += 1
    return sorted(chosen[:count], key=lambda site: (site.path, site.begin))


def draw_all(names: list[str], seed: int, count: int, dropped: set[str]) -> dict[str, list[Site]]:
    chosen = {name: drawn(AREAS[name], seed, count, dropped) for name in names}
    for name, sites in chosen.items():
        for number, site in enumerate(sites, 1 + 500 * list(AREAS).index(name)):
            site.number = number
    return chosen


def build(names: list[str], arguments: argparse.Namespace) -> tuple[changed_build.ChangedBuild, dict[str, list[Site]]]:
    """Draws until all that was drawn compiles."""
    known = HOME / "dropped.json"
    dropped = set(json.loads(known.read_text())) if known.exists() else set()
    copy = changed_build.ChangedBuild(ROOT, HOME / "src", arguments.jobs)
    areas = [AREAS[name] for name in names]
    libraries = sorted({area.library for area in areas})
    tests = sorted({target for area in areas for group in groups_of(area, arguments)
                    for target in (*group.binaries, *group.targets)})
    while True:
        chosen = draw_all(names, arguments.seed, arguments.count, dropped)
        copy.write([site for sites in chosen.values() for site in sites])
        refused = copy.build(libraries) or copy.build(libraries + tests)
        if not refused:
            return copy, chosen
        print(f"{len(refused)} places do not compile with a change; others are drawn", flush=True)
        dropped |= {site.key() for site in refused}
        known.write_text(json.dumps(sorted(dropped)))


def groups_of(area: Area, arguments: argparse.Namespace) -> tuple[Tests, ...]:
    return (area.own,) if arguments.own else (area.own, area.beyond)


def units_of(area: Area, folder: pathlib.Path, arguments: argparse.Namespace) -> list[suites.Unit]:
    found = []
    for rank, group in enumerate(groups_of(area, arguments)):
        found += [unit for binary in group.binaries for unit in suites.of_binary(folder, binary, rank)]
        found += suites.of_ctest(folder, group.cases, rank)
    return found


def run_area(area: Area, sites: list[Site], runner: suites.Runner, arguments: argparse.Namespace) -> dict[int, str]:
    """By number: who found the change, or "" (survived) or "not reached"."""
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        baselines = list(pool.map(runner.baseline, units_of(area, runner.build, arguments)))
    if broken := [baseline for baseline in baselines if not baseline.passed]:
        sys.exit("without a change there fails: " + ", ".join(baseline.unit.name for baseline in broken)
                 + "\n" + broken[0].output[-3000:])

    def verdict(site: Site) -> str:
        reaching = sorted((baseline for baseline in baselines if site.number in baseline.reached),
                          key=lambda baseline: (baseline.unit.rank, baseline.seconds))
        found = runner.first_to_fail(site.number, reaching) if reaching else "not reached"
        print(f"{site.number:5} {found or 'SURVIVED':40} {site.path}:{site.line} {site.after[:80]}", flush=True)
        return found

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        return dict(zip((site.number for site in sites), pool.map(verdict, sites)))


def reasons() -> dict[tuple[str, str, str], str]:
    text = SURVIVORS.read_text(encoding="utf-8") if SURVIVORS.exists() else ""
    return {match.group(1, 2, 3): " ".join(match.group(4).split()) for match in ENTRY.finditer(text)}


def survived(verdict: str) -> bool:
    return verdict in ("", "not reached")


def report(name: str, sites: list[Site], verdicts: dict[int, str]) -> str:
    known = reasons()
    left = [site for site in sites if survived(verdicts[site.number])]
    killed = len(sites) - len(left)
    lines = [f"## {name}: {killed} of {len(sites)} found, {100 * killed / max(1, len(sites)):.0f} %", ""]
    for site in left:
        why = known.get((site.path, site.before, site.after), "No reason is written down.")
        reach = " No test comes by." if verdicts[site.number] else ""
        lines += [f"### {site.path}", f"(line {site.line}, change {site.number}){reach}", "```diff", f"- {site.before}",
                  f"+ {site.after}", "```", why, ""]
    return "\n".join(lines)


def arguments_of(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("areas", nargs="+", choices=[*AREAS, "all"], metavar="AREA", help=", ".join([*AREAS, "all"]))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=50, help="changes in each area")
    parser.add_argument("--list", action="store_true", help="print the changes and end")
    parser.add_argument("--own", action="store_true", help="only the tests of the rooms themselves, for a first look")
    parser.add_argument("--again", action="store_true", help="run only what survived the last time")
    parser.add_argument("--killed", type=int, default=85, help="percent that has to be found in each area")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", action="store_true", help="leave the copy and its build for the next time")
    return parser.parse_args(words)


def main() -> int:
    arguments = arguments_of(sys.argv[1:])
    names = list(AREAS) if "all" in arguments.areas else list(dict.fromkeys(arguments.areas))
    if arguments.list:
        for name, sites in draw_all(names, arguments.seed, arguments.count, set()).items():
            print(f"## {name}")
            for site in sites:
                print(f"{site.kind:10} {site.path}:{site.line}\n  - {site.before}\n  + {site.after}")
        return 0
    HOME.mkdir(parents=True, exist_ok=True)
    copy, chosen = build(names, arguments)
    runner = suites.Runner(copy.folder, HOME / "run")
    log = HOME / "verdicts.json"
    known: dict[str, str] = json.loads(log.read_text()) if log.exists() else {}
    reports = []
    thin = []  # areas below the goal
    for name, sites in chosen.items():
        open_sites = [site for site in sites if not arguments.again or survived(known.get(site.key(), ""))]
        verdicts = {site.number: known.get(site.key(), "") for site in sites}
        verdicts |= run_area(AREAS[name], open_sites, runner, arguments)
        known |= {site.key(): verdicts[site.number] for site in sites}
        log.write_text(json.dumps(known, indent=1))
        if 100 * sum(map(survived, verdicts.values())) > (100 - arguments.killed) * len(sites):
            thin.append(name)
        reports.append(report(name, sites, verdicts))
        print(reports[-1], flush=True)
    (HOME / "report.md").write_text("\n".join(reports), encoding="utf-8")
    if not arguments.keep:
        shutil.rmtree(HOME / "src")
    return 1 if thin else 0


if __name__ == "__main__":
    os.chdir(ROOT)
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(str(error))
