"""Finds the places of a C++ source at which a small change can be made, and writes the changes into it as switches.

The text is read as tokens, not parsed: clang-format puts blanks around a comparison and none around template
brackets. What is taken for a place and is none does not compile, and sample.py drops it.
"""

import bisect
import dataclasses
import re
from collections.abc import Iterator

KINDS = ("comparison", "condition", "constant", "call")
COMPARISONS = {"<": ("less", "<="), "<=": ("less_equal", "<"), ">": ("greater", ">="), ">=": ("greater_equal", ">"),
               "==": ("equal", "!="), "!=": ("not_equal", "==")}
TOKEN = re.compile(
    r'(?P<skip>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*)'
    r'|(?P<text>(?:u8|[uUL])?R"(?P<mark>[^()\s]*)\(.*?\)(?P=mark)"|(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\')'
    r"|(?P<number>\.?\d(?:'?[\w.]|(?<=[eEpP])[+-])*)"
    r"|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<mark2><=>|<<=|->\*|\.\.\.|<<|->|::|[<>=!+\-*/%&|^]=|&&|\|\||\+\+|--|.)", re.DOTALL | re.MULTILINE)
PAIRS = {"(": ")", "{": "}", "[": "]"}
# Statements in which everything is a constant expression or no code.
SKIPPED_STATEMENTS = {"static_assert", "using", "typedef", "template", "concept", "requires", "case", "friend"}
NOT_A_CALL = {"return", "co_return", "co_yield", "throw", "delete", "new", "else", "goto", "if", "for", "while", "switch",
              "do", "default", "case", "operator", "sizeof", "catch", "try", "static_cast", "static_assert", "using",
              "const", "auto", "public", "private", "protected", "requires", "decltype", "noexcept"}
# Calls that change the speed only.
SPEED_ONLY = {"reserve", "shrink_to_fit"}


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    begin: int
    end: int


@dataclasses.dataclass(frozen=True)
class Edit:
    """Replaces [begin, end). At one position what closes comes first, the inner before the outer; then what opens, the
    outer before the inner: `extent` is the length of what is enclosed."""
    begin: int
    end: int
    text: str
    closes: bool = False
    extent: int = 0

    def order(self) -> tuple:
        return (self.begin, not self.closes, self.extent if self.closes else -self.extent)


@dataclasses.dataclass
class Site:
    path: str
    kind: str
    begin: int
    end: int
    line: int
    last_line: int
    before: str
    after: str
    copy: int = 0    # of several equal changes in a file
    number: int = 0  # in the build
    template: tuple[Edit, ...] = ()
    constant_name: str = ""  # of the `constexpr` variable that must become `const`

    def key(self) -> str:
        return f"{self.path}|{self.before}|{self.after}|{self.copy}"

    def edits(self) -> list[Edit]:
        return [dataclasses.replace(edit, text=edit.text.replace("@", str(self.number))) for edit in self.template]


def tokens_of(text: str) -> list[Token]:
    found = []
    for match in TOKEN.finditer(text):
        kind = match.lastgroup if match.lastgroup != "mark" else "text"
        if kind != "skip":
            found.append(Token({"mark2": "mark"}.get(kind, kind), match.group(), match.start(), match.end()))
    return found


