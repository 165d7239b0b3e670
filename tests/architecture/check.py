#!/usr/bin/env python3
"""Checks the rules of the layout that no compiler checks. Usage: check.py [REPOSITORY]

Prints one line per violation and ends with code 1 when there is any.
"""

import os
import pathlib
import re
import sys
from collections.abc import Callable, Iterator

import structure

ROOMS = ("a2a", "extension", "gateway", "examples", "tests")
LAYERS = {"a2a": {"a2a"}, "extension": {"a2a", "extension"}, "gateway": {"a2a", "extension", "gateway"}}
# An extension includes no other one; three of them stand on json_schema.
EXTENSION_MAY_INCLUDE = {(room, "json_schema") for room in ("object_schemas", "schema_interaction", "agent_context")} | {
    ("evolution", "schema_interaction"), ("plan_client", "agent_context"), ("plan_client", "object_schemas")} | {
    ("client_agent", room) for room in ("json_schema", "object_schemas", "schema_interaction")}
# Header -> the folders that may include it.
HEADERS = {
    r"httplib\.h": ("a2a/client/", "examples/", "tests/"),
    r"boost/beast.*": ("gateway/net/", "tests/"),
    # Coroutine handlers stand in gateway/ itself; the store knows no I/O.
    r"boost/asio.*": ("gateway/net/", "gateway/push/", "gateway/task/", "gateway/front/", "gateway/*", "tests/"),
    r"openssl/ssl\.h": ("a2a/tls/", "a2a/client/http.cc", "gateway/net/", "tests/"),
    r"simdjson\.h": ("a2a/json/", "a2a/text/utf8.cc", "tests/"),
}
NLOHMANN_CALLS = re.compile(r"\b(?:ordered_)?(?:json|Json|JsonTree)::(?:parse|accept)\s*\(|\.dump\s*\(")
NLOHMANN_HOME = "a2a/json/tree.cc"
FORBIDDEN_WORDS = {"util", "utils", "helper", "helpers", "common", "misc", "manager", "managers", "processor"}
# The rooms of the gateway, each below those that may include it. The process itself composes them all.
GATEWAY_ORDER = ("environment", "net", "store", "observe", "process", "push", "access", "config", "agent", "evolution", "task", "front", "admin")
# Of a room that stands aside from that order, what it includes all the same.
GATEWAY_ASIDE = {("cli", "config"), ("cli", "store")}
# The folders of json_schema likewise; the files beside them compose them.
JSON_SCHEMA_ORDER = ("values", "patterns", "formats", "keywords", "load", "graph", "compile", "evaluate")
FUNCTION_LINES_MAX = 70
FILE_LINES_MAX = 600
REQUIREMENTS_FOLDER = "tests/conformance/requirements/"
REQUIREMENT_ID = re.compile(r"\b(?:OS|SD|AC|X)-\d+\b|\b[Pp]itfall \d+\b")
REQUIREMENT_ROW = re.compile(r"^\| ((?:OS|SD|AC|X)-\d+|pitfall \d+) \|(.*)\|$", re.MULTILINE)
PROOF = re.compile(r"`(tests/[^`]+)` `([^`]+)`")

LOG_PAGE = "gateway/LOG.md"
# What stands between the call that writes a line and its fields: the level, and the event or a choice of events.
LOG_CALL = re.compile(r"\b(?:write|note|beginning)\(\s*[^{;\"]*\bLogLevel\b[^{;]*|\btell\([^{;]*")
EVENT = re.compile(r'"([a-z0-9]+(?:_[a-z0-9]+)*)"')
EVENT_ROW = re.compile(r"^\| (`[^|]*) \| (?:info|warn|error)\b[^|]*\|", re.MULTILINE)

METRICS_PAGE = "gateway/METRICS.md"
METRIC = re.compile(r'"(\w+)",\s*MetricType::k(Counter|Gauge|Histogram)\b')
METRIC_ROW = re.compile(r"^\| (`[^|]*) \| (counter|gauge|histogram) \|", re.MULTILINE)

SKIPPED_FOLDERS = {"node_modules", "build", "__pycache__", "corpus", "schema_suite"}
SOURCE_SUFFIXES = {".cc", ".h"}
SCRIPT_SUFFIXES = {".py", ".mjs", ".sh", ".lua"}
COMMENT_OR_TEXT = re.compile(
    r'R"(?P<mark>[^()\s]*)\(.*?\)(?P=mark)"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])+\'',
    re.DOTALL)


