#!/usr/bin/env python3
"""tls_test.py SCHEMAGATE: https on both sides beside independent programs: nginx as an agent that wants a client
certificate, HAProxy and nginx in front with the PROXY protocol, nginx in front with X-Forwarded-For, openssl s_client."""
import http.server
import json
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request

PROGRAM = sys.argv.pop(1)
PATIENCE = 60
STREAM_MODULE = "/usr/lib/nginx/modules/ngx_stream_module.so"  # of libnginx-mod-stream


class Agent(http.server.BaseHTTPRequestHandler):
    """A v1.0 agent over JSON-RPC that says its greeting."""

    protocol_version = "HTTP/1.1"

    def answer(self, body):
        text = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        self.answer({"name": "Greeter", "description": "Greets.", "version": "1", "capabilities": {},
                     "supportedInterfaces": [{"url": "http://127.0.0.1/rpc", "protocolBinding": "JSONRPC",
                                              "protocolVersion": "1.0"}],
                     "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
                     "skills": [{"id": "greet", "name": "Greet", "description": "Greets.", "tags": ["hello"]}]})

    def do_POST(self):
        call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.subjects.append(self.headers.get("X-Subject"))
        self.answer({"jsonrpc": "2.0", "id": call["id"], "result": {"message": {
            "role": "ROLE_AGENT", "messageId": "a", "parts": [{"text": "Hello by https"}]}}})

    def log_message(self, *arguments):
        pass


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, **options)


def listening():
    """A socket of this machine at a port that nobody else can take, to be handed to a program."""
    return socket.create_server(("127.0.0.1", 0), backlog=64)


def wait_for(condition, what):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.02)
    raise AssertionError(f"{what} did not come about")


