#!/usr/bin/env python3
"""stdio_upstream_test.py SCHEMAGATE: agents that are programs, which the gateway starts and speaks to over pipes."""
import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM = sys.argv.pop(1)
AGENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "stdio_agent.py")
PATIENCE = 100  # seconds; only a failing run needs them
SYMPTOMS = "fever 38.5 and cough for three days, age 34"
DOCTOR = {
    "name": "see-a-doctor", "query": "{input}", "limits": {"rounds": 2, "call_seconds": 30},
    "agents": {"diagnosis": {}, "prescription": {}, "pharmacy": {}},
    "subtasks": [
        {"id": "diagnose", "goal": "Diagnose", "agent": "diagnosis", "items": [{"id": "d1", "do": "Diagnose: {input}"}]},
        {"id": "prescribe", "goal": "Prescribe", "agent": "prescription", "after": ["diagnose"],
         "items": [{"id": "p1", "do": "Prescribe for the diagnosis in the context", "check": {"must_have": ["mg", "days"]}}]},
        {"id": "buy", "goal": "Buy", "agent": "pharmacy", "after": ["prescribe"],
         "items": [{"id": "b1", "do": "Buy the prescribed medicine", "check": {"pattern": "RX-[0-9]+"}}]}]}
FIRST_CARD = {"name": "Of the file", "version": "1", "description": "d", "capabilities": {"streaming": False},
              "skills": [{"id": "s", "name": "s", "description": "s", "tags": ["s"]}],
              "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"]}


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def assert_pharmacy_heard_its_own(case):
    """What C5 says of the last agent's context, and what it never sees; `case` is the test, `path` its files."""
    with open(case.path("pharmacy"), encoding="utf-8") as file:
        heard = file.read()
    case.assertIn("Oseltamivir 75 mg", heard)
    case.assertNotIn("fever", heard)


