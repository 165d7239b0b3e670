#!/usr/bin/env python3
"""refused_connection_test.py SCHEMAGATE: a master whose agents refuse the first connection that brings them something.

What was refused has certainly not reached the agent: a text, a structured input and an AgentContext are sent again alike,
as often as `limits.attempts` says, under the same id, and each agent gets it once. Agents of both versions.
"""
import http.client
import http.server
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

import json_handler

PROGRAM = sys.argv.pop(1)
PATIENCE = 100  # seconds; only a failing run needs them
SCHEMAS = "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"
SUBTASKS = {"text": {"deliver": "per_item", "items": [{"id": "i", "do": "Do it"}]},
            "order": {"deliver": "structured", "schema": "order", "data": {"n": "3"}, "items": [{"id": "i", "do": "Add", "from": "/sum"}]},
            "AgentContext": {"deliver": "agent_context", "items": [{"id": "i", "do": "Do it"}]}}


class Agent(json_handler.JsonHandler):
    """One connection for each request: so each message needs one of its own."""

    def do_GET(self):
        agent, mode = self.server.agent, f"application/json;schema={self.server.agent.takes}"
        card = {"name": agent.takes, "version": "1", "description": "x", "skills": [], "capabilities": {},
                "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"]}
        if agent.takes != "text":
            card |= {"capabilities": {"extensions": [{"uri": SCHEMAS}]}, "schemas": {agent.takes: {"type": "object"}},
                     "defaultInputModes": [mode], "defaultOutputModes": [mode]}
        if agent.is_v1:
            interface = {"url": agent.url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
            return self.answer(card | {"supportedInterfaces": [interface]})
        self.answer(card | {"url": agent.url, "protocolVersion": "0.3.0", "preferredTransport": "JSONRPC"})

    def do_POST(self):
        agent, call = self.server.agent, json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        agent.received.append((call["method"], call["params"]))
        result = {"text": self.text, "order": self.order, "AgentContext": self.context}[agent.takes](call["params"]["message"]["parts"][0])
        task = {"id": "t", "contextId": "c", "status": {"state": "TASK_STATE_COMPLETED" if agent.is_v1 else "completed"},
                "artifacts": [{"artifactId": "a", "parts": [result if agent.is_v1 else result | {"kind": "data" if "data" in result else "text"}]}]}
        task = {"task": task} if agent.is_v1 else task | {"kind": "task"}
        self.answer({"jsonrpc": "2.0", "id": call["id"], "result": task})

    def text(self, _):
        return {"text": "done"}

    def order(self, _):
        return {"data": {"sum": 4}}

    def context(self, part):
        context = part["data"]["AgentContext"]
        return {"data": {"AgentContext": context | {"ItemstateUpdates": [{"itemId": "i", "state": 1}],
                                                    "KeyInformation": [{"itemId": "i", "outputabstract": "done"}]}},
                "metadata": {"mimeType": "application/json;schema=AgentContext"}}


class Peer:
    """Has its port, also while it refuses connections: then nobody listens there."""

    def __init__(self, takes, is_v1):
        self.takes, self.is_v1, self.received = takes, is_v1, []
        self.name = f"{takes.lower()}-{'v1' if is_v1 else 'v03'}"
        self.reserved = self.bound(0)
        self.url = f"http://127.0.0.1:{self.reserved.getsockname()[1]}"
        self.listen()

    @staticmethod
    def bound(port):
        taken = socket.socket()
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        taken.bind(("127.0.0.1", port))
        return taken

    def listen(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Agent, bind_and_activate=False)
        self.server.daemon_threads, self.server.agent = True, self
        self.server.socket.close()
        self.server.socket = self.bound(self.reserved.getsockname()[1])
        self.server.server_activate()
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def refuse(self):
        self.server.shutdown()
        self.server.server_close()

    def end(self):
        self.refuse()
        self.reserved.close()


class Refused(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.peers = [Peer(takes, is_v1) for takes in SUBTASKS for is_v1 in (False, True)]

    def tearDown(self):
        self.process.kill()
        self.process.stdout.close()
        self.process.stderr.close()
        self.process.wait(PATIENCE)
        for peer in self.peers:
            peer.end()
        self.folder.cleanup()

    def start(self, **limits):
        plan = {"name": "refused", "mode": "async", "limits": {"attempts": 10} | limits,
                "agents": {peer.name: {} for peer in self.peers},
                "subtasks": [{"id": peer.name, "agent": peer.name} | SUBTASKS[peer.takes] for peer in self.peers]}
        with open(os.path.join(self.folder.name, "plan.json"), "w", encoding="utf-8") as file:
            json.dump(plan, file)
        config = os.path.join(self.folder.name, "gateway.yaml")
        with open(config, "w", encoding="utf-8") as file:
            json.dump({"listen": "127.0.0.1:0", "ledger": {"path": os.path.join(self.folder.name, "ledger")},
                       "agents": {peer.name: {"upstream": {"url": peer.url}} for peer in self.peers} |
                                 {"boss": {"kind": "master", "plan": "plan.json"}}}, file)
        self.process = subprocess.Popen([PROGRAM, "serve", "--config", config], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        first = self.process.stdout.readline()
        self.port = int(first.rsplit(":", 1)[1])
        while sum(state == "ready" for state in self.get("/healthz").get("agents", {}).values()) <= len(self.peers):
            pass

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", path)
        body = json.loads(connection.getresponse().read())
        connection.close()
        return body

    def send(self):
        """What comes of a message to the master."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        message = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "Go"}]}
        connection.request("POST", "/boss", json.dumps({"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": message}}),
                           {"Content-Type": "application/json", "A2A-Version": "1.0"})
        task = json.loads(connection.getresponse().read())["result"]["task"]
        connection.close()
        context = next(each for each in task["artifacts"] if each["artifactId"] == "task-context")
        return task["status"], context["parts"][0]["data"]["TaskContext"]

    def refused_calls(self):
        """The agents whose connection was refused, as the gateway's log tells of them, one after the other."""
        for line in self.process.stderr:
            if '"agent_call_failed"' not in line:
                continue
            fields = json.loads(line)
            self.assertEqual(fields["failure.kind"], "unreachable", line)
            yield fields["agent"]

    def test_what_was_refused_is_sent_again_and_arrives_once(self):
        self.start()
        for peer in self.peers:
            peer.refuse()
        answers = []
        sender = threading.Thread(target=lambda: answers.append(self.send()))
        sender.start()
        down = {peer.name: peer for peer in self.peers}
        for name in self.refused_calls():
            if name in down:
                down.pop(name).listen()
            if not down:
                break
        threading.Thread(target=self.process.stderr.read, daemon=True).start()  # so that it never waits for us
        sender.join(PATIENCE)
        status, context = answers[0]
        self.assertEqual(status["state"], "TASK_STATE_COMPLETED", json.dumps(context, indent=1))
        for peer in self.peers:
            self.assertEqual(len(peer.received), 1, peer.name)
            self.assertRegex(peer.received[0][1]["message"]["messageId"], r"-r1(-i1)?$", peer.name)

    def test_the_attempts_are_counted_alike(self):
        self.start(attempts=2)
        for peer in self.peers:
            peer.refuse()
        status, _ = self.send()
        self.assertEqual(status["state"], "TASK_STATE_FAILED")
        text = status["message"]["parts"][0]["text"]
        self.assertEqual(text.count("the connection was refused (2 attempts)"), len(self.peers), text)
        for peer in self.peers:
            self.assertEqual(peer.received, [])
            peer.listen()


if __name__ == "__main__":
    unittest.main()
