"""Agents of A2A 0.3 in one server, for tests of what misbehaves: the first segment of the path says how each behaves."""
import contextlib
import http.server
import json
import threading


def task(state="completed", text="fine", **more):
    return {"id": "t", "contextId": "c", "kind": "task", "status": {"state": state},
            "artifacts": [{"artifactId": "a", "parts": [{"kind": "text", "text": text}]}]} | more


class Agent(http.server.BaseHTTPRequestHandler):
    """A test derives its own: a method be_KIND(call, sends) for each kind; `sends`: so many messages it has got by now."""

    def card(self, kind):
        return {"name": kind, "version": "1", "description": kind, "url": f"{self.server.url}/{kind}/rpc",
                "protocolVersion": "0.3.0", "capabilities": {}, "skills": [],
                "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"]}

    def do_GET(self):
        self.reply(self.card(self.path.split("/")[1]))

    def do_POST(self):
        kind = self.path.split("/")[1]
        call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            self.server.received.append((kind, call))
            sends = sum(1 for each, other in self.server.received if each == kind and other["method"] == "message/send")
        with contextlib.suppress(OSError):  # the client has left
            getattr(self, "be_" + kind)(call, sends)

    def reply(self, value, status=200):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def result(self, call, value):
        self.reply({"jsonrpc": "2.0", "id": call["id"], "result": value})

    def be_good(self, call, _):
        self.result(call, task())

    def be_huge(self, call, _):
        self.result(call, task(text="canary-huge " + "x" * 50_000_000))

    def be_hanging(self, call, _):
        self.server.stopping.wait()

    def be_slow(self, call, _):  # a task that never ends
        self.result(call, task("working", artifacts=[]))

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    """Runs until end(). `received`: a kind and a call each, in the order of their coming."""

    daemon_threads = True

    def __init__(self, agent):
        super().__init__(("127.0.0.1", 0), agent)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.lock, self.stopping, self.received = threading.Lock(), threading.Event(), []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def end(self):
        self.stopping.set()
        self.shutdown()
        self.server_close()
