#!/usr/bin/env python3
"""evolution_crash_test.py SCHEMAGATE KILLER [KILLS]: a gateway whose templates evolve, killed while clients wish for things.

It is killed before and after each write of its ledger while a patch is made (KILLER is the library of kill_at_write.cc),
and at random moments, again and again. Each time it goes on with its ledger. What a client has once been shown of a patch is
there after every restart, byte for byte; no patch_id and no key comes twice; the template has the keys of the patches and
no others; and nothing that somebody said stands in the files.
"""
import hashlib
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM, KILLER = sys.argv.pop(1), sys.argv.pop(1)
PATIENCE = 60
WRITES_MAX = 30
KILLS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 12
CLIENTS = [f"c{number}" for number in range(1, 8)]
WISHES = {"window": ["window seat please", "I'd like a window seat", "a seat at the window", "window seats preferred",
                     "window seat", "a window seat on the left"],
          "meal": ["vegan meal", "a vegan meal please", "vegan meal on board", "the vegan meal", "vegan meals",
                   "a vegan meal for dinner"]}
TEMPLATE = {"schema_id": "flight_v1", "scenario": "flight", "keys": [
    {"key_name": "origin", "key_type": "string", "required": True, "semantic_description": "Where it starts."},
    {"key_name": "other", "key_type": "string", "required": False, "semantic_description": "Anything else."}]}


def write_configuration(folder):
    with open(os.path.join(folder, "ledger.key"), "w") as file:
        file.write("ab" * 32)
    with open(os.path.join(folder, "flight.json"), "w") as file:
        json.dump(TEMPLATE, file)
    keys = {name: {"sha256": hashlib.sha256(f"{name}-key".encode()).hexdigest()} for name in CLIENTS}
    settings = {"mode": "automatic", "increment": 10, "heat": 50, "minimum_age_hours": 0,
                "per_minute": 1000000, "per_day": 1000000}
    agent = {"upstream": {"url": "http://127.0.0.1:1"}, "templates": ["flight.json"],
             "skills": {"book": {"input": ["flight_v1"]}}, "evolution": settings}
    with open(os.path.join(folder, "gateway.yaml"), "w") as file:
        json.dump({"listen": "127.0.0.1:0", "threads": 1, "log": {"level": "error"},
                   "ledger": {"keys": {"k": "ledger.key"}}, "rules": {"all": {}},
                   "authentication": {"api_keys": {"keys": keys}}, "agents": {"flight": agent}}, file)


