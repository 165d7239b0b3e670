#!/usr/bin/env python3
"""The program itself, as a process: program_test.py SCHEMAGATE. What `check` and `serve` say and how they end."""
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
GOOD = {"listen": "127.0.0.1:0", "agents": {"fight": {"upstream": {"url": "http://127.0.0.1:9"}}}}
# What is no configuration, and a word of what is said about it.
HOSTILE = {
    "nothing": (b"", "expected members"),
    "a list": (b"- listen", "expected members"),
    "an unclosed list": (b"listen: [1, 2\nagents: {", "not YAML"),
    "a tab": (b"listen: x\n\tagents: {}", "not YAML"),
    "two documents": (b"listen: x\n---\nlisten: y\n", "more than one"),
    "a binary file": (bytes(range(256)), "error"),
    "megabytes": (b"a" * 17_000_000, "larger than 16MiB"),
    "deep lists": (b"[" * 100_000, "error"),
    "deep items": (b"- " * 100_000, "more than 32 collections"),
    "many values": (b"a: [" + b"1," * 1_100_000 + b"]", "more than 1000000 values"),
    "many agents": (b"agents: {" + b"".join(b"a%d: {}, " % i for i in range(10_001)) + b"}", "10001 members"),
    "aliases of aliases": (b"a: &a [x, x]\nb: &b [*a, *a]\nagents: {c: *b}\n", "aliases are not supported"),
    "a long number": (b"threads: " + b"1" * 100_000, "expected a whole number"),
    "wrong types": (b"listen: [1]\nagents: [fight]\n", "expected text, found a list"),
    "a mistyped name": (b"lisen: ':8080'\nagents: {}\n", 'did you mean "listen"'),
    "no upstream": (b"agents: {fight: {}}", "upstream is missing"),
    "a folder as a schema": (b"agents: {a: {upstream: {url: 'https://h'}, schemas: {s: .}}}", "not a regular file"),
    "a device as a card": (b"agents: {a: {upstream: {url: 'https://h'}, card: /dev/zero}}", "not a regular file"),
}


class Program(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, content):
        path = os.path.join(self.folder.name, "gateway.yaml")
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else json.dumps(content).encode())
        return path

    def write_beside(self, name, content):
        with open(os.path.join(self.folder.name, name), "w", encoding="utf-8") as file:
            json.dump(content, file)

    def run_to_its_end(self, *arguments):
        # Ends a hang only: ten thousand schemas take a minute under a sanitizer on a busy machine.
        return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, errors="replace", timeout=400)


class Version(Program):
    def test_names_the_version_the_commit_and_the_libraries(self):
        result = self.run_to_its_end("--version")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        first, second, third = result.stdout.splitlines()
        self.assertRegex(first, r"^schemagate \d+\.\d+\.\d+ \(commit ([0-9a-f]{12}(\+changes)?|unknown)\)$")
        self.assertEqual(second, "speaks A2A 0.3 and 1.0")
        for library in ("OpenSSL", "SQLite", "Boost", "yaml-cpp", "PCRE2", "Abseil", "cpp-httplib"):
            self.assertRegex(third, library + r" \d+")


class Check(Program):
    def test_is_silent_about_a_good_file(self):
        result = self.run_to_its_end("check", "--config", self.write(GOOD))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("1 agent(s), no errors", result.stdout)

    def test_takes_ten_thousand_agents_and_as_many_schemas_of_one(self):
        self.write_beside("schema.json", {"type": "object"})
        names = [f"s{number}" for number in range(10_000)]
        agents = {f"a{number}": {"upstream": {"url": "http://127.0.0.1:9"}} for number in range(9_999)}
        agents["many"] = {"upstream": {"url": "http://127.0.0.1:9"}, "schemas": dict.fromkeys(names, "schema.json"),
                          "skills": {"shop": {"input": names, "output": names}}}
        result = self.run_to_its_end("check", "--config", self.write({"agents": agents}))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("10000 agent(s), no errors", result.stdout)

    def test_ends_with_two_and_a_reason_for_what_is_no_configuration(self):
        for name, (content, reason) in HOSTILE.items():
            with self.subTest(name):
                result = self.run_to_its_end("check", "--config", self.write(content))
                self.assertEqual(result.returncode, 2, result.stderr[:500])
                self.assertIn(reason, result.stderr)
                self.assertLess(max(map(len, result.stderr.splitlines())), 500)
        for path in ("/does/not/exist", "/dev/zero", self.folder.name):
            with self.subTest(path):
                self.assertEqual(self.run_to_its_end("check", "--config", path).returncode, 2)

    def test_ends_with_two_for_options_that_cannot_be(self):
        path = self.write(GOOD)
        for option, value in (("--threads", "-1"), ("--threads", "many"), ("--listen", "x:y"),
                              ("--public-url", "ftp://x"), ("--log-level", "loud")):
            with self.subTest(option):
                result = self.run_to_its_end("check", "--config", path, option, value)
                self.assertEqual(result.returncode, 2)
                self.assertIn(value, result.stderr)


