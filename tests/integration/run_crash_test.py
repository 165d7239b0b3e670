#!/usr/bin/env python3
"""run_crash_test.py SCHEMAGATE [RUNS]: `schemagate run` killed again and again, and interrupted.

Each run has twelve subtasks in four layers at two agents. It is killed at a random moment, resumed, killed again, until
it ends by itself. Then no text has reached an agent twice, and a subtask that is not completed says why: its agent may
have had the message. With --send-again every subtask is completed; no text has reached an agent under more than one
message id, and a text came again only after a kill that nobody could know of. None comes before what it needs is done.
"""
import collections
import http.server
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

PROGRAM = sys.argv.pop(1)
RUNS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 10
LAYERS, WIDTH = 4, 3


class Agent(http.server.BaseHTTPRequestHandler):
    """Speaks A2A 0.3: each message becomes a task that is done a moment later."""

    def do_GET(self):
        self.answer({"name": "x", "version": "1", "url": self.server.url, "protocolVersion": "0.3.0", "capabilities": {}})

    def do_POST(self):
        call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server, params = self.server, call["params"]
        if call["method"] == "message/send":
            message = params["message"]
            with server.lock:
                text = message["parts"][0]["text"].split("\n")[0]
                server.received.append((text, message["messageId"]))
                server.arrivals[text] = time.monotonic()
                task = f"t{len(server.received)}"
                server.tasks[task] = time.monotonic() + server.takes
        else:
            task = params["id"]
        with server.lock:
            if call["method"] == "tasks/cancel":
                server.canceled.append(task)
            done = time.monotonic() >= server.tasks[task]
        state = "canceled" if task in server.canceled else "completed" if done else "working"
        result = {"id": task, "contextId": "c", "kind": "task", "status": {"state": state}}
        if state == "completed":
            result["artifacts"] = [{"artifactId": "a", "parts": [{"kind": "text", "text": f"result of {task}"}]}]
        self.answer({"jsonrpc": "2.0", "id": call["id"], "result": result})

    def answer(self, value):
        body = json.dumps(value).encode()
        try:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            pass  # whoever asked is gone

    def log_message(self, *arguments):
        pass


def start_agent(takes):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Agent)
    server.daemon_threads = True
    server.url = f"http://127.0.0.1:{server.server_address[1]}"
    server.takes, server.lock = takes, threading.Lock()
    server.received, server.arrivals, server.tasks, server.canceled = [], {}, {}, []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class PatientAgent(http.server.BaseHTTPRequestHandler):
    """Takes a message at once, says so when `tells` of its text is set, and ends the task when `ends` is."""

    def do_GET(self):
        server = self.server
        card = {"name": "x", "version": "1", "capabilities": {}}
        interface = {"url": server.url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
        self.answer(card | ({"supportedInterfaces": [interface]} if server.is_v1 else {"url": server.url, "protocolVersion": "0.3.0"}))

    def do_POST(self):
        call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server, method, params = self.server, call["method"], call["params"]
        if method in ("SendMessage", "message/send"):
            message = params["message"]
            with server.changed:
                server.received.append(text := message["parts"][0]["text"].split("\n")[0])
                task = f"t{len(server.received)}"
                server.messages[task] = message
                server.changed.notify_all()
            server.tells[text].wait(60)
            result = self.task(task)
            return self.answer({"jsonrpc": "2.0", "id": call["id"], "result": {"task": result} if server.is_v1 else result})
        if method == "ListTasks":
            tasks = [self.task(each) for each in server.messages]
            result = {"tasks": tasks, "nextPageToken": "", "pageSize": 100, "totalSize": len(tasks)}
        else:
            result = self.task(params["id"])
        self.answer({"jsonrpc": "2.0", "id": call["id"], "result": result})

    def task(self, task):
        server, message = self.server, self.server.messages[task]
        text = message["parts"][0]["text"].split("\n")[0]
        done = server.ends[text].is_set()
        state = "completed" if done else "working"
        value = {"id": task, "contextId": "c", "history": [message], "kind": "task",
                 "status": {"state": f"TASK_STATE_{state.upper()}" if server.is_v1 else state}}
        if done:
            part = {"text": json.dumps({"accepted": True}) if text == "judge" else "done"}
            value["artifacts"] = [{"artifactId": "a", "parts": [part if server.is_v1 else part | {"kind": "text"}]}]
        if server.is_v1:
            value.pop("kind")
        return value

    answer = Agent.answer
    log_message = Agent.log_message


class PatientServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, is_v1):
        super().__init__(("127.0.0.1", 0), PatientAgent)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.is_v1, self.changed, self.received, self.messages = is_v1, threading.Condition(), [], {}
        self.tells, self.ends = ({text: threading.Event() for text in ("work", "judge")} for _ in range(2))

    def has_got(self, text):
        with self.changed:
            return self.changed.wait_for(lambda: text in self.received, 60)


