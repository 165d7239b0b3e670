#!/usr/bin/env python3
"""reload_test.py SCHEMAGATE: SIGHUP has the configuration read again while clients call: agents come, change and go, what
is under way keeps what it began with, and a configuration that cannot be taken changes nothing."""
import hashlib
import http.server
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

PROGRAM = sys.argv.pop(1)
STDIO_AGENT = str(pathlib.Path(__file__).with_name("stdio_agent.py"))
PATIENCE = 60


class Agent(http.server.BaseHTTPRequestHandler):
    """A v1.0 agent over JSON-RPC: it says its name and the secret that it was shown; "hold" makes it wait."""

    protocol_version = "HTTP/1.1"

    def answer(self, body):
        text = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        skill = {"id": "s", "name": "s", "description": "s", "tags": ["s"]}
        self.answer({"name": self.server.name, "description": "d", "version": "1", "capabilities": {}, "skills": [skill],
                     "supportedInterfaces": [{"url": "http://127.0.0.1/rpc", "protocolBinding": "JSONRPC",
                                              "protocolVersion": "1.0"}],
                     "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"]})

    def do_POST(self):
        call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if call["params"]["message"]["parts"][0].get("text") == "hold":
            self.server.held.set()
            self.server.go_on.wait(PATIENCE)
        said = f"{self.server.name} {self.headers.get('X-Secret', '')}".strip()
        parts = [{"text": said}, {"data": {"seats": 2}}]
        result = {"message": {"role": "ROLE_AGENT", "messageId": "a", "parts": parts}}
        if self.server.gives_tasks:
            result = {"task": {"id": "t", "contextId": "c", "status": {"state": "TASK_STATE_COMPLETED"},
                               "artifacts": [{"artifactId": "a", "parts": parts}]}}
        self.answer({"jsonrpc": "2.0", "id": call["id"], "result": result})

    def log_message(self, *arguments):
        pass


