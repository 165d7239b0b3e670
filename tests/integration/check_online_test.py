#!/usr/bin/env python3
"""check_online_test.py SCHEMAGATE: what `check --online` says of agents that are as they should be, and that are not."""
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest

PROGRAM = sys.argv.pop(1)
OBJECT_SCHEMAS = "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


def card(**changes):
    return {"name": "Trips", "description": "Books trips.", "version": "1", "protocolVersion": "0.3.0",
            "url": "http://127.0.0.1/", "preferredTransport": "JSONRPC", "capabilities": {},
            "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
            "skills": [{"id": "book-trip", "name": "Book", "description": "Books.", "tags": ["trip"]}]} | changes


class Agent(http.server.BaseHTTPRequestHandler):
    """The first segment of a path says what is answered."""

    ANSWERS = {
        "good": lambda: json.dumps(card()),
        "streams": lambda: json.dumps(card(capabilities={"streaming": True})),
        "page": lambda: "<!DOCTYPE html><title>Welcome</title>",
        "example": lambda: json.dumps(card(skills=[
            card()["skills"][0] | {"examples": ["Paris, please", '{"town":"Paris"}']}])),
        "mode": lambda: json.dumps(card(skills=[card()["skills"][0] | {
            "inputModes": ["text/plain", "application/json;schema=tirp"]}])),
        "many": lambda: json.dumps(card(skills=[
            {"id": f"s{i}", "name": "S", "description": "S.", "tags": []} for i in range(10_000)])),
        "contexts": lambda: json.dumps(card(
            capabilities={"extensions": [{"uri": OBJECT_SCHEMAS}]}, schemas={"AgentContext": {"type": "object"}},
            skills=[card()["skills"][0] | {"inputModes": ["application/json;schema=AgentContext"]}])),
        "large": lambda: json.dumps(card(description="x" * 20_000_000)),
        "nothing": lambda: "{}",
        "locked": lambda: json.dumps(card(securitySchemes={"key": {"type": "apiKey"}}, security=[{"key": []}])),
    }

    def do_GET(self):
        kind = self.path.split("/")[1]
        if kind == "slow":
            self.server.stopping.wait()
        answer = self.ANSWERS.get(kind)
        refused = kind == "locked" and self.headers.get("X-Api-Key") not in ("k-1", None)
        body = answer().encode() if answer else b"not here"
        self.send_response(401 if refused else 200 if answer else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            pass

    def log_message(self, *arguments):
        pass


class CheckOnline(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Agent)
        cls.server.daemon_threads = True
        cls.server.stopping = threading.Event()
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()

    @classmethod
    def tearDownClass(cls):
        cls.server.stopping.set()
        cls.server.shutdown()
        cls.server.server_close()

    def check(self, agents, upstream={}, limits={}):
        """`agents`: by name, what is at the agent's address and the skills of the configuration. `upstream`: more
        members of each."""
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "trip.json"), "w", encoding="utf-8") as file:
                json.dump(SCHEMA, file)
            config = {"listen": "127.0.0.1:0", "limits": limits, "agents": {
                name: {"upstream": {"url": f"http://127.0.0.1:{self.server.server_port}/{kind}"} | upstream,
                       "schemas": {"trip": "trip.json"}, "skills": {skill: {"input": ["trip"]}}}
                for name, (kind, skill) in agents.items()}}
            path = os.path.join(folder, "gateway.yaml")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(config, file)
            return subprocess.run([PROGRAM, "check", "--online", "--config", path], capture_output=True, text=True,
                                  timeout=200)

    def test_says_that_all_is_well(self):
        result = self.check({"trips": ("good", "book-trip")})
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("1 agent(s), no errors", result.stdout)
        self.assertIn("agents.trips: would be served; called at http://127.0.0.1:", result.stderr)

    def test_warns_of_a_blocking_timeout_that_an_agent_without_streams_does_not_reach(self):
        result = self.check({"trips": ("good", "book-trip"), "other": ("streams", "book-trip")},
                            {"request_timeout": "1m"}, {"blocking_timeout": "5m"})
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("warning: agents.trips: its card says that it does not stream, and limits.blocking_timeout", result.stderr)
        self.assertNotIn("warning: agents.other", result.stderr)

    def test_names_what_keeps_each_agent_from_being_served(self):
        expected = {
            "mistyped": (("good", "book-tirp"), "no skill has the id book-tirp", "did you mean book-trip?"),
            "page": (("page", "book-trip"), "would not be served: ", "JSON"),
            "absent": (("absent", "book-trip"), "would not be served: ", "404"),
            "large": (("large", "book-trip"), "would not be served: ", ""),
            "empty": (("nothing", "book-trip"), "would not be served: ", ""),
            "many": (("many", "book-trip"), "no skill has the id book-trip", ""),
        }
        result = self.check({name: agent for name, (agent, *_) in expected.items()} | {"fine": ("good", "book-trip")})
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("6 of 7 agent(s) would not be served", result.stdout)
        lines = result.stderr.splitlines()
        for name, (_, *texts) in expected.items():
            with self.subTest(name):
                [line] = [line for line in lines if f": error: agents.{name}: " in line]
                for text in texts:
                    self.assertIn(text, line)
                self.assertLess(len(line), 2_000)

    def test_tells_a_name_that_is_not_known_from_an_agent_that_is_down(self):
        result = self.check({"lost": ("good", "book-trip")}, {"url": f"http://{'x' * 300}:80", "plain_http": True})
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("the peer could not be reached: its name is not known", result.stderr)

    def test_warns_of_modes_that_the_gateway_takes_out(self):
        result = self.check({"trips": ("mode", "book-trip")})
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("warning: agents.trips: its card /skills/0/inputModes: the agent's mode names the schema tirp, "
                      "which is not declared", result.stderr)

    def test_warns_of_a_version_that_the_card_does_not_offer(self):
        other = self.check({"trips": ("good", "book-trip")}, {"version": "1.0"})
        self.assertEqual(other.returncode, 0, other.stderr)
        self.assertIn("warning: agents.trips: its card /protocolVersion: offers no interface of A2A 1.0, in which "
                      "upstream.version has the agent called", other.stderr)
        right = self.check({"trips": ("good", "book-trip")}, {"version": "0.3"})
        self.assertNotIn("offers no interface", right.stderr)

    def test_warns_of_examples_that_do_not_fit(self):
        result = self.check({"trips": ("example", "book-trip")})
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("warning: agents.trips: its card /skills/0/examples/1: the JSON example fits no input schema",
                      result.stderr)

    def test_tells_of_credentials_that_the_agent_asks_for(self):
        without = self.check({"trips": ("locked", "book-trip")})
        self.assertEqual(without.returncode, 0, without.stderr)
        self.assertIn("warning: agents.trips: its card /security: the agent asks for credentials (key)", without.stderr)
        right = self.check({"trips": ("locked", "book-trip")}, {"headers": {"X-Api-Key": {"value": "k-1"}}})
        self.assertEqual(right.returncode, 0, right.stderr)
        self.assertNotIn("credentials", right.stderr)
        wrong = self.check({"trips": ("locked", "book-trip")}, {"headers": {"X-Api-Key": {"value": "k-2"}}})
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("HTTP 401, credentials are needed", wrong.stderr)
        self.assertNotIn("k-2", wrong.stderr)

    def check_readers(self, card_kind):
        """A plan whose one agent is at that address, and may read what the context store keeps."""
        with tempfile.TemporaryDirectory() as folder:
            def write(name, text):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
                os.chmod(file.name, 0o600)

            write("context.key", "b" * 64)
            write("plan.yaml", "{name: p, agents: {trips: {}}, subtasks: [{id: a, agent: trips, "
                               "items: [{id: i, do: Go}]}]}")
            write("gateway.yaml", json.dumps({
                "listen": "127.0.0.1:0", "public_url": "http://127.0.0.1:1", "ledger": {"store": "memory"},
                "authentication": {"api_keys": {"keys": {"a": {"sha256": "0" * 64}}}}, "rules": {"all": {}},
                "context_store": {"keys": {"k": "context.key"}, "residency": "eu",
                                  "readers": {"trips": {"authority": "key", "subject": "t"}}},
                "agents": {"trips": {"upstream": {"url": f"http://127.0.0.1:{self.server.server_port}/{card_kind}"}},
                           "master": {"kind": "master", "plan": "plan.yaml"}}}))
            return subprocess.run([PROGRAM, "check", "--online", "--config", os.path.join(folder, "gateway.yaml")],
                                  capture_output=True, text=True, timeout=200)

    def test_warns_of_readers_whose_card_declares_no_contexts(self):
        without = self.check_readers("good")
        self.assertEqual(without.returncode, 0, without.stderr)
        self.assertIn("warning: context_store.readers.trips: has no effect: the agent's card declares no AgentContext",
                      without.stderr)
        for other in "contexts", "absent":  # "absent": nobody knows
            self.assertNotIn("has no effect", self.check_readers(other).stderr)

    def check_plan(self, accept):
        """A plan that sends texts to an agent whose one skill accepts that."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {
                    "trip.json": json.dumps(SCHEMA),
                    "plan.yaml": "{name: p, agents: {trips: {}}, subtasks: [{id: go, agent: trips, "
                                 "items: [{id: i, do: Go}]}]}",
                    "gateway.yaml": json.dumps({"listen": "127.0.0.1:0", "agents": {
                        "trips": {"upstream": {"url": f"http://127.0.0.1:{self.server.server_port}/good"},
                                  "schemas": {"trip": "trip.json"},
                                  "skills": {"book-trip": {"input": ["trip"], "accept": accept}}},
                        "master": {"kind": "master", "plan": "plan.yaml"}}})}.items():
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            return subprocess.run([PROGRAM, "check", "--online", "--config", os.path.join(folder, "gateway.yaml")],
                                  capture_output=True, text=True, timeout=200)

    def test_warns_of_a_plan_whose_agent_takes_no_texts(self):
        never = self.check_plan(["schemas"])
        self.assertEqual(never.returncode, 0, never.stderr)
        self.assertIn("warning: agents.master: its plan cannot work: trips takes structured input only", never.stderr)
        self.assertIn('the subtask "go" sends it texts', never.stderr)
        self.assertNotIn("cannot work", self.check_plan(["schemas", "text"]).stderr)

    def test_does_not_wait_for_an_agent_that_hangs(self):
        result = self.check({"slow": ("slow", "book-trip"), "trips": ("good", "book-trip")})
        self.assertEqual(result.returncode, 1)
        self.assertIn("agents.slow: would not be served", result.stderr)
        self.assertIn("agents.trips: would be served", result.stderr)


if __name__ == "__main__":
    unittest.main()
