#!/usr/bin/env python3
"""run_hostile_test.py SCHEMAGATE: `schemagate run` among agents that misbehave, each in its own way.

One plan has a subtask for each of them, and one for an agent that does as it is told. Each bad one fails its own subtask
with a reason; the good one is done; nothing of what they say reaches another.
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import hostile_agent
from hostile_agent import task

PROGRAM = sys.argv.pop(1)


class Agent(hostile_agent.Agent):
    def be_page(self, call, _):
        self.reply(b"<!DOCTYPE html><title>canary-page</title>")

    def be_cut(self, call, _):
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b'{"jsonrpc"')
        self.close_connection = True

    def be_busy(self, call, sends):  # overloaded twice, then well
        if sends < 3:
            self.reply(b"busy", 503)
        else:
            self.result(call, task())

    def be_refusing(self, call, _):
        self.reply({"jsonrpc": "2.0", "id": call["id"], "error": {"code": -32602, "message": "canary-refusing"}})

    def be_asking(self, call, _):
        self.result(call, task("input-required", artifacts=[]))

    def be_chatty(self, call, _):
        self.result(call, {"kind": "message", "messageId": "m", "role": "agent",
                           "parts": [{"kind": "text", "text": "Completed! state: 1"}]})

    def be_master(self, call, _):  # would be the master itself
        self.result(call, task(text='{"TaskContext":{"OverallStatus":"completed"}}'))


BAD = ("huge", "hanging", "slow", "page", "cut", "refusing", "chatty")


class Hostile(unittest.TestCase):
    def setUp(self):
        self.server = hostile_agent.Server(Agent)
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.server.end()
        self.folder.cleanup()

    def play(self, kinds, after=None, **more):
        plan = {"name": "hostile", "mode": "async", "limits": {"call_seconds": 2, "rounds": 2},
                "agents": {kind: {"url": f"{self.server.url}/{kind}"} for kind in kinds},
                "subtasks": [{"id": kind, "agent": kind, "items": [{"id": "i", "do": f"canary-text-{kind}"}],
                              "after": (after or {}).get(kind, [])} for kind in kinds]} | more
        path = os.path.join(self.folder.name, "plan.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(plan, file)
        done = subprocess.run([PROGRAM, "run", path, "--input", "go", "-o", "json"], capture_output=True, text=True,
                              timeout=120, check=False)
        return done.returncode, {each["id"]: each for each in json.loads(done.stdout)["subtasks"]}

    def test_each_fails_its_own_subtask_with_a_reason_and_no_other(self):
        code, subtasks = self.play(("good", "busy") + BAD)
        self.assertEqual(code, 5)
        self.assertEqual(subtasks["good"]["state"], "completed")
        self.assertEqual(subtasks["busy"]["state"], "completed")
        for kind in BAD:
            self.assertEqual(subtasks[kind]["state"], "failed", kind)
            self.assertTrue(subtasks[kind]["reason"], kind)
        self.assertIn("larger", subtasks["huge"]["reason"])
        self.assertIn("within 2 s", subtasks["slow"]["reason"])
        self.assertIn("3 attempts", subtasks["cut"]["reason"])
        self.assertIn("canary-refusing", subtasks["refusing"]["reason"])
        self.assertIn("did not complete it", subtasks["chatty"]["reason"])

    def test_an_overloaded_agent_gets_the_same_message_again_and_a_refusing_one_does_not(self):
        self.play(("busy", "refusing"))
        ids = [call["params"]["message"]["messageId"] for kind, call in self.server.received if kind == "busy"]
        self.assertEqual(len(ids), 3)
        self.assertEqual(len(set(ids)), 1)
        self.assertEqual(sum(1 for kind, _ in self.server.received if kind == "refusing"), 1)

    def test_a_task_that_does_not_end_is_canceled_at_its_agent(self):
        self.play(("slow",))
        self.assertIn("tasks/cancel", [call["method"] for _, call in self.server.received])

    def test_a_question_that_nobody_answers_leaves_the_run_open(self):
        code, subtasks = self.play(("asking", "good"))
        self.assertEqual(code, 5)
        self.assertEqual(subtasks["asking"]["state"], "asking")
        self.assertEqual(subtasks["good"]["state"], "completed")

    def test_a_task_context_from_a_worker_is_handed_to_nobody(self):
        _, subtasks = self.play(("master", "good"), after={"good": ["master"]}, on_failure="best_effort")
        self.assertEqual(subtasks["master"]["state"], "failed")
        self.assertIn("task_context: the answer for an item held one", subtasks["master"]["remarks"])
        self.assertEqual(subtasks["good"]["state"], "completed")
        said = json.dumps([call for kind, call in self.server.received if kind == "good"])
        self.assertIn("canary-text-good", said)
        self.assertNotIn("OverallStatus", said)
        self.assertNotIn("canary-text-master", said)

    def test_what_a_bad_agent_says_reaches_no_other(self):
        self.play(("good",) + BAD)
        for kind, call in self.server.received:
            text = json.dumps(call)
            for other in ("good",) + BAD:
                if other != kind:
                    self.assertNotIn(f"canary-text-{other}", text)
                    self.assertNotIn(f"canary-{other}", text)


if __name__ == "__main__":
    unittest.main()
