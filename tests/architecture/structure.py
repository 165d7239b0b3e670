#!/usr/bin/env python3
"""Figures of the code's structure, read off its include lines and sizes. Usage: structure.py [REPOSITORY]

Prints Markdown tables: rooms and the arrows between them, include cycles, function and file sizes, comment share of
the headers that library users include, and lines of unit tests per line of code.
"""

import pathlib
import re
import statistics
import sys

ROOMS = ("a2a", "extension", "gateway")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)
PUBLIC_ROOMS = ("a2a", "a2a/text", "a2a/uri", "a2a/http", "a2a/json", "a2a/model", "a2a/wire", "a2a/client", "a2a/signature")
PUBLIC_HEADERS = ("extension/json_schema/validator.h", "extension/json_schema/compile_options.h",
                  "extension/json_schema/documents.h", "extension/json_schema/report.h",
                  "extension/json_schema/render.h",
                  "extension/object_schemas/", "extension/schema_interaction/", "extension/client_agent/", "extension/plan_client/")


def sources(root: pathlib.Path, *folders: str) -> dict[str, str]:
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
            for folder in folders for path in sorted((root / folder).rglob("*")) if path.suffix in (".h", ".cc")}


def room_of(path: str) -> str:
    parts = path.split("/")[:-1]
    return "/".join(parts[:2])


def unit_of(path: str) -> str:
    """A header and its source are one place."""
    return re.sub(r"\.(?:h|cc)$", "", path)


def reachable(graph: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of more than one node (Tarjan, without recursion)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    rings: list[list[str]] = []
    for root in sorted(graph):
        if root in index:
            continue
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            node, following = work[-1]
            for other in following:
                if other not in graph:
                    continue
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    work.append((other, iter(sorted(graph[other]))))
                    break
                if other in stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    ring = [stack.pop()]
                    while ring[-1] != node:
                        ring.append(stack.pop())
                    if len(ring) > 1:
                        rings.append(sorted(ring))
    return rings


def header_cycles(files: dict[str, str]) -> list[list[str]]:
    headers = {path: text for path, text in files.items() if path.endswith(".h")}
    return reachable({path: set(INCLUDE.findall(text)) & headers.keys() for path, text in headers.items()})


def unit_cycles(files: dict[str, str]) -> list[list[str]]:
    graph: dict[str, set[str]] = {}
    for path, text in files.items():
        graph.setdefault(unit_of(path), set()).update(
            unit_of(header) for header in INCLUDE.findall(text) if header in files and unit_of(header) != unit_of(path))
    return reachable(graph)


def arrows(files: dict[str, str]) -> set[tuple[str, str]]:
    return {(room_of(path), room_of(header)) for path, text in files.items() for header in INCLUDE.findall(text)
            if header in files and room_of(header) != room_of(path)}


def back_arrows(found: set[tuple[str, str]]) -> list[tuple[str, str]]:
    graph: dict[str, set[str]] = {}
    for begin, end in found:
        graph.setdefault(begin, set()).add(end)
        graph.setdefault(end, set())
    rings = reachable(graph)
    return sorted(arrow for arrow in found if any(arrow[0] in ring and arrow[1] in ring for ring in rings))


def comment_share(text: str) -> tuple[int, int]:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return sum(line.startswith("//") for line in lines), len(lines)


def is_public(path: str, text: str) -> bool:
    return path.endswith(".h") and "Private to a2a/" not in text and (path.rpartition("/")[0] in PUBLIC_ROOMS
                                    or any(path == name or (name.endswith("/") and path.startswith(name))
                                           for name in PUBLIC_HEADERS))


def print_structure(files: dict[str, str]) -> None:
    rooms = sorted({room_of(path) for path in files})
    between = arrows(files)
    in_gateway = {(begin, end) for begin, end in between if begin.startswith("gateway/") and end.startswith("gateway/")}
    per_folder = {room: sum(1 for path in files if room_of(path) == room) for room in rooms}
    fullest = max(per_folder, key=per_folder.get)
    print("| structure | |\n|---|---|")
    print(f"| rooms; sources in the fullest, {fullest} | {len(rooms)}; {per_folder[fullest]} |")
    print(f"| arrows between rooms; of them in gateway/ | {len(between)}; {len(in_gateway)} |")
    print(f"| arrows that go back (part of a cycle) | {len(back_arrows(between))} |")
    print(f"| cycles of headers | {len(header_cycles(files))} |")
    rings = unit_cycles(files)
    print(f"| cycles of header and source pairs; files in the largest | {len(rings)}; "
          f"{max(map(len, rings), default=0)} |")
    lengths = [text.count("\n") for text in files.values()]
    print(f"| lines per file: median, largest | {statistics.median(lengths):.0f}, {max(lengths)} |")
    public = [comment_share(text) for path, text in files.items() if is_public(path, text)]
    comments, lines = (sum(column) for column in zip(*public))
    print(f"| comment share of the {len(public)} public headers | {100 * comments / lines:.0f} % |\n")


def print_tests(root: pathlib.Path, files: dict[str, str]) -> None:
    tests = sources(root, "tests/unit")
    print("| room | lines of code | lines of unit tests per line |\n|---|---|---|")
    for room in sorted({room_of(path) for path in files}):
        code = sum(text.count("\n") for path, text in files.items() if room_of(path) == room)
        tested = sum(text.count("\n") for path, text in tests.items() if room_of(path[len("tests/unit/"):]) == room)
        print(f"| {room} | {code} | {tested / code:.2f} |")


def main() -> None:
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    files = sources(root, *ROOMS)
    print_structure(files)
    print_tests(root, files)


if __name__ == "__main__":
    main()