class Reload(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="schemagate-reload-"))
        self.servers = []
        self.first = self.agent("first")
        self.gateway = None
        self.reloads = 0

    def tearDown(self):
        if self.gateway is not None:
            self.gateway.terminate()
            self.assertEqual(self.gateway.wait(PATIENCE), 0)
            self.gateway.stdout.close()
            self.log.close()
        for server in self.servers:
            server.shutdown()
            server.server_close()
        shutil.rmtree(self.folder)

    def agent(self, name):
        """The part of the configuration for a new one."""
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Agent)
        server.daemon_threads = True
        server.name, server.held, server.go_on = name, threading.Event(), threading.Event()
        server.gives_tasks = False
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.servers.append(server)
        return {"upstream": {"url": f"http://127.0.0.1:{server.server_port}"}}

    def write(self, agents, **options):
        new = self.folder / "new.yaml"
        new.write_text(json.dumps({"listen": "127.0.0.1:0", "ledger": {"store": "memory"}, "agents": agents} | options))
        os.replace(new, self.folder / "gateway.yaml")

    def start(self, agents, **options):
        self.write(agents, **options)
        self.log = open(self.folder / "log", "w", encoding="utf-8")
        self.gateway = subprocess.Popen([PROGRAM, "serve", "--config", str(self.folder / "gateway.yaml")],
                                        stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.base = f"http://127.0.0.1:{self.gateway.stdout.readline().rsplit(':', 1)[1].strip()}"

    def logged(self, *events):
        """Lines of the log; warnings of the configuration stand before it, and the last line may be half written."""
        lines = [line for line in (self.folder / "log").read_text().split("\n")[:-1] if line.startswith("{")]
        return [each for each in map(json.loads, lines) if each["event"] in events]

    def wait_for(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end, what + " did not come about: " + (self.folder / "log").read_text()[-3000:])
            time.sleep(0.02)

    def reload(self):
        """What the log says of it."""
        self.gateway.send_signal(signal.SIGHUP)
        told = ("configuration_reloaded", "configuration_refused")
        self.reloads += 1
        self.wait_for(lambda: len(self.logged(*told)) == self.reloads, "the reload")
        return self.logged(*told)[-1]

    def ask(self, path, body=None):
        """Status and body."""
        request = urllib.request.Request(self.base + path, None if body is None else json.dumps(body).encode(),
                                         {"Content-Type": "application/json", "A2A-Version": "1.0"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read() or "{}")

    def status_for(self, key, agent="first"):
        """Of a text by whoever has that API key."""
        body = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": {
            "role": "ROLE_USER", "messageId": key, "parts": [{"text": "hi"}]}}}
        request = urllib.request.Request(self.base + "/" + agent, json.dumps(body).encode(), {
            "Content-Type": "application/json", "A2A-Version": "1.0", "X-API-Key": key})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            with error:
                return error.code

    def send(self, agent, part, number=[0]):
        number[0] += 1
        return self.ask(f"/{agent}", {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": {
            "role": "ROLE_USER", "messageId": f"m{number[0]}", "parts": [part]}}})[1]

    def said(self, agent, text="hi"):
        answer = self.send(agent, {"text": text})
        self.assertIn("result", answer)
        return answer["result"]["message"]["parts"][0]["text"]

    def test_agents_come_and_go(self):
        self.start({"first": self.first})
        second = self.agent("second")
        self.assertEqual(self.ask("/second/.well-known/agent-card.json")[0], 404)
        self.write({"first": self.first, "second": second})
        line = self.reload()
        self.assertEqual((line["level"], line["agents_added"]), ("info", "second"))
        self.assertEqual(self.ask("/second/.well-known/agent-card.json")[1]["name"], "second")
        self.assertEqual((self.said("first"), self.said("second")), ("first", "second"))
        self.assertEqual(set(self.ask("/healthz")[1]["agents"]), {"first", "second"})
        self.write({"second": second})
        self.assertEqual(self.reload()["agents_removed"], "first")
        self.assertEqual(self.ask("/first/.well-known/agent-card.json")[0], 404)
        self.assertEqual(self.said("second"), "second")
        self.assertEqual(set(self.ask("/healthz")[1]["agents"]), {"second"})

    def test_a_request_under_way_ends_as_it_began(self):
        self.start({"first": self.first | {"hidden_fields": {"/seats": {}}}})
        answers = []
        caller = threading.Thread(target=lambda: answers.append(self.send("first", {"text": "hold"})))
        caller.start()
        self.assertTrue(self.servers[0].held.wait(PATIENCE))
        self.write({"second": self.agent("second")})
        self.reload()
        self.assertEqual(self.ask("/first", {})[0], 404)
        self.servers[0].go_on.set()
        caller.join(PATIENCE)
        parts = answers[0]["result"]["message"]["parts"]
        self.assertEqual((parts[0]["text"], parts[1]["data"]), ("first", {"seats": "***"}))

    def test_a_schema_changes_with_its_file(self):
        def schema(kind):
            (self.folder / "seats.json").write_text(json.dumps({"type": "object", "properties": {"seats": {"type": kind}}}))

        def is_taken(value):
            return "result" in self.send("first", {"data": {"seats": value},
                                                   "mediaType": "application/json;schema=seats"})

        schema("integer")
        agent = self.first | {"schemas": {"seats": "seats.json"}, "skills": {"s": {"input": ["seats"]}}}
        self.start({"first": agent})
        self.assertIn("integer", json.dumps(self.ask("/first/.well-known/agent-card.json")[1]["schemas"]))
        self.assertEqual((is_taken(2), is_taken("2")), (True, False))
        schema("string")
        self.assertEqual(self.reload()["agents_changed"], "first")
        self.assertEqual((is_taken(2), is_taken("2")), (False, True))
        self.assertNotIn("integer", json.dumps(self.ask("/first/.well-known/agent-card.json")[1]["schemas"]))
        schema("nothing")
        line = self.reload()
        self.assertEqual((line["level"], line["event"]), ("error", "configuration_refused"))
        self.assertIn("seats.json", line["cause"])
        self.assertIn('"string"', json.dumps(self.ask("/first/.well-known/agent-card.json")[1]["schemas"]))

    def test_what_cannot_be_taken_changes_nothing(self):
        self.start({"first": self.first})
        second = self.agent("second")
        for agents, options, told in (
                ({"first": self.first, "second": second}, {"limits": {"tasks": 7}, "threads": 3},
                 "needs a restart: limits.tasks, threads"),
                ({"first": self.first, "second": {"upstreem": {}}}, {}, "agents.second"),
                ({}, {}, "at least one agent")):
            with self.subTest(told):
                self.write(agents, **options)
                line = self.reload()
                self.assertEqual((line["level"], line["event"]), ("error", "configuration_refused"))
                self.assertIn(told, line["cause"])
                self.assertEqual(self.ask("/second/.well-known/agent-card.json")[0], 404)
                self.assertEqual(self.said("first"), "first")
        self.write({"first": self.first, "second": second})
        self.assertEqual(self.reload()["agents_added"], "second")

    def test_an_agent_that_does_not_answer_is_served_once_it_does(self):
        self.start({"first": self.first})
        port = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Agent)
        address, late = port.server_address, {"upstream": {"url": f"http://127.0.0.1:{port.server_port}"}}
        port.server_close()
        self.write({"first": self.first, "late": late})
        self.assertEqual(self.reload()["agents_added"], "late")
        self.assertEqual(self.ask("/late/.well-known/agent-card.json")[0], 503)
        self.assertEqual(self.said("first"), "first")
        server = http.server.ThreadingHTTPServer(address, Agent)
        server.name = "late"
        self.servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.wait_for(lambda: self.ask("/late/.well-known/agent-card.json")[0] == 200, "the card")

    def test_a_secret_of_a_changed_agent_is_watched(self):
        def secret(text):
            (self.folder / "secret").write_text(text)
            (self.folder / "secret").chmod(0o600)

        self.start({"first": self.first})
        secret("one")
        shown = {"first": {"upstream": self.first["upstream"] | {"headers": {"X-Secret": {"file": "secret"}}}}}
        self.write(shown)
        self.assertEqual(self.reload()["agents_changed"], "first")
        self.assertEqual(self.said("first"), "first one")
        secret("two")
        self.wait_for(lambda: self.said("first") == "first two", "the other secret")

    def test_a_key_comes_and_goes_and_so_do_rights(self):
        def known(*names, rules):
            keys = {name: {"sha256": hashlib.sha256(name.encode()).hexdigest()} for name in names}
            return {"authentication": {"api_keys": {"keys": keys}}, "rules": rules}

        self.start({"first": self.first}, **known("ann", rules={"all": {}}))
        self.assertEqual((self.status_for("ann"), self.status_for("bob")), (200, 401))
        self.write({"first": self.first}, **known("bob", "eve", rules={"some": {"subjects": ["bob"]}}))
        line = self.reload()
        self.assertEqual((line["event"], line.get("access_changed")), ("configuration_reloaded", True))
        self.assertEqual([self.status_for(each) for each in ("ann", "bob", "eve")], [401, 200, 403])
        self.write({"first": self.first})
        self.assertIn("needs a restart: authentication", self.reload()["cause"])
        self.assertEqual(self.status_for("ann"), 401)

    def mute(self):
        """The part of the configuration for an agent that takes connections and says nothing."""
        server = http.server.HTTPServer(("127.0.0.1", 0), Agent)
        self.addCleanup(server.server_close)
        return {"upstream": {"url": f"http://127.0.0.1:{server.server_port}"}}

    def test_nobody_waits_for_an_agent_that_does_not_answer(self):
        def known(name):
            keys = {name: {"sha256": hashlib.sha256(name.encode()).hexdigest()}}
            return {"authentication": {"api_keys": {"keys": keys}}, "rules": {"all": {}}}

        self.start({"first": self.first}, **known("ann"))
        second = self.agent("second")
        self.write({"first": self.first, "mute": self.mute(), "second": second}, **known("bob"))
        self.gateway.send_signal(signal.SIGHUP)
        self.wait_for(lambda: self.status_for("ann") == 401, "the end of the key")
        self.wait_for(lambda: self.status_for("bob", "second") == 200, "the other agent")
        self.assertEqual(self.logged("configuration_reloaded"), [])
        self.write({"first": self.first, "mute": self.mute()}, **known("eve"))
        self.gateway.send_signal(signal.SIGHUP)
        self.wait_for(lambda: self.status_for("eve") == 200, "the key of another reload")
        self.assertEqual(len(self.logged("configuration_reloaded")), 1, "the first one does not hold it up")

    def test_an_agent_that_is_down_keeps_its_card_where_its_upstream_stays(self):
        self.start({"first": self.first})
        self.servers[0].shutdown()
        self.servers[0].server_close()
        self.write({"first": self.first | {"extended_card": True}})
        self.assertEqual(self.reload()["agents_changed"], "first")
        self.assertEqual(self.ask("/first/.well-known/agent-card.json")[0], 200)
        del self.servers[0]

    def test_what_an_agent_hid_stays_hidden_in_kept_runs(self):
        def plan(agent):
            items = [{"id": "i", "do": "do it"}]
            tasks = [{"id": "s", "goal": "g", "agent": agent, "items": items}]
            (self.folder / "plan.json").write_text(json.dumps(
                {"name": "m", "query": "{input}", "agents": {agent: {}}, "subtasks": tasks}))
            return {"kind": "master", "plan": "plan.json"}

        self.servers[0].gives_tasks = True
        self.start({"m": plan("first"), "first": self.first | {"hidden_fields": {"/seats": {}}}})
        sent = self.send("m", {"text": "go"})["result"]
        self.assertIn("task", sent)

        def seen():
            return json.dumps(self.ask("/m", {"jsonrpc": "2.0", "id": 1, "method": "GetTask",
                                              "params": {"id": sent["task"]["id"]}})[1])
        self.wait_for(lambda: "TASK_STATE_COMPLETED" in seen(), "the end of the run")
        self.assertIn('"seats": "***"', seen())
        self.write({"m": plan("second"), "second": self.agent("second")})
        self.assertEqual(self.reload()["agents_removed"], "first")
        self.assertIn('"seats": "***"', seen())
        self.assertNotIn('"seats": 2', seen())

    def test_a_program_is_another_one_when_its_command_is(self):
        def program(kind, **options):
            words = [sys.executable, STDIO_AGENT, "1.0", kind, str(self.folder / kind)]
            return {"upstream": {"command": words} | options}

        def running(kind):
            return subprocess.run(["pgrep", "-f", f"stdio_agent.py 1.0 {kind} {self.folder}"], capture_output=True,
                                  text=True, check=False).stdout.split()

        self.start({"first": program("echo")})
        self.wait_for(lambda: running("echo"), "the program")
        before = running("echo")
        self.write({"first": program("echo", task_timeout="9s")})
        self.assertEqual(self.reload()["agents_changed"], "first")
        self.assertEqual(running("echo"), before, "another option is no other program")
        self.write({"first": program("plain")})
        self.reload()
        self.wait_for(lambda: running("plain") and not running("echo"), "the other program alone")

    def test_no_request_fails_while_the_configuration_changes(self):
        self.start({"first": self.first})
        stopping, answers = threading.Event(), []

        def keep_calling():
            while not stopping.is_set():
                answers.append(self.said("first"))

        callers = [threading.Thread(target=keep_calling) for _ in range(4)]
        for each in callers:
            each.start()
        second = self.agent("second")
        for round in range(20):
            changed = {"upstream": self.first["upstream"] | {"stall_timeout": f"{30 + round}s"}}
            self.write({"first": changed} | ({"second": second} if round % 2 else {}))
            self.assertEqual(self.reload()["agents_changed"], "first")
        stopping.set()
        for each in callers:
            each.join(PATIENCE)
        self.assertEqual(set(answers), {"first"})
        failed = [line for line in self.logged("request") if line.get("http.response.status_code", 200) >= 400]
        self.assertEqual(failed, [])

    def test_ends_at_once_while_a_card_is_waited_for(self):
        self.start({"first": self.first})
        self.write({"first": self.first, "mute": self.mute()})
        self.gateway.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        self.gateway.terminate()
        self.assertEqual(self.gateway.wait(PATIENCE), 0)
        self.assertEqual(self.logged("configuration_reloaded"), [], "its card has been given up before")


if __name__ == "__main__":
    unittest.main(verbosity=2)
