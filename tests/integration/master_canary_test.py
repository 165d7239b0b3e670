#!/usr/bin/env python3
"""master_canary_test.py SCHEMAGATE [SUBTASKS]: no agent gets a byte of another's, however much goes wrong.

Every item of every run holds a word that is nowhere else, and so does everything that an agent answers. Agents fail,
answer prose, break off, are overloaded, answer for another subtask, return a TaskContext. Then every byte that the agents
got, the gateway's whole log, every push notification and every answer to a client are searched for such words: an agent
has seen those of its own subtask and of the answers of its direct prerequisites, a client and its receiver those of their
own run, the log none. 300 subtasks by default, in runs of 100.
"""
import base64
import collections
import http.client
import http.server
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import json_handler

PROGRAM = sys.argv.pop(1)
SUBTASKS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 300
OF_A_RUN = 100
AT_ONCE = 4  # runs
PATIENCE = 300  # seconds; only a failing run needs them
SCHEMAS = "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"
MODE = "application/json;schema=AgentContext"
CANARY = re.compile(rb"(?:in|out|user)-\d+-\d+-[0-9a-f]{8}")
AGENTS = ("plain", "other", "context")
FAULTS = ("unavailable", "cut", "failed", "prose", "stranger", "master", "refused")


def canaries_in(data):
    """Also of what stands in a data: reference."""
    found = set(CANARY.findall(data))
    for encoded in re.findall(rb"base64,([A-Za-z0-9+/=]+)", data):
        found |= canaries_in(base64.b64decode(encoded + b"=" * (-len(encoded) % 4)))
    return found


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, handler):
        super().__init__(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.lock, self.received, self.draw = threading.Lock(), [], random.Random(3)
        self.faults = collections.Counter()
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()


class Handler(json_handler.JsonHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def take(self):
        """The request as it came, and its body."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        raw = self.requestline.encode() + bytes(self.headers) + body
        with self.server.lock:
            self.server.received.append((self.path.split("/")[1], raw))
        return body


class Receiver(Handler):
    """Of push notifications; its path names the run."""

    def do_POST(self):
        self.take()
        self.answer({})


class Agents(Handler):
    def do_GET(self):
        kind = self.path.split("/")[1]
        card = {"name": kind, "version": "1", "description": kind, "url": f"{self.server.url}/{kind}/rpc",
                "protocolVersion": "0.3.0", "capabilities": {}, "skills": [],
                "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"]}
        if kind == "context":
            card |= {"capabilities": {"extensions": [{"uri": SCHEMAS}]}, "schemas": {"AgentContext": {"type": "object"}},
                     "defaultInputModes": [MODE], "defaultOutputModes": [MODE]}
        self.answer(card)

    def do_POST(self):
        body = self.take()
        call = json.loads(body)
        own = re.search(rb"in-(\d+-\d+)-", body)[1].decode()
        with self.server.lock:
            word = f"out-{own}-{self.server.draw.getrandbits(32):08x}"
            fault = self.server.draw.choice(FAULTS) if self.server.draw.random() < 0.15 else ""
            self.server.faults[fault] += 1
        is_context = self.path.startswith("/context")
        part = call["params"]["message"]["parts"][0]
        artifact = self.context_answer(part, word, fault) if is_context else {"kind": "text", "text": f"{word} is the result"}
        self.misbehave(call, word, artifact, fault)

    @staticmethod
    def context_answer(part, word, fault):
        context = part["data"]["AgentContext"]
        items = [each["itemId"] for each in context["todoItems"]]
        context |= {"ItemstateUpdates": [{"itemId": item, "state": 1} for item in items],
                    "KeyInformation": [{"itemId": item, "outputabstract": f"{word} is the result"} for item in items]}
        if fault == "stranger":
            context["SubTaskID"] += "0"
        return {"kind": "data", "data": {"AgentContext": context}, "metadata": {"mimeType": MODE}}

    def misbehave(self, call, word, part, fault):
        text = [{"kind": "text", "text": f"{word} says {fault}"}]
        message = {"kind": "message", "messageId": word, "role": "agent", "parts": text}
        if fault == "unavailable":
            return self.answer({"error": word}, 503)
        if fault == "cut":
            self.close_connection = True
            return self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + word.encode())
        if fault == "refused":
            return self.answer({"jsonrpc": "2.0", "id": call["id"], "error": {"code": -32602, "message": word}})
        if fault == "prose":
            return self.answer({"jsonrpc": "2.0", "id": call["id"], "result": message})
        if fault == "master":
            part = {"kind": "data", "data": {"TaskContext": {"TaskID": word, "OverallStatus": "completed"}}}
        status = {"state": "failed", "message": message} if fault == "failed" else {"state": "completed"}
        self.answer({"jsonrpc": "2.0", "id": call["id"], "result": {
            "id": word, "contextId": "c", "kind": "task", "status": status,
            "artifacts": [] if fault == "failed" else [{"artifactId": "a", "parts": [part]}]}})


def prerequisites_of(index):
    """None, one or two of the subtasks before it."""
    draw = random.Random(index)
    count = min(index, draw.choice((0, 1, 1, 2)))
    return sorted(draw.sample(range(max(0, index - 10), index), count))


def plan(url):
    subtasks = [{"id": f"s{index}", "agent": AGENTS[index % 3], "items": [{"id": "i", "do": f"Do {{input.w{index}}}"}],
                 "after": [f"s{other}" for other in prerequisites_of(index)]} for index in range(OF_A_RUN)]
    return {"name": "canaries", "query": "{input.title}", "mode": "async", "on_failure": "best_effort",
            "limits": {"rounds": 2, "call_seconds": 60, "concurrency": 16, "per_agent": 8},
            "agents": {name: {"url": f"{url}/{name}"} for name in AGENTS}, "subtasks": subtasks}


class Canaries(unittest.TestCase):
    def setUp(self):
        self.agents, self.receiver = Server(Agents), Server(Receiver)
        self.folder = tempfile.TemporaryDirectory()
        with open(os.path.join(self.folder.name, "plan.json"), "w", encoding="utf-8") as file:
            json.dump(plan(self.agents.url), file)
        config = os.path.join(self.folder.name, "gateway.yaml")
        with open(config, "w", encoding="utf-8") as file:
            json.dump({"listen": "127.0.0.1:0", "log": {"level": "debug"}, "push": {"allow": ["127.0.0.0/8"], "plain_http": True},
                       "agents": {"boss": {"kind": "master", "plan": "plan.json"}}}, file)
        self.log = open(os.path.join(self.folder.name, "log"), "wb")
        self.process = subprocess.Popen([PROGRAM, "serve", "--config", config], stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])

    def tearDown(self):
        self.process.kill()
        self.process.stdout.close()
        self.process.wait(PATIENCE)
        self.log.close()
        for server in (self.agents, self.receiver):
            server.shutdown()
            server.server_close()
        self.folder.cleanup()

    def call(self, method, params):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("POST", "/boss", json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}),
                           {"Content-Type": "application/json", "A2A-Version": "1.0"})
        answer = connection.getresponse().read()
        connection.close()
        return answer

    def play(self, run, answers):
        """One run to its end; everything that its client has been answered."""
        draw = random.Random(1_000 + run)
        data = {f"w{index}": f"in-{run}-{index}-{draw.getrandbits(32):08x}" for index in range(OF_A_RUN)}
        data |= {"title": f"user-{run}-0-{draw.getrandbits(32):08x} wants the whole of it",
                 "secret": f"user-{run}-1-{draw.getrandbits(32):08x}"}
        message = {"messageId": f"m-{run}", "role": "ROLE_USER", "parts": [{"data": data}]}
        push = {"url": f"{self.receiver.url}/{run}", "token": "t"}
        answers.append(self.call("SendMessage", {"message": message, "configuration": {
            "returnImmediately": True, "taskPushNotificationConfig": push}}))
        task = json.loads(answers[-1])["result"]["task"]
        until = time.monotonic() + PATIENCE
        while task["status"]["state"] in ("TASK_STATE_SUBMITTED", "TASK_STATE_WORKING") and time.monotonic() < until:
            time.sleep(0.2)
            answers.append(self.call("GetTask", {"id": task["id"]}))
            task = json.loads(answers[-1])["result"]
        answers.append(self.call("GetTask", {"id": task["id"] + "x"}))
        self.states[run] = task["status"]["state"]

    def test_no_byte_of_another_subtask_is_anywhere(self):
        runs = max(1, SUBTASKS // OF_A_RUN)
        answers, self.states = {run: [] for run in range(runs)}, {}
        numbers = iter(range(runs))
        lock = threading.Lock()

        def work():
            while True:
                with lock:
                    run = next(numbers, None)
                if run is None:
                    return
                self.play(run, answers[run])

        began = time.monotonic()
        threads = [threading.Thread(target=work) for _ in range(AT_ONCE)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.monotonic() - began
        self.assertEqual(set(self.states.values()) - {"TASK_STATE_COMPLETED", "TASK_STATE_FAILED"}, set())
        self.assertEqual(len(self.states), runs)
        requests, words = self.check_requests()
        told = self.check_clients(answers)
        self.check_log()
        print(f"{runs * OF_A_RUN} subtasks in {seconds:.0f} s: {requests} requests to agents with {words} words, "
              f"{len(self.receiver.received)} notifications, {told} answers, faults {dict(self.agents.faults)}")

    def check_requests(self):
        """Each agent has the word of its item, and those of its own and its prerequisites' answers; nothing else."""
        seen, words = set(), 0
        for _, raw in self.agents.received:
            found = canaries_in(raw)
            if raw.startswith(b"GET "):
                self.assertEqual(found, set())
                continue
            own = [word for word in found if word.startswith(b"in-")]
            self.assertEqual(len(own), 1, raw)
            run, index = own[0].split(b"-")[1:3]
            allowed = {b"out-%s-%d-" % (run, other) for other in (int(index), *prerequisites_of(int(index)))}
            for word in found - set(own):
                self.assertIn(word[:word.rindex(b"-") + 1], allowed, raw)
            for name in (b"TaskContext", b"GoalStatus", b"UserQuery"):
                self.assertNotIn(name, raw)
            seen.add((run, index))
            words += len(found)
        self.assertGreater(len(seen), 0.9 * len(self.states) * OF_A_RUN, "what was to be looked at was not there")
        return len(self.agents.received), words

    def check_clients(self, answers):
        for run, texts in answers.items():
            pushed = [raw for path, raw in self.receiver.received if path == str(run)]
            self.assertTrue(pushed)
            for text in texts + pushed:
                self.assertEqual({word.split(b"-")[1] for word in canaries_in(text)} - {b"%d" % run}, set())
        return sum(map(len, answers.values()))

    def check_log(self):
        self.log.flush()
        with open(self.log.name, "rb") as file:
            log = file.read()
        self.assertGreater(len(log), 1_000)
        self.assertEqual(canaries_in(log), set())


if __name__ == "__main__":
    unittest.main()