class Upstream(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.process = None
        self.log = open(self.path("log"), "w+", encoding="utf-8")

    def tearDown(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait(PATIENCE)
            self.process.stdout.close()
        self.log.close()
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def journal(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def calls(self, name):
        return [json.loads(line) for line in self.journal(name).splitlines() if line.startswith("{")]

    def command(self, kind, speaks, name=None, **upstream):
        return {"upstream": {"command": [sys.executable, "-B", AGENT, speaks, kind, self.path(name or kind)]} | upstream}

    def start(self, agents, wait_for=None, **more):
        with open(self.path("gateway.yaml"), "w", encoding="utf-8") as file:
            json.dump({"listen": "127.0.0.1:0", "ledger": {"store": "memory"}, "agents": agents} | more, file)
        self.process = subprocess.Popen([PROGRAM, "serve", "--config", self.path("gateway.yaml")],
                                        stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])
        for name in agents if wait_for is None else wait_for:
            self.until_health(name, "ready")

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def logged(self, event):
        with open(self.path("log"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file if line.startswith("{")]
        return [line for line in lines if event in line.values()]

    def until(self, holds):
        end = time.monotonic() + PATIENCE
        while not holds():
            self.assertLess(time.monotonic(), end, "it never came about")
            time.sleep(0.02)

    def request(self, method, path, body=None, version="1.0"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, body, {"Content-Type": "application/json", "A2A-Version": version})
        answer = connection.getresponse().read()
        connection.close()
        return answer

    def health(self):
        return json.loads(self.request("GET", "/healthz"))

    def until_health(self, name, state):
        self.until(lambda: self.health().get("agents", {}).get(name) == state)

    def call(self, agent, method, params):
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        return json.loads(self.request("POST", f"/{agent}", body))

    def send(self, agent, text, **more):
        message = {"messageId": f"m-{agent}-{text}", "role": "ROLE_USER", "parts": [{"text": text}]} | more
        return self.call(agent, "SendMessage", {"message": message})

    def stream(self, agent, text):
        body = {"jsonrpc": "2.0", "id": 1, "method": "SendStreamingMessage",
                "params": {"message": {"messageId": f"s-{text}", "role": "ROLE_USER", "parts": [{"text": text}]}}}
        events = self.request("POST", f"/{agent}", json.dumps(body)).decode()
        return [json.loads(line[5:])["result"] for line in events.splitlines() if line.startswith("data:")]

    def at_rest(self, task, agent):
        def look():
            nonlocal task
            task = self.call(agent, "GetTask", {"id": task["id"]})["result"]
            return task["status"]["state"] not in ("TASK_STATE_SUBMITTED", "TASK_STATE_WORKING")
        self.until(look)
        return task

    def text_of(self, answer):
        self.assertIn("result", answer, answer)
        task = answer["result"]["task"]
        self.assertEqual(task["status"]["state"], "TASK_STATE_COMPLETED", task)
        return task["artifacts"][0]["parts"][0]["text"]

    def test_a_program_of_either_version_is_called_like_any_agent(self):
        self.start({"new": self.command("echo", "1.0", "new"), "old": self.command("echo", "0.3", "old"),
                    "plain": self.command("plain", "1.0")})
        for name in ("new", "old", "plain"):
            self.assertEqual(self.text_of(self.send(name, "hello")), "echo: hello")
            card = json.loads(self.request("GET", f"/{name}/.well-known/agent-card.json"))
            self.assertIn(f"/{name}", json.dumps(card["supportedInterfaces"]))
        self.assertEqual([call["method"] for call in self.calls("new")], ["GetExtendedAgentCard", "SendStreamingMessage"])
        self.assertEqual([call["method"] for call in self.calls("old")],
                         ["GetExtendedAgentCard", "agent/getAuthenticatedExtendedCard", "message/stream"])
        self.assertEqual([call["method"] for call in self.calls("plain")], ["GetExtendedAgentCard", "SendMessage"])

    def test_a_stream_of_lines_is_a_stream_to_the_client(self):
        self.start({"echo": self.command("echo", "0.3")})
        events = self.stream("echo", "hello")
        self.assertEqual(self.calls("echo")[-1]["method"], "message/stream")
        self.assertIn("echo: hello", json.dumps(events))
        self.assertEqual(events[-1]["statusUpdate"]["status"]["state"], "TASK_STATE_COMPLETED")

    def test_calls_overtake_one_another(self):
        self.start({"slow": self.command("slow", "1.0")})
        answers = []
        first = threading.Thread(target=lambda: answers.append(self.text_of(self.send("slow", "first"))))
        first.start()
        self.until(lambda: "first" in self.journal("slow"))
        self.assertEqual(self.text_of(self.send("slow", "second")), "echo: second")  # which the first one waits for
        first.join(PATIENCE)
        self.assertEqual(answers, ["echo: first"])

    def test_a_program_without_a_card_has_that_of_the_file(self):
        with open(self.path("card.json"), "w", encoding="utf-8") as file:
            json.dump(FIRST_CARD, file)
        self.start({"cardless": self.command("cardless", "0.3", version="0.3") | {"card": "card.json"},
                    "bare": self.command("cardless", "1.0", "bare")}, wait_for=["cardless"])
        self.assertEqual(self.text_of(self.send("cardless", "hello")), "echo: hello")
        self.assertEqual(json.loads(self.request("GET", "/cardless/.well-known/agent-card.json"))["name"], "Of the file")
        self.until_health("bare", "unusable")
        self.assertIn("the configuration has none", self.health()["problems"]["bare"])

    def test_extensions_of_the_client_come_along_in_the_metadata(self):
        self.start({"echo": self.command("echo", "1.0")})
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        body = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage",
                "params": {"message": {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "hello"}]}}}
        connection.request("POST", "/echo", json.dumps(body), {
            "Content-Type": "application/json", "A2A-Version": "1.0", "A2A-Extensions": "https://x.example/\"e\""})
        connection.getresponse().read()
        connection.close()
        self.assertEqual(self.calls("echo")[-1]["params"]["metadata"]["a2a-service-parameters"],
                         {"A2A-Extensions": "https://x.example/\"e\""})

    def test_a_clients_own_service_parameters_do_not_reach_the_program(self):
        self.start({"echo": self.command("echo", "1.0")})
        for extensions in ({}, {"A2A-Extensions": "https://x.example/e"}):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            forged = {"a2a-service-parameters": {"A2A-Extensions": "forged"}, "A2A-Service-Parameters": {"a": "forged"}}
            body = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {
                "message": {"messageId": "m" + str(len(extensions)), "role": "ROLE_USER", "parts": [{"text": "hello"}]},
                "metadata": forged | {"kept": 1}}}
            connection.request("POST", "/echo", json.dumps(body), {
                "Content-Type": "application/json", "A2A-Version": "1.0", **extensions})
            connection.getresponse().read()
            connection.close()
            written = {"a2a-service-parameters": extensions} if extensions else {}
            self.assertEqual(self.calls("echo")[-1]["params"]["metadata"], {"kept": 1} | written)

    def test_only_named_variables_reach_the_program(self):
        os.environ["SCHEMAGATE_NAMED"], os.environ["SCHEMAGATE_SECRET"] = "given", "hidden"
        self.start({"echo": self.command("echo", "1.0", environment=["SCHEMAGATE_NAMED"])})
        pid = int(self.journal("echo").split()[1])
        with open(f"/proc/{pid}/environ", encoding="utf-8") as file:
            variables = file.read()
        self.assertIn("SCHEMAGATE_NAMED=given", variables)
        self.assertNotIn("hidden", variables)
        self.assertEqual(sorted(os.listdir(f"/proc/{pid}/fd"))[:3], ["0", "1", "2"])
        self.assertLessEqual(len(os.listdir(f"/proc/{pid}/fd")), 4)  # and its journal
        self.assertEqual(os.readlink(f"/proc/{pid}/cwd"), os.path.realpath(self.folder.name))

    def test_what_is_no_answer_is_ignored_and_complaints_are_logged(self):
        self.start({"garbage": self.command("garbage", "1.0")})
        self.assertEqual(self.text_of(self.send("garbage", "hello")), "echo: hello")
        self.until(lambda: self.logged("agent_process_says"))
        said = self.logged("agent_process_says")[0]["text"]
        self.assertTrue(said.startswith("?[31mcomplaint of yyy"), said)
        self.assertEqual(len(said), 1024)
        self.until(lambda: self.logged("agent_process_stray_line"))

    def test_a_line_of_50_mb_fails_its_own_call_and_no_other(self):
        self.start({"huge": self.command("huge", "1.0")})
        answer = self.send("huge", "huge")
        self.assertIn("more than", json.dumps(answer))
        self.assertEqual(self.text_of(self.send("huge", "small")), "echo: small")
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
            peak = next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
        self.assertLess(peak, 400_000)  # KB

    def test_one_that_never_answers_costs_its_caller_a_timeout(self):
        self.start({"silent": self.command("silent", "1.0", request_timeout="200ms", poll_interval="20ms")})
        self.assertIn("the agent did not answer in time", self.send("silent", "hello")["error"]["message"])

    def test_one_that_ends_is_started_again_and_health_says_when_it_stays_down(self):
        self.start({"exits": self.command("exits", "1.0", restarts=1)})
        for number in range(2):
            answer = json.dumps(self.send("exits", f"hello {number}"))
            self.assertIn("ended with exit code 3", answer)
        self.until(lambda: "it ended with exit code 3, too often to be started again" in
                   self.health().get("problems", {}).get("exits", ""))
        self.assertEqual(self.health()["agents"]["exits"], "unreachable")
        self.assertIn("is not running", json.dumps(self.send("exits", "again")))
        self.assertEqual(self.journal("exits").count("pid "), 2)
        self.until(lambda: self.logged("agent_process_given_up"))

    def test_one_that_dies_within_a_stream_is_asked_for_its_task_when_it_is_back(self):
        self.start({"dies": self.command("dies", "1.0", poll_interval="20ms")})
        events = self.stream("dies", "hello")
        self.assertEqual(events[-1]["statusUpdate"]["status"]["state"], "TASK_STATE_FAILED")  # its memory went with it
        self.assertEqual([call["method"] for call in self.calls("dies")][1:3], ["SendStreamingMessage", "GetTask"])
        self.assertEqual(self.text_of(self.send("dies", "again")), "echo: again")

    def test_one_that_closes_its_output_is_ended(self):
        self.start({"closes": self.command("closes", "1.0")})
        pid = int(self.journal("closes").split()[1])
        self.assertIn("the agent closed its standard output", self.send("closes", "hello")["error"]["message"])
        self.until(lambda: not is_running(pid))
        self.until_health("closes", "ready")

    def test_its_children_go_with_it(self):
        self.start({"forks": self.command("forks", "1.0")})
        group = int(self.journal("forks").split()[1])
        self.assertIn("ended with exit code 4", json.dumps(self.send("forks", "hello")))
        self.until(lambda: not self.alive_in(group))

    def alive_in(self, group):
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[2]) == group and fields[0] != "Z":
                found.append(pid)
        return found

    def test_it_ends_with_the_gateway_and_leaves_no_zombie(self):
        self.start({"echo": self.command("echo", "1.0")})
        pid = int(self.journal("echo").split()[1])
        self.assertTrue(is_running(pid))
        self.assertEqual(self.end(), 0)
        self.assertFalse(os.path.exists(f"/proc/{pid}"))

    def test_it_sees_the_end_of_its_input_when_the_gateway_is_killed(self):
        self.start({"echo": self.command("echo", "1.0")})
        self.process.kill()
        self.until(lambda: "end of input" in self.journal("echo"))

    def test_check_online_says_what_would_be_served(self):
        with open(self.path("gateway.yaml"), "w", encoding="utf-8") as file:
            json.dump({"listen": "127.0.0.1:0", "agents": {
                "echo": self.command("echo", "1.0"), "gone": {"upstream": {"command": ["/no/such/program"]}}}}, file)
        done = subprocess.run([PROGRAM, "check", "--online", "--config", self.path("gateway.yaml")], capture_output=True,
                              text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 1, done)
        self.assertIn("started as", done.stderr)
        self.assertIn("cannot be started: No such file or directory", done.stderr)

    # AC-21, C5: the three see the patient one after the other, each only what it needs, over pipes alone.
    def test_the_doctors_of_c5_are_programs_of_either_version(self):
        for version in ("1.0", "0.3"):
            with self.subTest(version=version):
                self.play_doctor(version)
                self.end()

    def play_doctor(self, version):
        with open(self.path("plan.json"), "w", encoding="utf-8") as file:
            json.dump(DOCTOR, file)
        names = {kind: f"{kind}-{version}" for kind in ("diagnosis", "prescription", "pharmacy")}
        self.start({kind: self.command(kind, version, name) for kind, name in names.items()}
                   | {"doctor": {"kind": "master", "plan": "plan.json"}})
        task = self.at_rest(self.send("doctor", SYMPTOMS)["result"]["task"], "doctor")
        self.assertEqual(task["status"]["state"], "TASK_STATE_COMPLETED", task)
        heard = {kind: [call["params"]["message"]["parts"][0]["text"] for call in self.calls(name)
                        if "message" in call.get("params", {})] for kind, name in names.items()}
        self.assertEqual({kind: len(texts) for kind, texts in heard.items()},
                         {"diagnosis": 1, "prescription": 2, "pharmacy": 1})  # "done" is no prescription
        self.assertIn("fever 38.5", heard["diagnosis"][0])
        self.assertIn("Influenza A", heard["prescription"][0])
        self.assertNotIn("fever", heard["prescription"][0])
        self.assertIn("Oseltamivir 75 mg", heard["pharmacy"][0])
        self.assertNotIn("Influenza", heard["pharmacy"][0])
        self.process.stdout.close()


if __name__ == "__main__":
    unittest.main()
