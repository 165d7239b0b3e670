#!/usr/bin/env python3
"""stdio_server_test.py SCHEMAGATE: a local program is a client of an agent over pipes (`schemagate stdio`)."""
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from stdio_upstream_test import AGENT, DOCTOR, PROGRAM, SYMPTOMS, assert_pharmacy_heard_its_own, is_running

PATIENCE = 100  # seconds; only a failing run needs them


def open_and_read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Client:
    """Reads whatever comes, in its order."""

    def __init__(self, config, *options, agent="echo", log):
        self.process = subprocess.Popen([PROGRAM, "stdio", "--agent", agent, "--config", config, *options],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))
        self.lines.put(None)

    def write(self, value):
        self.process.stdin.write((value if isinstance(value, str) else json.dumps(value)).encode() + b"\n")
        self.process.stdin.flush()

    def next(self):
        return self.lines.get(timeout=PATIENCE)

    def end(self):
        self.process.stdin.close()
        rest = list(iter(self.next, None))
        return self.process.wait(PATIENCE), rest

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout):
            pipe.close()


class Stdio(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.log = open(self.path("log"), "w+", encoding="utf-8")
        self.client = None

    def tearDown(self):
        if self.client is not None:
            self.client.kill()
        self.log.close()
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def start(self, *options, kind="echo", agents=None, agent=None, **more):
        agents = agents or {kind: {"upstream": {"command": [sys.executable, "-B", AGENT, "1.0", kind, self.path(kind)]}}}
        with open(self.path("gateway.yaml"), "w", encoding="utf-8") as file:
            json.dump({"listen": "127.0.0.1:1", "agents": agents} | more, file)  # a port that nobody may have
        self.client = Client(self.path("gateway.yaml"), *options, agent=agent or kind, log=self.log)
        return self.client

    def until_logged(self, words):
        give_up = time.monotonic() + PATIENCE
        while words not in (log := open_and_read(self.path("log"))):
            self.assertLess(time.monotonic(), give_up, log)
            time.sleep(0.01)

    @staticmethod
    def send(number, text, method="SendMessage", **more):
        message = {"messageId": f"m-{number}", "role": "ROLE_USER", "parts": [{"text": text}]}
        if "/" in method:
            message = {"kind": "message", "messageId": f"m-{number}", "role": "user",
                       "parts": [{"kind": "text", "text": text}]}
        return {"jsonrpc": "2.0", "id": number, "method": method, "params": {"message": message} | more}

    def test_both_versions_are_spoken_by_the_name_of_the_method(self):
        client = self.start()
        client.write(self.send(1, "new"))
        task = client.next()["result"]["task"]
        self.assertEqual(task["artifacts"][0]["parts"][0]["text"], "echo: new")
        client.write(self.send("two", "old", "message/send"))
        answer = client.next()
        self.assertEqual(answer["id"], "two")
        self.assertEqual(answer["result"]["artifacts"][0]["parts"][0], {"kind": "text", "text": "echo: old"})
        client.write({"jsonrpc": "2.0", "id": 3, "method": "GetTask", "params": {"id": task["id"]}})
        self.assertEqual(client.next()["result"]["id"], task["id"])
        self.assertEqual(client.end(), (0, []))

    def test_a_stream_is_several_lines_with_one_id(self):
        client = self.start()
        client.write(self.send(7, "hello", "SendStreamingMessage"))
        code, events = client.end()  # what is under way is answered to its end
        self.assertEqual(code, 0)
        self.assertEqual({event["id"] for event in events}, {7})
        self.assertEqual(events[-1]["result"]["statusUpdate"]["status"]["state"], "TASK_STATE_COMPLETED")
        self.assertIn("echo: hello", json.dumps(events))

    def test_answers_come_as_they_are_ready(self):
        client = self.start(kind="slow")  # whose answer to "first" waits for "second"
        client.write(self.send(1, "first"))
        client.write(self.send(2, "another"))
        self.assertEqual(client.next()["id"], 2)
        client.write(self.send(3, "second"))
        self.assertEqual({client.next()["id"], client.next()["id"]}, {1, 3})

    def test_what_is_wrong_is_said_with_the_id_as_far_as_there_is_one(self):
        client = self.start(limits={"body": "64KiB"})
        for line, number, code in (("garbage", None, -32700), ("[]", None, -32600), ('{"jsonrpc":"2.0","id":5}', 5, -32600),
                                   ('{"jsonrpc":"2.0","id":6,"method":"no"}', 6, -32601), ("x" * 1_000_000, None, -32600)):
            client.write(line)
            answer = client.next()
            self.assertEqual((answer["id"], answer["error"]["code"]), (number, code), answer)
        client.write("")
        client.write(self.send(8, "still there"))
        self.assertEqual(client.next()["id"], 8)

    def test_service_parameters_stand_in_the_metadata(self):
        client = self.start()
        named = {"metadata": {"a2a-service-parameters": {"A2A-Version": "0.3", "A2A-Extensions": "https://x.example/e"}}}
        client.write(self.send(1, "hello", **named))
        self.assertIn("expected message/send", client.next()["error"]["message"])
        named["metadata"]["a2a-service-parameters"]["A2A-Version"] = "1.0"
        client.write(self.send(2, "hello", **named))
        self.assertIn("result", client.next())
        with open(self.path("echo"), encoding="utf-8") as file:
            self.assertIn("https://x.example/e", file.read().splitlines()[-1])

    def test_callers_are_known_by_their_key_where_somebody_has_to_be(self):
        digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"  # of "test"
        known = {"authentication": {"api_keys": {"keys": {"me": {"sha256": digest}}}}, "rules": {"all": {}}}
        os.environ.pop("SCHEMAGATE_API_KEY", None)
        client = self.start(**known)
        client.write(self.send(1, "hello"))
        answer = client.next()
        self.assertEqual((answer["id"], "error" in answer), (1, True), answer)
        client.kill()
        os.environ["SCHEMAGATE_API_KEY"] = "test"
        try:
            client = self.start(**known)
        finally:
            del os.environ["SCHEMAGATE_API_KEY"]
        client.write(self.send(2, "hello"))
        self.assertIn("result", client.next())

    def test_a_reader_that_reads_nothing_holds_no_more_than_a_bound(self):
        self.start()  # writes the configuration
        # What a sanitizer keeps of freed memory is not held by anybody.
        options = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"
        paused = subprocess.Popen([PROGRAM, "stdio", "--agent", "echo", "--config", self.path("gateway.yaml"), "--no-ledger"],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log,
                                  env=os.environ | {"ASAN_OPTIONS": options})
        for number in range(60):
            paused.stdin.write(json.dumps(self.send(number, "x" * 500_000)).encode() + b"\n")
        paused.stdin.flush()
        time.sleep(1)
        with open(f"/proc/{paused.pid}/status", encoding="utf-8") as file:
            peak = next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
        self.assertLess(peak, 500_000)  # KB
        paused.send_signal(signal.SIGTERM)
        paused.stdin.close()
        paused.stdout.close()
        self.assertEqual(paused.wait(PATIENCE), 1)  # not all was taken

    def test_it_ends_when_nobody_reads_or_when_it_is_told_to(self):
        client = self.start()
        client.write(self.send(1, "hello"))
        client.next()
        client.process.send_signal(signal.SIGTERM)
        self.assertEqual(client.process.wait(PATIENCE), 0)
        self.assertIsNone(client.next())
        client.kill()
        with open(self.path("echo"), encoding="utf-8") as file:
            self.assertFalse(is_running(int(file.read().split()[1])))

    def test_what_has_no_answer_when_the_time_is_up_is_told_so(self):
        client = self.start(kind="slow", limits={"drain": "100ms"})
        client.write(self.send(1, "first"))
        client.write(self.send(2, "another"))
        self.assertEqual(client.next()["id"], 2)
        client.process.send_signal(signal.SIGTERM)
        told = client.next()
        self.assertEqual((told["id"], told["error"]["code"]), (1, -32603), told)
        self.assertIsNone(client.next())
        self.assertEqual(client.process.wait(PATIENCE), 1)

    def test_it_ends_when_its_reader_goes_while_nothing_is_asked(self):
        self.start().end()
        program = [PROGRAM, "stdio", "--agent", "echo", "--config", self.path("gateway.yaml")]
        left = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log)
        left.stdin.write(json.dumps(self.send(1, "hello")).encode() + b"\n")
        left.stdin.flush()
        left.stdout.readline()
        left.stdout.close()
        self.assertEqual(left.wait(PATIENCE), 0, "all was answered")
        left.stdin.close()

    def test_nothing_but_answers_stands_on_standard_output_and_no_port_is_open(self):
        client = self.start("--log-level", "debug")
        client.write(self.send(1, "hello"))
        self.assertIn("result", client.next())
        self.until_logged('"request"')  # which is written after the answer
        sockets = [os.readlink(f"/proc/{client.process.pid}/fd/{fd}")
                   for fd in os.listdir(f"/proc/{client.process.pid}/fd")]
        self.assertFalse([each for each in sockets if each.startswith("socket:")], sockets)

    def test_standard_files_that_are_closed_are_no_other_file(self):
        self.start().end()
        program = [PROGRAM, "stdio", "--agent", "echo", "--config", self.path("gateway.yaml")]
        ended = subprocess.run(["sh", "-c", 'exec "$@" <&- >&-', "sh", *program], stderr=self.log, timeout=PATIENCE)
        self.assertEqual(ended.returncode, 0, "there is nothing to be answered")

    def test_an_agent_that_is_not_there_is_a_mistake_of_the_command_line(self):
        client = self.start(agent="nobody")
        self.assertEqual(client.process.wait(PATIENCE), 2)
        self.assertIn("nobody", open_and_read(self.path("log")))

    # AC-21, C5: the client speaks over pipes, and so does everybody else.
    def test_the_visit_to_the_doctor_of_c5_needs_no_socket(self):
        with open(self.path("plan.json"), "w", encoding="utf-8") as file:
            json.dump(DOCTOR, file)
        workers = {kind: {"upstream": {"command": [sys.executable, "-B", AGENT, version, kind, self.path(kind)]}}
                   for kind, version in (("diagnosis", "1.0"), ("prescription", "0.3"), ("pharmacy", "1.0"))}
        client = self.start(agents=workers | {"doctor": {"kind": "master", "plan": "plan.json"}}, agent="doctor")
        client.write(self.send(1, SYMPTOMS, "SendStreamingMessage"))
        client.write(self.send(2, SYMPTOMS, "message/stream"))
        code, events = client.end()
        self.assertEqual(code, 0)
        last = {event["id"]: event["result"] for event in events}
        self.assertEqual(last[1]["statusUpdate"]["status"]["state"], "TASK_STATE_COMPLETED", last[1])
        self.assertEqual((last[2]["status"]["state"], last[2]["final"]), ("completed", True), last[2])
        assert_pharmacy_heard_its_own(self)


if __name__ == "__main__":
    unittest.main()
