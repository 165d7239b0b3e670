#!/usr/bin/env python3
"""command_line_test.py SCHEMAGATE: what the client verbs do as a process: pipes, signals, the environment."""
import http.server
import json
import os
import pathlib
import shutil
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
        self.server.asked.append({name.lower(): value for name, value in self.headers.items()})
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
        cls.server.asked = []  # the header fields of requests for the card
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

    def asked_for_card(self, *arguments, environment=None):
        """The header fields of the requests for the card that a verb makes."""
        self.server.asked.clear()
        subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                       env=os.environ | (environment or {}), timeout=60)
        self.assertNotEqual(self.server.asked, [])
        return self.server.asked

    def test_shows_what_it_has_where_the_card_is_for_those_who_are_known(self):
        for arguments in (["--api-key", "k-1", "--token", "t-1"], []):
            environment = {} if arguments else {"SCHEMAGATE_API_KEY": "k-1", "SCHEMAGATE_TOKEN": "t-1"}
            for asked in self.asked_for_card("card", f"http://{self.address}", *arguments, environment=environment):
                self.assertEqual(asked.get("x-api-key"), "k-1")
                self.assertEqual(asked.get("authorization"), "Bearer t-1")

    def test_shows_nothing_to_those_whom_a_registry_lists(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"agents": [f"http://{self.address}"]}, file)
            file.flush()
            for arguments in ([], ["--api-key", "k-1", "--token", "t-1"]):
                for asked in self.asked_for_card(
                        "ask", "Book a flight", "--registry", file.name, *arguments,
                        environment={"SCHEMAGATE_API_KEY": "k-2", "SCHEMAGATE_TOKEN": "t-2",
                                     "SCHEMAGATE_ISSUER": f"http://{self.address}"}):
                    self.assertNotIn("x-api-key", asked)
                    self.assertNotIn("authorization", asked)

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

    def check(self, more="", environment=None):
        """What `check` says of a configuration with `more` in it."""
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write("listen: 127.0.0.1:0\nagents: {a: {upstream: {url: 'http://127.0.0.1:9'}}}\n" + more)
            file.flush()
            return subprocess.run([PROGRAM, "check", "--config", file.name], capture_output=True, text=True,
                                  env=os.environ | (environment or {}), timeout=60)

    def test_says_which_threads_can_be_had(self):
        for words in ("x", "-1", "1.5", "9999", ""):
            with self.subTest(words):
                result = self.check(environment={"SCHEMAGATE_THREADS": words})
                if words == "":
                    self.assertEqual(result.returncode, 0)  # as if it was not set
                    continue
                self.assertEqual(result.returncode, 2)
                self.assertIn("--threads or SCHEMAGATE_THREADS: expected a whole number from 0 to 1024",
                              result.stderr)
                self.assertLess(len(result.stderr), 200)

    def test_knows_the_verbs_of_the_gateway(self):
        result = subprocess.run([PROGRAM, "server", "--config", "f"], capture_output=True, text=True, timeout=60)
        self.assertEqual(result.returncode, 2)
        self.assertIn('schemagate has no verb "server"; did you mean "serve"?', result.stderr)

    def test_says_how_a_configuration_is_named(self):
        for verb in ("serve", "check"):
            result = subprocess.run([PROGRAM, verb, "gateway.yaml"], capture_output=True, text=True, timeout=60)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f'"gateway.yaml" is one word too many: schemagate {verb} takes options only; '
                          "the configuration is named by --config FILE", result.stderr)

    def test_says_what_to_do_where_a_port_speaks_plain_http(self):
        result = subprocess.run([PROGRAM, "send", f"https://{self.address}", "hi"], capture_output=True, text=True,
                                timeout=60)
        self.assertEqual(result.returncode, 3)
        self.assertIn("the peer does not speak TLS", result.stderr)
        self.assertIn("http://", result.stderr)

    def as_nobody(self, verb, folder, text):
        """What the program says of that configuration to a user who owns nothing in that folder."""
        program = shutil.copy(PROGRAM, folder / "schemagate")
        (folder / "gateway.yaml").write_text("agents: {a: {upstream: {url: 'http://127.0.0.1:9'}}}\n" + text)
        nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {}
        return subprocess.run([program, verb, "--config", folder / "gateway.yaml"], capture_output=True, text=True,
                              timeout=60, **nobody)

    def test_says_that_a_ledger_cannot_be_written(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            folder.chmod(0o755)
            (folder / "data").mkdir(mode=0o555)
            for verb in ("check", "serve"):
                result = self.as_nobody(verb, folder, "listen: 127.0.0.1:0\nledger: {path: data/ledger}\n")
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertRegex(result.stderr, "error: ledger: .*this user may not write in the folder")
            (folder / "data").chmod(0o755)

    def test_warns_of_a_ledger_that_others_can_read(self):
        with tempfile.NamedTemporaryFile(suffix=".ledger") as ledger:
            os.chmod(ledger.name, 0o644)
            result = self.check(f"ledger: {{path: {ledger.name}}}\n")
            self.assertEqual(result.returncode, 0)
            self.assertRegex(result.stderr, "warning: ledger: .*others than its owner can read it: chmod 600")

    def test_says_what_a_low_port_needs(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            folder.chmod(0o755)
            if int(pathlib.Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text()) <= 82:
                self.skipTest("here everybody may listen on every port")
            result = self.as_nobody("serve", folder, "listen: 127.0.0.1:82\nledger: {store: memory}\n")
            self.assertEqual(result.returncode, 1)
            self.assertIn("127.0.0.1:82: not permitted: a port below 1024 needs CAP_NET_BIND_SERVICE", result.stderr)


if __name__ == "__main__":
    unittest.main()
