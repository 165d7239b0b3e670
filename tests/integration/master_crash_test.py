#!/usr/bin/env python3
"""master_crash_test.py SCHEMAGATE KILLER: a master killed with SIGKILL before and after each write of its ledger.

KILLER is the library of kill_at_write.cc. The plan is two subtasks, one after the other, and each run is killed once, one
write later than the run before, until one runs through. After the kill the gateway starts again on its ledger, and a
client that had no answer sends its message again. Then the run ends; no agent has got a message twice; and what has
failed has done so for the one reason that there is: it is not known whether an agent has acted on a message. An agent
that lists its tasks is asked: then that is so only for a message that it does not have. Where a language model makes the plans, each
another one, all that the agents of a run get is of one plan.
"""
import collections
import contextlib
import http.client
import http.server
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import json_handler

PROGRAM, KILLER = sys.argv.pop(1), sys.argv.pop(1)
PATIENCE = 60  # seconds; only a failing run needs them
MOST_WRITES = 60
OF_PLAN = re.compile(r" of plan (\d+)")
NOT_KNOWN = "not known whether the agent has acted on it"


class Agent(json_handler.JsonHandler):
    """Speaks A2A 1.0: each message becomes a task that is at work when it is told, and done when it is asked for."""
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        url = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.answer({"name": "x", "version": "1", "description": "x", "capabilities": {}, "skills": [],
                     "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
                     "supportedInterfaces": [{"url": url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}]})

    def do_POST(self):
        call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/v1/chat/completions":
            return self.write_plan()
        if call["method"] == "SendMessage":
            message = call["params"]["message"]
            with self.server.lock:
                self.server.received.append((message["parts"][0]["text"], message["messageId"]))
                self.server.messages.append(message)
                number = len(self.server.received)
            return self.result(call, {"task": {"id": f"t{number}", "contextId": "c", "status": {"state": "TASK_STATE_WORKING"}}})
        if call["method"] == "ListTasks":
            return self.list_tasks(call)
        task = call["params"]["id"]
        self.result(call, {"id": task, "contextId": "c", "status": {"state": "TASK_STATE_COMPLETED"},
                           "artifacts": [{"artifactId": "a", "parts": [{"text": f"result of {task}"}]}]})

    def write_plan(self):
        with self.server.lock:
            self.server.plans += 1
            number = self.server.plans
        plan = {"subtasks": [
            {"id": "one", "agent": "worker", "items": [{"id": "i", "do": f"first of plan {number}"}]},
            {"id": "two", "agent": "worker", "after": ["one"],
             "items": [{"id": "i", "do": f"second after {{one.i}} of plan {number}"}]}]}
        self.answer({"choices": [{"message": {"role": "assistant", "content": json.dumps(plan)}, "finish_reason": "stop"}]})

    def list_tasks(self, call):
        if not self.server.lists:
            return self.answer({"jsonrpc": "2.0", "id": call["id"], "error": {"code": -32601, "message": "Method not found"}})
        with self.server.lock:
            tasks = [{"id": f"t{number + 1}", "contextId": "c", "status": {"state": "TASK_STATE_WORKING"}, "history": [message]}
                     for number, message in enumerate(self.server.messages)]
        self.result(call, {"tasks": tasks, "nextPageToken": "", "pageSize": 100, "totalSize": len(tasks)})

    def result(self, call, result):
        self.answer({"jsonrpc": "2.0", "id": call["id"], "result": result})


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass  # a gateway that is killed leaves in the middle


