#!/usr/bin/env python3
"""context_tls_test.py SCHEMAGATE: stores of others and models that make plans are trusted by their certificates, or not
called: by `ca_file` and their name. Servers are Python's, certificates the openssl command's. AC-46, AC-55."""
import base64
import hashlib
import http.client
import http.server
import json
import os
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest

PROGRAM = sys.argv.pop(1)
PATIENCE = 100  # seconds; only a failing run needs them
AGENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "stdio_agent.py")
RECORD = json.dumps({"from": "RECORD"})
DIGEST = "sha-256:" + base64.urlsafe_b64encode(hashlib.sha256(RECORD.encode()).digest()).rstrip(b"=").decode()
PLAN = json.dumps({"subtasks": [{"id": "a", "agent": "worker", "goal": "Say it", "items": [{"id": "i", "do": "Say hello"}]}]})


class Store(http.server.BaseHTTPRequestHandler):
    """Gives the record, and to chat endpoints' questions the plan."""

    def do_GET(self):
        self.answer(RECORD)

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(json.dumps({"choices": [{"message": {"role": "assistant", "content": PLAN}, "finish_reason": "stop"}]}))

    def answer(self, text):
        self.server.asked.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, certificate, key):
        super().__init__(("127.0.0.1", 0), Store)
        self.asked = []
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        self.origin = f"https://localhost:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    def handle_error(self, *_):
        pass  # who does not trust the certificate leaves in the middle of the handshake


class Trust(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.make_authority("ours")
        self.make_authority("strangers")
        self.servers = {"good": self.server("good", "ours"), "wrong_host": self.server("wrong_host", "ours", "DNS:other.example"),
                        "stranger": self.server("stranger", "strangers"), "expired": self.server("expired", "ours", days=-1)}
        sources = {name: self.source(server) for name, server in self.servers.items()}
        self.servers["no_ca"] = self.server("no_ca", "ours")
        sources["no_ca"] = self.source(self.servers["no_ca"])
        del sources["no_ca"]["ca_file"]
        agents = {"worker": {"upstream": {"command": [sys.executable, "-B", AGENT, "1.0", "echo", self.path("journal")]}},
                  "aware": {"upstream": {"command": [sys.executable, "-B", AGENT, "1.0", "echo", self.path("aware")]},
                            "agent_context": {"mode": "per_item"}}}
        for name, source in sources.items():
            planner = {"url": source["origin"] + "/v1", "model": "m", "agents": ["worker"], "timeout": "20s"}
            agents["plans_" + name] = {"kind": "master", "planner": planner | {
                key: source[key] for key in ("ca_file",) if key in source}}
        self.start({"listen": "127.0.0.1:0", "agents": agents, "context_sources": sources, "ledger": {"store": "memory"}})

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=self.folder.name, timeout=PATIENCE)

    def make_authority(self, name):
        self.openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                     "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.pem")

    def server(self, name, authority, sans="DNS:localhost", days=1):
        self.openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=store",
                     "-addext", f"subjectAltName={sans}", "-keyout", f"{name}-leaf.key", "-out", f"{name}.csr")
        self.openssl("x509", "-req", "-in", f"{name}.csr", "-CA", f"{authority}.pem", "-CAkey", f"{authority}.key",
                     "-days", str(days), "-copy_extensions", "copy", "-out", f"{name}-leaf.pem")
        server = Server(self.path(f"{name}-leaf.pem"), self.path(f"{name}-leaf.key"))
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server

    def source(self, server):
        return {"origin": server.origin, "allow": ["127.0.0.0/8", "::1/128"], "timeout": "20s", "ca_file": self.path("ours.pem")}

    def start(self, config):
        with open(self.path("gateway.yaml"), "w", encoding="utf-8") as file:
            json.dump(config, file)
        self.log = open(self.path("log"), "w", encoding="utf-8")
        self.addCleanup(self.log.close)
        self.process = subprocess.Popen([PROGRAM, "serve", "--config", self.path("gateway.yaml")], stdout=subprocess.PIPE,
                                        stderr=self.log, text=True)
        self.addCleanup(self.end)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])
        for name in config["agents"]:
            while self.ask("GET", f"/{name}/.well-known/agent-card.json")[0] == 503:
                threading.Event().wait(0.02)

    def end(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def ask(self, method, target, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, target, body, {"Content-Type": "application/json", "A2A-Version": "1.0"})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, text.decode()

    def send(self, agent, part):
        message = {"messageId": "m-1", "role": "ROLE_USER", "parts": [part]}
        return self.ask("POST", f"/{agent}/message:send", json.dumps({"message": message}))

    def refer_to(self, name):
        context = {"AgentID": "aware", "AgentName": "aware", "SubTaskID": f"t-{name}", "SubTaskName": "look", "Dependencies": [],
                   "Context/ContextURI": f"{self.servers[name].origin}/c?dig={DIGEST}",
                   "todoItems": [{"itemId": "i1", "description": f"for {name}"}],
                   "ItemstateUpdates": [{"itemId": "i1", "state": 0}], "KeyInformation": []}
        return self.send("aware", {"data": {"AgentContext": context}, "mediaType": "application/json;schema=AgentContext"})

    def test_who_is_not_trusted_is_told_by_name_and_asked_nothing(self):
        for name in ("wrong_host", "stranger", "expired", "no_ca"):
            status, text = self.refer_to(name)
            self.assertEqual((status, "untrusted" in text), (400, True), (name, text))
            status, text = self.send("plans_" + name, {"text": "go"})
            self.assertEqual((status, "PLANNER_UNAVAILABLE" in text), (503, True), (name, text))
            self.assertEqual(self.servers[name].asked, [], name)
        with open(self.path("aware"), encoding="utf-8") as file:
            self.assertNotIn("for ", file.read(), "the agent was sent nothing of a context that was refused")

    def test_who_is_trusted_by_the_authority_and_its_name_is_read(self):
        status, text = self.refer_to("good")
        self.assertEqual((status, "TASK_STATE_COMPLETED" in text), (200, True), text)
        with open(self.path("aware"), encoding="utf-8") as file:
            self.assertIn("RECORD", file.read())
        status, text = self.send("plans_good", {"text": "go"})
        self.assertEqual((status, "TASK_STATE_COMPLETED" in text, "echo: Say hello" in text), (200, True, True), text)
        self.assertEqual(len(self.servers["good"].asked), 2)


if __name__ == "__main__":
    unittest.main()
