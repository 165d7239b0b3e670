#!/usr/bin/env python3
"""websocket_upstream_test.py SCHEMAGATE: agents that are called over WebSocket, good ones and hostile ones."""
import base64
import http.client
import json
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest

from stdio_upstream_test import AGENT, DOCTOR, PROGRAM, SYMPTOMS, assert_pharmacy_heard_its_own
from websocket_peer import BINARY, CLOSE, PATIENCE, PING, TEXT, Peer, accept_of, closing, frame

BINDING = "https://schemagate.dev/bindings/websocket/v1"
TALK = {"echo", "slow", "plain", "diagnosis", "prescription", "pharmacy"}  # kinds of stdio_agent.py


class Agent:
    """At a free port: its card by HTTP, and WebSocket, where a program of ours that is none (stdio_agent.py) answers;
    or, of another KIND, whoever breaks the rules."""

    def __init__(self, version, kind, journal, tls=None):
        self.version, self.kind, self.tls = version, kind, tls
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.scheme = "ws" if tls is None else "wss"
        self.url = f"{self.scheme}://localhost:{self.listening.getsockname()[1]}/agent"
        self.handshakes = []
        self.farewells = []
        self.calls = {}
        self.lock = threading.Lock()
        self.program = subprocess.Popen(
            [sys.executable, "-B", AGENT, version, kind if kind in TALK else "echo", journal],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for work in (self.accept, self.answer):
            threading.Thread(target=work, daemon=True).start()

    def card(self):
        card = {"name": self.kind, "version": "1", "description": self.kind, "capabilities": {"streaming": self.kind != "plain"},
                "skills": [{"id": "s", "name": "s", "description": "s", "tags": ["s"]}],
                "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"]}
        if self.version == "1.0":
            return card | {"supportedInterfaces": [{"url": self.url, "protocolBinding": BINDING, "protocolVersion": "1.0"}]}
        return card | {"protocolVersion": "0.3.0", "url": self.url, "preferredTransport": BINDING,
                       "additionalInterfaces": [{"url": self.url, "transport": BINDING}]}

    def accept(self):
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        connection.settimeout(PATIENCE)
        try:
            connection = self.tls.wrap_socket(connection, server_side=True) if self.tls else connection
            peer = Peer(connection, False)
            while True:
                first, fields = peer.read_head()
                if fields.get("upgrade") == "websocket":
                    return self.talk(peer, fields)
                found = first.startswith("GET /.well-known/agent-card.json")
                body = json.dumps(self.card() if found else {}).encode()
                peer.socket.sendall(f"HTTP/1.1 {200 if found else 404} x\r\nContent-Type: application/json\r\n"
                                    f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        except (EOFError, OSError):
            pass
        finally:
            connection.close()

    def talk(self, peer, fields):
        self.handshakes.append(fields)
        if self.kind == "closed":
            peer.socket.sendall(b"HTTP/1.1 401 x\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}")
            return
        if self.kind == "undecided":
            peer.read(1)  # never comes
        if self.kind == "slams":
            return
        accept = accept_of(fields["sec-websocket-key"] if self.kind != "wrong" else base64.b64encode(b"x" * 16).decode())
        extra = "Sec-WebSocket-Extensions: permessage-deflate\r\n" if self.kind == "extends" else ""
        peer.socket.sendall(f"HTTP/1.1 101 x\r\nUpgrade: WebSocket\r\nConnection: upgrade\r\n{extra}"
                            f"Sec-WebSocket-Accept: {accept}\r\n\r\n".encode())
        while True:
            opcode, payload = peer.frame()
            if opcode == CLOSE:
                self.farewells.append(payload)
                return
            if opcode == TEXT and not self.misbehave(peer):
                self.take(peer, json.loads(payload))

    def misbehave(self, peer):
        """True: there is no other answer."""
        frames = {"masks": frame(TEXT, "{}"), "binary": frame(BINARY, "{}", masked=False), "garbage": frame(TEXT, "no JSON", masked=False),
                  "latin": frame(TEXT, b"\xff", masked=False), "leaves": frame(CLOSE, closing(1011, "broken"), masked=False),
                  "bows": frame(CLOSE, closing(1000, "bye"), masked=False),
                  "huge": b"\x81\x7f" + (1 << 40).to_bytes(8, "big"), "silent": b"",
                  "floods": frame(PING, masked=False) * 5_000, "breaks": b"\x81\x05{"}.get(self.kind)
        if self.kind == "pings":
            peer.socket.sendall(frame(PING, "there?", masked=False))
            assert peer.frame() == (10, b"there?")
        if frames is not None:
            peer.socket.sendall(frames)
        if self.kind == "breaks":
            peer.socket.shutdown(socket.SHUT_RDWR)
        return frames is not None

    def take(self, peer, call):
        with self.lock:
            number = len(self.calls) + 1
            self.calls[number] = (peer, call["id"])
            self.program.stdin.write(json.dumps(call | {"id": number}).encode() + b"\n")
            self.program.stdin.flush()

    def answer(self):
        for line in self.program.stdout:
            answer = json.loads(line)
            peer, answer["id"] = self.calls[answer["id"]]
            text = json.dumps(answer).encode()
            try:
                if self.kind == "pieces":
                    peer.send(TEXT, text[:5], final=False)
                    peer.send(PING, "between")
                    peer.send(0, text[5:])
                else:
                    peer.send(TEXT, text)
            except OSError:
                pass

    def close(self):
        self.listening.close()
        self.program.kill()
        self.program.wait(PATIENCE)
        self.program.stdin.close()
        self.program.stdout.close()


class WebSocketUpstream(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.log = open(self.path("log"), "w+", encoding="utf-8")
        self.process = None
        self.agents = {}

    def tearDown(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait(PATIENCE)
            self.process.stdout.close()
        for agent in self.agents.values():
            agent.close()
        self.log.close()
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def start(self, kinds, upstream=None, tls=None, **agents):
        """`kinds`: the version of each."""
        for kind, version in kinds.items():
            self.agents[kind] = Agent(version, kind, self.path(kind), tls)
        served = {kind: {"upstream": {"url": agent.url} | (upstream or {})} for kind, agent in self.agents.items()} | agents
        with open(self.path("gateway.yaml"), "w", encoding="utf-8") as file:
            json.dump({"listen": "127.0.0.1:0", "agents": served, "ledger": {"store": "memory"}}, file)
        self.process = subprocess.Popen([PROGRAM, "serve", "--config", self.path("gateway.yaml")],
                                        stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])
        for name in served:
            while self.request("GET", f"/{name}/.well-known/agent-card.json")[0] == 503:
                threading.Event().wait(0.05)

    def request(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def send(self, name, text, method="SendMessage", **headers):
        message = {"messageId": f"m-{os.urandom(4).hex()}", "role": "ROLE_USER", "parts": [{"text": text}]}
        if "/" in method:
            message |= {"kind": "message", "role": "user", "parts": [{"kind": "text", "text": text}]}
        body = json.dumps({"jsonrpc": "2.0", "id": 7, "method": method, "params": {"message": message}})
        return self.request("POST", f"/{name}", body, Content_Type="application/json", **headers)[1]

    # Clients by HTTP, in either version, of agents of either.
    def test_agents_of_either_version_are_called_over_websocket(self):
        for version in ("1.0", "0.3"):
            with self.subTest(version):
                self.start({"echo": version})
                for number, method in enumerate(("SendMessage", "message/send", "SendStreamingMessage", "message/stream")):
                    self.assertIn(f"echo: {number}", self.send("echo", str(number), method))
                self.assertTrue(all(fields.get("a2a-version") == ("1.0" if version == "1.0" else None)
                                    for fields in self.agents["echo"].handshakes))
                self.tearDown()
                self.setUp()

    def test_the_fields_of_a_call_go_with_its_handshake(self):
        self.start({"echo": "1.0"}, {"headers": {"X-Key": {"value": "k"}}, "client_headers": ["X-Team"]})
        self.send("echo", "one", A2A_Extensions="https://x.example/e", X_Team="red")
        self.send("echo", "two", X_Team="blue")
        said = [(fields["x-key"], fields["x-team"], fields.get("a2a-extensions")) for fields in self.agents["echo"].handshakes]
        self.assertEqual(said, [("k", "red", "https://x.example/e"), ("k", "blue", None)])
        fields = self.agents["echo"].handshakes[0]
        self.assertEqual((fields["sec-websocket-version"], len(base64.b64decode(fields["sec-websocket-key"]))), ("13", 16))
        self.assertNotIn("sec-websocket-extensions", fields)
        self.assertNotIn("origin", fields)
        keys = {fields["sec-websocket-key"] for fields in self.agents["echo"].handshakes}
        self.assertEqual(len(keys), 2)

    def test_a_connection_that_has_served_its_call_is_closed_with_a_word(self):
        self.start({"echo": "1.0"})
        self.send("echo", "hello")
        self.send("echo", "hello", "SendStreamingMessage")
        while len(self.agents["echo"].farewells) < 2:
            threading.Event().wait(0.02)
        self.assertEqual(self.agents["echo"].farewells, [closing(1000)] * 2)

    def test_answers_may_come_in_parts_with_pings_between(self):
        self.start({"pieces": "1.0", "pings": "0.3"})
        for kind in ("pieces", "pings"):
            self.assertIn("echo: hello", self.send(kind, "hello"))
            self.assertIn("echo: hello", self.send(kind, "hello", "SendStreamingMessage"))

    def test_what_an_agent_does_wrong_is_told_and_hurts_nobody(self):
        kinds = {"wrong": "malformed", "extends": "malformed", "masks": "malformed", "binary": "malformed", "latin": "malformed",
                 "floods": "malformed", "huge": "too_large", "leaves": "closed", "breaks": "closed",
                 "bows": "closed", "garbage": None, "closed": None}
        self.start({kind: "1.0" for kind in kinds} | {"echo": "1.0"})
        for kind, failure in kinds.items():
            for method in ("SendMessage", "SendStreamingMessage"):
                answer = self.send(kind, "hello", method)
                self.assertIn("-32006", answer, kind)
            if failure is not None:
                self.assertIn(f'"failure.kind":"{failure}"', self.line_of(kind), kind)
        self.assertIn("does not let the gateway in", self.send("closed", "hello"))
        self.assertIn("ended its stream without an answer; it may have acted on the message", self.send("bows", "hello"))
        self.assertIn("echo: hello", self.send("echo", "hello"))

    def line_of(self, kind):
        with open(self.path("log"), encoding="utf-8") as file:
            return next(line for line in file if '"agent_call_failed"' in line and f'"agent":"{kind}"' in line)

    def test_silence_is_given_up_in_time(self):
        self.start({"silent": "1.0"}, {"request_timeout": "300ms", "stall_timeout": "300ms"})
        self.assertIn("timed out", self.send("silent", "hello"))

    def test_an_agent_that_shakes_no_hands_has_not_heard_the_message(self):
        self.start({"undecided": "1.0", "slams": "1.0"}, {"request_timeout": "300ms", "stall_timeout": "300ms"})
        for kind, cause in (("undecided", "the WebSocket handshake timed out"), ("slams", "it broke off the WebSocket handshake")):
            for method in ("SendMessage", "SendStreamingMessage"):
                answer = self.send(kind, "hello", method)
                self.assertIn(f"the agent could not be reached: {cause}", answer)
                self.assertNotIn("may have acted", answer)
            self.assertIn('"failure.kind":"unreachable"', self.line_of(kind))

    def test_the_configuration_says_what_cannot_be(self):
        for upstream in ({"url": "ws://agent.example/a"}, {"url": "ws://127.0.0.1:1", "endpoint": "http://127.0.0.1:1"},
                         {"url": "wss://agent.example", "binding": "HTTP+JSON"}):
            with open(self.path("gateway.yaml"), "w", encoding="utf-8") as file:
                json.dump({"agents": {"a": {"upstream": upstream}}}, file)
            done = subprocess.run([PROGRAM, "check", "--config", self.path("gateway.yaml")], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, upstream)

    def test_wss_is_trusted_as_https_is(self):
        for name in ("known", "other"):
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
                            self.path(f"{name}.key"), "-out", self.path(f"{name}.pem")], check=True, stderr=subprocess.DEVNULL)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(self.path("known.pem"), self.path("known.key"))
        self.start({"echo": "1.0"}, {"tls": {"ca_file": self.path("known.pem")}}, tls)
        self.assertIn("echo: hello", self.send("echo", "hello"))
        self.assertIn("echo: hello", self.send("echo", "hello", "message/stream"))
        other = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        other.load_cert_chain(self.path("other.pem"), self.path("other.key"))
        self.agents["echo"].tls = other
        self.send("echo", "hello")
        self.assertIn('"failure.kind":"untrusted"', self.line_of("echo"))

    # AC-21, X-63, C5: the agents speak over WebSocket, in either version.
    def test_the_visit_to_the_doctor_of_c5_goes_over_websocket(self):
        with open(self.path("plan.json"), "w", encoding="utf-8") as file:
            json.dump(DOCTOR, file)
        self.start({"diagnosis": "1.0", "prescription": "0.3", "pharmacy": "1.0"},
                   doctor={"kind": "master", "plan": "plan.json"})
        answer = self.send("doctor", SYMPTOMS)
        self.assertIn("TASK_STATE_COMPLETED", answer)
        self.assertIn('"state":"completed"', self.send("doctor", SYMPTOMS, "message/stream"))
        assert_pharmacy_heard_its_own(self)


if __name__ == "__main__":
    unittest.main()
