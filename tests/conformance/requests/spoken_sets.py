#!/usr/bin/env python3
"""Sets of requests from two public ones, made mechanically; nothing of them is kept here.

    git clone https://github.com/sonos/nlu-benchmark snips
    git clone https://github.com/xliuhw/NLU-Evaluation-Data hwu
    python3 spoken_sets.py snips hwu sets         # sets/read and sets/counted: each a folder for `requests`
    build/release/tests/conformance/requests/requests sets/counted | tail -1

Crowd workers said each in one sentence, with its spans marked. A span becomes the value of a key; a date or a time is
worked out where its words are plain, else the sentence is left out. Sentences are divided by their hash.
"""

import argparse
import datetime
import hashlib
import json
import pathlib
import re
import subprocess

TODAY = datetime.date(2026, 5, 4)  # a Monday
EACH = 60
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
MONTHS = "january february march april may june july august september october november december".split()
UNITS = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
         "seventeen eighteen nineteen").split()
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}
ORDINALS = ("zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
            "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth").split()


def git(directory, *arguments):
    return subprocess.run(["git", "-C", directory, *arguments], check=True, capture_output=True).stdout


def hashed(text):
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])


def number_of(text):
    words = text.lower().replace("-", " ").split()
    if len(words) == 1 and words[0].isdigit():
        return int(words[0])
    if words and all(word in UNITS or word in TENS for word in words) and len(words) <= 2:
        return sum(TENS.get(word, UNITS.index(word) if word in UNITS else 0) for word in words)
    return None


def day_of(text):
    if match := re.fullmatch(r"(\d{1,2})(st|nd|rd|th)?", text):
        return int(match[1])
    if text in ORDINALS:
        return ORDINALS.index(text)
    tens, _, unit = text.partition(" ")
    if tens in ("twenty", "thirty") and unit in ORDINALS[1:10]:
        return TENS[tens] + ORDINALS.index(unit)
    return None


def date_of(text):
    """Plain days only; nothing for what several calendars could mean."""
    text = re.sub(r"[.,]", "", text.lower()).removeprefix("on ").removeprefix("the ").strip()
    if text in ("today", "tonight"):
        return TODAY
    if text == "tomorrow":
        return TODAY + datetime.timedelta(1)
    bare = text.removeprefix("this ")
    if bare in WEEKDAYS:
        ahead = (WEEKDAYS.index(bare) - TODAY.weekday()) % 7
        return TODAY + datetime.timedelta(ahead) if ahead else None
    for at, month in enumerate(MONTHS, 1):
        match = re.fullmatch(rf"{month} (?:the )?(.+?)( \d{{4}})?", text) or \
            re.fullmatch(rf"(.+?)(?: of)? {month}( \d{{4}})?", text)
        if match and (day := day_of(match[1])):
            year = int(match[2] or TODAY.year)
            try:
                date = datetime.date(year, at, day)
            except ValueError:
                return None
            if match[2] is None and date < TODAY:
                date = date.replace(year=year + 1)
            return date if date > TODAY else None
    return None


def time_of(text):
    """HH:MM in each reading that the words allow."""
    text = re.sub(r"\b([ap])\.? ?m\.?\b", r"\1m", text.lower().strip()).removeprefix("at ").strip()
    if text in ("noon", "midday"):
        return ["12:00"]
    match = re.fullmatch(r"(.+?)(?: hundred)?(?: o'clock)? ?(am|pm)?", text)
    half = match and match[2]
    words = (match[1] if match else "").strip()
    if clock := re.fullmatch(r"(\d{1,2})[:.](\d\d)", words):
        hour, minute = int(clock[1]), int(clock[2])
    elif (whole := number_of(words)) is not None and whole <= 24:
        hour, minute = whole, 0
    else:
        first, _, rest = words.partition(" ")
        hour, minute = number_of(first), number_of(rest)
    if hour is None or minute is None or hour > 23 or minute > 59:
        return []
    if half:
        return [f"{hour % 12 + (12 if half == 'pm' else 0):02}:{minute:02}"] if hour <= 12 else []
    return [f"{each:02}:{minute:02}" for each in ((hour % 12, hour % 12 + 12) if hour <= 12 else (hour,))]


def key(name, kind, description, required=False, **more):
    entry = {"key_name": name, "key_type": kind, "required": required, "semantic_description": description, **more}
    return entry


