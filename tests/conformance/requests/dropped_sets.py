#!/usr/bin/env python3
"""The requests of these sets with templates that lack a key of theirs, made mechanically.

    python3 dropped_sets.py . dropped             # a folder for each set
    for set in dropped/*/; do build/release/tests/conformance/requests/requests "$set" | tail -1; done

What was said for the key that is gone is a value that no key takes: nothing else may get it, and all other keys stay
what they are. A sentence comes along for each key that it says, so the figures count sentences several times.
"""

import argparse
import json
import pathlib


def says(case, key):
    default = key.get("default_value")
    return case["action"] and case["payload"].get(key["key_name"], default) != default


def without(case, name):
    """What must not vanish is dropped, too: it may be what is gone."""
    kept = {member: value for member, value in case.items() if member != "other_contains"}
    kept["id"] = f"{case['id']}-{name}"
    kept["payload"] = {key: value for key, value in case["payload"].items() if key != name}
    kept["accept"] = {key: values for key, values in case.get("accept", {}).items() if key != name}
    kept["missing"] = [key for key in case.get("missing", []) if key != name]
    return kept


def write(path, out):
    written = json.loads(path.read_text())
    template = json.loads((path.parent / written["template"]).read_text())
    template.pop("translations", None)
    for key in template["keys"]:
        name = key["key_name"]
        cases = [without(case, name) for case in written.get("cases", []) if says(case, key)]
        if name == "other" or not cases:
            continue
        (out / "templates").mkdir(parents=True, exist_ok=True)
        file = f"{path.stem}_{name}.json"
        kept = [each for each in template["keys"] if each is not key]
        (out / "templates" / file).write_text(json.dumps({**template, "keys": kept}))
        free_text = [each for each in written.get("free_text", []) if each != name]
        (out / file).write_text(json.dumps(
            {**written, "template": f"templates/{file}", "free_text": free_text, "cases": cases}, indent=1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    asked = parser.parse_args()
    for path in sorted([*asked.sets.glob("*.json"), *asked.sets.glob("*/*.json")]):
        name = "first" if path.parent == asked.sets else path.parent.name
        if name != "templates":
            write(path, asked.out / name)


if __name__ == "__main__":
    main()
