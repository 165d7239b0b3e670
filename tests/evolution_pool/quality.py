#!/usr/bin/env python3
"""How well `schemagate evolve replay` does on a labelled pool. Usage: quality.py SCHEMAGATE POOL.jsonl [OPTION…]

Plays the pool twice, without gates (--cluster-only) and with them, every client known before; the options go to both.
Prints one line a figure, and with -v each miss. A cluster is right when 80 % of its fragments have one wish.
"""

import collections
import json
import re
import subprocess
import sys
import tempfile

PURE = 0.8
MEMBERS = 10


def replay(program, options):
    done = subprocess.run([program, "evolve", "replay", *options], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def judged(events, rows):
    """(event, wish or "" for noise and mixtures) of each event that has members."""
    for event in events:
        wishes = collections.Counter((rows[row]["scenario"], rows[row]["wish"]) for row in event["members"])
        (scenario, wish), count = wishes.most_common(1)[0]
        pure = count >= PURE * len(event["members"])
        yield event, (scenario, wish) if pure and wish else None


def keys_of(event):
    if "key" in event:
        return [event["key"]] if event["key"] else []
    return event["patch"].get("new_keys", []) + event["patch"].get("modified_keys", [])


def stems(text):
    return {word[:5] for word in re.findall(r"[a-z]+", text.lower())}


def tell(title, events, rows, verbose):
    wishes = {(row["scenario"], row["wish"]): row["type"] for row in rows if row["wish"]}
    words = {(row["scenario"], row["wish"]): stems(row["wish"] + " " + row.get("about", "")) for row in rows}
    found, right, typed, named, good = set(), 0, 0, 0, 0
    total = 0
    for event, wish in judged(events, rows):
        total += 1
        if not wish:
            if verbose:
                sample = [rows[row]["text"] for row in event["members"][:6]]
                print(f"  mixed: {event['scenario']} {[key['key_name'] for key in keys_of(event)]} {sample}")
            continue
        right += 1
        found.add(wish)
        for key in keys_of(event)[:1]:
            same_type = key["key_type"] == wishes[wish]
            same_name = bool(stems(key["key_name"]) & words[wish])
            typed += same_type
            named += same_name
            good += same_type and same_name
            if verbose and not (same_type and same_name):
                print(f"  {wish[1]} ({wishes[wish]}) became {key['key_name']} ({key['key_type']}): {key['semantic_description']}")
    if verbose:
        print("  not found:", sorted(wish for _, wish in wishes.keys() - found))
    print(f"{title}: {total} clusters, right {right / max(total, 1):.2f}, wishes found {len(found)}/{len(wishes)} "
          f"({len(found) / len(wishes):.2f}), type {typed / max(right, 1):.2f}, name {named / max(right, 1):.2f}, "
          f"right key of all {good / max(total, 1):.2f}")


def main():
    arguments = [each for each in sys.argv[1:] if each != "-v"]
    verbose = "-v" in sys.argv
    program, pool, *options = arguments
    rows = [json.loads(line) for line in open(pool, encoding="utf-8")]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as known:
        json.dump({row["client"]: 0 for row in rows if row.get("client")}, known)
        known.flush()
        common = ["--in", pool, "--known-clients", known.name, *options]
        candidates = [event for event in replay(program, [*common, "--cluster-only"]) if event["event"] == "candidate"]
        tell(f"clusters of at least {MEMBERS}", candidates, rows, verbose)
        kinds = ("patch", "queued", "needs_approval", "rejected")
        seen, decided = set(), []
        for event in replay(program, common):
            if event["event"] in kinds and (event["scenario"], event["cluster"]) not in seen:
                seen.add((event["scenario"], event["cluster"]))
                decided.append(event)
        tell("triggers", decided, rows, verbose)


if __name__ == "__main__":
    main()
