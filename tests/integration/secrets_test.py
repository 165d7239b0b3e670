#!/usr/bin/env python3
"""secrets_test.py SCHEMAGATE: every secret that the gateway and the command line are given is a canary, and none of them
is in what they say: answers, health, cards, logs, the audit log, error texts, whatever went wrong before."""
import base64
import hashlib
import http.server
import json
import pathlib
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.parse

import tls_test
from tls_test import PATIENCE, PROGRAM, Authority, run, wait_for

# What is known of secrets: each is used somewhere below, most where it is wrong.
CANARIES = {name: f"canary-{name}-{hashlib.sha256(name.encode()).hexdigest()[:12]}" for name in (
    "api-key", "wrong-api-key", "bearer", "query", "password", "agent-field", "agent-key", "client-secret", "refused-secret",
    "access-token", "exchanged-token", "push-token", "push-credentials", "cli-token", "cli-key", "cli-header", "cli-secret",
    "cli-plan-token", "inline-value")}
LEDGER_KEY = hashlib.sha256(b"ledger").hexdigest()
PUSH_KEY = hashlib.sha256(b"push").hexdigest()


class AgentOfCredentials(tls_test.Agent):
    """Completes a task for each message; what it was shown is kept."""

    def do_GET(self):
        self.server.seen.append(dict(self.headers))
        super().do_GET()

    def do_POST(self):
        self.server.seen.append(dict(self.headers))
        call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.answer({"jsonrpc": "2.0", "id": call["id"], "result": {"task": {
            "id": call["params"]["message"]["messageId"], "contextId": "c", "status": {"state": "TASK_STATE_COMPLETED"},
            "artifacts": [{"artifactId": "a", "parts": [{"text": "hello"}]}]}}})


class TokenServer(http.server.BaseHTTPRequestHandler):
    """An authorization server that gives tokens, and repeats what it was sent where it refuses."""

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        url = f"http://127.0.0.1:{self.server.server_port}"
        self.answer(200, {"issuer": url, "token_endpoint": f"{url}/refuse", "jwks_uri": f"{url}/keys"})

    def do_POST(self):
        form = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.seen.append(form + str(self.headers))
        if self.path == "/refuse":
            self.answer(400, {"error": "invalid_client", "error_description": form + str(self.headers)})
        else:
            token = CANARIES["exchanged-token" if "subject_token" in form else "access-token"]
            self.answer(200, {"access_token": token, "token_type": "Bearer", "expires_in": 60,
                              "issued_token_type": "urn:ietf:params:oauth:token-type:access_token"})

    def log_message(self, *arguments):
        pass


def serve(handler):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.seen = []
    server.subjects = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def url_text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Issuer:
    """Signs tokens with RSA, by the openssl command."""

    def __init__(self, folder):
        self.folder = folder
        run("openssl", "genrsa", "-out", str(folder / "issuer.key"), "2048")
        modulus = run("openssl", "rsa", "-in", str(folder / "issuer.key"), "-noout", "-modulus").stdout
        number = url_text(bytes.fromhex(modulus.strip().partition("=")[2]))
        (folder / "issuer.json").write_text(json.dumps({"keys": [
            {"kty": "RSA", "kid": "k", "alg": "RS256", "use": "sig", "n": number, "e": "AQAB"}]}))

    def token(self, **claims):
        header = url_text(json.dumps({"alg": "RS256", "kid": "k", "typ": "JWT"}).encode())
        body = url_text(json.dumps({"iss": "https://issuer.test", "aud": "gateway", "sub": "alice",
                                    "exp": int(time.time()) + 600, **claims}).encode())
        signed = subprocess.run(["openssl", "dgst", "-sha256", "-sign", str(self.folder / "issuer.key")],
                                input=f"{header}.{body}".encode(), capture_output=True, check=True).stdout
        return f"{header}.{body}.{url_text(signed)}"


