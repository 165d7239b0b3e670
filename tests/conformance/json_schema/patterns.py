#!/usr/bin/env python3
"""Compares `pattern` with the RegExp of Node on generated patterns and texts.

usage: patterns.py JSON_SCHEMA_VERDICTS [--seed N] [--patterns N]

Fails when a verdict differs, or a pattern is refused that RegExp takes for any reason but its size. Prints both.
Left out: characters beyond U+FFFF beside \\B, which V8 finds between the two halves of one.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
LITERALS = list("abcAB012 _-é\u00df\u4e2d") + ["\\."]
CLASSES = ["[a-z]", "[^a-c]", "[A-Z0-9]", "[\\w-]", "[^\\s]", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", ".", "\\p{L}",
           "\\P{L}", "\\p{Lu}", "\\p{N}", "[\\p{L}\\p{N}_]", "[^\\p{L}]", "[a-cé]", "[\\d.]", "[\\-a]", "\\u0061",
           "\\x62", "\\u{4e2d}", "[\\u4e00-\\u9fff]"]
QUANTIFIERS = ["*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}", "{1,60}", "{0}"]
ASSERTIONS = ["\\b", "\\B", "^", "$"]
CHARACTERS = list("abcAB012 _-.éß\u4e2dü\n\tZz9x\u2028\u20ac\u0301\u017f\u212a")


class Generator:
    def __init__(self, source):
        self.source = source

    def pattern(self):
        if self.source.random() < 0.3:  # as most are written
            return self.source.choice(["^", "^", ""]) + self.sequence(0) + self.source.choice(["$", "$", ""])
        inner = self.alternatives(2)
        begin, end = self.source.choice([("^", "$"), ("^", "$"), ("^", ""), ("", "$"), ("", "")])
        return f"{begin}(?:{inner}){end}" if begin or end else inner

    def alternatives(self, depth):
        return "|".join(self.sequence(depth) for _ in range(self.source.choice([1, 1, 1, 2, 3])))

    def sequence(self, depth):
        return "".join(self.term(depth) for _ in range(self.source.randint(1, 5)))

    def term(self, depth):
        kind = self.source.random()
        if depth and kind < 0.06:
            return self.source.choice(["(?=", "(?!"]) + self.alternatives(depth - 1) + ")"
        if kind < 0.1:
            return self.source.choice(ASSERTIONS)
        return self.atom(depth) + (self.quantifier() if self.source.random() < 0.45 else "")

    def atom(self, depth):
        kind = self.source.random()
        if depth and kind < 0.25:
            return self.source.choice(["(?:", "("]) + self.alternatives(depth - 1) + ")"
        return self.source.choice(LITERALS if kind < 0.65 else CLASSES)

    def quantifier(self):
        return self.source.choice(QUANTIFIERS) + self.source.choice(["", "", "", "?"])

    def texts(self, pattern):
        own = [c for c in pattern if c.isalnum()] or ["a"]
        everything = CHARACTERS if "\\B" in pattern else CHARACTERS + ["\U0001F600"]
        return ([self.text(everything, 12) for _ in range(8)] + [self.text(own, 6) for _ in range(8)])

    def text(self, characters, most):
        return "".join(self.source.choice(characters) for _ in range(self.source.randint(0, most)))


def questions(seed, count):
    for number in range(count):
        generator = Generator(random.Random(f"{seed}/{number}"))
        pattern = generator.pattern()
        yield {"draft": "2020-12", "schema": {"pattern": pattern}, "instances": generator.texts(pattern)}


def ask(command, asked):
    text = "".join(json.dumps(question) + "\n" for question in asked)
    answers = subprocess.run(command, check=True, capture_output=True, input=text, text=True).stdout.splitlines()
    assert len(answers) == len(asked)
    return answers


def is_as_told(ours, theirs):
    """What exceeds a limit ("l") is told as such."""
    if ours.startswith("-"):
        return theirs.startswith("-") or "too large" in ours or "pattern_instructions_max" in ours
    return not theirs.startswith("-") and all(o in ("l", t) for o, t in zip(ours, theirs, strict=True))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("verdicts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patterns", type=int, default=1500)
    options = parser.parse_args()
    asked = list(questions(options.seed, options.patterns))
    found = list(zip(asked, ask([options.verdicts], asked), ask(["node", HERE / "patterns.mjs"], asked)))
    wrong = [each for each in found if not is_as_told(each[1], each[2])]
    for question, ours, theirs in wrong:
        print(json.dumps(question, ensure_ascii=False), "\n  ours", ours, "\n  node", theirs)
    answered = sum(len(ours) for _, ours, _ in found if not ours.startswith("-"))
    print(f"{answered} verdicts, {len(wrong)} of {len(found)} patterns differ")
    sys.exit(1 if wrong or answered < len(found) else 0)


if __name__ == "__main__":
    main()
