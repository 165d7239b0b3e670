#!/usr/bin/env python3
"""Prints what is said of typical mistakes, by us, ajv, python-jsonschema and zod, as a Markdown table.

usage: compare.py SCHEMAGATE PACKAGES

SCHEMAGATE is the program; PACKAGES a folder in which npm has installed ajv, ajv-formats and zod. python-jsonschema is
the interpreter's own. A message counts as saying where when it names the value's place, why and how when it has one of
the words that cases.py asks for.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

import jsonschema

from cases import CASES

HERE = pathlib.Path(__file__).resolve().parent
DIALECT = {"$schema": "https://json-schema.org/draft/2020-12/schema"}


def ours(program, schema, instance):
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder) / name for name in ("schema.json", "instance.json")]
        for file, value in zip(files, (schema, instance)):
            file.write_text(json.dumps(value))
        run = subprocess.run([program, "schema", "validate", "--schema", files[0], files[1], "--assert-format", "--output", "json"],
                             stdout=subprocess.PIPE, text=True)
    violations = json.loads(run.stdout)["files"][0]["violations"]
    return [(violation["instancePointer"], violation["message"]) for violation in violations]


def python_jsonschema(schema, instance):
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    errors = jsonschema.Draft202012Validator(schema, format_checker=checker).iter_errors(instance)
    return [("".join(f"/{step}" for step in error.absolute_path), error.message) for error in errors]


def peers(packages):
    lines = "".join(json.dumps({"schema": {**DIALECT, **case[1]}, "instance": case[2]}) + "\n" for case in CASES)
    run = subprocess.run(["node", HERE / "peers.mjs"], cwd=packages, input=lines, check=True, stdout=subprocess.PIPE, text=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def score(case, messages):
    """Whether it says where, why and how."""
    _, _, _, where, why, how = case
    text = " ".join(message for _, message in messages)
    return (any(place == where or place.startswith(where + "/") for place, _ in messages) and bool(text),
            any(word in text for word in why), any(word in text for word in how))


def shown(case, messages):
    marks = "".join("✓" if said else "·" for said in score(case, messages))
    text = "; ".join(dict.fromkeys(message for _, message in messages)) or "(nothing)"
    text = text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")
    return f"{marks} {text[:160]}{'…' if len(text) > 160 else ''}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("packages", type=pathlib.Path)
    arguments = parser.parse_args()
    said = []
    for case, others in zip(CASES, peers(arguments.packages)):
        schema = {**DIALECT, **case[1]}
        said.append({"ours": ours(arguments.program.resolve(), schema, case[2]), "ajv": others["ajv"],
                     "python-jsonschema": python_jsonschema(schema, case[2]), "zod": others["zod"]})
    names = ["ours", "ajv", "python-jsonschema", "zod"]
    print("| mistake | " + " | ".join(names) + " |\n" + "|---" * 5 + "|")
    for case, by in zip(CASES, said):
        print(f"| {case[0]} | " + " | ".join(shown(case, by[name]) for name in names) + " |")
    print(f"\n| of {len(CASES)} | where | why | what to do | all three |\n|---|---|---|---|---|")
    for name in names:
        scores = [score(case, by[name]) for case, by in zip(CASES, said)]
        print(f"| {name} | " + " | ".join(str(sum(column)) for column in zip(*scores)) + f" | {sum(map(all, scores))} |")


main()
