"""Schemas with valid instances from checkouts of public repositories, written as NAME.schema.json and NAME.jsonl.

Nothing of them is kept in this repository.
"""
import json
import pathlib
import random
import tomllib

import yaml

SOURCES = {  # folder of a checkout: repository, commit that the README's table was made with
    "schemastore": ("https://github.com/SchemaStore/schemastore", "3b6446ad8a077bac56f4a4796c0b7fd88927fc8e"),
    "jsonschema-benchmark": ("https://github.com/sourcemeta-research/jsonschema-benchmark",
                             "862e479d7f7e4520adcbe059abec5e27e91800e4"),
}
INSTANCES_MAX = 24  # of one schema, evenly spread over what there is
DIALECTS = ("draft-07", "2019-09", "2020-12")


def evenly(items, most):
    return items if len(items) <= most else [items[i * len(items) // most] for i in range(most)]


def parsed(path):
    """None for what is no JSON value: dates of YAML and TOML, comments, several documents."""
    readers = {".json": json.loads, ".yaml": yaml.safe_load, ".yml": yaml.safe_load, ".toml": tomllib.loads}
    try:
        value = readers[path.suffix](path.read_text(encoding="utf-8"))
        json.dumps(value, allow_nan=False)
        return value
    except (KeyError, ValueError, TypeError, yaml.YAMLError):
        return None


def refers_outside(schema):
    """Whether a `$ref` leads to another document: validators differ in how they are told of it."""
    if isinstance(schema, list):
        return any(refers_outside(each) for each in schema)
    if not isinstance(schema, dict):
        return False
    reference = schema.get("$ref")
    return (isinstance(reference, str) and not reference.startswith("#")) or any(
        refers_outside(each) for each in schema.values())


def usable(schema):
    dialect = schema.get("$schema", "draft-07") if isinstance(schema, dict) else ""
    return any(known in dialect for known in DIALECTS) and not refers_outside(schema)


def schemastore(checkout):
    """(name, schema, instances): the positive tests of each schema."""
    for path in sorted((checkout / "src/schemas/json").glob("*.json")):
        tests = checkout / "src/test" / path.stem
        if not tests.is_dir():
            continue
        values = (parsed(test) for test in sorted(tests.iterdir()))
        yield path.stem, parsed(path), [value for value in values if value is not None]


def benchmark_corpora(checkout):
    for folder in sorted((checkout / "schemas").iterdir()):
        instances = folder / "instances.jsonl"
        if not instances.exists():
            continue
        lines = evenly(instances.read_text(encoding="utf-8").splitlines(), INSTANCES_MAX)
        yield folder.name + "*", parsed(folder / "schema.json"), [json.loads(line) for line in lines if line]


def reordered(value, source):
    """The same with the members of each object in another order."""
    if isinstance(value, list):
        return [reordered(each, source) for each in value]
    if not isinstance(value, dict):
        return value
    return {name: reordered(value[name], source) for name in source.sample(list(value), len(value))}


def in_orders(instances, orders):
    source = random.Random(1)
    return [reordered(instances[0], source) for _ in range(orders)]


def write(checkouts, folder, only=(), orders=0):
    """`checkouts` has the folders of SOURCES; writes those named, or all. Returns how many.

    With `orders` the first instance of each is written so many times, each with its members in another order.
    """
    readers = {"schemastore": schemastore, "jsonschema-benchmark": benchmark_corpora}
    count = 0
    for source, read in readers.items():
        if not (checkouts / source).is_dir():
            continue
        for name, schema, instances in read(checkouts / source):
            if (only and name not in only) or not instances or not usable(schema):
                continue
            (folder / f"{name}.schema.json").write_text(json.dumps(schema), encoding="utf-8")
            chosen = in_orders(instances, orders) if orders else evenly(instances, INSTANCES_MAX)
            lines = [json.dumps(each) for each in chosen]
            (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
            count += 1
    return count