class Secrets(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="schemagate-secrets-"))
        self.said = []  # (by what, text)
        self.authority = Authority(self.folder)
        self.authority.issue("edge", "/CN=edge")
        self.authority.issue("gateway", "/CN=gateway")
        self.authority.need("genpkey", "-algorithm", "ed25519", "-out", "cards.pem")
        self.issuer = Issuer(self.folder)
        self.agent = serve(AgentOfCredentials)
        self.tokens = serve(TokenServer)
        for name, text in {"ledger.key": LEDGER_KEY, "push.key": PUSH_KEY, "client.secret": CANARIES["client-secret"],
                           "refused.secret": CANARIES["refused-secret"], "field": CANARIES["agent-field"],
                           "cli.token": CANARIES["cli-token"], "cli.secret": CANARIES["cli-secret"]}.items():
            (self.folder / name).write_text(text + "\n")
        self.gateway = None

    def tearDown(self):
        if self.gateway:
            self.gateway.kill()
            self.gateway.communicate()
            self.log.close()
        for server in (self.agent, self.tokens):
            server.shutdown()
            server.server_close()
        shutil.rmtree(self.folder)

    def path(self, name):
        return str(self.folder / name)

    def configuration(self):
        agent = f"http://127.0.0.1:{self.agent.server_port}"
        tokens = f"http://127.0.0.1:{self.tokens.server_port}"

        def oauth2(path, secret, **more):
            return {"url": agent, "credentials": {"oauth2": {
                "token_url": f"{tokens}{path}", "client_id": "gateway", "client_secret": {"file": secret}, **more}}}
        return {
            "log": {"level": "debug"}, "audit": {"file": self.path("audit")},
            "ledger": {"path": self.path("ledger"), "keys": {"k": "ledger.key"}},
            "signing": {"keys": {"cards": "cards.pem"}},
            "push": {"allow": ["127.0.0.0/8"], "plain_http": True, "signing_keys": {"127.0.0.1": "push.key"},
                     "first_pause": "10ms", "longest_pause": "10ms", "give_up_after": "50ms"},
            "listeners": {
                "edge": {"address": "127.0.0.1:0", "certificates": {"main": {"cert": "edge.pem", "key": "edge.key"}}},
                "plain": {"address": "127.0.0.1:0"}},
            "authentication": {
                "api_keys": {"keys": {"nightly": {"sha256": hashlib.sha256(CANARIES["api-key"].encode()).hexdigest(),
                                                  "roles": ["admin"]}}},
                "tokens": {"login": {"issuer": "https://issuer.test", "audience": ["gateway"], "jwks_file": "issuer.json"}}},
            "rules": {"all": {}},
            "agents": {
                "fields": {"upstream": {"url": agent, "headers": {"X-Secret": {"file": "field"}}}},
                "oauth": {"upstream": oauth2("/token", "client.secret")},
                "refused": {"upstream": oauth2("/refuse", "refused.secret", client_secret_in="form")},
                "exchange": {"upstream": oauth2("/token", "client.secret", grant="token_exchange")},
                "gone": {"upstream": {"url": "https://127.0.0.1:9", "tls": {"cert": "gateway.pem", "key": "gateway.key"},
                                      "headers": {"X-Secret": {"value": CANARIES["agent-key"]}}}}},
        }

    def start(self):
        (self.folder / "gateway.yaml").write_text(json.dumps(self.configuration()))
        self.log = open(self.folder / "log", "w", encoding="utf-8")
        self.gateway = subprocess.Popen([PROGRAM, "serve", "--config", self.path("gateway.yaml")],
                                        stdout=subprocess.PIPE, stderr=self.log, text=True)
        ports = [int(self.gateway.stdout.readline().rsplit(":", 1)[1]) for _ in range(2)]
        self.edge, self.plain = ports

        def is_known():
            answer = self.ask("GET /fields/tasks", f"Authorization: Bearer {self.issuer.token()}")
            return answer.startswith("HTTP/1.1 200")
        wait_for(is_known, "a caller that is known")

    def ask(self, what, *fields, body="", port=None):
        """The whole answer; it is kept to be looked through."""
        head = "\r\n".join((f"{what} HTTP/1.1", "Host: h", "Connection: close", *fields,
                            *((f"Content-Length: {len(body)}",) if body else ())))
        with socket.create_connection(("127.0.0.1", port or self.plain), PATIENCE) as connection:
            connection.sendall(f"{head}\r\n\r\n{body}".encode())
            answer = b""
            while more := connection.recv(65536):
                answer += more
        self.said.append((what, answer.decode(errors="replace")))
        return self.said[-1][1]

    def call(self, agent, method, params, *fields):
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        return self.ask(f"POST /{agent}", "Content-Type: application/json", "A2A-Version: 1.0", *fields, body=body)

    def command(self, *arguments, env=None):
        done = run(PROGRAM, *arguments, env={"PATH": "/usr/bin:/bin", **(env or {})})
        self.said.append((" ".join(arguments[:2]), done.stdout + done.stderr))
        return done

    def secrets(self):
        """Every text that nobody may see, by its name: canaries in all their forms, and lines of private keys."""
        texts = {**CANARIES, "ledger.key": LEDGER_KEY, "push.key": PUSH_KEY, "token": self.token}
        texts["signature"] = self.token.rsplit(".", 1)[1]
        for name, canary in CANARIES.items():
            texts[f"{name} in base64"] = base64.b64encode(canary.encode()).decode()[:24]
            texts[f"{name} in a URL"] = urllib.parse.quote(canary, safe="")
        for file in self.folder.glob("*.key"):
            lines = file.read_text().splitlines()
            if lines[0].startswith("-----"):
                texts[f"{file.name}"] = lines[1][-24:]
        texts["cards.pem"] = (self.folder / "cards.pem").read_text().splitlines()[1][-24:]
        return texts

    def expect_silence(self):
        leaks = [(name, by) for name, secret in self.secrets().items() for by, text in self.said if secret in text]
        self.assertEqual(leaks, [])

    def ask_with_everything_that_may_be_wrong(self):
        message = {"message": {"role": "ROLE_USER", "messageId": "m", "parts": [{"text": "hi"}]}}
        good = f"Authorization: Bearer {self.token}"
        key = f"X-API-Key: {CANARIES['api-key']}"
        bad = [f"X-API-Key: {CANARIES['wrong-api-key']}", f"Authorization: Bearer {CANARIES['bearer']}",
               f"Authorization: Bearer {self.issuer.token(exp=1)}", f"Authorization: Bearer {self.token}x",
               f"Authorization: Basic {base64.b64encode(CANARIES['password'].encode()).decode()}",
               f"Authorization: {CANARIES['bearer']}", f"Authorization : Bearer {CANARIES['bearer']}",
               f"Authorization: Bearer {CANARIES['bearer'] * 2000}", f"Cookie: session={CANARIES['bearer']}"]
        for agent in ("fields", "oauth", "refused", "exchange", "gone", "nobody"):
            for number, fields in enumerate((good, key, *bad)):
                message["message"]["messageId"] = f"{agent}-{number}"
                self.call(agent, "SendMessage", message, fields)
                self.ask(f"GET /{agent}/tasks?access_token={CANARIES['query']}", fields)
            self.call(agent, "GetExtendedAgentCard", {}, good)
            self.ask(f"GET /{agent}/.well-known/agent-card.json")
        for what in ("/healthz", "/readyz", "/metrics", "/.well-known/jwks.json", f"/?key={CANARIES['query']}"):
            self.ask(f"GET {what}", key)
        self.ask(f"{CANARIES['query']} / HTTP/1.0", good)

    def register_push(self):
        good = f"Authorization: Bearer {self.token}"
        config = {"url": "http://127.0.0.1:9999/hook", "token": CANARIES["push-token"],
                  "authentication": {"scheme": "Bearer", "credentials": CANARIES["push-credentials"]}}
        sent = self.call("fields", "SendMessage", {
            "message": {"role": "ROLE_USER", "messageId": "push", "parts": [{"text": "hi"}]},
            "configuration": {"taskPushNotificationConfig": config}}, good)
        self.assertIn("200 OK", sent)
        self.call("fields", "CreateTaskPushNotificationConfig", {"taskId": "none", **config}, good)

    def use_the_command_line(self):
        here = f"http://127.0.0.1:{self.plain}/fields"
        secure = ("--ca", self.authority.file)
        issuer = ("--issuer", f"http://127.0.0.1:{self.tokens.server_port}", "--client-id", "me",
                  "--client-secret-file", self.path("cli.secret"))
        for output in ("text", "json"):
            for url in (here, f"https://127.0.0.1:{self.edge}/fields", "http://127.0.0.1:9", f"http://127.0.0.1:{self.plain}/refused"):
                for credentials in (("--token", CANARIES["cli-token"]), ("--token-file", self.path("cli.token")),
                                    ("--api-key", CANARIES["cli-key"]), issuer,
                                    ("--header", f"Authorization: Bearer {CANARIES['cli-header']}"),
                                    ("--header", f"Authorization:\n{CANARIES['cli-header']}"),
                                    ("--cert", self.path("edge.pem"), "--key", self.path("gateway.key"))):
                    self.command("send", url, "hi", "-o", output, "--timeout", "10", *secure, *credentials)
        for verb in (("card", here), ("task", "list", here), ("schema", "list", here), ("evolve", "status", "--admin", here)):
            self.command(*verb, env={"SCHEMAGATE_TOKEN": CANARIES["cli-token"], "SCHEMAGATE_API_KEY": CANARIES["cli-key"]})
        self.command("login", *issuer)
        self.command("send", here, "hi", "--tokn", CANARIES["cli-token"])
        (self.folder / "plan.yaml").write_text(f"""
name: p
query: "{{input}}"
agents: {{a: {{name: A, url: "{here}", token_env: PLAN_TOKEN}}}}
subtasks: [{{id: s, agent: a, items: [{{id: i, do: "Greet"}}]}}]
""")
        self.command("run", self.path("plan.yaml"), "--input", "x", "--state", self.path("run.state"),
                     env={"PLAN_TOKEN": CANARIES["cli-plan-token"]})
        self.said.append(("run.state", (self.folder / "run.state").read_text(errors="replace")))

    def check_configurations(self):
        self.command("check", "--config", self.path("gateway.yaml"))
        self.command("check", "--online", "--config", self.path("gateway.yaml"))
        for wrong in ({"value": CANARIES["inline-value"], "prefx": "x"}, {"value": CANARIES["inline-value"] + "\n"},
                      CANARIES["inline-value"], [CANARIES["inline-value"]], {CANARIES["inline-value"]: 1}):
            config = self.configuration()
            config["agents"]["fields"]["upstream"]["headers"]["X-Secret"] = wrong
            (self.folder / "wrong.yaml").write_text(json.dumps(config))
            done = self.command("check", "--config", self.path("wrong.yaml"))
            self.assertNotEqual(done.returncode, 0, wrong)
            if isinstance(wrong, dict) and CANARIES["inline-value"] in wrong:
                self.said.pop()  # names of members are told: a secret there is no secret
        for file in ("ledger.key", "push.key", "cards.pem", "gateway.key", "client.secret"):
            shutil.copy(self.folder / file, self.folder / "kept")
            (self.folder / file).write_text((self.folder / "kept").read_text()[:-20])
            self.command("check", "--config", self.path("gateway.yaml"))
            shutil.copy(self.folder / "kept", self.folder / file)

    def test_no_secret_is_in_anything_that_is_said(self):
        self.token = self.issuer.token()
        self.start()
        self.ask_with_everything_that_may_be_wrong()
        self.register_push()
        self.use_the_command_line()
        self.check_configurations()
        wait_for(lambda: "push_given_up" in (self.folder / "log").read_text(), "the end of the deliveries")
        self.gateway.terminate()
        self.said.append(("standard output", self.gateway.communicate(timeout=PATIENCE)[0]))
        self.said += [(name, (self.folder / name).read_text()) for name in ("log", "audit")]
        self.assertGreater(len(self.said), 200)
        self.expect_use()
        self.expect_silence()

    def expect_use(self):
        """The canaries were where secrets go, or the silence would mean nothing."""
        shown = str(self.agent.seen)
        for name in ("agent-field", "access-token", "exchanged-token"):
            self.assertTrue(CANARIES[name] in shown, name)
        asked = "".join(self.tokens.seen)
        for secret in (CANARIES["refused-secret"], base64.b64encode(f"gateway:{CANARIES['client-secret']}".encode()).decode(),
                       base64.b64encode(f"me:{CANARIES['cli-secret']}".encode()).decode(), self.token):
            self.assertTrue(secret in asked, secret)
        answers = "".join(text for _, text in self.said)
        for text in (*(f"HTTP/1.1 {status}" for status in (200, 400, 401, 404, 431)), '"decision":"unauthenticated"',
                     "the authorization server refuses it: invalid_client", "push_given_up"):
            self.assertTrue(text in answers, text)


if __name__ == "__main__":
    unittest.main()