class Source:
    """One file with its brackets matched and each token's surroundings known."""

    def __init__(self, path: str, text: str):
        self.path = path
        self.text = text
        self.tokens = tokens_of(text)
        self.starts = [0] + [match.end() for match in re.finditer("\n", text)]
        self.partner: dict[int, int] = {}
        self.in_function = [False] * len(self.tokens)
        self.in_type = [False] * len(self.tokens)
        self.statement = [0] * len(self.tokens)  # index of the first token of the statement
        self._read_structure()

    def _read_structure(self) -> None:
        stack: list[int] = []
        scopes: list[str] = []
        begin = 0
        for i, token in enumerate(self.tokens):
            self.in_function[i] = "function" in scopes
            self.in_type[i] = bool(scopes) and scopes[-1] == "type"
            self.statement[i] = begin
            if token.kind != "mark":
                continue
            if token.text in PAIRS:
                stack.append(i)
                if token.text == "{":
                    scopes.append(self._scope(begin, i))
                    if scopes[-1] != "value":
                        begin = i + 1
            elif token.text in PAIRS.values() and stack:
                opened = stack.pop()
                self.partner[opened], self.partner[i] = i, opened
                if token.text == "}" and scopes.pop() != "value":
                    begin = i + 1
            elif token.text == ";":
                begin = i + 1

    def _scope(self, begin: int, brace: int) -> str:
        words = [token.text for token in self.tokens[begin:brace]]
        before = self.tokens[brace - 1] if brace else None
        if "namespace" in words:
            return "namespace"
        if words and before and before.end == self.tokens[brace].begin and before.text not in ")":
            return "value"
        if {"class", "struct", "union", "enum"} & set(words) and "(" not in words:
            return "type"
        if words and words[-1] in ("=", ",", "(", "{", "return"):
            return "value"
        return "function"

    def line(self, position: int) -> int:
        return bisect.bisect_right(self.starts, position)

    def shown(self, begin: int, end: int) -> str:
        return " ".join(self.text[begin:end].split())

    def site(self, kind: str, begin: int, end: int, replaced: tuple[int, int, str], template: tuple[Edit, ...],
             constant_name: str = "") -> Site:
        """`replaced`: the change as somebody would make it by hand; it is shown with the lines around it."""
        first, last = self.line(replaced[0]), self.line(max(replaced[0], replaced[1] - 1))
        line_begin = self.starts[first - 1]
        line_end = self.starts[last] if last < len(self.starts) else len(self.text)
        after = self.text[line_begin:replaced[0]] + replaced[2] + self.text[replaced[1]:line_end]
        return Site(self.path, kind, begin, end, self.line(begin), self.line(end), self.shown(line_begin, line_end),
                    " ".join(after.split()), template=template, constant_name=constant_name)

    def sites(self) -> list[Site]:
        found = [site for i in range(len(self.tokens)) for site in self._sites_at(i)]
        copies: dict[str, int] = {}
        for site in found:
            name = f"{site.before}|{site.after}"
            site.copy = copies.get(name, 0)
            copies[name] = site.copy + 1
        return found

    def _sites_at(self, i: int) -> Iterator[Site]:
        token = self.tokens[i]
        head = [other.text for other in self.tokens[self.statement[i]:i + 1]]
        if SKIPPED_STATEMENTS & set(head):
            return
        if token.kind == "number":
            yield from self._constant(i, head)
        elif token.text in COMPARISONS and self.text[token.begin - 1].isspace() and self.text[token.end].isspace():
            yield from self._comparison(i, head)
        elif token.text == "if" and self.tokens[i + 1].text == "(":
            yield from self._condition(i + 1)
        elif token.kind == "word" and self.statement[i] == i or self._follows_head(i):
            yield from self._call(i)

    def _comparison(self, i: int, head: list[str]) -> Iterator[Site]:
        if "operator" in head or "constexpr" in head:
            return
        token = self.tokens[i]
        name, changed = COMPARISONS[token.text]
        yield self.site("comparison", token.begin, token.end, (token.begin, token.end, changed),
                        (Edit(token.end, token.end, f" mutant::{name}(@) {token.text}"),))

    def _constant(self, i: int, head: list[str]) -> Iterator[Site]:
        token = self.tokens[i]
        value = re.fullmatch(r"(0[xX][\da-fA-F']+|[\d']+)([uUlLzZ]*)", token.text)
        if not value or head[-2:-1] == ["="] and head[:1] == ["virtual"] or "enum" in head:
            return
        one_more = str(int(value.group(1).replace("'", ""), 0) + 1) + value.group(2)
        edits = [Edit(token.begin, token.begin, "mutant::constant(@, ", False, len(token.text)),
                 Edit(token.end, token.end, ")", True, len(token.text))]
        name = ""
        if "constexpr" in head:
            if "(" in head[:head.index("=")] if "=" in head else True:
                return  # a constexpr function
            place = self.tokens[self.statement[i] + head.index("constexpr")]
            name = head[head.index("=") - 1]
            is_member = self.in_type[i] and "static" in head and "inline" not in head
            edits.append(Edit(place.begin, place.end, "inline const" if is_member else "const"))
        yield self.site("constant", token.begin, token.end, (token.begin, token.end, one_more), tuple(edits), name)

    def _condition(self, opened: int) -> Iterator[Site]:
        """The condition in the bracket; after an initializer, or the variable that it declares."""
        closed = self.partner[opened]
        begin, depth, assigned = opened + 1, 0, 0
        for i in range(opened + 1, closed):
            text = self.tokens[i].text
            depth += (text in PAIRS) - (text in PAIRS.values())
            if depth == 0 and text == ";":
                begin, assigned = i + 1, 0
            elif depth == 0 and text == "=" and not assigned:
                assigned = i
        first, end = self.tokens[begin].begin, self.tokens[closed].begin
        if assigned:
            name = self.tokens[assigned - 1].text
            edits = (Edit(end, end, f"; mutant::flip(@, static_cast<bool>({name}))", True, end - first),)
            by_hand = f"{self.text[first:end]}; !{name}"
        else:
            edits = (Edit(first, first, "mutant::flip(@, static_cast<bool>(", False, end - first),
                     Edit(end, end, "))", True, end - first))
            by_hand = f"!({self.text[first:end]})"
        yield self.site("condition", first, end, (first, end, by_hand), edits)

    def _follows_head(self, i: int) -> bool:
        """A statement after `if (...)`, `for (...)`, `else` without braces."""
        before = self.tokens[i - 1] if i else None
        if before is None or self.tokens[i].kind != "word":
            return False
        if before.text == "else":
            return True
        if before.text != ")" or i - 1 not in self.partner:
            return False
        opener = self.partner[i - 1]
        return self.tokens[opener - 1].text in ("if", "for", "while")

    def _call(self, i: int) -> Iterator[Site]:
        """A statement that is nothing but a call."""
        if not self.in_function[i] or self.in_type[i] or self.tokens[i].text in NOT_A_CALL:
            return
        k, last_name, word_before, awaited = i, "", False, False
        while k < len(self.tokens):
            token = self.tokens[k]
            if token.text == "co_await" and k == i:
                awaited = True
            elif token.kind == "word":
                if word_before or token.text in NOT_A_CALL:
                    return
                last_name, word_before = token.text, True
            elif token.text in ("(", "["):
                k = self.partner.get(k, len(self.tokens))
                word_before = False
            elif token.text in (".", "->", "::"):
                word_before = False
            elif token.text == "<" and self.text[token.begin - 1].isspace() is False:
                k = self._template_end(k)
            elif token.text == ";":
                break
            else:
                return
            k += 1
        if k >= len(self.tokens) or self.tokens[k - 1].text != ")" or last_name in SPEED_ONLY:
            return
        begin, end = self.tokens[i].begin, self.tokens[k].end
        yield self.site("call", begin, end, (begin, end, ";"),
                        (Edit(begin, begin, "{ if (!mutant::is_active(@)) ", False, end - begin),
                         Edit(end, end, " }", True, end - begin)))

    def _template_end(self, opened: int) -> int:
        depth = 0
        for k in range(opened, len(self.tokens)):
            depth += {"<": 1, ">": -1, ">>": -2}.get(self.tokens[k].text, 0)
            if depth <= 0 or self.tokens[k].text == ";":
                return k
        return len(self.tokens)


def sites_of(path: str, text: str) -> list[Site]:
    return Source(path, text).sites()


def with_switches(text: str, chosen: list[Site]) -> str:
    """The source with all the changes in it, each behind its number. Lines keep their numbers for the compiler."""
    edits = sorted({edit for site in chosen for edit in site.edits()}, key=Edit.order)
    parts, position = ['#include "tests/mutation/mutant.h"\n#line 1\n'], 0
    for edit in edits:
        parts += [text[position:edit.begin], edit.text]
        position = max(position, edit.end)
    return "".join(parts) + text[position:]
