#!/usr/bin/env python3
"""The program is killed at random moments under load: crash_test.py SCHEMAGATE [KILLS].

What the clients were shown, what the gateway shows after each restart, what its ledger holds in the end and what the
agent received are checked against each other: no task that was acknowledged is lost or changed, and no message
reaches the agent twice, although clients send again what was not answered. What a stream has shown counts as
acknowledged, too. 20 kills by default."""
import collections
import concurrent.futures
import contextlib
import http.client
import itertools
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

from crash_agent import Agent, is_plain, is_streamed

PROGRAM = sys.argv.pop(1)
KILLS = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 20
CLIENTS = 8
PATIENCE = 60  # seconds; only a failing run needs them
SCHEMA = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
          "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": False}
ENDED = ("TASK_STATE_COMPLETED", "TASK_STATE_FAILED")


class Gateway:
    """The program on one ledger; started again after each kill."""

    def __init__(self, folder, agent_url):
        self.config = os.path.join(folder, "gateway.yaml")
        self.ledger = os.path.join(folder, "gateway.ledger")
        with open(os.path.join(folder, "count.json"), "w") as file:
            json.dump(SCHEMA, file)
        with open(self.config, "w") as file:
            json.dump({"listen": "127.0.0.1:0", "threads": 2, "log": {"level": "off"},
                       "agents": {"count": {"upstream": {"url": agent_url, "poll_interval": "20ms"},
                                            "schemas": {"count": "count.json"},
                                            "skills": {"count": {"input": ["count"]}}}}}, file)

    def start(self):
        self.process = subprocess.Popen([PROGRAM, "serve", "--config", self.config], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            raise RuntimeError("the gateway does not start on its ledger")
        self.port = int(line.rsplit(":", 1)[1])
        while not self.has_card():
            time.sleep(0.005)

    def has_card(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", "/count/.well-known/agent-card.json")
        ready = connection.getresponse().status == 200
        connection.close()
        return ready

    def stop(self, by):
        self.process.send_signal(by)
        self.process.stdout.close()
        return self.process.wait(PATIENCE)


class Client:
    """One connection; None is an answer that did not come."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def call(self, method, params):
        try:
            self.connection.request("POST", "/count", json.dumps({"jsonrpc": "2.0", "id": 1, "method": method,
                                                                  "params": params}),
                                    {"Content-Type": "application/json", "A2A-Version": "1.0"})
            answer = json.loads(self.connection.getresponse().read())
        except (OSError, http.client.HTTPException, ValueError):
            return None
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    @staticmethod
    def message(number):
        part = {"data": {"n": number}, "mediaType": "application/json;schema=count"}
        if is_plain(number):
            part = {"text": str(number)}
        return {"messageId": f"m-{number}", "role": "ROLE_USER", "parts": [part]}

    def send_plain(self, number):
        result = self.call("SendMessage", {"message": self.message(number)})
        return result and result["message"]["parts"][0]["text"]

    def send(self, number):
        result = self.call("SendMessage", {"message": self.message(number),
                                           "configuration": {"returnImmediately": number % 2 == 0}})
        return result and result["task"]

    def stream(self, number):
        """The task as the stream has shown it so far; None when it has shown nothing."""
        task = None
        try:
            self.connection.request("POST", "/count", json.dumps({
                "jsonrpc": "2.0", "id": 1, "method": "SendStreamingMessage",
                "params": {"message": self.message(number)}}),
                {"Content-Type": "application/json", "A2A-Version": "1.0"})
            for line in self.connection.getresponse():
                if line.startswith(b"data:") and line.endswith(b"\n"):
                    task = applied(task, json.loads(line[5:])["result"])
        except (OSError, http.client.HTTPException):
            pass
        self.connection.close()
        return task

    def get(self, task_id):
        return self.call("GetTask", {"id": task_id})

    def end_of(self, task_id):
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            task = self.get(task_id)
            if task["status"]["state"] in ENDED:
                return task
            time.sleep(0.01)
        raise RuntimeError(f"the task does not end: {task}")


def applied(task, event):
    """The task after the event."""
    if "task" in event:
        return event["task"]
    if "statusUpdate" in event:
        return task | {"status": event["statusUpdate"]["status"]}
    update = event["artifactUpdate"]
    before = task.get("artifacts", []) if update.get("append") else []
    parts = (before[0]["parts"] if before else []) + update["artifact"]["parts"]
    return task | {"artifacts": [update["artifact"] | {"parts": parts}]}


def parts_of(task):
    return [part for artifact in task.get("artifacts", []) for part in artifact["parts"]]


class Crash(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.agent = Agent()
        self.addCleanup(self.agent.server.server_close)
        self.addCleanup(self.agent.server.shutdown)
        self.gateway = Gateway(folder.name, self.agent.url)
        self.addCleanup(lambda: self.gateway.process.kill())
        self.numbers = itertools.count(1)
        self.shown = {}        # by number: the task that the client saw last
        self.unanswered = []   # numbers
        self.unknown = 0       # messages without a task that were cut off
        self.slowest = 0.0     # from a restart to the end of all that it had left

    def load(self, port):
        """A client that sends until its gateway is gone."""
        with Client(port) as client:
            for number in self.numbers:
                if is_plain(number):
                    if client.send_plain(number) is None:
                        self.unanswered.append(number)
                        return
                    continue
                task = client.stream(number) if is_streamed(number) else client.send(number)
                if task is not None:
                    self.shown[number] = task
                if task is None:
                    self.unanswered.append(number)
                if task is None or is_streamed(number) and task["status"]["state"] not in ENDED:
                    return

    def run_and_kill(self):
        with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
            clients = [pool.submit(self.load, self.gateway.port) for _ in range(CLIENTS)]
            time.sleep(random.uniform(0.02, 0.3))
            self.gateway.stop(signal.SIGKILL)
        for client in clients:
            client.result()

    def check_what_was_shown(self, numbers):
        with Client(self.gateway.port) as client:
            for number in numbers:
                before = self.shown[number]
                after = client.get(before["id"])  # an acknowledged task that is lost raises
                self.assertEqual(parts_of(after)[:len(parts_of(before))], parts_of(before))
                if before["status"]["state"] in ENDED:
                    self.assertEqual(after["status"], before["status"])
                    self.assertEqual(parts_of(after), parts_of(before))

    def finish_what_is_open(self, numbers):
        began = time.monotonic()
        with Client(self.gateway.port) as client:
            for number in numbers:
                if self.shown[number]["status"]["state"] not in ENDED:
                    self.shown[number] = client.end_of(self.shown[number]["id"])
        self.slowest = max(self.slowest, time.monotonic() - began)

    def send_again(self, numbers):
        with Client(self.gateway.port) as client:
            for number in numbers:
                if is_plain(number):
                    self.send_plain_again(client, number)
                    continue
                task = client.send(number)
                self.assertEqual(client.send(number)["id"], task["id"], "the same message is the same task")
                self.shown[number] = client.end_of(task["id"])

    def send_plain_again(self, client, number):
        """It reaches the agent now, or it may have before, and that is said."""
        try:
            self.assertEqual(client.send_plain(number), f"up-{number}")
        except RuntimeError as refused:
            self.assertIn("the gateway was restarted", str(refused))
            self.unknown += 1

    def test_loses_nothing_and_sends_nothing_twice(self):
        known = 0
        again = 0
        self.gateway.start()
        for _ in range(KILLS):
            self.run_and_kill()
            self.gateway.start()
            new = list(self.shown)[known:]
            self.check_what_was_shown(new)
            self.finish_what_is_open(new)
            unanswered, self.unanswered = self.unanswered, []
            self.send_again(unanswered)
            again += len(unanswered)
            known = len(self.shown)
        self.check_what_was_shown(self.shown)
        self.assertEqual(self.gateway.stop(signal.SIGTERM), 0)
        self.check_ledger()
        self.check_agent()
        ends = collections.Counter(task["status"]["state"] for task in self.shown.values())
        print(f"{KILLS} kills, {len(self.shown)} tasks ({dict(ends)}), {again} messages sent again, "
              f"{self.unknown} of them refused; "
              f"slowest pick-up {self.slowest:.2f} s", file=sys.stderr)

    def check_ledger(self):
        with contextlib.closing(sqlite3.connect(self.gateway.ledger)) as ledger:
            ids = {row[0] for row in ledger.execute("SELECT id FROM tasks WHERE ended_at IS NOT NULL")}
        self.assertLessEqual({task["id"] for task in self.shown.values()}, ids)

    def check_agent(self):
        with self.agent.lock:
            received = dict(self.agent.received)
        self.assertEqual([number for number, times in received.items() if times > 1], [])
        for number, task in self.shown.items():
            if task["status"]["state"] == "TASK_STATE_COMPLETED":
                self.assertIn(number, received)
                self.assertEqual([part["text"] for part in parts_of(task)], self.agent.work_of(number)[0])
            else:
                self.assertIn("the gateway was restarted", task["status"]["message"]["parts"][0]["text"])


if __name__ == "__main__":
    unittest.main()