class Gateway:
    def __init__(self, folder, agent, is_planned):
        self.folder = folder
        self.armed, self.ledger = (os.path.join(folder, name) for name in ("armed", "gateway.ledger"))
        plan = {"name": "two", "agents": {"worker": {}}, "limits": {"call_seconds": 30}, "subtasks": [
            {"id": "one", "agent": "worker", "items": [{"id": "i", "do": "first"}]},
            {"id": "two", "agent": "worker", "after": ["one"], "items": [{"id": "i", "do": "second after {one.i}"}]}]}
        with open(os.path.join(folder, "plan.json"), "w", encoding="utf-8") as file:
            json.dump(plan, file)
        url = f"http://127.0.0.1:{agent.server_address[1]}"
        work = {"planner": {"url": f"{url}/v1", "model": "m", "agents": ["worker"]}} if is_planned else {"plan": "plan.json"}
        with open(os.path.join(folder, "gateway.yaml"), "w", encoding="utf-8") as file:
            json.dump({"listen": "127.0.0.1:0", "threads": 1, "log": {"level": "off"}, "agents": {
                "worker": {"upstream": {"url": url, "poll_interval": "10ms"}},
                "two": {"kind": "master"} | work}}, file)

    def start(self, kill_at=None):
        environment = dict(os.environ)
        if kill_at:
            environment |= {"LD_PRELOAD": KILLER, "KILL_ARMED": self.armed, "KILL_AT": kill_at,
                            "ASAN_OPTIONS": "verify_asan_link_order=0"}
        config = os.path.join(self.folder, "gateway.yaml")
        self.process = subprocess.Popen([PROGRAM, "serve", "--config", config], stdout=subprocess.PIPE, text=True,
                                        env=environment)
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            raise RuntimeError("the gateway does not start on its ledger")
        self.port = int(line.rsplit(":", 1)[1])
        until = time.monotonic() + PATIENCE
        while not self.is_ready() and time.monotonic() < until:
            time.sleep(0.005)

    def is_ready(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", "/worker/.well-known/agent-card.json")
        card = connection.getresponse().status
        connection.close()
        connection.request("GET", "/healthz")
        ready = card == 200 and connection.getresponse().status == 200
        connection.close()
        return ready

    def call(self, method, params):
        """None where there is no answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("POST", "/two", json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}),
                               {"Content-Type": "application/json", "A2A-Version": "1.0"})
            answer = json.loads(connection.getresponse().read())
        except (OSError, http.client.HTTPException, ValueError):
            return None
        finally:
            connection.close()
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def send(self):
        message = {"messageId": "m-1", "role": "ROLE_USER", "parts": [{"text": "go"}]}
        result = self.call("SendMessage", {"message": message, "configuration": {"returnImmediately": True}})
        return result and result["task"]["id"]

    def end_of(self, task_id, until):
        """The task when it has ended; None when the gateway has, before."""
        while time.monotonic() < until:
            task = self.call("GetTask", {"id": task_id})
            if task is None or task["status"]["state"] not in ("TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"):
                return task
            time.sleep(0.005)
        raise AssertionError(f"the run stalls: {task}")

    def stop(self):
        self.process.kill()
        self.process.stdout.close()
        self.process.wait(PATIENCE)

    def latest_step(self):
        """Which step of the run the ledger holds as its last."""
        database = sqlite3.connect(f"file:{self.ledger}?mode=ro", uri=True)  # leaves the write-ahead log beside it
        payloads = [bytes(row[0]) for row in database.execute("SELECT payload FROM log ORDER BY number")]
        database.close()
        steps = [b"".join(re.findall(rb'"event":\s*"([a-z_]+)"', payload)).decode() for payload in payloads]
        steps = [step for step in steps if step]
        is_planned = any(b'"takes_context"' in payload or b'"subtasks"' in payload for payload in payloads)
        if any(b'"outcome":"completed"' in payload and b'"subtasks"' in payload for payload in payloads):
            return "reported"
        return steps[-1] if steps else "planned" if is_planned else "nothing"


@contextlib.contextmanager
def running_agent(lists):
    server = Server(("127.0.0.1", 0), Agent)
    server.lock, server.received, server.messages, server.lists, server.plans = threading.Lock(), [], [], lists, 0
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


class Kills(unittest.TestCase):
    def play(self, kill_at, lists, is_planned):
        """Where the kill has left the run, and how it ended; no step where nothing was killed."""
        with tempfile.TemporaryDirectory() as folder, running_agent(lists) as agent:
            gateway = Gateway(folder, agent, is_planned)
            gateway.start(kill_at)
            with open(gateway.armed, "w", encoding="utf-8"):
                pass
            task_id = gateway.send()
            task = task_id and gateway.end_of(task_id, time.monotonic() + PATIENCE)
            # A kill behind the last write may come when the task has been shown.
            with contextlib.suppress(subprocess.TimeoutExpired):
                gateway.process.wait(0.05 if task else PATIENCE)
            step = gateway.latest_step() if gateway.process.poll() is not None else ""
            gateway.stop()
            if step:
                gateway.start()
                again = task_id or gateway.send()
                task = gateway.end_of(again, time.monotonic() + PATIENCE)
                gateway.stop()
            return step, task, list(agent.received)

    def check(self, task, received, lists, is_planned):
        plans = {plan for text, _ in received for plan in OF_PLAN.findall(text)}
        self.assertEqual(len(plans), 1 if is_planned and received else 0, received)
        times = collections.Counter(OF_PLAN.sub("", text) for text, _ in received)
        self.assertTrue(all(count == 1 for count in times.values()), received)
        if task["status"]["state"] == "TASK_STATE_COMPLETED":
            self.assertEqual(sorted(times), ["first", "second after result of t1"])
            return True
        self.assertEqual(task["status"]["state"], "TASK_STATE_FAILED")
        self.assertIn(NOT_KNOWN, task["status"]["message"]["parts"][0]["text"])
        if lists:  # what an agent has is found: not known is only what it does not have
            results = next(each for each in task["artifacts"] if each["artifactId"] == "results")["parts"][0]["data"]
            self.assertEqual(len(received), sum(each["state"] == "completed" for each in results["subtasks"]))
        return False

    def kill_at_every_write(self, lists=False, is_planned=False):
        steps = collections.Counter()
        completed = 0
        for number in range(1, MOST_WRITES):
            ended = 0
            for moment in ("before", "after"):
                with self.subTest(kill=f"{moment}:{number}"):
                    step, task, received = self.play(f"{moment}:{number}", lists, is_planned)
                    completed += self.check(task, received, lists, is_planned)
                    steps[step] += 1
                    ended += step == ""
            if ended == 2:
                break
        kills = sum(steps.values()) - steps[""]
        print(f"{kills} kills, {completed} of {sum(steps.values())} runs completed, left at {dict(steps)}")
        self.assertGreater(kills, 10)
        self.assertLessEqual({"call_started", "call_accepted"}, set(steps))

    def test_a_run_goes_on_from_every_write_and_sends_nothing_twice(self):
        self.kill_at_every_write()

    def test_what_an_agent_that_lists_its_tasks_has_is_found(self):
        self.kill_at_every_write(lists=True)

    def test_a_plan_that_a_model_has_made_is_carried_out_and_no_other(self):
        self.kill_at_every_write(is_planned=True)


if __name__ == "__main__":
    unittest.main()
