#!/usr/bin/env python3
"""The requests of these sets said otherwise, made mechanically: nothing of them may be wrong and confident.

    python3 varied_sets.py . varied               # a folder for each way and set
    for set in varied/*/*/; do build/release/tests/conformance/requests/requests "$set" | tail -1; done

What is told beside a request changes no value of it, small letters none either, and a request that is taken back in
the end is none. Which remark stands beside which sentence follows from its hash.
"""

import argparse
import hashlib
import json
import pathlib
import shutil

BEHIND = [
    "My sister lives in Oslo.", "I called you last week about it.", "We were there two years ago and loved it.",
    "My friend Carla Mendes recommended you.", "Last time we paid 45 euros.", "It's my 40th birthday on Sunday.",
    "We came with three kids last year.", "Thanks, Anna", "Cheers, Tom", "You can call me until 6.",
    "My brother went to Lima on 3 March.", "The weather is lovely today.", "We used to live at 12 Hill Road.",
    "I had a bad time at the Grand Hotel once.", "Our neighbours have two dogs.", "My husband says hello.",
    "I'm really looking forward to it.", "Not like last Tuesday, please.", "My boss Mr Kent will be pleased.",
    "I only have ten minutes right now."]
BEFORE = ["Hi Laura,", "Hello there, it's me again.", "Good evening!", "So my flight from Porto was cancelled.",
          "I've been trying since Monday."]
TAKEN_BACK = [
    "Actually no, forget it.", "On second thought, don't.", "Sorry, please ignore this.",
    "Actually we've changed our minds, don't do it.", "Never mind, I'll do it myself.",
    "Oh wait, please don't book it after all.", "Forget what I said.", "Scratch all that, we're not coming."]


def picked(texts, utterance, step=0):
    number = int.from_bytes(hashlib.sha256(utterance.encode()).digest()[:4])
    return texts[(number + step) % len(texts)]


def ended(utterance):
    utterance = utterance.rstrip()
    return utterance if utterance[-1] in ".!?" else utterance + "."


def behind(utterance):
    return [f"{ended(utterance)} {picked(BEHIND, utterance, step)}" for step in (0, 7)]


def joined(utterance):
    remark = picked(BEHIND, utterance)
    return [f"{utterance.rstrip().rstrip('.!?')}, and {remark[0].lower()}{remark[1:]}"]


WAYS = {
    "behind": behind,
    "before": lambda utterance: [f"{picked(BEFORE, utterance)} {utterance}"],
    "joined": joined,
    "small": lambda utterance: [utterance.lower()],
    "taken_back": lambda utterance: [f"{ended(utterance)} {picked(TAKEN_BACK, utterance)}"],
}


def varied(case, way):
    for at, utterance in enumerate(WAYS[way](case["utterance"])):
        if way == "taken_back":
            yield {"id": f"{case['id']}-{at}", "utterance": utterance, "action": False}
        else:
            yield {**case, "id": f"{case['id']}-{at}", "utterance": utterance}


def write(path, out, way):
    written = json.loads(path.read_text())
    cases = [each for case in written.get("cases", []) if case["action"] for each in varied(case, way)]
    if not cases:
        return
    (out / "templates").mkdir(parents=True, exist_ok=True)
    shutil.copy(path.parent / written["template"], out / "templates")
    (out / path.name).write_text(json.dumps({**written, "cases": cases}, indent=1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    asked = parser.parse_args()
    for way in WAYS:
        for path in sorted([*asked.sets.glob("*.json"), *asked.sets.glob("*/*.json")]):
            name = "first" if path.parent == asked.sets else path.parent.name
            if name != "templates":
                write(path, asked.out / way / name, way)


if __name__ == "__main__":
    main()
