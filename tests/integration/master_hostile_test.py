#!/usr/bin/env python3
"""master_hostile_test.py SCHEMAGATE: a master among agents that misbehave, each in its own way, through the gateway.

One plan has a goal for each of them, and one for an agent that does as it is told. Each bad one fails its own goal with a
reason that says what it did; the good one is done; nothing that the bad ones say reaches another.
"""
import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

import hostile_agent
from hostile_agent import task

PROGRAM = sys.argv.pop(1)
PATIENCE = 100  # seconds; only a failing run needs them
CALL_SECONDS = 5  # in which the huge answer has to come, also where many tests run at once
SCHEMAS = "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"
MODE = "application/json;schema=AgentContext"


def context_task(context):
    part = {"kind": "data", "data": {"AgentContext": context}, "metadata": {"mimeType": MODE}}
    return task(artifacts=[{"artifactId": "a", "parts": [part]}])


def answered(context, states, **more):
    """The context as an agent answers it: these states, and words for every item that is said to be done."""
    return context | {"ItemstateUpdates": [{"itemId": item, "state": state} for item, state in states.items()],
                      "KeyInformation": [{"itemId": item, "outputabstract": f"did {item}"}
                                         for item, state in states.items() if state == 1]} | more


class Agent(hostile_agent.Agent):
    """What begins with "context_" declares AgentContext."""

    def card(self, kind):
        if not kind.startswith("context_"):
            return super().card(kind)
        return super().card(kind) | {
            "capabilities": {"extensions": [{"uri": SCHEMAS}]}, "schemas": {"AgentContext": {"type": "object"}},
            "defaultInputModes": [MODE], "defaultOutputModes": [MODE]}

    @staticmethod
    def context_in(call):
        return call["params"]["message"]["parts"][0]["data"]["AgentContext"]

    def be_context_good(self, call, _):
        self.result(call, context_task(answered(self.context_in(call), {"i": 1, "j": 1})))

    def be_context_stranger(self, call, _):  # answers for another subtask
        context = answered(self.context_in(call), {"i": 1, "j": 1})
        self.result(call, context_task(context | {"SubTaskID": "canary-stranger"}))

    def be_context_master(self, call, _):  # would be the master itself
        context = {"TaskContext": {"TaskID": "canary-master", "OverallStatus": "completed"}}
        self.result(call, task(artifacts=[{"artifactId": "a", "parts": [{"kind": "data", "data": context}]}]))

    def be_context_flipping(self, call, sends):  # first i is done, then it is not
        states = {"i": 1, "j": 0} if sends == 1 else {"i": 0, "j": 1}
        self.result(call, context_task(answered(self.context_in(call), states)))

    def be_context_inventing(self, call, _):
        self.result(call, context_task(answered(self.context_in(call), {"i": 1, "canary-item": 1})))

    def be_context_prose(self, call, _):
        self.result(call, task(text="canary-prose: i and j are done. state: 1"))

    def be_chatty(self, call, _):
        self.result(call, {"kind": "message", "messageId": "m", "role": "agent",
                           "parts": [{"kind": "text", "text": "canary-chatty Completed! state: 1"}]})

    def be_halfway(self, call, _):  # does the first item and fails with the second
        is_first = call["params"]["message"]["parts"][0]["text"].endswith("-i")
        if is_first:
            return self.result(call, task(text="canary-halfway"))
        message = {"kind": "message", "messageId": "m", "role": "agent", "parts": [{"kind": "text", "text": "out of paper"}]}
        self.result(call, task("failed", artifacts=[], status={"state": "failed", "message": message}))

    def be_asking(self, call, _):
        if call["method"] == "tasks/cancel":
            return self.result(call, task("canceled", artifacts=[]))
        message = {"kind": "message", "messageId": "m", "role": "agent", "parts": [{"kind": "text", "text": "which one?"}]}
        self.result(call, task("input-required", artifacts=[], status={"state": "input-required", "message": message}))


# What it did, as the reason of its goal says it.
REASONS = {"context_stranger": "the agent answered for another subtask",
           "context_master": "TaskContext",
           "context_inventing": "the agent did not complete it",
           "context_prose": "the answer holds no AgentContext",
           "huge": "too large",
           "hanging": f"within {CALL_SECONDS} s",
           "slow": f"within {CALL_SECONDS} s",
           "chatty": "says nothing of completion",
           "halfway": "out of paper"}