class Serve(Program):
    def serve(self, config):
        process = subprocess.Popen([PROGRAM, "serve", "--config", self.write(config)], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        return process

    def test_drains_and_ends_with_zero_when_told_to_stop(self):
        for stop in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(stop.name):
                process = self.serve(GOOD)
                self.assertRegex(process.stdout.readline(), r"^listening on http://127\.0\.0\.1:\d+$")
                process.send_signal(stop)
                self.assertEqual(process.wait(60), 0)

    def test_goes_on_after_sighup_and_says_that_its_configuration_was_read_again(self):
        process = subprocess.Popen([PROGRAM, "serve", "--config", self.write(GOOD)], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        process.stdout.readline()
        process.send_signal(signal.SIGHUP)
        lines = []
        while not lines or lines[-1]["event"] != "configuration_reloaded":
            line = process.stderr.readline()
            self.assertNotEqual(line, "", "the gateway has ended")
            lines.append(json.loads(line))
        self.assertEqual(lines[-1]["level"], "info")
        self.assertNotIn("agents_changed", lines[-1])
        process.terminate()
        self.assertEqual(process.wait(60), 0)
        stopping = json.loads(process.stderr.readline())
        self.assertEqual((stopping["level"], stopping["event"]), ("info", "stopping"))
        self.assertEqual((stopping["connections"], stopping["streams"], stopping["runs"]), (0, 0, 0))

    def test_begins_its_log_with_what_runs_and_where(self):
        path = self.write(GOOD | {"ledger": {"path": "tasks.ledger"}})
        process = subprocess.Popen([PROGRAM, "serve", "--config", path], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 1000)))
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        address = process.stdout.readline().removeprefix("listening on http://").rstrip()
        line = json.loads(process.stderr.readline())
        process.terminate()
        self.assertEqual(process.wait(60), 0)
        self.assertEqual((line["level"], line["event"]), ("info", "starting"))
        self.assertRegex(line["version"], r"^\d+\.\d+\.\d+$")
        self.assertEqual(line["config"], path)
        self.assertEqual(line["open_files"], 1000, "as many as it is let have")
        self.assertEqual(line["ledger"], os.path.join(self.folder.name, "tasks.ledger"))
        self.assertEqual((line["listen"], line["public_url"]), (address, "http://" + address))
        self.assertEqual((line["agent_count"], line["agents"]), (1, "fight at http://127.0.0.1:9"))

    def test_ends_with_one_where_it_cannot_listen(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            config = GOOD | {"listen": f"127.0.0.1:{taken.getsockname()[1]}"}
            result = self.run_to_its_end("serve", "--config", self.write(config))
        self.assertEqual(result.returncode, 1)
        self.assertIn("schemagate: ", result.stderr)

    def test_says_why_where_files_may_not_grow(self):
        config = GOOD | {"ledger": {"path": "tasks.ledger"}}
        # Where it finds a folder for them, the thread sanitizer maps a file of its own, which may not grow either.
        result = subprocess.run([PROGRAM, "serve", "--config", self.write(config)], capture_output=True, text=True,
                                env=os.environ | {"TMPDIR": "/nowhere"}, timeout=400,
                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
        self.assertEqual(result.returncode, 1)
        self.assertIn("ledger", result.stderr)

    def start_in_vain(self, *arguments):
        with open(os.path.join(self.folder.name, "tasks.ledger"), "wb") as ledger:
            ledger.write(b"no ledger" * 1000)
        os.chmod(ledger.name, 0o600)
        config = self.write(GOOD | {"ledger": {"path": "tasks.ledger"}})
        result = self.run_to_its_end(*arguments, "--config", config)
        self.assertEqual(result.returncode, 1)
        return result.stderr.splitlines()

    def test_says_in_its_log_what_keeps_it_from_starting(self):
        for arguments in (("serve",), ("stdio", "--agent", "fight")):
            with self.subTest(arguments[0]):
                lines = [json.loads(line) for line in self.start_in_vain(*arguments)]
                reason = next(line for line in lines if line["event"] == "start_failed")
                self.assertEqual(reason["level"], "error")
                self.assertIn("tasks.ledger", reason["cause"])

    def test_says_it_without_a_log_too(self):
        lines = self.start_in_vain("serve", "--log-level", "off")
        self.assertEqual(len(lines), 1)
        self.assertRegex(lines[0], "^schemagate: .*tasks.ledger")

    def test_ends_with_two_for_a_bad_file(self):
        result = self.run_to_its_end("serve", "--config", self.write(b"agents: {}"))
        self.assertEqual((result.returncode, result.stdout), (2, ""))


if __name__ == "__main__":
    unittest.main()
