"""An A2A 1.0 agent for crash_test.py that remembers which messages it received, and works in five ways: at once,
after a while when asked, slowly while its caller waits, piece by piece in a stream, and without a task."""
import http.server
import json
import threading
import time

WORK_SECONDS = 0.08
PIECES = 4


def is_streamed(number):
    return number % 4 == 3


def is_plain(number):
    """It says its number in words and needs no task."""
    return number % 5 == 4 and not is_streamed(number)


class Agent:
    def __init__(self):
        self.lock = threading.Lock()
        self.received = {}  # number of the message: how often
        self.began_at = {}  # task of ours: when
        agent = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self):
                self.answer(agent.card())

            def do_POST(self):
                call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                params = call["params"]
                if call["method"] == "SendStreamingMessage":
                    self.stream(call["id"], agent.said_to(agent.take(params)))
                elif call["method"] == "SubscribeToTask":
                    self.stream(call["id"], agent.events(params["id"]))
                else:
                    result = agent.get(params["id"]) if call["method"] == "GetTask" else agent.send(params)
                    self.answer({"jsonrpc": "2.0", "id": call["id"], "result": result})

            def stream(self, call_id, events):
                self.close_connection = True
                try:
                    self.send_response(200)
                    self.send_header("Content-Type", "text/event-stream")
                    self.end_headers()
                    for event in events:
                        value = {"jsonrpc": "2.0", "id": call_id, "result": event}
                        self.wfile.write(f"data: {json.dumps(value)}\n\n".encode())
                except OSError:  # the gateway was killed
                    pass

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
        return {"name": "Counter", "description": "Counts", "version": "1", "capabilities": {"streaming": True},
                "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
                "skills": [{"id": "count", "name": "Count", "description": "Counts", "tags": ["count"]}],
                "supportedInterfaces": [{"url": self.url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}]}

    def take(self, params):
        part = params["message"]["parts"][0]
        number = int(part["text"]) if "text" in part else part["data"]["n"]
        with self.lock:
            self.received[number] = self.received.get(number, 0) + 1
            self.began_at[f"up-{number}"] = time.monotonic()
        return f"up-{number}"

    def send(self, params):
        task_id = self.take(params)
        number = int(task_id[3:])
        if number % 3 == 2:
            time.sleep(WORK_SECONDS)
        if is_plain(number):
            return {"message": {"messageId": task_id, "role": "ROLE_AGENT", "parts": [{"text": task_id}]}}
        return {"task": self.get(task_id)}

    def said_to(self, task_id):
        """The same, as events."""
        number = int(task_id[3:])
        if not is_plain(number):
            yield from self.events(task_id)
            return
        if number % 3 == 2:
            time.sleep(WORK_SECONDS)
        yield {"message": {"messageId": task_id, "role": "ROLE_AGENT", "parts": [{"text": task_id}]}}

    def get(self, task_id):
        """The task as far as it has come."""
        with self.lock:
            worked = time.monotonic() - self.began_at[task_id]
        pieces, seconds = self.work_of(int(task_id[3:]))
        done = min(int(worked / seconds * len(pieces)), len(pieces)) if seconds else len(pieces)
        task = {"id": task_id, "contextId": "up",
                "status": {"state": "TASK_STATE_COMPLETED" if done == len(pieces) else "TASK_STATE_WORKING"}}
        if done:
            task["artifacts"] = [{"artifactId": "count", "parts": [{"text": piece} for piece in pieces[:done]]}]
        return task

    @staticmethod
    def work_of(number):
        """What comes of it, and how long that takes."""
        if is_streamed(number):
            return [f"up-{number} {piece}" for piece in range(PIECES)], WORK_SECONDS
        return [f"up-{number}"], 0 if number % 3 == 0 else WORK_SECONDS

    def events(self, task_id):
        task = self.get(task_id)
        yield {"task": task}
        shown = len(task["artifacts"][0]["parts"]) if "artifacts" in task else 0
        about = {"taskId": task_id, "contextId": "up"}
        while task["status"]["state"] != "TASK_STATE_COMPLETED":
            time.sleep(WORK_SECONDS / PIECES / 4)
            task = self.get(task_id)
            for part in task.get("artifacts", [{"parts": []}])[0]["parts"][shown:]:
                yield {"artifactUpdate": about | {"artifact": {"artifactId": "count", "parts": [part]},
                                                  "append": shown > 0}}
                shown += 1
        yield {"statusUpdate": about | {"status": task["status"]}}
