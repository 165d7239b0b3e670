"""An A2A 1.0 agent for fairness_test.py that does what the text of a message says: "hang" is never answered, "large"
begins a task with artifacts of several megabytes that never ends, "begin" one without, "together" is answered once TOGETHER of them are
there, what begins with "ask" is answered with a question, and the rest is done at once. It counts the connections that it is given, and lists what was canceled."""
import http.server
import json
import threading

import json_handler

PIECES = 4
PIECE_BYTES = 3 << 20
TOGETHER = 150


class Agent:
    def __init__(self):
        self.connections = 0
        self.canceled = []
        self.hanging = threading.Semaphore(0)  # released once for each message that hangs
        self.together = threading.Barrier(TOGETHER)
        self.end = threading.Event()
        agent = self

        class Handler(json_handler.JsonHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def setup(self):
                super().setup()
                agent.connections += 1

            def do_GET(self):
                self.answer(agent.card())

            def do_POST(self):
                call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                text = call["params"].get("message", {"parts": [{}]})["parts"][0].get("text", "")
                if call["method"] == "CancelTask":
                    agent.canceled.append(call["params"]["id"])
                    task = {"id": call["params"]["id"], "contextId": "up", "status": {"state": "TASK_STATE_CANCELED"}}
                    self.answer({"jsonrpc": "2.0", "id": call["id"], "result": task})
                elif text == "hang":
                    agent.hanging.release()
                    agent.end.wait()
                    self.close_connection = True
                elif text in ("large", "begin"):
                    self.stream(call["id"], PIECES if text == "large" else 0)
                else:
                    if text == "together":
                        agent.together.wait()
                    state = "TASK_STATE_INPUT_REQUIRED" if text.startswith("ask") else "TASK_STATE_COMPLETED"
                    task = {"id": f"up-{text}", "contextId": "up", "status": {"state": state}}
                    self.answer({"jsonrpc": "2.0", "id": call["id"], "result": {"task": task}})

            def stream(self, call_id, count):
                self.close_connection = True
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                about = {"taskId": "up-large", "contextId": "up"}
                working = {"id": "up-large", "contextId": "up", "status": {"state": "TASK_STATE_WORKING"}}
                pieces = [{"artifactUpdate": about | {"artifact": {"artifactId": f"a{i}", "parts": [
                    {"text": "x" * PIECE_BYTES}]}}} for i in range(count)]
                for event in [{"task": working}, *pieces]:
                    value = {"jsonrpc": "2.0", "id": call_id, "result": event}
                    self.wfile.write(f"data: {json.dumps(value)}\n\n".encode())
                agent.end.wait()

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 1024

            def handle_error(self, *_):  # the gateway has gone
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def card(self):
        return {"name": "Odd", "description": "Does what it is told", "version": "1",
                "capabilities": {"streaming": True}, "defaultInputModes": ["text/plain"],
                "defaultOutputModes": ["text/plain"],
                "skills": [{"id": "odd", "name": "Odd", "description": "Odd", "tags": ["odd"]}],
                "supportedInterfaces": [{"url": self.url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}]}

    def close(self):
        self.end.set()
        self.together.abort()
        self.server.shutdown()
        self.server.server_close()