class Authority:
    """A throw-away CA, made with the openssl command."""

    def __init__(self, folder):
        self.folder = folder
        self.file = str(folder / "ca.pem")
        self.need("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                  "-subj", "/CN=Test CA", "-keyout", "ca.key", "-out", "ca.pem")

    def need(self, *arguments):
        made = run("openssl", *arguments, cwd=self.folder)
        if made.returncode != 0:
            raise AssertionError(made.stderr)

    def issue(self, name, subject, sans="DNS:localhost,IP:127.0.0.1", days=1):
        """Both files take the place of earlier ones at once."""
        self.need("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", subject,
                  "-addext", f"subjectAltName={sans}", "-keyout", "new.key", "-out", "new.csr")
        self.need("x509", "-req", "-in", "new.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-days", str(days),
                  "-copy_extensions", "copy", "-out", "new.pem")
        os.replace(self.folder / "new.key", self.folder / f"{name}.key")
        os.replace(self.folder / "new.pem", self.folder / f"{name}.pem")


class Tls(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="schemagate-tls-"))
        self.processes = []
        self.authority = Authority(self.folder)
        for name, subject in (("agent", "/CN=agent"), ("gateway", "/CN=gateway"), ("edge", "/CN=old edge"),
                              ("client", "/CN=scheduler")):
            self.authority.issue(name, subject)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Agent)
        self.server.daemon_threads = True
        self.server.subjects = []
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def tearDown(self):
        for process in self.processes:
            process.terminate()
            process.communicate(timeout=PATIENCE)
        self.server.shutdown()
        self.server.server_close()
        self.log.close()
        shutil.rmtree(self.folder)

    def start(self, command, listener, **environment):
        """A program that listens at `listener`: who calls it early waits there."""
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   pass_fds=[listener.fileno()], env={**os.environ, **environment})
        self.processes.append(process)
        listener.close()

    def start_nginx_at(self, listener, home):
        # So nginx hands its sockets from one of its processes to the next.
        self.start(["nginx", "-c", str(home / "nginx.conf"), "-p", str(home)], listener, NGINX=f"{listener.fileno()};")

    def start_nginx(self, name, server):
        """`server`: the inside of its one server."""
        listener = listening()
        port = listener.getsockname()[1]
        home = self.folder / name
        home.mkdir()
        (home / "nginx.conf").write_text(f"""
            daemon off; user root; pid {home}/pid; error_log {home}/error.log;
            events {{}}
            http {{ access_log off; client_body_temp_path {home}/body; proxy_temp_path {home}/proxy;
                    fastcgi_temp_path {home}/fastcgi; uwsgi_temp_path {home}/uwsgi; scgi_temp_path {home}/scgi;
                    server {{ listen 127.0.0.1:{port} {server} }} }}""")
        self.start_nginx_at(listener, home)
        return port

    def start_nginx_stream(self):
        listener = listening()
        port = listener.getsockname()[1]
        home = self.folder / "stream"
        home.mkdir()
        (home / "nginx.conf").write_text(f"""
            load_module {STREAM_MODULE}; daemon off; user root; pid {home}/pid; error_log {home}/error.log;
            events {{}}
            stream {{ server {{ listen 127.0.0.1:{port}; proxy_bind 127.0.0.9; proxy_protocol on;
                                proxy_pass 127.0.0.1:{self.ports['proxied']}; }} }}""")
        self.start_nginx_at(listener, home)
        return port

    def start_agent(self):
        return self.start_nginx("agent_side", f"""ssl;
            ssl_certificate {self.folder}/agent.pem; ssl_certificate_key {self.folder}/agent.key;
            ssl_client_certificate {self.folder}/ca.pem; ssl_verify_client on;
            location / {{ proxy_pass http://127.0.0.1:{self.server.server_port};
                          proxy_set_header X-Subject $ssl_client_s_dn; }}""")

    def start_gateway(self, agent_port, tls="{ca_file: ca.pem, cert: gateway.pem, key: gateway.key}", more=""):
        (self.folder / "gateway.yaml").write_text(f"""
ledger: {{store: memory}}
{more}
listeners:
  edge: {{address: '127.0.0.1:0', certificates: {{main: {{cert: edge.pem, key: edge.key}}}}}}
  partners:
    address: 127.0.0.1:0
    certificates: {{main: {{cert: edge.pem, key: edge.key}}}}
    client_certificates: required
    client_ca: ca.pem
  proxied: {{address: '127.0.0.1:0', proxy_protocol: true, trusted_proxies: [127.0.0.0/8]}}
  forwarded: {{address: '127.0.0.1:0', trusted_proxies: [127.0.0.0/8]}}
  hidden: {{address: '127.0.0.1:0', agents: [other]}}
agents:
  greeter: {{upstream: {{url: 'https://localhost:{agent_port}', tls: {tls}}}}}
  other: {{upstream: {{url: 'https://localhost:{agent_port}', tls: {tls}}}}}
""")
        self.log = open(self.folder / "log", "w", encoding="utf-8")
        gateway = subprocess.Popen([PROGRAM, "serve", "--config", str(self.folder / "gateway.yaml")],
                                   stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.processes.append(gateway)
        names = ("edge", "partners", "proxied", "forwarded", "hidden")
        self.ports = {name: int(gateway.stdout.readline().rsplit(":", 1)[1]) for name in names}

    def logged(self):
        return (self.folder / "log").read_text(encoding="utf-8")

    def send(self, url, *options):
        return run(PROGRAM, "send", url, "hi", "--ca", self.authority.file, *options)

    def url(self, listener, agent="greeter"):
        return f"https://localhost:{self.ports[listener]}/{agent}"

    def raw(self, port, text, tls=False):
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
            if tls:
                context = ssl.create_default_context(cafile=self.authority.file)
                connection = context.wrap_socket(connection, server_hostname="localhost")
            with connection:
                connection.sendall(text.encode())
                return connection.recv(65536).decode()

    def test_a_message_goes_by_https_from_the_client_to_an_agent_that_wants_a_certificate(self):
        self.start_gateway(self.start_agent())
        sent = self.send(self.url("edge"))
        self.assertEqual(sent.returncode, 0, sent.stderr + self.logged())
        self.assertIn("Hello by https", sent.stdout)
        self.assertEqual(self.server.subjects, ["CN=gateway"])
        self.assertIn("404", run(PROGRAM, "card", self.url("hidden").replace("https", "http")).stderr)
        self.assertEqual(run(PROGRAM, "card", self.url("forwarded").replace("https", "http")).returncode, 0)

    def test_a_new_certificate_is_shown_to_the_agent_without_a_restart(self):
        self.start_gateway(self.start_agent())
        self.assertEqual(self.send(self.url("edge")).returncode, 0, self.logged())
        (self.folder / "gateway.key").write_text("no key")
        wait_for(lambda: re.search(r"certificates_not_reloaded.*greeter", self.logged()), "a word about the key")
        self.assertEqual(self.send(self.url("edge")).returncode, 0, self.logged())
        self.authority.issue("gateway", "/CN=new gateway")

        def is_shown():
            self.assertEqual(self.send(self.url("edge")).returncode, 0, self.logged())
            return self.server.subjects[-1] == "CN=new gateway"
        wait_for(is_shown, "the new certificate")
        self.assertEqual(set(self.server.subjects), {"CN=gateway", "CN=new gateway"})

    def start_at_two_addresses(self):
        """A plain listener, and one with certificates on both sides; each has a public_url of its own, with its port: who
        has taken one of them meanwhile keeps it, and it begins anew with others."""
        run("openssl", "genpkey", "-algorithm", "ed25519", "-out", str(self.folder / "card.pem"))
        self.log = open(self.folder / "log", "w", encoding="utf-8")
        wait_for(self.starts_at_two_addresses, "a gateway at two ports")

    def starts_at_two_addresses(self):
        with listening() as plain, listening() as partners:
            self.ports = {"plain": plain.getsockname()[1], "partners": partners.getsockname()[1]}
        self.addresses = {"plain": f"http://127.0.0.1:{self.ports['plain']}",
                          "partners": f"https://localhost:{self.ports['partners']}"}
        (self.folder / "gateway.yaml").write_text(f"""
ledger: {{store: memory}}
signing: {{keys: {{a: card.pem}}}}
listeners:
  plain: {{address: '127.0.0.1:{self.ports["plain"]}', public_url: '{self.addresses["plain"]}'}}
  partners:
    address: 127.0.0.1:{self.ports["partners"]}
    public_url: {self.addresses["partners"]}
    certificates: {{main: {{cert: edge.pem, key: edge.key}}}}
    client_certificates: required
    client_ca: ca.pem
agents: {{greeter: {{upstream: {{url: 'http://127.0.0.1:{self.server.server_port}'}}}}}}
""")
        gateway = subprocess.Popen([PROGRAM, "serve", "--config", str(self.folder / "gateway.yaml")],
                                   stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.processes.append(gateway)
        return all("listening on" in gateway.stdout.readline() for _ in self.ports)

    def ask(self, listener, path, body=None, version="1.0"):
        """Of the listener, as somebody who has the client's certificate."""
        context = ssl.create_default_context(cafile=self.authority.file)
        context.load_cert_chain(self.folder / "client.pem", self.folder / "client.key")
        request = urllib.request.Request(self.addresses[listener] + path, body and json.dumps(body).encode(),
                                         {"A2A-Version": version, "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE, context=context) as answer:
            return json.load(answer)

    def follow(self, listener, url):
        """A call at a URL of a card, which has to be that listener's; what the agent says."""
        address = self.addresses[listener]
        self.assertTrue(url.startswith(address + "/greeter"), url)
        return self.ask(listener, url.removeprefix(address), {
            "jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": {
                "role": "ROLE_USER", "messageId": url, "parts": [{"text": "hi"}]}}})

    def test_a_card_leads_to_the_listener_that_it_is_read_at(self):
        self.start_at_two_addresses()
        card_path = "/greeter/.well-known/agent-card.json"
        for listener in self.ports:
            with self.subTest(listener=listener):
                v1 = self.ask(listener, card_path)
                by_binding = {each["protocolBinding"]: each["url"] for each in v1["supportedInterfaces"]}
                self.assertIn("Hello by https", json.dumps(self.follow(listener, by_binding["JSONRPC"])))
                v0_3 = self.ask(listener, card_path, version="0.3")
                self.assertIn("Hello by https", json.dumps(self.follow(listener, v0_3["url"])))
                others = [each["url"] for each in v0_3["additionalInterfaces"]]
                for url in [*by_binding.values(), v0_3["url"], *others]:
                    self.assertTrue(url.startswith(self.addresses[listener] + "/greeter"), url)

    def test_a_card_is_signed_for_the_listener_that_it_is_read_at(self):
        self.start_at_two_addresses()
        client = ("--cert", str(self.folder / "client.pem"), "--key", str(self.folder / "client.key"))
        for listener, options in (("plain", ()), ("partners", client)):
            with self.subTest(listener=listener):
                url = self.addresses[listener] + "/greeter"
                verified = run(PROGRAM, "card", "verify", url, "--ca", self.authority.file, *options)
                self.assertIn("verified  a  EdDSA", verified.stdout, verified.stderr)
                self.assertIn(f"keys  {self.addresses[listener]}/.well-known/jwks.json\n", verified.stdout)
                sent = self.send(url, *options)
                self.assertIn("Hello by https", sent.stdout, sent.stderr)

    def test_the_reason_is_told_when_the_agent_is_not_trusted(self):
        self.authority.issue("agent", "/CN=agent", "DNS:elsewhere.example")
        self.start_gateway(self.start_agent())
        health = self.raw(self.ports["edge"], "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n", tls=True)
        self.assertIn('"greeter":"unreachable"', health)
        self.assertIn('"greeter":"the agent has a certificate for another host"', health)
        self.assertIn("the peer has a certificate for another host", self.logged())
        call = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": {
            "role": "ROLE_USER", "messageId": "m", "parts": [{"text": "hi"}]}}})
        answer = self.raw(self.ports["edge"], "POST /greeter HTTP/1.1\r\nHost: h\r\nA2A-Version: 1.0\r\n"
                          f"Content-Type: application/json\r\nContent-Length: {len(call)}\r\n\r\n{call}", tls=True)
        self.assertIn("the agent has a certificate for another host", answer)
        self.assertNotIn("localhost", answer)

    def test_the_keys_of_a_card_are_fetched_from_hosts_of_the_same_authority(self):
        run("openssl", "genpkey", "-algorithm", "ed25519", "-out", str(self.folder / "card.pem"))
        self.start_gateway(self.start_agent(), more="signing: {keys: {a: card.pem}}")
        verified = run(PROGRAM, "card", "verify", self.url("edge"), "--any-origin", "--ca", self.authority.file)
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)
        self.assertIn("verified  a  EdDSA", verified.stdout)

    def test_a_client_certificate_is_needed_where_it_is_required(self):
        self.start_gateway(self.start_agent())
        client = ("--cert", str(self.folder / "client.pem"), "--key", str(self.folder / "client.key"))
        self.assertEqual(self.send(self.url("partners"), *client).returncode, 0)
        refused = self.send(self.url("partners"))
        self.assertEqual(refused.returncode, 3)
        self.assertIn("refused the TLS handshake: it wants a client certificate", refused.stderr)

    def test_a_client_that_does_not_know_the_authority_says_so(self):
        self.start_gateway(self.start_agent())
        refused = run(PROGRAM, "send", self.url("edge"), "hi")
        self.assertEqual(refused.returncode, 3)
        self.assertIn("has a certificate of an unknown issuer", refused.stderr)

    def test_openssl_resumes_sessions_and_sees_the_certificate_that_was_put_in_place(self):
        self.start_gateway(self.start_agent())
        target = ("openssl", "s_client", "-connect", f"127.0.0.1:{self.ports['edge']}", "-servername", "localhost",
                  "-CAfile", self.authority.file, "-verify_return_error", "-ign_eof")
        request = "GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
        for version in ("-tls1_2", "-tls1_3"):
            first = run(*target, version, "-sess_out", str(self.folder / "session"), input=request)
            self.assertIn("HTTP/1.1 200", first.stdout)
            again = run(*target, version, "-sess_in", str(self.folder / "session"), input=request)
            self.assertIn("Reused, TLS", again.stdout)
        context = ssl.create_default_context(cafile=self.authority.file)
        with socket.create_connection(("127.0.0.1", self.ports["edge"])) as plain, \
                context.wrap_socket(plain, server_hostname="localhost") as kept:
            self.authority.issue("edge", "/CN=new edge")
            wait_for(lambda: '"certificates_reloaded"' in self.logged() or "certificates_reloaded" in self.logged(),
                     "the reload")
            wait_for(lambda: "CN = new edge" in run(*target, input=request).stdout, "the new certificate")
            kept.sendall(request.encode())
            self.assertTrue(kept.recv(65536).startswith(b"HTTP/1.1 200"))

    def test_says_that_a_certificate_put_in_place_has_expired(self):
        self.start_gateway(self.start_agent())
        self.authority.issue("edge", "/CN=edge", days=0)
        wait_for(lambda: re.search(r'certificate_not_in_force".*"listener":"edge".*edge.pem: expired on 20', self.logged()),
                 "a word about the end of the certificate")

    def test_says_in_the_log_and_in_health_that_a_certificate_has_expired_before_the_start(self):
        self.authority.issue("edge", "/CN=edge", days=0)
        self.start_gateway(self.start_agent())
        wait_for(lambda: '"certificate_not_in_force","listener":"edge"' in self.logged(), "a word about it")
        self.assertEqual(self.logged().count('"certificate_not_in_force","listener":"edge"'), 1)
        answer = self.raw(self.ports["forwarded"], "GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        health = json.loads(answer.split("\r\n\r\n")[1])
        self.assertEqual(health["status"], "degraded")
        self.assertRegex(health["certificates"]["edge"], "^a certificate expired on 20")

    def start_haproxy(self, option):
        listener = listening()
        (self.folder / "haproxy.cfg").write_text(f"""
defaults
  mode tcp
  timeout connect 5s
  timeout client 30s
  timeout server 30s
listen front
  bind fd@{listener.fileno()}
  source 127.0.0.9
  server gateway 127.0.0.1:{self.ports['proxied']} {option}
""")
        port = listener.getsockname()[1]
        self.start(["haproxy", "-f", str(self.folder / "haproxy.cfg")], listener)
        return port

    def need_client_in_log(self, port):
        with socket.create_connection(("127.0.0.1", port), PATIENCE, source_address=("127.0.0.77", 0)) as client:
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n")
            self.assertTrue(client.recv(65536).startswith(b"HTTP/1.1 200"))
        wait_for(lambda: "127.0.0.77" in self.logged(), "the client's address in the log")

    def test_haproxy_tells_who_the_client_is_by_the_proxy_protocol(self):
        self.start_gateway(self.start_agent())
        self.need_client_in_log(self.start_haproxy("send-proxy-v2"))
        with socket.create_connection(("127.0.0.1", self.ports["proxied"]), PATIENCE) as without:
            without.sendall(b"GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n")
            try:
                self.assertEqual(without.recv(65536), b"")
            except ConnectionResetError:
                pass  # it had not been read

    def test_haproxy_tells_it_in_version_1_of_the_protocol(self):
        self.start_gateway(self.start_agent())
        self.need_client_in_log(self.start_haproxy("send-proxy"))

    def test_nginx_tells_it_in_version_1_which_is_all_that_it_speaks(self):
        self.start_gateway(self.start_agent())
        self.need_client_in_log(self.start_nginx_stream())

    def test_nginx_tells_who_the_client_is_by_x_forwarded_for(self):
        self.start_gateway(self.start_agent())
        port = self.start_nginx("front", f"""; location / {{
            proxy_pass http://127.0.0.1:{self.ports['forwarded']};
            proxy_set_header X-Forwarded-For 192.0.2.55; }}""")
        self.assertTrue(self.raw(port, "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n").startswith("HTTP/1.1 200"))
        wait_for(lambda: re.search(r"client.address\W+192\.0\.2\.55", self.logged()), "the client's address")


if __name__ == "__main__":
    unittest.main()
