#!/usr/bin/env python3
"""command_line_test.py SCHEMAGATE: what the client verbs do as a process: pipes, signals, the environment."""
import http.server
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import json_handler

PROGRAM = sys.argv.pop(1)
WORKING = {"jsonrpc": "2.0", "id": "1", "result": {"task": {
    "id": "t-1", "contextId": "c-1", "status": {"state": "TASK_STATE_WORKING"}}}}


class Agent(json_handler.JsonHandler):
    """Streams one event and is silent until it is told to end; of a task it says that it is at work."""

    def do_GET(self):
        url = f"http://127.0.0.1:{self.server.server_port}/rpc"
        self.answer({"name": "A", "capabilities": {"streaming": True},
                     "supportedInterfaces": [{"url": url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}]})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if body["method"] == "SendMessage" and "block" in json.dumps(body):
            self.server.blocking.set()
            return self.server.stopping.wait()
        if body["method"] not in ("SendStreamingMessage", "SubscribeToTask"):
            return self.answer(WORKING if body["method"] == "SendMessage" else
                               WORKING | {"result": WORKING["result"]["task"]})
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        breaks = "break" in json.dumps(body)
        if breaks:
            self.send_header("Content-Length", "100000")  # more than will come
        self.end_headers()
        self.wfile.write(f"data: {json.dumps(WORKING)}\n\n".encode())
        self.wfile.flush()
        (self.server.breaking if breaks else self.server.stopping).wait()


class CommandLine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Agent)
        cls.server.daemon_threads = True
        cls.server.stopping = threading.Event()
        cls.server.blocking = threading.Event()
        cls.server.breaking = threading.Event()
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.address = f"127.0.0.1:{cls.server.server_port}"

    @classmethod
    def tearDownClass(cls):
        cls.server.stopping.set()
        cls.server.shutdown()
        cls.server.server_close()

    def start(self, *arguments):
        process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        return process

    def test_gives_each_event_to_a_pipe_at_once(self):
        process = self.start("send", self.address, "hi", "--stream", "-o", "json")
        self.assertEqual(json.loads(process.stdout.readline())["task"]["id"], "t-1")
        self.assertIsNone(process.poll(), "the stream has not ended yet")

    def test_gives_each_event_to_a_pipe_as_text_too(self):
        for command in (("send", self.address, "hi", "--stream"), ("task", "subscribe", self.address, "t-1")):
            with self.subTest(command=command):
                process = self.start(*command)
                self.assertIn("working", process.stderr.readline())
                self.assertIsNone(process.poll(), "the stream has not ended yet")

    def test_says_where_a_stream_breaks_which_task_goes_on(self):
        broken = self.start("send", self.address, "break", "--stream", "-o", "json")
        broken.stdout.readline()
        self.server.breaking.set()
        self.assertIn(f"; task t-1 goes on at its agent; to see it: schemagate task get http://{self.address}/rpc t-1",
                      json.loads(broken.stdout.readline())["error"]["message"])
        self.assertEqual(broken.wait(60), 3)

    def test_says_on_interrupt_which_task_goes_on(self):
        expected = f"interrupted: task t-1 goes on at its agent; to see it: schemagate task get http://{self.address}/rpc t-1"
        streamed = self.start("send", self.address, "hi", "--stream", "-o", "json")
        streamed.stdout.readline()
        streamed.send_signal(signal.SIGINT)
        self.assertEqual(streamed.wait(60), 130)
        self.assertIn(expected, streamed.stderr.read())

    def test_says_on_interrupt_where_to_look_for_a_task_that_has_no_name_yet(self):
        sent = self.start("send", self.address, "block")
        self.assertTrue(self.server.blocking.wait(60))
        sent.send_signal(signal.SIGINT)
        self.assertEqual(sent.wait(60), 130)
        self.assertIn("interrupted: the message was sent, and the agent may go on with it; to look for its task: "
                      f"schemagate task list http://{self.address}/rpc\n", sent.stderr.read())

    def test_blames_the_environment_for_its_own_values(self):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write("listen: 127.0.0.1:0\nagents: {a: {upstream: {url: 'http://127.0.0.1:9'}}}\n")
            file.flush()
            result = subprocess.run([PROGRAM, "check", "--config", file.name], capture_output=True, text=True,
                                    env=os.environ | {"SCHEMAGATE_LISTEN": "foo"}, timeout=60)
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr.splitlines()[0].split(" found ")[0],
                         "error: --listen or SCHEMAGATE_LISTEN: expected an IP address and a port, such as "
                         "127.0.0.1:8080, [::1]:8080 or :8080,")
        self.assertNotIn(file.name, result.stderr)


if __name__ == "__main__":
    unittest.main()