def files_of(root: pathlib.Path) -> dict[str, str]:
    """Every text file of the rooms, and the pages of the root, by its path from the root."""
    found = {path.name: path.read_text(encoding="utf-8") for path in sorted(root.glob("*.md"))}
    for room in ROOMS:
        for folder, folders, names in os.walk(root / room):
            folders[:] = sorted(set(folders) - SKIPPED_FOLDERS)
            for name in sorted(names):
                path = pathlib.Path(folder, name)
                if path.suffix in SOURCE_SUFFIXES | SCRIPT_SUFFIXES or name == "CMakeLists.txt" or path.suffix == ".md":
                    found[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8")
    return found


def is_source(path: str) -> bool:
    return pathlib.PurePath(path).suffix in SOURCE_SUFFIXES


def is_ours(path: str) -> bool:
    """Part of the product, which has stricter rules than examples and tests."""
    return is_source(path) and path.split("/")[0] in LAYERS


def without_comments_and_texts(text: str) -> str:
    """The code with comments and literals blanked, line numbers kept."""
    def blank(match: re.Match) -> str:
        return '""' + "\n" * match.group().count("\n") if match.group()[0] in "\"'R" \
            else "\n" * match.group().count("\n")
    return COMMENT_OR_TEXT.sub(blank, text)


def includes(text: str) -> Iterator[tuple[int, str]]:
    for match in re.finditer(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', text, re.MULTILINE):
        yield text.count("\n", 0, match.start()) + 1, match.group(1)


def check_layers(files: dict[str, str]) -> Iterator[str]:
    for path, text in files.items():
        if not is_ours(path):
            continue
        room, *rest = path.split("/")
        for line, header in includes(text):
            target, *below = header.split("/")
            if target in ROOMS and target not in LAYERS[room]:
                yield f"{path}:{line}: {room}/ may not include {target}/"
            if room == target == "extension" and rest[0] != below[0] \
                    and (rest[0], below[0]) not in EXTENSION_MAY_INCLUDE:
                yield f"{path}:{line}: extension/{rest[0]} may not include extension/{below[0]}"


def check_arrows(files: dict[str, str]) -> Iterator[str]:
    """Between the rooms of the gateway, and between the folders of json_schema."""
    yield from check_order(files, "gateway", GATEWAY_ORDER)
    yield from check_order(files, "extension/json_schema", JSON_SCHEMA_ORDER)


def check_order(files: dict[str, str], home: str, order: tuple[str, ...]) -> Iterator[str]:
    """That the folders of `home` include only those before them in `order`."""
    depth = home.count("/") + 1
    for path, text in files.items():
        if not is_ours(path) or not path.startswith(f"{home}/") or path.count("/") <= depth:
            continue
        room = path.split("/")[depth]
        for line, header in includes(text):
            inside = header.startswith(f"{home}/") and (home == "gateway" or header.count("/") > depth)
            target = header.split("/")[depth] if inside else room
            if target == room or (home == "gateway" and (room, target) in GATEWAY_ASIDE):
                continue
            known = room in order and target in order
            if not known or order.index(target) > order.index(room):
                yield f"{path}:{line}: {home}/{room} may not include {header.rpartition('/')[0]}"


def check_cycles(files: dict[str, str]) -> Iterator[str]:
    """A header and its source are one place: neither headers nor such pairs include one another."""
    for ring in structure.unit_cycles({path: text for path, text in files.items() if is_ours(path)}):
        yield f"{' '.join(ring)}: these include one another, a header taken with its source"


def check_headers(files: dict[str, str]) -> Iterator[str]:
    for path, text in files.items():
        if not is_source(path):
            continue
        for line, header in includes(text):
            for pattern, homes in HEADERS.items():
                if re.fullmatch(pattern, header) and not any(stands_in(path, home) for home in homes):
                    yield f"{path}:{line}: <{header}> belongs in {', '.join(homes)} only"


def stands_in(path: str, home: str) -> bool:
    """"a/b/" takes everything below, "a/*" only the files of the folder itself."""
    if home.endswith("/*"):
        return str(pathlib.PurePosixPath(path).parent) == home[:-2]
    return path.startswith(home)


def check_nlohmann(files: dict[str, str]) -> Iterator[str]:
    for path, text in files.items():
        if not is_source(path) or path.startswith("tests/") or path == NLOHMANN_HOME:
            continue
        for line, code in enumerate(without_comments_and_texts(text).split("\n"), 1):
            if NLOHMANN_CALLS.search(code):
                yield f"{path}:{line}: nlohmann's parse and dump are called in {NLOHMANN_HOME} only"


class Block:
    """A brace pair of C++ code: what stands before it, and its lines."""

    def __init__(self, head: str, line: int):
        self.head = head
        self.line = line
        self.kind = self._kind()

    def _kind(self) -> str:
        head = re.sub(r"\[\[.*?\]\]|\btemplate\s*<[^{};]*>(?=\s)", " ", self.head)
        if re.match(r"\s*(?:inline\s+)?namespace\b", head):
            return "namespace"
        if re.match(r"\s*(?:typedef\s+)?(?:class|struct|union|enum)\b[^()]*$", head):
            return "type"
        return "function" if ")" in head else "other"


def statements_and_functions(code: str) -> Iterator[tuple[str, int, str, int]]:
    """('namespace', line, statement, 0) per statement at namespace scope, ('function', line, head, lines) per
    function definition outside of other functions."""
    code = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", code, flags=re.MULTILINE)
    stack: list[Block] = []
    begin = 0    # of the statement that is being read
    skipped = 0  # open braces of initializers
    line, counted = 1, 0
    for match in re.finditer(r"[{};]", code):
        line += code.count("\n", counted, match.start())
        counted = match.start()
        mark = match.group()
        if skipped or (mark == "{" and match.start() and not code[match.start() - 1].isspace()
                       and not (code[match.start() - 1] == ")" and begin == match.start())):
            skipped += {"{": 1, "}": -1, ";": 0}[mark]
            continue
        head = code[begin:match.start()]
        begin = match.end()
        if mark == "{":
            head_line = line - head.lstrip().count("\n")
            stack.append(Block(head, head_line))
        elif mark == "}" and stack:
            block = stack.pop()
            if block.kind == "function" and not any(outer.kind == "function" for outer in stack):
                yield "function", block.line, " ".join(block.head.split()), line - block.line + 1
        elif mark == ";" and all(outer.kind == "namespace" for outer in stack):
            yield "namespace", line, " ".join(head.split()), 0


def is_mutable_variable(statement: str) -> bool:
    if re.search(r"\b(const|constexpr|constinit|using|typedef|friend|template|static_assert|return|operator)\b",
                 statement):
        return False
    if re.match(r"(extern|class|struct|union|enum)\b[^=]*$|namespace\b", statement):
        return False
    declared = statement.split("=")[0].split("{")[0]
    return "(" not in declared and re.search(r"[\w>&*\]]\s+[\w:]+(\[\w*\])?\s*$", declared) is not None


def check_state(files: dict[str, str]) -> Iterator[str]:
    for path, text in files.items():
        if not is_source(path) or path.startswith("tests/"):
            continue
        code = without_comments_and_texts(text)
        for number, line in enumerate(code.split("\n"), 1):
            if re.search(r"\bthread_local\b", line):
                yield f"{path}:{number}: thread_local"
            if re.match(r"\s*(inline\s+)?static\s+(?!.*\b(const|constexpr)\b)[\w:<>,&*\s]+?\w+\s*(=|;|\{)", line):
                yield f"{path}:{number}: a static that can change"
        for kind, number, statement, _ in statements_and_functions(code):
            if kind == "namespace" and not re.match(r"static |thread_local ", statement) and is_mutable_variable(statement):
                yield f"{path}:{number}: a global that can change: {statement[:60]}"


def check_sizes(files: dict[str, str]) -> Iterator[str]:
    for path, text in files.items():
        lines = text.count("\n")
        if pathlib.PurePath(path).suffix in SOURCE_SUFFIXES | SCRIPT_SUFFIXES and lines > FILE_LINES_MAX:
            yield f"{path}: {lines} lines, at most {FILE_LINES_MAX}"
        if not is_source(path):
            continue
        for kind, line, head, length in statements_and_functions(without_comments_and_texts(text)):
            if kind == "function" and length > FUNCTION_LINES_MAX:
                yield f"{path}:{line}: {length} lines, at most {FUNCTION_LINES_MAX}: {head[:60]}"


def check_names(files: dict[str, str]) -> Iterator[str]:
    for path, text in files.items():
        words = set(re.split(r"[/_.]", path.lower()))
        for word in sorted(words & FORBIDDEN_WORDS):
            yield f"{path}: say what it is instead of {word}"
        if not is_source(path):
            continue
        code = without_comments_and_texts(text)
        for match in re.finditer(r"\b(?:class|struct|namespace)\s+(\w+)", code):
            parts = re.findall(r"[A-Z][a-z0-9]*|[a-z0-9]+", match.group(1))
            for word in sorted({part.lower() for part in parts} & FORBIDDEN_WORDS):
                line = code.count("\n", 0, match.start()) + 1
                yield f"{path}:{line}: {match.group(1)}: say what it is instead of {word}"


def check_tests_built(files: dict[str, str]) -> Iterator[str]:
    top = files.get("tests/CMakeLists.txt", "")
    for path in files:
        if not path.endswith("_test.cc"):
            continue
        folder = path.rpartition("/")[0]
        inner = folder.removeprefix("tests/")
        if f"{folder}/CMakeLists.txt" not in files:
            yield f"{path}: {folder} has no CMakeLists.txt, so nobody builds it"
        elif not re.search(rf"(?<![\w/]){re.escape(inner)}(?![\w/])", top):
            yield f"{path}: tests/CMakeLists.txt does not name {inner}, so nobody builds it"


def check_readmes(files: dict[str, str]) -> Iterator[str]:
    rooms = {path.rpartition("/")[0] for path, text in files.items()
             if path.endswith("/CMakeLists.txt") and "schemagate_room(" in text}
    for room in sorted(rooms | {"examples", "tests"}):
        if f"{room}/README.md" not in files:
            yield f"{room}: has no README.md"


def check_requirements(files: dict[str, str]) -> Iterator[str]:
    """Each row has a text, a section and a test that exists; tests name known ids only, product code none."""
    known: set[str] = set()
    for path in (path for path in files if path.startswith(REQUIREMENTS_FOLDER)):
        for match in REQUIREMENT_ROW.finditer(files[path]):
            name = match.group(1)
            if name in known:
                yield f"{path}: {name} stands twice"
            known.add(name)
            yield from (f"{path}: {name}: {problem}" for problem in problems_of_row(match.group(2), files))
    for path, text in files.items():
        if path.startswith("tests/architecture/") or path.endswith(".md"):
            continue
        for match in REQUIREMENT_ID.finditer(text):
            name = match.group().replace("Pitfall", "pitfall")
            line = text.count("\n", 0, match.start()) + 1
            if is_ours(path):
                yield f"{path}:{line}: product code cites sections, not {name}"
            elif path.startswith("tests/") and name not in known:
                yield f"{path}:{line}: {name} has no row in {REQUIREMENTS_FOLDER}"


def check_events(files: dict[str, str]) -> Iterator[str]:
    """Each event of the log has a row in the page for operators, and each row its event."""
    rows = [name for row in EVENT_ROW.findall(files.get(LOG_PAGE, "")) for name in re.findall(r"`(\w+)`", row)]
    written = {event: path for path, text in files.items() if path.startswith("gateway/") and is_source(path)
               for call in LOG_CALL.findall(text) for event in EVENT.findall(call)}
    for event in sorted(written.keys() - set(rows)):
        yield f"{written[event]}: {LOG_PAGE} has no row for the event {event}"
    for event in sorted(set(rows) - written.keys()):
        yield f"{LOG_PAGE}: nobody writes the event {event}"


def check_metrics(files: dict[str, str]) -> Iterator[str]:
    """Each metric has a row with its type in the page for operators, and each row its metric."""
    rows = {(name, kind) for row, kind in METRIC_ROW.findall(files.get(METRICS_PAGE, ""))
            for name in re.findall(r"`(\w+)`", row)}
    told = {(name, kind.lower()): path for path, text in files.items() if path.startswith("gateway/") and path.endswith(".cc")
            for name, kind in METRIC.findall(text)}
    for metric in sorted(told.keys() - rows):
        yield f"{told[metric]}: {METRICS_PAGE} has no row for the {metric[1]} {metric[0]}"
    for name, kind in sorted(rows - told.keys()):
        yield f"{METRICS_PAGE}: nobody tells the {kind} {name}"


def problems_of_row(row: str, files: dict[str, str]) -> Iterator[str]:
    cells = [cell.strip() for cell in row.split("|")]
    if len(cells) != 3 or not all(cells):
        yield "a row is | id | what holds | section | proved by |"
        return
    proof = PROOF.fullmatch(cells[2])
    if not proof:
        yield "the test is written `tests/file` `Suite.Name`"
        return
    words = proof.group(2).split(".") if proof.group(1).endswith(".cc") else [proof.group(2)]
    pattern = r"\bTEST\w*\(\s*" + r",\s*".join(map(re.escape, words)) + r"\)" if len(words) == 2 else re.escape(words[0])
    if not re.search(pattern, files.get(proof.group(1), "")):
        yield f"there is no test {proof.group(2)} in {proof.group(1)}"


def unnamed_definitions(text: str) -> Iterator[tuple[int, str]]:
    """(line, qualified name) of each constant, type and function at the top of an unnamed namespace; a function's name
    goes on with its parameters."""
    outer, inside = "", False
    for number, line in enumerate(text.split("\n"), 1):
        if named := re.match(r"namespace ([\w:]+) \{", line):
            outer = named.group(1)
        elif line == "namespace {":
            inside = True
        elif line.startswith("}") and line.endswith("// namespace"):
            inside = False
        elif inside and (found := re.match(r"(?:class|struct|enum class|enum) (\w+)[^;]*$"
                                           r"|(?:const|constexpr|constinit) [\w:<>, ]*?\b(k[A-Z]\w*)"
                                           r"|[\w:][\w:<>,&* ]*[ &*](\w+\(.*\)) \{$", line)):
            yield number, f"{outer}::{next(filter(None, found.groups()))}"


def check_units(files: dict[str, str]) -> Iterator[str]:
    """The tests of a folder are compiled together; the sources of the product are not."""
    known: dict[tuple[str, str], str] = {}
    for path, text in files.items():
        if not path.endswith(".cc") or not path.startswith("tests/"):
            continue
        for line, name in unnamed_definitions(text):
            other = known.setdefault((path.rpartition("/")[0], name), path)
            if other != path:
                yield f"{path}:{line}: {name} is defined in {other}, too"


def check_paths(files: dict[str, str]) -> Iterator[str]:
    for path, text in files.items():
        if path.startswith("tests/architecture/"):
            continue
        for match in re.finditer(r"(?<![\w.])/(?:work|root|home/\w+)/\S*", text):
            line = text.count("\n", 0, match.start()) + 1
            yield f"{path}:{line}: a path of somebody's machine: {match.group()}"


def check_links(files: dict[str, str], exists: Callable[[str], bool]) -> Iterator[str]:
    """What a page links to is there. `exists` takes a path from the root."""
    for path, text in files.items():
        if not path.endswith(".md"):
            continue
        for match in re.finditer(r"\]\(([^()\s#]+)(?:#[^()\s]*)?\)", text):
            target = os.path.normpath(os.path.join(os.path.dirname(path), match.group(1)))
            if "://" not in match.group(1) and not exists(target):
                line = text.count("\n", 0, match.start()) + 1
                yield f"{path}:{line}: {match.group(1)} is not there"


def check_compiled(root: pathlib.Path) -> Iterator[str]:
    """What a compiler or linker left behind stands in build/ only."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in set(folders) - SKIPPED_FOLDERS if not name.startswith("."))
        for path in (pathlib.Path(folder, name) for name in sorted(names)):
            if path.is_file() and starts_as_compiled(path):
                yield f"{path.relative_to(root).as_posix()}: a compiled file belongs in build/"


def starts_as_compiled(path: pathlib.Path) -> bool:
    with path.open("rb") as file:
        return file.read(8).startswith((b"\x7fELF", b"!<arch>\n"))


RULES = (check_layers, check_arrows, check_cycles, check_headers, check_nlohmann, check_state, check_sizes, check_names, check_tests_built,
         check_readmes, check_requirements, check_events, check_metrics, check_paths, check_units)


def violations(root: pathlib.Path) -> list[str]:
    files = files_of(root)
    return [line for rule in RULES for line in rule(files)] \
        + list(check_links(files, lambda path: (root / path).exists())) + list(check_compiled(root))


def main() -> int:
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]
    found = violations(root)
    for line in found:
        print(line)
    print(f"{len(found)} violations of {len(RULES) + 2} rules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
