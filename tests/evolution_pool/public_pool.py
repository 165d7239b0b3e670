#!/usr/bin/env python3
"""A pool of what real people said, from a public set, for quality.py. Nothing of the sets is kept in this repository.

    git clone https://github.com/google-research-datasets/dstc8-schema-guided-dialogue sgd
    git clone https://github.com/clinc/oos-eval clinc
    python3 public_pool.py sgd sgd --half 0 --again > pool.jsonl

sgd: what a user says of one slot alone is a fragment, and the slot the wish; a tenth is thanks and the like, as noise.
clinc: sentences with their intents, in ten domains, and some of none.
"""

import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys

DAY = 86400
BEGIN = 1777500000
CLIENTS = 20
A_DAY = 40  # fragments of a wish
WHOLE = 400
LEAST = 10
CLOSING = {("THANK_YOU", ""), ("GOODBYE", ""), ("AFFIRM", ""), ("NEGATE", "")}

Fragment = collections.namedtuple("Fragment", "scenario text wish type about")


def git(directory, *arguments):
    return subprocess.run(["git", "-C", directory, *arguments], check=True, capture_output=True, text=True).stdout


def read(directory, path):
    return json.loads(git(directory, "show", f"HEAD:{path}"))


def dialogues(directory, split):
    """Says which files are listed and not there: a stored snapshot may lack its largest."""
    paths = git(directory, "ls-tree", "-r", "--name-only", "HEAD", f"{split}/").split()
    for path in sorted(path for path in paths if "dialogues_" in path):
        try:
            yield from read(directory, path)
        except subprocess.CalledProcessError:
            print(f"not there: {path}", file=sys.stderr)


def key_type(slot):
    values = set(slot["possible_values"])
    if values and values <= {"True", "False"}:
        return "boolean"
    if values and all(value.isdigit() for value in values) or slot["name"].startswith("number_"):
        return "integer"
    is_sum = any(word in slot["name"] for word in ("price", "fare", "amount", "balance", "total"))
    return "number" if is_sum and not values else "string"


def slots_of(directory):
    """(service, slot): its type, whether a user gives it (else he asks for it), its description."""
    slots = {}
    for split in ("train", "dev", "test"):
        for service in read(directory, f"{split}/schema.json"):
            given = {name for intent in service["intents"]
                     for name in [*intent["required_slots"], *intent["optional_slots"]]}
            for slot in service["slots"]:
                slots[service["service_name"], slot["name"]] = (key_type(slot), slot["name"] in given, slot["description"])
    return slots


def sgd(directory):
    slots = slots_of(directory)
    for split in ("train", "dev", "test"):
        for dialogue in dialogues(directory, split):
            for turn in dialogue["turns"]:
                if turn["speaker"] == "USER" and len(turn["frames"]) == 1:
                    yield from said(turn["utterance"], turn["frames"][0], slots)


def said(text, frame, slots):
    acts = {(action["act"], action["slot"]) for action in frame["actions"]}
    service = frame["service"]
    if acts <= CLOSING:
        yield Fragment(service, text, "", "", "")
    if len(acts) != 1:
        return
    act, slot = next(iter(acts))
    kind, given, about = slots.get((service, slot), ("", False, ""))
    if kind and act == "INFORM" and given:
        yield Fragment(service, text, slot, kind, about)
    if kind and act == "REQUEST" and not given:
        yield Fragment(service, text, slot, "boolean", about)


def clinc(directory):
    domains = {intent: domain for domain, intents in read(directory, "data/domains.json").items() for intent in intents}
    names = sorted(set(domains.values()))
    data = read(directory, "data/data_full.json")
    for part in ("train", "val", "test"):
        for text, intent in data[part]:
            yield Fragment(domains[intent], text, intent, "boolean", "")
        for at, (text, _) in enumerate(data[f"oos_{part}"]):
            yield Fragment(names[at % len(names)], text, "", "", "")


def drawn(fragments, again, chance):
    """WHOLE of each wish that has at least LEAST, or as many as there are; and a tenth of noise."""
    groups = collections.defaultdict(list)
    for fragment in sorted(set(fragments)):
        groups[fragment.scenario, fragment.wish].append(fragment)
    wished = collections.Counter()
    noise = {scenario: group for (scenario, wish), group in groups.items() if not wish}
    for (scenario, wish), group in sorted(groups.items()):
        if wish and len(group) >= LEAST:
            chance.shuffle(group)
            some = chance.choices(group, k=WHOLE) if again else group[:WHOLE]
            wished[scenario] += len(some)
            yield from some
    for scenario, group in sorted(noise.items()):
        chance.shuffle(group)
        yield from (chance.choices(group, k=wished[scenario] // 10) if again else group[:wished[scenario] // 10])


def rows_of(fragments, chance):
    counts = collections.Counter()
    for fragment in fragments:
        day = counts[fragment.scenario, fragment.wish] // A_DAY % (WHOLE // A_DAY)
        counts[fragment.scenario, fragment.wish] += 1
        client = chance.randrange(CLIENTS)
        yield {"ts": BEGIN + day * DAY + chance.randrange(DAY), **fragment._asdict(),
               "client": f"client-{client}", "tenant": f"tenant-{client // 2}"}


def add_vectors(rows):
    """Of WordLlama (PyPI: wordllama), whose package has the weights of a small model in it."""
    import wordllama
    # The package looks for its tokenizer beside where it is, and would load it from elsewhere.
    model = wordllama.WordLlama.load(cache_dir=pathlib.Path(wordllama.__file__).parent, disable_download=True)
    texts = sorted({row["text"] for row in rows})
    vectors = dict(zip(texts, model.embed(texts, norm=True).tolist()))
    for row in rows:
        row["model"] = "wordllama"
        row["vector"] = [round(number, 5) for number in vectors[row["text"]]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", choices=["sgd", "clinc"])
    parser.add_argument("directory", help="of the set's git repository")
    parser.add_argument("--half", type=int, choices=[0, 1], help="each second service or domain (all)")
    parser.add_argument("--again", action="store_true", help="forty a day of each wish for ten days, texts repeat")
    parser.add_argument("--wordllama", action="store_true", help="with vectors of a model")
    asked = parser.parse_args()
    fragments = list({"sgd": sgd, "clinc": clinc}[asked.set](asked.directory))
    scenarios = sorted({fragment.scenario for fragment in fragments})
    if asked.half is not None:
        scenarios = scenarios[asked.half::2]
    chance = random.Random(7)
    rows = list(rows_of(drawn([each for each in fragments if each.scenario in scenarios], asked.again, chance), chance))
    if asked.wordllama:
        add_vectors(rows)
    for row in sorted(rows, key=lambda each: each["ts"]):
        print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main()