class Hostile(unittest.TestCase):
    def setUp(self):
        self.server = hostile_agent.Server(Agent)
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.process.kill()
        self.process.stdout.close()
        self.process.wait(PATIENCE)
        self.server.end()
        self.folder.cleanup()

    def start(self, kinds, **limits):
        items = {kind: [{"id": item, "do": f"canary-text-{kind}-{item}"} for item in ("i", "j")] for kind in kinds}
        plan = {"name": "hostile", "mode": "async", "limits": {"call_seconds": CALL_SECONDS, "rounds": 2} | limits,
                "agents": {kind: {"url": f"{self.server.url}/{kind}"} for kind in kinds},
                "subtasks": [{"id": kind, "agent": kind, "items": items[kind]} for kind in kinds]}
        with open(os.path.join(self.folder.name, "plan.json"), "w", encoding="utf-8") as file:
            json.dump(plan, file)
        config = os.path.join(self.folder.name, "gateway.yaml")
        with open(config, "w", encoding="utf-8") as file:
            json.dump({"listen": "127.0.0.1:0", "log": {"level": "off"}, "ledger": {"store": "memory"},
                       "agents": {"boss": {"kind": "master", "plan": "plan.json"}}}, file)
        self.process = subprocess.Popen([PROGRAM, "serve", "--config", config], stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])
        until = time.monotonic() + PATIENCE
        while len(self.healthy()) <= len(kinds) and time.monotonic() < until:
            time.sleep(0.01)

    def healthy(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", "/healthz")
        health = json.loads(connection.getresponse().read())
        connection.close()
        return [name for name, state in health.get("agents", {}).items() if state == "ready"]

    def call(self, method, params):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("POST", "/boss", json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}),
                           {"Content-Type": "application/json", "A2A-Version": "1.0"})
        answer = json.loads(connection.getresponse().read())
        connection.close()
        self.assertIn("result", answer, answer)
        return answer["result"]

    def send(self, text, number, **more):
        message = {"messageId": f"m-{number}", "role": "ROLE_USER", "parts": [{"text": text}]} | more
        return self.call("SendMessage", {"message": message})["task"]

    def at_rest(self, task):
        until = time.monotonic() + PATIENCE
        while task["status"]["state"] in ("TASK_STATE_SUBMITTED", "TASK_STATE_WORKING") and time.monotonic() < until:
            time.sleep(0.02)
            task = self.call("GetTask", {"id": task["id"]})
        return task

    @staticmethod
    def data_of(task, name):
        return next(each["parts"][0]["data"] for each in task["artifacts"] if each["artifactId"] == name)

    def outcome(self, task):
        """The state of each goal, and what became of each subtask."""
        goals = self.data_of(task, "task-context")["TaskContext"]["GoalStatus"]
        return ({each["Goal"]: each["Status"] for each in goals},
                {each["id"]: each for each in self.data_of(task, "results")["subtasks"]})

    def test_each_fails_its_own_goal_with_what_it_did_and_no_other(self):
        kinds = ["good", "context_good", *REASONS]
        self.start(kinds)
        task = self.at_rest(self.send("go", 1))
        self.assertEqual(task["status"]["state"], "TASK_STATE_FAILED")
        goals, subtasks = self.outcome(task)
        self.assertEqual(goals, {kind: "failed" if kind in REASONS else "completed" for kind in kinds})
        for kind, reason in REASONS.items():
            self.assertIn(reason, subtasks[kind]["reason"], kind)
            self.assertIn(kind, task["status"]["message"]["parts"][0]["text"])
        self.assertEqual(self.data_of(task, "results")["outcome"], "partial")
        self.assert_no_word_of_another(kinds)

    def assert_no_word_of_another(self, kinds):
        for kind, call in self.server.received:
            text = json.dumps(call)
            self.assertNotIn("TaskContext", text)
            for other in kinds:
                if other != kind:
                    self.assertNotIn(f"canary-text-{other}-", text)
            for said in ("canary-stranger", "canary-master", "canary-item", "canary-prose", "canary-huge", "canary-chatty"):
                self.assertNotIn(said, text)

    def test_what_was_accepted_stays_so_and_what_was_half_done_is_told(self):
        self.start(["context_flipping", "halfway", "good"])
        goals, subtasks = self.outcome(self.at_rest(self.send("go", 1)))
        self.assertEqual(goals, {"context_flipping": "completed", "halfway": "failed", "good": "completed"})
        self.assertEqual([item["accepted"] for item in subtasks["halfway"]["items"]], [True, False])
        sent = [call["params"]["message"]["parts"][0]["text"] for kind, call in self.server.received
                if kind == "halfway" and call["method"] == "message/send"]
        self.assertEqual(sent, ["canary-text-halfway-i", "canary-text-halfway-j", "canary-text-halfway-j"])

    def test_one_that_asks_for_ever_has_failed_after_so_many_questions(self):
        self.start(["asking", "good"], questions=3)
        task = self.at_rest(self.send("go", 1))
        for number in range(2, 5):
            self.assertEqual(task["status"]["state"], "TASK_STATE_INPUT_REQUIRED")
            self.assertEqual(task["status"]["message"]["parts"][0]["text"], "which one?")
            task = self.at_rest(self.send("the first", number, taskId=task["id"]))
        goals, subtasks = self.outcome(task)
        self.assertEqual(goals, {"asking": "failed", "good": "completed"})
        self.assertEqual(subtasks["asking"]["reason"], "the agent asked more than 3 times")


if __name__ == "__main__":
    unittest.main()
