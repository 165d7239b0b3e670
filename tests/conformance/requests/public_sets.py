#!/usr/bin/env python3
"""Sets of requests from a public one (Schema-Guided Dialogue), made mechanically. Nothing of it is kept here.

    git clone https://github.com/google-research-datasets/dstc8-schema-guided-dialogue sgd
    python3 public_sets.py sgd sets                # sets/a and sets/b: each a folder for `requests`
    build/release/tests/conformance/requests/requests sets/a
    build/release/tests/conformance/requests/requests sets/b | tail -1    # never read, only counted

A template is an intent with its slots, by the original schema and by one of the paraphrases of SGD-X. A sentence is
what a user says when the intent is new, with at least two slots, each said in it. No request is what asks
for a slot, thanks or refuses. The families of services (Hotels_1 to _4) are divided by their hash.
"""

import argparse
import collections
import hashlib
import json
import pathlib
import re
import subprocess
import sys

TODAY = "2019-03-01"  # that of the set
EACH = 12  # requests of a template
REFUSALS = 3
VARIANTS = ("", "sgd_x/data/v1/", "sgd_x/data/v2/", "sgd_x/data/v3/", "sgd_x/data/v4/", "sgd_x/data/v5/")
NO_REQUEST = {"REQUEST", "THANK_YOU", "GOODBYE", "NEGATE_INTENT", "NEGATE"}
# What tells which half of the day is meant.
HALF_OF_DAY = re.compile(r"\d ?[ap]\.?m|morning|afternoon|evening|night|noon|(1[3-9]|2[0-3]):\d\d", re.IGNORECASE)
TIME_PATTERN = "^([01][0-9]|2[0-3]):[0-5][0-9]$"

Said = collections.namedtuple("Said", "text intent slots accept")


def git(directory, *arguments):
    return subprocess.run(["git", "-C", directory, *arguments], check=True, capture_output=True, text=True).stdout


def read(directory, path):
    return json.loads(git(directory, "show", f"HEAD:{path}"))


def hashed(text):
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])