OTHER = key("other", "string", "Anything else")
TIME = {"constraints": {"pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}}
DATE = {"constraints": {"format": "date"}}

RESTAURANT = {
    "table_request": [
        key("party_size", "integer", "Number of people at the table", True, constraints={"minimum": 1, "maximum": 30}),
        key("day", "string", "Date of the reservation", True, **DATE),
        key("time", "string", "When the guests arrive, HH:MM", **TIME),
        key("location", "string", "Town, state or country where to eat"),
        key("restaurant_name", "string", "Name of the restaurant"),
        key("cuisine", "string", "Cuisine of the restaurant"),
        key("facility", "string", "What the house must have", constraints={
            "enum": ["pool", "parking", "spa", "internet", "indoor", "outdoor", "wifi", "smoking room"]}),
        OTHER],
    "dinner_reservation": [
        key("guests", "integer", "How many guests come", constraints={"minimum": 1, "maximum": 30}, default_value=2),
        key("on_date", "string", "The day, as YYYY-MM-DD", **DATE),
        key("at_time", "string", "Arrival time", **TIME),
        key("city", "string", "City, state or country", True),
        key("house", "string", "Name of the house, if a particular one is wanted"),
        key("kind_of_food", "string", "Cuisine, such as Italian"),
        key("amenity", "string", "Amenity wanted", constraints={
            "enum": ["pool", "parking", "spa", "internet", "indoor", "outdoor", "wifi", "smoking room"]}),
        OTHER],
}
RESTAURANT_KEYS = {
    "table_request": dict(size="party_size", date="day", time="time", place="location", restaurant_name="restaurant_name",
                          cuisine="cuisine", facility="facility"),
    "dinner_reservation": dict(size="guests", date="on_date", time="at_time", place="city", restaurant_name="house",
                               cuisine="kind_of_food", facility="amenity")}

SPOKEN = {
    "transport_ticket": [
        key("destination", "string", "Station or city where the train goes", True),
        key("travel_date", "string", "Day of travel", True, **DATE),
        key("departure_time", "string", "Time of departure, HH:MM", **TIME), OTHER],
    "transport_taxi": [
        key("dropoff", "string", "Place where the passenger wants to go", True),
        key("date", "string", "Day of the ride", **DATE),
        key("pickup_time", "string", "When the taxi comes, HH:MM", True, **TIME), OTHER],
    "alarm_set": [
        key("alarm_time", "string", "Time of the alarm, HH:MM", True, **TIME),
        key("alarm_date", "string", "Day of the alarm", **DATE), OTHER],
    "calendar_set": [
        key("event", "string", "Title of the event", True),
        key("date", "string", "Day of the event", True, **DATE),
        key("start_time", "string", "When it begins, HH:MM", **TIME),
        key("person", "string", "Person who takes part"), OTHER],
    "takeaway_order": [
        key("dish", "string", "What food to order", True),
        key("restaurant", "string", "Name of the restaurant", True), OTHER],
}
SPOKEN_KEYS = {
    "transport_ticket": dict(place_name="destination", date="travel_date", time="departure_time"),
    "transport_taxi": dict(place_name="dropoff", date="date", time="pickup_time"),
    "alarm_set": dict(time="alarm_time", date="alarm_date"),
    "calendar_set": dict(event_name="event", date="date", time="start_time", person="person"),
    "takeaway_order": dict(food_type="dish", business_name="restaurant")}
SPOKEN_SCENARIOS = {"transport_ticket": "book_train_ticket", "transport_taxi": "call_taxi", "alarm_set": "set_alarm",
                    "calendar_set": "add_event", "takeaway_order": "order_food"}
# Marked, and of no key: what it says is left to `other`.
IGNORED = {"transport_type", "transport_agency", "order_type", "business_type", "relation", "meal_type", "drink_type",
           "restaurant_type", "sort", "served_dish"}


def companions(text):
    """"my wife and I": two; nothing where somebody is not counted."""
    one = r"my ((great|step|best|ex) ?)*[a-z]+( in law)?"
    text = text.lower().strip()
    match = re.fullmatch(rf"(me|myself|i) and ({one})|({one}) and (me|myself|i)", text)
    noun = match and (match[2] or match[6]).split()[-1]
    return 2 if noun and not noun.endswith("s") and noun not in ("family", "team", "children", "people", "kids") else None


class Case:
    def __init__(self, text):
        self.text, self.payload, self.accept = text, {}, {}
        self.spans, self.is_usable = [], True

    def add(self, name, value, others=()):
        if name in self.payload or value is None:
            self.is_usable = False
            return
        self.payload[name] = value
        if others:
            self.accept[name] = list(others)

    def add_moment(self, names, text, half_of_day=""):
        """A date, a time or both; else the sentence is left out."""
        parts = re.split(r" at |, (?=\d)", text, maxsplit=1)
        if len(parts) == 2 and "date" in names and "time" in names and date_of(parts[0]):
            self.add(names["date"], date_of(parts[0]).isoformat())
            self.add_time(names["time"], parts[1], half_of_day)
        elif "date" in names and date_of(text):
            self.add(names["date"], date_of(text).isoformat())
        elif "time" in names and time_of(text):
            self.add_time(names["time"], text, half_of_day)
        else:
            self.is_usable = False

    def add_time(self, name, text, half_of_day):
        times = time_of(text)
        if not times:
            self.is_usable = False
            return
        if len(times) == 2 and half_of_day:
            times = times[:1] if half_of_day == "morning" else times[1:]
        self.add(name, times[0], [*times[1:], None] if len(times) > 1 else ())

    def finished(self, identity, keys):
        """With defaults and what is to be asked for."""
        missing = [each["key_name"] for each in keys if each["required"] and each["key_name"] not in self.payload]
        payload = {each["key_name"]: each["default_value"] for each in keys if "default_value" in each} | self.payload
        return {"id": identity, "utterance": self.text, "action": True, "payload": payload, "missing": missing,
                "accept": self.accept}


def snips(directory):
    for part in ("validate_BookRestaurant", "train_BookRestaurant_full"):
        raw = git(directory, "show", f"HEAD:2017-06-custom-intent-engines/BookRestaurant/{part}.json")
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            text = raw.decode("latin1")
        yield from json.loads(text)["BookRestaurant"]


def restaurant_case(said, names):
    text = "".join(part["text"] for part in said["data"])
    case = Case(re.sub(r"\s+", " ", text).strip())
    places = []
    for at, part in enumerate(said["data"]):
        value, kind = part["text"].strip(), part.get("entity")
        if kind in ("city", "state", "country", "poi"):
            places.append((at, kind, value))
        elif kind == "party_size_number":
            case.add(names["size"], number_of(value))
        elif kind == "party_size_description":
            case.add(names["size"], companions(value), [None])
        elif kind == "timeRange":
            case.add_moment(names, value)
        elif kind == "spatial_relation":
            case.is_usable = False
        elif kind in names:
            case.add(names[kind], value.lower() if kind == "facility" else value)
    if places:
        first, last = places[0][0], places[-1][0]
        whole = "".join(part["text"] for part in said["data"][first:last + 1]).strip()
        case.add(names["place"], places[0][2], [whole, *(place[2] for place in places[1:])])
        case.is_usable &= all(place[1] != "poi" for place in places)
    return case


def spoken(directory):
    names = git(directory, "ls-tree", "-r", "--name-only", "HEAD", "CrossValidation/").decode().split()
    for name in sorted(names):
        match = re.search(r"KFold_\d+/testset/annotated/(\w+)/", name)
        if match and match[1] in SPOKEN:
            for item in json.loads(git(directory, "show", f"HEAD:{name}"))["test_data_annotation"]:
                yield match[1], item


def spoken_case(item, names):
    case = Case(item["text"])
    halves = [each["value"] for each in item["entities"] if each["entity"] == "timeofday"]
    dates = [each for each in item["entities"] if each["entity"] == "date"]
    for each in item["entities"]:
        kind, value = each["entity"], each["value"]
        before = item["text"][:each["start"]].split()[-2:]
        if kind == "date" and "date" in names:
            vague = "next" in before or "every" in before or len(dates) > 1
            case.add_moment({"date": names["date"]}, value) if not vague else setattr(case, "is_usable", False)
        elif kind == "time" and "time" in names:
            plain = not {"before", "after", "by", "around", "from"} & set(before)
            case.add_moment({"time": names["time"]}, value, halves[0] if halves else "") if plain else \
                setattr(case, "is_usable", False)
        elif kind in names:
            case.add(names[kind], value, [f"the {value}"])
        elif kind not in IGNORED and kind != "timeofday":
            case.is_usable = False
    if "place_name" in names and re.search(r"\bfrom\b", item["text"]):
        case.is_usable = False  # which end a place is, is not marked
    return case


def write(out, identity, scenario, keys, cases):
    for half in ("read", "counted"):
        folder = out / half
        (folder / "templates").mkdir(parents=True, exist_ok=True)
        (folder / "templates" / f"{identity}.json").write_text(json.dumps(
            {"schema_id": identity, "scenario": scenario, "language": "en", "keys": keys}, indent=1))
        mine = [case for case in cases if hashed(case.text) % 2 == (half == "counted")][:EACH]
        (folder / f"{identity}.json").write_text(json.dumps(
            {"today": TODAY.isoformat(), "template": f"templates/{identity}.json",
             "cases": [case.finished(f"{identity}-{at}", keys) for at, case in enumerate(mine)]}, indent=1))


def distinct(cases):
    found = {case.text.lower(): case for case in cases if case.is_usable and len(case.payload) > 1}
    return sorted(found.values(), key=lambda case: hashed("order" + case.text))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("snips")
    parser.add_argument("hwu")
    parser.add_argument("out", type=pathlib.Path)
    asked = parser.parse_args()
    for at, (scenario, keys) in enumerate(RESTAURANT.items()):
        cases = distinct(restaurant_case(said, RESTAURANT_KEYS[scenario]) for said in snips(asked.snips))
        write(asked.out, scenario, scenario, keys, cases[at::2])
    said = list(spoken(asked.hwu))
    for intent, keys in SPOKEN.items():
        cases = distinct(spoken_case(item, SPOKEN_KEYS[intent]) for each, item in said if each == intent)
        write(asked.out, intent, SPOKEN_SCENARIOS[intent], keys, cases)


if __name__ == "__main__":
    main()
