#!/usr/bin/env python3
"""Compares verdicts with ajv and @sourcemeta/jsonschema on generated schemas and instances.

usage: differential.py JSON_SCHEMA_VERDICTS [--seed N] [--schemas N] [--before JSON_SCHEMA_VERDICTS]

With --before another build of ours is asked instead of the peers, and must answer the same. The packages of package.json are beside this file (tests/node_modules.sh). Fails when a peer disagrees for a reason
that is not listed in EXPLAINED, and when both peers agree against us. Prints the disagreements.
"""
import argparse
import json
import pathlib
import platform
import random
import subprocess
import sys
import tempfile
from dataclasses import dataclass

from generator import URIS, Generator

HERE = pathlib.Path(__file__).resolve().parent
INSTANCES = 12


@dataclass
class Question:
    draft: str
    schema: dict
    instances: list

    def line(self):
        return json.dumps({"draft": self.draft, "schema": self.schema, "instances": self.instances})


def questions(seed, count):
    drafts = list(URIS)
    for number in range(count):
        source = random.Random(f"{seed}/{number}")
        generator = Generator(source, drafts[number % len(drafts)])
        yield Question(generator.draft, generator.document(), [generator.instance() for _ in range(INSTANCES)])


def ask(command, asked):
    text = "".join(question.line() + "\n" for question in asked)
    answers = subprocess.run(command, cwd=HERE, check=True, capture_output=True, input=text, text=True).stdout
    return answers.splitlines()


def sourcemeta_tests(asked, folder):
    """Runs its test runner on suites with one test per instance, which expects `valid`; none when it gives up."""
    machine = {"x86_64": "x86_64", "aarch64": "arm64"}[platform.machine()]
    program = HERE / f"node_modules/@sourcemeta/jsonschema/build/github-releases/jsonschema-linux-{machine}"
    for number, question in enumerate(asked):
        tests = [{"description": str(i), "valid": True, "data": data} for i, data in enumerate(question.instances)]
        schema = folder / f"{number:06}.schema.json"
        schema.write_text(json.dumps(question.schema))
        (folder / f"{number:06}.test.json").write_text(json.dumps({"target": f"./{schema.name}", "tests": tests}))
    run = subprocess.run([program, "test", folder, "--extension", ".test.json", "--json"], capture_output=True, text=True)
    return json.loads(run.stdout).get("results", {}).get("tests", [])


def ask_sourcemeta(asked):
    """One schema that it refuses ends its run, so those are searched for by halving."""
    with tempfile.TemporaryDirectory() as folder:
        tests = sourcemeta_tests(asked, pathlib.Path(folder))
    if not tests:
        half = len(asked) // 2
        return ask_sourcemeta(asked[:half]) + ask_sourcemeta(asked[half:]) if half else ["- refused"]
    answers = [["-"] * INSTANCES for _ in asked]
    for test in tests:
        number = int(pathlib.Path(test["filePath"]).name[:6])
        answers[number][int(test["name"])] = "v" if test["status"] == "passed" else "i"
    return ["".join(letters) for letters in answers]


def any_schema(schema, holds):
    """Whether `holds` is true of an object anywhere in it."""
    if isinstance(schema, list):
        return any(any_schema(each, holds) for each in schema)
    return isinstance(schema, dict) and (holds(schema) or any(any_schema(each, holds) for each in schema.values()))


# (peer, what it is about, whether it can be the reason)
EXPLAINED = [
    ("ajv", "draft-07 section 8.3: members beside $ref are ignored; ajv 8 applies them",
     lambda question: question.draft == "draft-07" and any_schema(question.schema, lambda s: "$ref" in s and len(s) > 1)),
    ("ajv", "unevaluated*: ajv loses what was evaluated behind references and conditions, its known fault",
     lambda question: any_schema(question.schema, lambda s: "unevaluatedProperties" in s or "unevaluatedItems" in s)),
    ("sourcemeta", "a union of types beside an enum: its fast mode refuses members; validate without --fast does not",
     lambda question: any_schema(question.schema, lambda s: "enum" in s and isinstance(s.get("type"), list))),
]


def explanation(peer, question):
    return next((text for name, text, applies in EXPLAINED if name == peer and applies(question)), None)


@dataclass
class Tally:
    compared: int = 0
    refused: int = 0
    explained: int = 0
    unexplained: int = 0


def show(peer, question, instance, ours, theirs, why):
    print(f"{peer} says {theirs}, we say {ours}: {why or 'UNEXPLAINED'}\n  {question.draft} {json.dumps(question.schema)}\n"
          f"  {json.dumps(instance)}")


def compare(peer, question, ours, theirs, tally):
    if theirs.startswith("-"):
        tally.refused += 1
        return
    for instance, own, other in zip(question.instances, ours, theirs):
        tally.compared += 1
        if own == other:
            continue
        why = explanation(peer, question)
        tally.explained += why is not None
        tally.unexplained += why is None
        show(peer, question, instance, own, other, why)


def same_as_before(asked, ours, before):
    """Whether both builds say the same of every instance."""
    theirs = ask([before.resolve()], asked)
    different = [(question, own, other) for question, own, other in zip(asked, ours, theirs) if own != other]
    for question, own, other in different:
        print(f"before {other}, now {own}\n  {question.draft} {json.dumps(question.schema)}\n  {json.dumps(question.instances)}")
    verdicts = "".join(answer for answer in ours if not answer.startswith("-"))
    print(f"{len(verdicts)} verdicts, {verdicts.count('v')} of them valid; {len(different)} of {len(asked)} schemas differ")
    return not different and verdicts != ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("verdicts", type=pathlib.Path)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--schemas", type=int, default=600)
    parser.add_argument("--node", default="node")
    parser.add_argument("--before", type=pathlib.Path)
    arguments = parser.parse_args()
    asked = list(questions(arguments.seed, arguments.schemas))
    ours = ask([arguments.verdicts.resolve()], asked)
    if arguments.before:
        sys.exit(not same_as_before(asked, ours, arguments.before))
    peers = {"ajv": ask([arguments.node, HERE / "ajv_verdicts.mjs"], asked), "sourcemeta": ask_sourcemeta(asked)}
    refused = [(question, answer) for question, answer in zip(asked, ours) if answer.startswith("-")]
    for question, answer in refused:
        print(f"we refuse {json.dumps(question.schema)}: {answer}")
    failed = bool(refused)
    for peer, answers in peers.items():
        tally = Tally()
        for question, own, other in zip(asked, ours, answers):
            compare(peer, question, own, other, tally)
        print(f"{peer}: {tally}")
        failed |= tally.unexplained > 0 or tally.compared == 0
    sys.exit(failed)


main()
