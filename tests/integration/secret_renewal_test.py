#!/usr/bin/env python3
"""secret_renewal_test.py SCHEMAGATE: secrets in files that agents and authorization servers are shown are replaced while
calls go on: the new ones take effect without a failed call, what is no secret leaves the last one, and the log has none."""
import base64
import hashlib
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import unittest
import urllib.request

import tls_test
from tls_test import PATIENCE, PROGRAM, wait_for

CALLER = "caller-key"
AGENTS = ("fields", "keyed", "tokens", "exchange")


class Gatekeeper:
    """Which secrets are good, and which have been shown, in this order."""

    def __init__(self, *good):
        self.lock = threading.Lock()
        self.good = set(good)
        self.seen = []

    def take(self, secret):
        with self.lock:
            self.seen.append(secret)
            return secret in self.good

    def set_good(self, *good):
        with self.lock:
            self.good = set(good)

    def has_seen(self, secret):
        with self.lock:
            return secret in self.seen


class StrictAgent(tls_test.Agent):
    """Answers those who show a good secret."""

    def is_known(self):
        return self.server.gatekeeper.take(self.headers.get(self.server.field) or "nothing")

    def refuse(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.send_response(401)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def answer(self, body):
        if "skills" in body:
            body["securitySchemes"] = {"k": {"apiKeySecurityScheme": {"location": "header", "name": "X-Agent-Key"}}}
        super().answer(body)

    def do_POST(self):
        if self.is_known():
            super().do_POST()
        else:
            self.refuse()


class TokenServer(http.server.BaseHTTPRequestHandler):
    """Gives tokens that last a second to a client whose secret is good."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        secret = base64.b64decode(self.headers["Authorization"].removeprefix("Basic ")).decode().removeprefix("gateway:")
        is_known = self.server.gatekeeper.take(secret)
        text = json.dumps({"access_token": "token", "token_type": "Bearer", "expires_in": 1,
                           "issued_token_type": "urn:ietf:params:oauth:token-type:access_token"}
                          if is_known else {"error": "invalid_client"}).encode()
        self.send_response(200 if is_known else 401)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *arguments):
        pass


def secret_of(name, number):
    return f"canary-{name}-{number}"


class SecretRenewal(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="schemagate-renewal-"))
        self.servers = []
        self.gatekeepers = {name: Gatekeeper(self.shown(name, 1)) for name in AGENTS}
        anybody = Gatekeeper("Bearer token")
        fields = self.serve(StrictAgent, self.gatekeepers["fields"], "Authorization")
        keyed = self.serve(StrictAgent, self.gatekeepers["keyed"], "X-Agent-Key")
        behind = self.serve(StrictAgent, anybody, "Authorization")
        for name in AGENTS:
            self.write(name, secret_of(name, 1))
        key = hashlib.sha256(CALLER.encode()).hexdigest()
        (self.folder / "gateway.yaml").write_text(json.dumps({
            "listen": "127.0.0.1:0", "ledger": {"store": "memory"},
            "authentication": {"api_keys": {"keys": {"caller": {"sha256": key}}}}, "rules": {"all": {}},
            "agents": {
                "fields": {"upstream": {"url": fields,
                                        "headers": {"Authorization": {"file": "fields", "prefix": "Bearer "}}}},
                "keyed": {"upstream": {"url": keyed, "credentials": {"api_key": {"file": "keyed"}}}},
                "tokens": {"upstream": self.oauth2(behind, "tokens")},
                "exchange": {"upstream": self.oauth2(behind, "exchange", grant="token_exchange")}}}))
        self.log = open(self.folder / "log", "w", encoding="utf-8")
        self.gateway = subprocess.Popen([PROGRAM, "serve", "--config", str(self.folder / "gateway.yaml")],
                                        stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.port = int(self.gateway.stdout.readline().rsplit(":", 1)[1])
        self.calls = 0
        self.said = []
        for name in AGENTS:
            wait_for(lambda name=name: "Hello" in self.call(name), f"an answer of {name}")
        self.stopping = threading.Event()
        self.failures = []
        self.callers = [threading.Thread(target=self.keep_calling, args=(name,)) for name in AGENTS]
        for caller in self.callers:
            caller.start()

    def tearDown(self):
        self.stopping.set()
        for caller in self.callers:
            caller.join()
        self.gateway.terminate()
        self.gateway.communicate(timeout=PATIENCE)
        self.log.close()
        for server in self.servers:
            server.shutdown()
            server.server_close()
        shutil.rmtree(self.folder)

    def serve(self, handler, gatekeeper, field=""):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.daemon_threads = True
        server.gatekeeper, server.field, server.subjects = gatekeeper, field, []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.servers.append(server)
        return f"http://127.0.0.1:{server.server_port}"

    def oauth2(self, agent, name, **more):
        server = self.serve(TokenServer, self.gatekeepers[name])
        return {"url": agent, "credentials": {"oauth2": {
            "token_url": f"{server}/token", "client_id": "gateway", "client_secret": {"file": name}, **more}}}

    def shown(self, name, number):
        """How a secret looks to whom it is shown."""
        return f"Bearer {secret_of(name, number)}" if name == "fields" else secret_of(name, number)

    def write(self, name, text):
        """In one step, as who rotates secrets should."""
        new = self.folder / f"{name}.new"
        new.write_text(f"{text}\n")
        new.chmod(0o600)
        os.replace(new, self.folder / name)

    def call(self, name):
        self.calls += 1
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": {
            "role": "ROLE_USER", "messageId": f"m-{name}-{self.calls}", "parts": [{"text": "hi"}]}}}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/{name}", body, {
            "Content-Type": "application/json", "A2A-Version": "1.0", "X-API-Key": CALLER,
            "Authorization": f"Bearer subject-{self.calls}"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.read().decode()

    def keep_calling(self, name):
        while not self.stopping.wait(0.01):
            answer = self.call(name)
            if "Hello" not in answer:
                self.failures.append((name, answer))

    def logged(self, event):
        lines = (self.folder / "log").read_text(encoding="utf-8").splitlines()
        return [line for line in lines if f'"{event}"' in line]

    def rotate(self, number):
        for name, gatekeeper in self.gatekeepers.items():
            gatekeeper.set_good(self.shown(name, number - 1), self.shown(name, number))
            self.write(name, secret_of(name, number))
        for name, gatekeeper in self.gatekeepers.items():
            wait_for(lambda name=name, gatekeeper=gatekeeper: gatekeeper.has_seen(self.shown(name, number)),
                     f"the new secret of {name}")

    def test_new_secrets_take_effect_without_a_failed_call(self):
        self.rotate(2)
        wait_for(lambda: len(self.logged("secret_renewed")) == len(AGENTS), "what the log says of each")
        self.assertEqual(self.failures, [])

    def test_what_is_no_secret_leaves_the_last_one(self):
        bad = {"empty": "", "too large": "canary-large" * 1000, "two lines": "canary-first\ncanary-second"}
        for count, text in enumerate(bad.values(), 1):
            for name in AGENTS:
                self.write(name, text)
            wait_for(lambda count=count: len(self.logged("secret_not_renewed")) == count * len(AGENTS), "a word about it")
        for name in AGENTS:
            os.remove(self.folder / name)
        wait_for(lambda: len(self.logged("secret_not_renewed")) == (len(bad) + 1) * len(AGENTS), "a word about it")
        for name in AGENTS:
            self.assertIn("Hello", self.call(name))
        self.assertEqual(self.failures, [])
        self.rotate(2)
        self.assertEqual(self.failures, [])
        self.assertNotIn("canary", (self.folder / "log").read_text(encoding="utf-8"))

    def test_a_secret_that_was_refused_is_put_right_by_a_new_one(self):
        for name, gatekeeper in self.gatekeepers.items():
            gatekeeper.set_good(self.shown(name, 2))
        for name in AGENTS:
            wait_for(lambda name=name: "Hello" not in self.call(name), f"a refusal of {name}")
        for name in AGENTS:
            self.write(name, secret_of(name, 2))
        for name in AGENTS:
            wait_for(lambda name=name: "Hello" in self.call(name), f"an answer of {name}")
        self.assertNotIn("canary", json.dumps(self.failures))


if __name__ == "__main__":
    unittest.main()