def snake(name):
    return re.sub(r"_+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).replace(" ", "_").replace("-", "_")).lower()


def dialogues(directory):
    """Says which files are listed and not there: a stored snapshot may lack its largest."""
    for split in ("train", "dev", "test"):
        for path in sorted(git(directory, "ls-tree", "-r", "--name-only", "HEAD", f"{split}/").split()):
            try:
                yield from read(directory, path) if "dialogues_" in path else []
            except subprocess.CalledProcessError:
                print(f"not there: {path}", file=sys.stderr)


def services(directory, variant):
    found = {}
    for split in ("train", "dev", "test"):
        for service in read(directory, f"{variant}{split}/schema.json"):
            found.setdefault(family_and_number(service["service_name"], variant), service)
    return found


def family_and_number(name, variant):
    """SGD-X appends the number of the variant: Hotels_13 is Hotels_1 in v3."""
    return name[:-1] if variant else name


def kind_of(slot):
    values = slot["possible_values"]
    words = snake(slot["name"]).split("_") + slot["description"].lower().split()
    if values and set(values) <= {"True", "False"}:
        return "boolean"
    if values and all(value.isdigit() for value in values):
        return "integer"
    if slot["is_categorical"]:
        return "choice"
    if slot["description"].startswith("Number of"):
        return "number"
    if "date" in words or "day" in words and "days" not in words:
        return "date"
    if "time" in words or "when" in words:
        return "time"
    if any(word in words for word in ("price", "amount", "fare", "sum", "cost", "rating")):
        return "money"
    return "number" if words[0] == "number" or "number of" in slot["description"].lower() else "text"


def key_of(name, slot, kind, required):
    key = {"key_name": name, "key_type": "string", "required": required, "semantic_description": slot["description"]}
    if kind in ("boolean", "integer"):
        key["key_type"] = kind
    if kind in ("number", "money"):
        key["key_type"] = "integer" if kind == "number" else "number"
    if kind == "integer":
        numbers = [int(value) for value in slot["possible_values"]]
        key["constraints"] = {"minimum": min(numbers), "maximum": max(numbers)}
    if kind == "choice":
        key["constraints"] = {"enum": slot["possible_values"]}
    if kind == "date":
        key["constraints"] = {"format": "date"}
    if kind == "time":
        key["constraints"] = {"pattern": TIME_PATTERN}
    return key


def value_of(kind, text):
    """As it is sent; nothing for what is no such value."""
    if kind == "boolean":
        return {"True": True, "False": False}.get(text)
    if kind in ("integer", "number", "money"):
        digits = text.replace(",", "").replace("$", "")
        return float(digits) if kind == "money" and re.fullmatch(r"[\d.]+", digits) else \
            int(digits) if digits.isdigit() else None
    if kind == "date" and not re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return None
    if kind == "time" and not re.fullmatch(r"\d\d:\d\d", text):
        return None
    return text


def without_title(name):
    """Dr. Ada Weber, MD: Ada Weber"""
    return re.sub(r"^(dr|mr|mrs|ms)\.? |,? (md|do|dds|dmd)$", "", name, flags=re.IGNORECASE)


def says_one(text, key):
    """"a bus ticket": one is as right as to ask."""
    nouns = [word[:-1] for word in re.findall(r"[a-z]{3,}s\b", f"{key['key_name']} {key['semantic_description']}".lower())]
    return key["key_type"] == "integer" and \
        any(re.search(rf"\b(a|an|one)( [\w-]+){{0,3}} {noun}\b", text.lower()) for noun in nouns)


def is_vague(text, time):
    """Half of a day that nobody names, "around 3 pm", "by 3 pm": asked for, as in the other sets."""
    return not HALF_OF_DAY.search(time) or \
        re.search(rf"\b(around|about|by)( a| the)?( \w+)? {re.escape(time.lower())}", text.lower())


def is_said(text, slot, values):
    return slot["is_categorical"] or any(value.lower() in text.lower() for value in values)


def said_in(turn, slots):
    """Nothing where it is no new intent, or what it says is not in the text alone."""
    frame = turn["frames"][0]
    acts = {action["act"] for action in frame["actions"]}
    if "INFORM_INTENT" not in acts or not acts <= {"INFORM_INTENT", "INFORM"}:
        return None
    intent = next(action["values"][0] for action in frame["actions"] if action["act"] == "INFORM_INTENT")
    found, accept = {}, {}
    for action in frame["actions"]:
        if action["act"] != "INFORM":
            continue
        slot = slots.get(action["slot"])
        if slot is None or not is_said(turn["utterance"], slot, action["values"]) or "dontcare" in action["values"]:
            return None
        found[slot["name"]] = action["canonical_values"][0]
        accept[slot["name"]] = [*action["values"], *action["canonical_values"],
                                *frame["state"]["slot_values"].get(slot["name"], [])]
    return Said(turn["utterance"], intent, found, accept) if len(found) > 1 else None


def is_no_request(turn):
    acts = {action["act"] for action in turn["frames"][0]["actions"]}
    return bool(acts) and acts <= NO_REQUEST and len(turn["utterance"].split()) > 3


class Maker:
    def __init__(self, directory, out):
        self.out = out
        self.schemas = [services(directory, variant) for variant in VARIANTS]
        self.said = collections.defaultdict(dict)
        self.refused = collections.defaultdict(dict)
        for dialogue in dialogues(directory):
            for turn in dialogue["turns"]:
                if turn["speaker"] == "USER" and len(turn["frames"]) == 1:
                    self.sort(turn)

    def sort(self, turn):
        name = turn["frames"][0]["service"]
        slots = {slot["name"]: slot for slot in self.schemas[0][name]["slots"]}
        if is_no_request(turn):
            self.refused[name].setdefault(turn["utterance"])
        said = said_in(turn, slots)
        if said:
            self.said[name, said.intent].setdefault(said.text, said)

    def make(self):
        for (service, intent), sayings in sorted(self.said.items()):
            chosen = sorted(sayings.values(), key=lambda said: hashed(said.text))
            refused = sorted(self.refused[service], key=lambda text: hashed(intent + text))
            paraphrase = 1 + hashed(service + intent) % (len(VARIANTS) - 1)
            for at, variant in enumerate((0, paraphrase)):
                self.write(service, intent, variant, chosen[at::2][:EACH], refused[at::2][:REFUSALS])

    def write(self, service, intent, variant, sayings, refused):
        original, named = self.schemas[0][service], self.schemas[variant].get(service)
        if not sayings or named is None or len(named["slots"]) != len(original["slots"]):
            return
        template = Template(original, named, intent)
        half = "ab"[hashed(service.split("_")[0]) % 2]
        identity = snake(f"{service}_{intent}_v{variant}")
        folder = self.out / half
        (folder / "templates").mkdir(parents=True, exist_ok=True)
        (folder / "templates" / f"{identity}.json").write_text(json.dumps(
            {"schema_id": identity, "scenario": template.scenario, "language": "en", "keys": template.keys}, indent=1))
        cases = [template.case(said) for said in sayings]
        cases += [{"utterance": text, "action": False} for text in refused]
        cases = [{"id": f"{identity}-{at}", **case} for at, case in enumerate(cases) if case]
        (folder / f"{identity}.json").write_text(json.dumps(
            {"today": TODAY, "template": f"templates/{identity}.json", "cases": cases}, indent=1))


class Template:
    def __init__(self, original, named, intent_name):
        at = next(at for at, intent in enumerate(original["intents"]) if intent["name"] == intent_name)
        intent = original["intents"][at]
        self.scenario = snake(named["intents"][at]["name"])
        self.keys, self.named = [], {}
        for old, new in zip(original["slots"], named["slots"]):
            required = old["name"] in intent["required_slots"]
            if required or old["name"] in intent["optional_slots"]:
                self.add(old, {**new, "possible_values": old["possible_values"], "is_categorical": old["is_categorical"]},
                         required, intent["optional_slots"].get(old["name"], "dontcare"))
        self.keys.append({"key_name": "other", "key_type": "string", "required": False,
                          "semantic_description": "Anything else"})

    def add(self, old, new, required, default):
        kind = kind_of({**new, "name": old["name"], "description": old["description"]})
        key = key_of(snake(new["name"]), new, kind, required)
        value = None if kind == "date" or default == "dontcare" else value_of(kind, default)
        if value is not None:
            key["default_value"] = value
        self.keys.append(key)
        self.named[old["name"]] = (key, kind)

    def case(self, said):
        payload, accept = {}, {}
        for name, text in said.slots.items():
            if name not in self.named:
                return None
            key, kind = self.named[name]
            values = [value for each in [text, *said.accept[name]] if (value := value_of(kind, each)) is not None]
            if not values:
                return None
            payload[key["key_name"]] = values[0]
            others = [value for value in values[1:] if value != values[0]]
            others += [short for value in values if kind == "text" and (short := without_title(value)) != value]
            if kind == "time" and is_vague(said.text, said.accept[name][0]):
                others.append(None)
            if others:
                accept[key["key_name"]] = others
        missing = []
        for key in self.keys:
            if key["key_name"] not in payload and says_one(said.text, key):
                accept[key["key_name"]] = [1]
            if key["key_name"] not in payload and key["required"]:
                missing.append(key["key_name"])
            elif key["key_name"] not in payload and "default_value" in key:
                payload[key["key_name"]] = key["default_value"]
        return {"utterance": said.text, "action": True, "payload": payload, "missing": missing, "accept": accept}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", help="of the set's git repository")
    parser.add_argument("out", type=pathlib.Path)
    asked = parser.parse_args()
    Maker(asked.directory, asked.out).make()


if __name__ == "__main__":
    main()
