"""An A2A 1.0 agent for crash_test.py that remembers which messages it received, and works in three ways: at once,
after a while when asked, and slowly while its caller waits."""
import http.server
import json
import threading
import time

WORK_SECONDS = 0.08


class Agent:
    def __init__(self):
        self.lock = threading.Lock()
        self.received = {}  # number of the message: how often
        self.ready_at = {}  # task of ours: when it is done
        agent = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self):
                self.answer(agent.card())

            def do_POST(self):
                call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                result = agent.get(call["params"]) if call["method"] == "GetTask" else agent.send(call["params"])
                self.answer({"jsonrpc": "2.0", "id": call["id"], "result": result})

            def answer(self, value):
                body = json.dumps(value).encode()
                try:
                    self.send_response(200)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                except OSError:  # the gateway was killed
                    self.close_connection = True

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 256

            def handle_error(self, *_):  # the gateway was killed
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def card(self):
        return {"name": "Counter", "description": "Counts", "version": "1", "capabilities": {},
                "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
                "skills": [{"id": "count", "name": "Count", "description": "Counts", "tags": ["count"]}],
                "supportedInterfaces": [{"url": self.url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}]}

    def send(self, params):
        number = params["message"]["parts"][0]["data"]["n"]
        with self.lock:
            self.received[number] = self.received.get(number, 0) + 1
            self.ready_at[f"up-{number}"] = time.monotonic() + (WORK_SECONDS if number % 3 == 1 else 0)
        if number % 3 == 2:
            time.sleep(WORK_SECONDS)
        return {"task": self.get({"id": f"up-{number}"})}

    def get(self, params):
        with self.lock:
            done = time.monotonic() >= self.ready_at[params["id"]]
        task = {"id": params["id"], "contextId": "up",
                "status": {"state": "TASK_STATE_COMPLETED" if done else "TASK_STATE_WORKING"}}
        if done:
            task["artifacts"] = [{"artifactId": "count", "parts": [{"text": params["id"]}]}]
        return task
