#!/usr/bin/env python3
"""open_files_test.py SCHEMAGATE: a gateway that may open few files, and has them all in use.

Not under a sanitizer: to look at an object's memory it opens a pipe, and where it cannot it takes any object for a wrong one.
"""
import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

PROGRAM = sys.argv.pop(1)
CONFIG = {"listen": "127.0.0.1:0", "agents": {"fight": {"upstream": {"url": "http://127.0.0.1:9"}}}}


class OpenFiles(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def test_says_what_to_raise_where_connections_find_no_open_file(self):
        config = os.path.join(self.folder.name, "gateway.yaml")
        with open(config, "w", encoding="utf-8") as file:
            json.dump(CONFIG, file)
        process = subprocess.Popen([PROGRAM, "serve", "--config", config], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100)))
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        port = int(process.stdout.readline().rsplit(":", 1)[1])
        patience = threading.Timer(60, process.kill)  # ends a hang only
        patience.start()
        self.addCleanup(patience.cancel)
        clients = [socket.create_connection(("127.0.0.1", port)) for _ in range(100)]
        line = {}
        while "open file" not in line.get("cause", ""):
            text = process.stderr.readline()
            self.assertNotEqual(text, "", "it has told nobody")
            line = json.loads(text)
        self.assertEqual((line["level"], line["event"]), ("warn", "request_refused"))
        self.assertIn("ulimit -Hn", line["cause"])
        for client in clients[1:]:
            client.close()
        with clients[0] as client, client.makefile("rb") as answer:
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertRegex(answer.readline(), b"^HTTP/1.1 (200|503) ", "it goes on")


if __name__ == "__main__":
    unittest.main()