class Gateway:
    def __init__(self, folder, **environment):
        self.process = subprocess.Popen([PROGRAM, "serve", "--config", os.path.join(folder, "gateway.yaml")],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                        env=os.environ | environment)
        line = self.process.stdout.readline()
        if "listening on" not in line:
            self.kill()
            raise RuntimeError(f"the gateway does not start: {line}")
        self.port = int(line.strip().rsplit(":", 1)[1])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def call(self, method, params, client="c1"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
            connection.request("POST", "/flight", body,
                               {"Content-Type": "application/json", "A2A-Version": "1.0", "X-API-Key": f"{client}-key"})
            return json.loads(connection.getresponse().read())
        finally:
            connection.close()

    def patches(self):
        return self.call("get_schema_updates", {"schema_id": "flight_v1"})["result"]["patches"]

    def new_keys(self):
        keys = self.call("get_schema_template", {"scenario": "flight"})["result"]["keys"]
        return {key["key_name"] for key in keys} - {key["key_name"] for key in TEMPLATE["keys"]}


class EvolutionCrashes(unittest.TestCase):
    def setUp(self):
        self.seed = random.randrange(1 << 32)
        self.random = random.Random(self.seed)
        self.shown = {}  # by patch_id, as it was seen first

    def look(self, gateway):
        patches = gateway.patches()
        names = [key["key_name"] for patch in patches for key in patch.get("new_keys", [])]
        self.assertEqual(len(names), len(set(names)), f"seed {self.seed}: a key came twice: {patches}")
        now = {patch["patch_id"]: json.dumps(patch) for patch in patches}
        self.assertEqual(len(now), len(patches), f"seed {self.seed}: an id came twice: {patches}")
        for patch_id, text in self.shown.items():
            self.assertEqual(now.get(patch_id), text, f"seed {self.seed}: a patch that was shown")
        self.shown = now
        self.assertEqual(gateway.new_keys(), set(names), f"seed {self.seed}")
        return names

    def wish(self, gateway, count):
        """False: it was killed meanwhile."""
        for _ in range(count):
            words = self.random.choice(WISHES[self.random.choice(sorted(WISHES))])
            params = {"scenario": "flight", "description": words}
            try:
                gateway.call("request_schema_extension", params, self.random.choice(CLIENTS))
            except (OSError, http.client.HTTPException):
                return False
        return True

    def wish_for_windows(self, gateway, words):
        for client, text in zip(CLIENTS, words):
            gateway.call("request_schema_extension", {"scenario": "flight", "description": text}, client)

    def until_there_is_a_patch(self, gateway):
        """False: it was killed meanwhile."""
        end = time.monotonic() + PATIENCE
        while not gateway.patches():  # template and patches are asked for one after the other
            self.assertLess(time.monotonic(), end, "no patch came about")
            time.sleep(0.005)
        return bool(self.look(gateway))

    def until_it_writes_no_more(self, folder):
        before = None
        while before != (before := os.stat(os.path.join(folder, "gateway.ledger-wal")).st_mtime_ns):
            time.sleep(0.1)

    def is_made(self, folder, moment):
        """Has a patch made; at that moment of it the gateway is killed. False: it was killed."""
        armed = os.path.join(folder, "armed")
        gateway = Gateway(folder, LD_PRELOAD=KILLER, KILL_ARMED=armed, KILL_AT=moment,
                          ASAN_OPTIONS="verify_asan_link_order=0")
        try:
            self.wish_for_windows(gateway, WISHES["window"][:4])
            self.assertEqual(self.look(gateway), [])
            self.until_it_writes_no_more(folder)
            with open(armed, "w"):
                pass
            self.wish_for_windows(gateway, WISHES["window"][::-1])
            return self.until_there_is_a_patch(gateway)
        except (OSError, http.client.HTTPException):
            return False
        finally:
            gateway.kill()

    def goes_on(self, folder, moment):
        """What there is behind the kill, and what comes of the same wishes once more."""
        gateway = Gateway(folder)
        try:
            found = self.look(gateway)
            self.assertLessEqual(len(found), 1, moment)
            self.wish_for_windows(gateway, WISHES["window"])
            self.until_there_is_a_patch(gateway)
            self.wish_for_windows(gateway, WISHES["window"])
            self.assertEqual(len(self.look(gateway)), 1, f"{moment}: one wish, one key")
        finally:
            gateway.kill()
        return len(found)

    def test_a_kill_at_any_write_of_a_patch_leaves_it_whole_or_none_of_it(self):
        killed = {0: 0, 1: 0}  # by how many patches were found
        for when in ("before", "after"):
            made = 0  # in a row: how many writes a patch takes is not the same each time
            for number in range(1, WRITES_MAX + 1):
                self.shown = {}
                with tempfile.TemporaryDirectory() as folder:
                    write_configuration(folder)
                    is_made = self.is_made(folder, f"{when}:{number}")
                    found = self.goes_on(folder, f"{when}:{number}")
                made = made + 1 if is_made else 0
                killed[found] += 0 if is_made else 1
                if made == 2:
                    break
            self.assertEqual(made, 2, "a patch takes more writes than were tried")
        print(f"killed at {sum(killed.values())} writes: none of it {killed[0]} times, the whole {killed[1]} times")
        # The whole of it is there, too, when the kill comes once it was shown, as at the end of those that were made.
        self.assertGreater(killed[0], 0, "no write was hit that comes before the patch is on the disk")

    def test_a_patch_is_whole_or_none_and_never_comes_twice(self):
        with tempfile.TemporaryDirectory() as folder:
            write_configuration(folder)
            for _ in range(KILLS):
                gateway = Gateway(folder)
                self.look(gateway)
                timer = threading.Timer(self.random.uniform(0.01, 0.3), gateway.process.kill)
                timer.start()
                while self.wish(gateway, 5):
                    pass
                timer.join()
                gateway.kill()
            gateway = Gateway(folder)
            try:
                for _ in range(100):
                    if len(self.look(gateway)) >= 2:
                        break
                    self.assertTrue(self.wish(gateway, 20))
                self.assertEqual(len(self.look(gateway)), 2, f"seed {self.seed}: one key a wish")
            finally:
                gateway.kill()
            for name in os.listdir(folder):
                if name.startswith("gateway.ledger"):
                    with open(os.path.join(folder, name), "rb") as file:
                        content = file.read()
                    self.assertNotIn(b"window", content, name)
                    self.assertNotIn(b"vegan", content, name)


if __name__ == "__main__":
    unittest.main()
