#!/usr/bin/env python3
"""websocket_server_test.py SCHEMAGATE: clients reach agents over WebSocket, and hostile ones hurt nobody."""
import base64
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from stdio_upstream_test import AGENT, DOCTOR, PROGRAM, SYMPTOMS, assert_pharmacy_heard_its_own
from websocket_peer import BINARY, CLOSE, PATIENCE, PING, PONG, TEXT, Client, closing, frame, trusting

BINDING = "https://schemagate.dev/bindings/websocket/v1"
KEY = "test"
KEY_SHA256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


class Issuer:
    """Signs tokens with Ed25519, by the openssl command."""

    def __init__(self, folder):
        self.key, self.claims = os.path.join(folder, "issuer.pem"), os.path.join(folder, "claims")
        self.key_set = os.path.join(folder, "keys.json")
        self.run("genpkey", "-algorithm", "ed25519", "-out", self.key)
        public = self.run("pkey", "-in", self.key, "-pubout", "-outform", "DER")[-32:]
        with open(self.key_set, "w", encoding="utf-8") as file:
            json.dump({"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "k1", "x": self.encode(public)}]}, file)

    @staticmethod
    def run(*arguments):
        return subprocess.run(["openssl", *arguments], check=True, capture_output=True).stdout

    @staticmethod
    def encode(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    def token(self, expires):
        parts = [{"alg": "EdDSA", "kid": "k1"}, {"iss": "https://login.test", "aud": "gw", "sub": "ann", "exp": expires}]
        signed = ".".join(self.encode(json.dumps(part).encode()) for part in parts)
        with open(self.claims, "w", encoding="utf-8") as file:
            file.write(signed)
        return signed + "." + self.encode(self.run("pkeyutl", "-sign", "-inkey", self.key, "-rawin", "-in", self.claims))


class WebSocket(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.log = open(self.path("log"), "w+", encoding="utf-8")
        self.process = None
        self.clients = []
        self.tls = None

    def tearDown(self):
        for client in self.clients:
            client.close()
        if self.process is not None:
            self.process.kill()
            self.process.wait(PATIENCE)
            self.process.stdout.close()
        self.log.close()
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def start(self, kind="echo", agents=None, agent=None, **more):
        agents = agents or {kind: {"upstream": {"command": [sys.executable, "-B", AGENT, "1.0", kind, self.path(kind)]},
                                   "websocket": True} | (agent or {})}
        listen = {} if "listeners" in more else {"listen": "127.0.0.1:0", "public_url": "http://gw.example"}
        with open(self.path("gateway.yaml"), "w", encoding="utf-8") as file:
            json.dump(listen | {"agents": agents, "ledger": {"store": "memory"}} | more, file)
        self.process = subprocess.Popen([PROGRAM, "serve", "--config", self.path("gateway.yaml")],
                                        stdout=subprocess.PIPE, stderr=self.log, text=True, env=os.environ | {
                                            # What a sanitizer keeps of freed memory is not held by anybody.
                                            "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"})
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])
        self.wait_until_ready(list(agents))

    def wait_until_ready(self, names):
        for name in names:
            while self.get(f"/{name}/.well-known/agent-card.json")[0] == 503:
                threading.Event().wait(0.05)

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE) if self.tls is None \
            else http.client.HTTPSConnection("localhost", self.port, timeout=PATIENCE, context=self.tls)
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, body

    def connect(self, path="/echo", headers=(), **changed):
        client = Client(self.port, path, headers, {name.replace("_", "-"): value for name, value in changed.items()}, self.tls)
        self.clients.append(client)
        return client

    def request_lines(self):
        with open(self.path("log"), encoding="utf-8") as file:
            return [json.loads(line) for line in file if '"request"' in line]

    @staticmethod
    def send(number, text, method="SendMessage", **more):
        message = {"messageId": f"m-{number}", "role": "ROLE_USER", "parts": [{"text": text}]}
        if "/" in method:
            message = {"kind": "message", "messageId": f"m-{number}", "role": "user",
                       "parts": [{"kind": "text", "text": text}]}
        return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": {"message": message} | more})

    def ask(self, client, request):
        client.send(TEXT, request)
        return json.loads(client.text())

    def assert_serves(self):
        answer = self.ask(self.connect(), self.send(99, "still there"))
        self.assertEqual(answer["result"]["task"]["artifacts"][0]["parts"][0]["text"], "echo: still there")

    # ---- what is served

    def test_both_versions_are_spoken_on_one_connection(self):
        self.start()
        client = self.connect()
        self.assertEqual(client.status, 101)
        task = self.ask(client, self.send(1, "new"))["result"]["task"]
        self.assertEqual(task["artifacts"][0]["parts"][0]["text"], "echo: new")
        answer = self.ask(client, self.send("two", "old", "message/send"))
        self.assertEqual((answer["id"], answer["result"]["artifacts"][0]["parts"][0]),
                         ("two", {"kind": "text", "text": "echo: old"}))
        got = self.ask(client, json.dumps({"jsonrpc": "2.0", "id": 3, "method": "GetTask", "params": {"id": task["id"]}}))
        self.assertEqual(got["result"]["id"], task["id"])
        listed = self.ask(client, json.dumps({"jsonrpc": "2.0", "id": 4, "method": "ListTasks", "params": {}}))
        self.assertEqual(listed["result"]["totalSize"], 2)

    def test_a_stream_is_several_messages_with_one_id_beside_other_answers(self):
        self.start()
        client = self.connect()
        client.send(TEXT, self.send(7, "hello", "SendStreamingMessage"))
        client.send(TEXT, self.send(8, "hi", "message/stream"))
        client.send(TEXT, self.send(9, "now"))
        said = {7: [], 8: [], 9: []}
        while not (said[9] and said[7] and "COMPLETED" in json.dumps(said[7][-1])
                   and said[8] and said[8][-1]["result"].get("final")):
            message = json.loads(client.text())
            said[message["id"]].append(message)
        self.assertIn("echo: hello", json.dumps(said[7]))
        self.assertIn("echo: hi", json.dumps(said[8]))
        self.assertEqual(len(said[9]), 1)

    def test_answers_come_as_they_are_ready(self):
        self.start(kind="slow")
        client = self.connect("/slow")
        client.send(TEXT, self.send(1, "first"))
        client.send(TEXT, self.send(2, "second"))
        self.assertEqual([json.loads(client.text())["id"] for _ in range(2)], [2, 1])

    def test_the_card_names_the_binding_by_its_uri_where_it_is_offered(self):
        self.start(agents={name: {"websocket": name == "with", "upstream": {
            "command": [sys.executable, "-B", AGENT, "1.0", "echo", self.path(name)]}} for name in ("with", "without")})
        card = json.loads(self.get("/with/.well-known/agent-card.json")[1])
        named = [each for each in card["supportedInterfaces"] if each["protocolBinding"] == BINDING]
        self.assertEqual([each["protocolVersion"] for each in named], ["1.0", "0.3"])
        self.assertRegex(named[0]["url"], "^ws://gw.example/with$")
        self.assertEqual([each["transport"] for each in card["additionalInterfaces"]],
                         ["JSONRPC", "HTTP+JSON", BINDING])
        self.assertNotIn(BINDING, self.get("/without/.well-known/agent-card.json")[1].decode())
        self.assertEqual(self.connect("/without").status, 405)
        self.assertEqual(self.connect("/nobody").status, 404)

    def test_what_is_wrong_is_said_with_the_id_as_far_as_there_is_one(self):
        self.start()
        client = self.connect()
        for text, number, code in (("garbage", None, -32700), ("", None, -32700), ("[]", None, -32600),
                                   ('{"jsonrpc":"2.0","id":5}', 5, -32600),
                                   ('{"jsonrpc":"2.0","id":6,"method":"no"}', 6, -32601)):
            answer = self.ask(client, text)
            self.assertEqual((answer["id"], answer["error"]["code"]), (number, code), answer)

    def test_the_fields_of_the_handshake_hold_for_all_messages(self):
        self.start()
        client = self.connect(headers={"A2A-Version": "1.0", "A2A-Extensions": "https://x.example/e"})
        self.assertIn("result", self.ask(client, self.send(1, "hello")))
        with open(self.path("echo"), encoding="utf-8") as file:
            self.assertIn("https://x.example/e", file.read().splitlines()[-1])
        self.assertIn("expected SendMessage", self.ask(client, self.send(2, "old", "message/send"))["error"]["message"])
        named = {"metadata": {"a2a-service-parameters": {"A2A-Version": "0.3"}}}
        self.assertIn("result", self.ask(client, self.send(3, "old", "message/send", **named)))

    def test_each_message_has_its_line_in_the_log_and_the_connection_one(self):
        self.start()
        client = self.connect()
        self.ask(client, self.send(1, "hello"))
        client.send(CLOSE, closing(1000))
        self.assertEqual(client.close_code(), 1000)
        self.assertTrue(client.is_closed())
        self.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.process.wait(PATIENCE), 0)
        lines = [line for line in self.request_lines() if line["url.path"] == "/echo"]
        self.assertEqual([line["http.response.status_code"] for line in lines], [200, 101])
        self.assertEqual((lines[0]["http.request.method"], lines[0]["a2a.method"]), ("POST", "SendMessage"))

    def test_over_tls_it_is_wss(self):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", self.path("key.pem"),
                        "-out", self.path("cert.pem")], check=True, stderr=subprocess.DEVNULL)
        self.tls = trusting(self.path("cert.pem"))
        certificates = {"main": {"cert": self.path("cert.pem"), "key": self.path("key.pem")}}
        self.start(public_url="https://gw.example",
                   listeners={"public": {"address": "127.0.0.1:0", "certificates": certificates}})
        card = self.get("/echo/.well-known/agent-card.json")[1].decode()
        self.assertIn("wss://gw.example/echo", card)
        client = self.connect()
        for number in range(3):
            text = "x" * (number * 200_000)
            answer = self.ask(client, self.send(number, text))
            self.assertEqual(answer["result"]["task"]["artifacts"][0]["parts"][0]["text"], "echo: " + text)
        client.send(PING, "x" * 125)
        self.assertEqual(client.frame(), (PONG, b"x" * 125))
        client.send(CLOSE, closing(4000))
        self.assertEqual(client.close_code(), 4000)

    # ---- the handshake

    def test_what_is_no_handshake_is_refused_in_http(self):
        self.start()
        for changed, status in (({"Sec_WebSocket_Version": "8"}, 426), ({"Sec_WebSocket_Version": None}, 426),
                                ({"Sec_WebSocket_Key": None}, 400), ({"Sec_WebSocket_Key": "short"}, 400),
                                ({"sec_websocket_key": "AAAAAAAAAAAAAAAAAAAAAA=="}, 400),  # beside the other one
                                ({"sec_websocket_version": "13"}, 400),
                                ({"Upgrade": "h2c"}, 405), ({"Connection": "keep-alive"}, 405)):
            client = self.connect(**changed)
            self.assertEqual(client.status, status, changed)
            self.assertIn("error", client.body())
            if status == 426:
                self.assertEqual(client.answer["sec-websocket-version"], "13")
        self.assert_serves()

    def test_the_subprotocol_is_chosen_where_it_is_offered(self):
        self.start()
        chosen = self.connect(headers={"Sec-WebSocket-Protocol": "chat, a2a.jsonrpc"})
        self.assertEqual(chosen.answer["sec-websocket-protocol"], "a2a.jsonrpc")
        other = self.connect(headers={"Sec-WebSocket-Protocol": "chat", "Sec-WebSocket-Extensions": "permessage-deflate"})
        self.assertEqual(other.status, 101)
        self.assertNotIn("sec-websocket-protocol", other.answer)

    def test_pages_may_connect_from_the_origins_that_are_named(self):
        self.start(agent={"websocket_origins": ["https://app.example"]})
        self.assertEqual(self.connect(Origin="https://app.example").status, 101)
        for origin in ("https://evil.example", "https://app.example.evil", "http://app.example", "null", ""):
            client = self.connect(Origin=origin)
            self.assertEqual(client.status, 403, origin)
        for pair in ({"Origin": "https://app.example", "origin": "https://evil.example"},
                     {"Origin": "https://evil.example", "origin": "https://app.example"}):
            self.assertEqual(self.connect(headers=pair).status, 403, pair)

    # Some browsers say so in the handshake as well: it is of the handshake alone.
    def test_messages_of_an_allowed_page_are_answered_whatever_its_handshake_says_of_its_site(self):
        self.start(agent={"websocket_origins": ["https://app.example"]})
        client = self.connect(headers={"Origin": "https://app.example", "Sec-Fetch-Site": "cross-site"})
        self.assertIn("result", self.ask(client, self.send(1, "hello")))
        self.assertEqual(self.connect(headers={"Sec-Fetch-Site": "cross-site"}).status, 403)

    def test_callers_are_known_by_the_credentials_of_the_handshake(self):
        known = {"authentication": {"api_keys": {"keys": {"me": {"sha256": KEY_SHA256}}}},
                 "rules": {"some": {"operations": ["SendMessage"]}}}
        self.start(**known)
        self.assertEqual(self.connect().status, 401)
        self.assertEqual(self.connect(headers={"X-API-Key": "wrong"}).status, 401)
        client = self.connect(headers={"X-API-Key": KEY})
        self.assertIn("result", self.ask(client, self.send(1, "hello")))
        refused = self.ask(client, json.dumps({"jsonrpc": "2.0", "id": 2, "method": "ListTasks", "params": {}}))
        self.assertEqual((refused["id"], "error" in refused), (2, True), refused)
        self.assertIn("not allowed", refused["error"]["message"])

    # The connection goes on: with it what is under way, and whatever needs no credentials.
    def test_what_is_sent_once_the_token_has_expired_is_refused(self):
        issuer = Issuer(self.folder.name)
        self.start(rules={"all": {}}, authentication={"tokens": {"login": {
            "issuer": "https://login.test", "audience": ["gw"], "jwks_file": issuer.key_set, "skew": "0ms"}}})
        for seconds in (2, 8, 32):  # a machine that is busy needs more
            token = issuer.token(int(time.time()) + seconds)
            client = self.connect(headers={"Authorization": "Bearer " + token})
            answer = self.ask(client, self.send(1, "hello")) if client.status == 101 else {}
            if "result" in answer:
                break
        self.assertIn("result", answer)
        numbers = iter(range(2, 1_000_000))
        while "result" in answer:
            answer = self.ask(client, self.send(next(numbers), "hello"))
        self.assertEqual((answer["error"]["code"], "expired" in answer["error"]["message"]), (-32600, True), answer)
        self.assertEqual(self.ask(client, self.send(0, "hello"))["error"]["code"], -32600)
        self.assertEqual(self.connect(headers={"Authorization": "Bearer " + token}).status, 401)
        renewed = self.connect(headers={"Authorization": "Bearer " + issuer.token(int(time.time()) + 3600)})
        self.assertIn("result", self.ask(renewed, self.send(0, "hello")))

    def test_each_message_counts_in_the_quotas(self):
        self.start(quotas={"address": {"requests_per_second": 1, "burst": 8}})
        client = self.connect()
        self.assertEqual(client.status, 101)
        said = [self.ask(client, '{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"x"}}')
                for _ in range(12)]
        self.assertEqual({answer["id"] for answer in said}, {1})
        self.assertEqual(said[0]["error"]["code"], -32001)
        self.assertIn("too many requests", said[-1]["error"]["message"])

    # ---- hostile clients

    def closed_for(self, code, *frames):
        client = self.connect()
        for each in frames:
            client.socket.sendall(each)
        self.assertEqual(client.close_code(), code)
        self.assertTrue(client.is_closed())

    def test_whoever_breaks_the_rules_is_told_which_and_closed(self):
        self.start(limits={"body": "64KiB"})
        self.closed_for(1002, frame(TEXT, "not masked", masked=False))
        self.closed_for(1002, frame(TEXT, "x", reserved=0x40))
        self.closed_for(1002, frame(3, "x"))
        self.closed_for(1002, frame(0, "goes on with nothing"))
        self.closed_for(1002, frame(TEXT, "a", final=False), frame(TEXT, "b"))
        self.closed_for(1002, frame(PING, "x" * 126))
        self.closed_for(1002, frame(CLOSE, closing(1005)))
        self.closed_for(1003, frame(BINARY, "{}"))
        self.closed_for(1007, frame(TEXT, b"\xc3("))
        self.closed_for(1009, frame(TEXT, "x" * 65537))
        self.closed_for(1009, frame(TEXT, "x" * 60_000, final=False), frame(0, "x" * 60_000))
        self.closed_for(1009, b"\x81\xff\x7f" + b"\xff" * 11)
        self.closed_for(1008, b"".join(frame(PING) for _ in range(5_000)))
        self.assert_serves()

    def test_a_message_may_come_in_parts_with_pings_between(self):
        self.start()
        client = self.connect()
        request = self.send(1, "in parts é").encode()
        for at in range(0, len(request), 7):
            client.socket.sendall(frame(TEXT if at == 0 else 0, request[at:at + 7], final=at + 7 >= len(request)))
            if at == 7:
                client.send(PING, "there?")
                self.assertEqual(client.frame(), (PONG, b"there?"))
        self.assertIn("echo: in parts", client.text())

    def test_a_message_that_does_not_end_and_silence_are_noticed(self):
        self.start(limits={"body_timeout": "300ms", "idle_timeout": "1s"})
        self.closed_for(1008, frame(TEXT, "begins", final=False))
        answers = self.connect()
        silent = self.connect()
        for _ in range(3):
            opcode, payload = answers.frame()
            self.assertEqual(opcode, PING)
            answers.send(PONG, payload)
        self.assertIn("result", self.ask(answers, self.send(1, "hello")))
        self.assertEqual(silent.frame()[0], PING)
        self.assertIsNone(silent.close_code())

    def test_a_reader_that_reads_nothing_holds_no_more_than_a_bound_and_is_cut(self):
        self.start(limits={"write_timeout": "500ms", "memory": "64MiB"})
        client = self.connect()
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        task = self.ask(client, self.send(1, "x" * 100_000))["result"]["task"]["id"]
        read = frame(TEXT, json.dumps({"jsonrpc": "2.0", "id": 2, "method": "GetTask", "params": {"id": task}}))
        try:
            for _ in range(3_000):  # 600 MB of answers
                client.socket.sendall(read)
        except OSError:
            pass
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
            peak = next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
        self.assertLess(peak, 300_000)  # KB
        self.assertTrue(client.is_closed())
        self.assert_serves()

    def test_where_memory_is_short_who_takes_it_is_closed_and_others_are_served(self):
        self.start(limits={"memory": "16MiB", "body": "64MiB"})
        stays, takes = self.connect(), self.connect()
        heard, opcode = (PONG, b""), TEXT
        while heard == (PONG, b""):  # no more at a time than is passed over behind the last word
            takes.socket.sendall(frame(opcode, "x" * (200 << 10), final=False) + frame(PING))
            heard, opcode = takes.frame(), 0
        self.assertEqual((heard[0], heard[1][:2]), (CLOSE, closing(1013)))
        takes.send(CLOSE, closing(1013))
        self.assertTrue(takes.is_closed())
        self.assertIn("result", self.ask(stays, self.send(1, "x" * 500_000)))

    def test_what_is_too_much_at_once_is_refused_and_the_rest_is_answered(self):
        self.start(kind="slow")
        client = self.connect("/slow")
        for number in range(1, 300):
            client.send(TEXT, self.send(number, "first"))  # is answered when another one has been
        refused = [json.loads(client.text()) for _ in range(43)]
        self.assertEqual([answer["id"] for answer in refused], list(range(257, 300)))
        self.assertIn("too many requests", refused[0]["error"]["message"])

    # ---- the end

    def test_a_client_that_leaves_ends_its_streams_alone(self):
        self.start(kind="slow")
        stays, leaves = self.connect("/slow"), self.connect("/slow")
        leaves.send(TEXT, self.send(1, "first", "SendStreamingMessage"))
        leaves.text()
        leaves.socket.close()
        self.assertIn("echo: second", json.dumps(self.ask(stays, self.send(2, "second"))))

    def test_at_the_stop_streams_end_with_a_word_and_the_connection_with_1001(self):
        self.start(kind="lingers")
        idle, waits = self.connect("/lingers"), self.connect("/lingers")
        waits.send(TEXT, self.send(1, "first", "SendStreamingMessage"))
        self.assertIn("result", json.loads(waits.text()))
        self.process.send_signal(signal.SIGTERM)
        self.assertEqual(idle.close_code(), 1001)
        self.assertIn("shutting down", json.loads(waits.text())["error"]["message"])
        self.assertEqual(waits.close_code(), 1001)
        self.assertEqual(self.process.wait(PATIENCE), 0)

    def test_at_the_stop_who_still_waits_is_told_to_come_again(self):
        self.start(kind="silent", limits={"drain": "200ms"})
        client = self.connect("/silent")
        client.send(TEXT, self.send(5, "hello"))
        client.send(PING, "taken")
        self.assertEqual(client.frame(), (PONG, b"taken"))
        self.process.send_signal(signal.SIGTERM)
        answer = json.loads(client.text())
        self.assertEqual((answer["id"], answer["error"]["code"]), (5, -32603))
        self.assertIn("stopping", answer["error"]["message"])
        self.assertEqual(client.close_code(), 1001)

    # AC-21, X-63, C5: the client speaks over WebSocket, in either version.
    def test_the_visit_to_the_doctor_of_c5_goes_over_websocket(self):
        with open(self.path("plan.json"), "w", encoding="utf-8") as file:
            json.dump(DOCTOR, file)
        workers = {kind: {"upstream": {"command": [sys.executable, "-B", AGENT, version, kind, self.path(kind)]}}
                   for kind, version in (("diagnosis", "1.0"), ("prescription", "0.3"), ("pharmacy", "1.0"))}
        self.start(agents=workers | {"doctor": {"kind": "master", "plan": "plan.json", "websocket": True}})
        client = self.connect("/doctor")
        client.send(TEXT, self.send(1, SYMPTOMS, "SendStreamingMessage"))
        client.send(TEXT, self.send(2, SYMPTOMS, "message/stream"))
        last = {1: {}, 2: {}}
        while "COMPLETED" not in json.dumps(last[1].get("statusUpdate")) or not last[2].get("final"):
            message = json.loads(client.text())
            last[message["id"]] = message["result"]
        self.assertEqual(last[2]["status"]["state"], "completed", last[2])
        assert_pharmacy_heard_its_own(self)


if __name__ == "__main__":
    unittest.main()