def start_patient_agent(is_v1):
    server = PatientServer(is_v1)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    return server


def plan_for(agents):
    subtasks = [{"id": f"s{layer}-{i}", "agent": f"a{i % 2}", "items": [{"id": "i", "do": f"work {layer}-{i}"}],
                 "after": [f"s{layer - 1}-{i}", f"s{layer - 1}-{(i + 1) % WIDTH}"] if layer else []}
                for layer in range(LAYERS) for i in range(WIDTH)]
    return {"name": "layers", "mode": "async", "agents": {f"a{i}": {"url": agent.url} for i, agent in enumerate(agents)},
            "subtasks": subtasks}


class Runs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.plan, self.state = (os.path.join(self.folder.name, name) for name in ("plan.json", "run.state"))

    def tearDown(self):
        self.stop_agents()
        self.folder.cleanup()

    def stop_agents(self):
        for agent in self.agents:
            agent.shutdown()
            agent.server_close()
        self.agents = []

    def start(self, takes=0.02):
        self.agents = [start_agent(takes), start_agent(takes)]
        with open(self.plan, "w", encoding="utf-8") as file:
            json.dump(plan_for(self.agents), file)

    def begin(self, *arguments):
        return subprocess.Popen([PROGRAM, "run", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def play_through(self, moment, *flags):
        """Returns how often it was killed, and its exit code."""
        kills = 0
        process = self.begin(self.plan, "--input", "go", "--state", self.state, "-q")
        while True:
            try:
                out, err = process.communicate(timeout=moment())
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                kills += 1
                has_begun = "\n" in self.written()
                if not has_begun and os.path.exists(self.state):
                    os.remove(self.state)  # killed before its first line was written: nothing was sent
                again = ("resume", self.state, "-q", *flags) if has_begun else (self.plan, "--input", "go", "--state", self.state, "-q")
                process = self.begin(*again)
                continue
            return kills, process.returncode, out + err

    def played(self, *flags):
        """RUNS of them: how often each was killed, its exit code, what it said, and what its agents have received."""
        draw = random.Random(5)
        for _ in range(RUNS):
            self.start()
            patience = [0.03]

            def moment():
                patience[0] *= 1.25  # so that it comes to its end even on a slow machine
                return draw.uniform(0.01, patience[0])

            ended = self.play_through(moment, *flags)
            yield *ended, [message for agent in self.agents for message in agent.received]
            os.remove(self.state)
            self.stop_agents()

    def test_a_run_that_is_killed_again_and_again_ends_and_sends_nothing_twice(self):
        all_kills = lost = 0
        for kills, code, said, received in self.played():
            texts = [text for text, _ in received]
            self.assertEqual(len(texts), len(set(texts)))
            tasks = json.loads(self.ended("status", self.state, "-o", "json")[1])["subtasks"]
            reasons = [task["reason"] for task in tasks if task["state"] == "failed"]
            done = sum(task["state"] == "completed" for task in tasks)
            self.assertEqual(code, 0 if done == LAYERS * WIDTH else 5 if done else 3, said)
            self.assertEqual(bool(reasons), code != 0)
            for reason in reasons:
                self.assertIn("the agent may have had the message before the run was stopped", reason)
            all_kills, lost = all_kills + kills, lost + len(reasons)
        print(f"{RUNS} runs, {all_kills} kills, {lost} subtasks failed for a message that an agent may have had")
        self.assertGreater(all_kills, RUNS)

    def test_a_run_that_may_send_again_is_completed_and_sends_nothing_under_a_new_id(self):
        all_kills = repeated = 0
        for kills, code, said, received in self.played("--send-again"):
            self.assertEqual(code, 0, said)
            ids = collections.defaultdict(set)
            for text, message_id in received:
                ids[text].add(message_id)
            self.assertEqual(len(ids), LAYERS * WIDTH)
            self.assertTrue(all(len(found) == 1 for found in ids.values()), ids)
            repeats = len(received) - len(ids)
            self.assertLessEqual(repeats, kills * WIDTH)  # no more than was under way at a kill
            all_kills, repeated = all_kills + kills, repeated + repeats
        print(f"{RUNS} runs, {all_kills} kills, {RUNS * LAYERS * WIDTH} messages, {repeated} sent again under their id")
        self.assertGreater(all_kills, RUNS)

    def test_nothing_is_sent_before_what_it_needs_is_done(self):
        self.start()
        self.assertEqual(self.ended(self.plan, "--input", "go", "-q")[0], 0)
        arrived = {text: when for agent in self.agents for text, when in agent.arrivals.items()}
        self.assertEqual(len(arrived), LAYERS * WIDTH)
        for layer in range(1, LAYERS):
            for i in range(WIDTH):
                for other in (i, (i + 1) % WIDTH):
                    done = arrived[f"work {layer - 1}-{other}"] + self.agents[0].takes
                    self.assertGreaterEqual(arrived[f"work {layer}-{i}"], done)

    def test_an_interrupted_run_cancels_its_tasks_at_their_agents(self):
        self.start(takes=3600)
        process = self.begin(self.plan, "--input", "go", "--state", self.state)
        while sum(len(agent.tasks) for agent in self.agents) < WIDTH or self.known_tasks() < WIDTH:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 4, out + err)
        self.assertEqual(sum(len(agent.canceled) for agent in self.agents), WIDTH)
        self.assertEqual(sum(len(agent.received) for agent in self.agents), WIDTH)

    def test_a_second_process_tells_the_one_at_work_to_cancel(self):
        self.start(takes=3600)
        process = self.begin(self.plan, "--input", "go", "--state", self.state)
        while self.known_tasks() < WIDTH:
            time.sleep(0.01)
        code, said = self.ended("resume", self.state)
        self.assertIn("another process is at work", said)
        self.assertEqual(code, 2)
        self.assertEqual(self.ended("cancel", self.state)[0], 4)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 4, out + err)

    def test_what_an_agent_has_taken_before_a_kill_is_neither_asked_for_nor_judged_again(self):
        """An agent does the item and one decides on it, each killed over: as soon as it has the message, and as soon as
        the run knows of its task. A2A 1.0 lists tasks, so that the first is found; 0.3 does not, and the second is known."""
        for is_v1, moments in ((True, ("got", "named")), (False, ("named",))):
            for moment in moments:
                for killed_over in ("work", "judge"):
                    with self.subTest(is_v1=is_v1, moment=moment, killed_over=killed_over):
                        self.kill_over(killed_over, moment, is_v1)

    def kill_over(self, killed_over, moment, is_v1):
        self.agents = [agent := start_patient_agent(is_v1)]
        check = {"evaluator": {"agent": "a", "ask": "judge"}}
        plan = {"name": "judged", "agents": {"a": {"url": agent.url}},
                "subtasks": [{"id": "s", "agent": "a", "items": [{"id": "i", "do": "work", "check": check}]}]}
        with open(self.plan, "w", encoding="utf-8") as file:
            json.dump(plan, file)
        if killed_over == "judge":
            agent.tells["work"].set()
            agent.ends["work"].set()
        if moment == "named":
            agent.tells[killed_over].set()
        process = self.begin(self.plan, "--input", "go", "--state", self.state, "-q")
        self.assertTrue(agent.has_got(killed_over))
        while moment == "named" and self.known_tasks() < len(agent.received):
            time.sleep(0.01)
        process.kill()
        process.communicate()
        for event in (*agent.tells.values(), *agent.ends.values()):
            event.set()
        code, said = self.ended("resume", self.state, "-q")
        self.assertEqual(code, 0, said)
        self.assertEqual(agent.received, ["work", "judge"])
        os.remove(self.state)
        self.stop_agents()

    def ended(self, *arguments):
        """The exit code of a verb, and what it said."""
        process = self.begin(*arguments)
        out, err = process.communicate(timeout=60)
        return process.returncode, out + err

    def written(self):
        if not os.path.exists(self.state):
            return ""
        with open(self.state, encoding="utf-8") as file:
            return file.read()

    def known_tasks(self):
        return self.written().count('"call_accepted"')


if __name__ == "__main__":
    unittest.main()
