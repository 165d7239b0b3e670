#!/usr/bin/env python3
"""An A2A agent that does what the names of the official conformance suites ask for, in one version over one binding.

Usage: fixture_agent.py 0.3|1.0 JSONRPC|HTTP+JSON [PORT]

A name stands at the beginning of messageId (a2a-tck) or of the first text (ACTS). The answers are the smallest that
show what is asked for; a message without a name completes at once.
"""

import http.server
import itertools
import json
import re
import sys
import threading
import time
import urllib.parse
from dataclasses import dataclass, field

from dialect import ENDS, METHODS, REASONS, Dialect, state

FILE = {"raw": "aGVsbG8=", "mediaType": "text/plain", "filename": "hello.txt"}
FILE_URL = {"url": "https://example.com/hello.txt", "mediaType": "text/plain", "filename": "hello.txt"}
DATA = {"data": {"key": "value", "count": 3}}
TEXT = {"text": "Generated text content"}
ARTIFACTS = {"tck-artifact-text": TEXT, "tck-artifact-file-url": FILE_URL, "tck-artifact-file": FILE,
             "tck-artifact-data": DATA, "tck-stream-artifact-text": TEXT, "tck-stream-artifact-file": FILE}
CHUNKS = ["chunk 1 ", "chunk 2 ", "chunk 3"]
# Longer names first: some begin with others.
NAMES = sorted([*ARTIFACTS, "tck-complete-task", "tck-message-response", "tck-input-required", "tck-auth-required",
                "tck-reject-task", "tck-stream-ordering-001", "tck-stream-artifact-chunked", "tck-stream-001",
                "tck-stream-002", "tck-stream-003", "test-resubscribe-message-id"], key=len, reverse=True)
STEPS = 4
PATIENCE = 20
# What can be watched, canceled and subscribed to goes on until it gets another message, or so long.
WORK_SECONDS = 10


class Refusal(Exception):
    def __init__(self, code: int, message: str):
        super().__init__(message)
        self.code = code


@dataclass
class Task:
    id: str
    context_id: str
    events: list[dict] = field(default_factory=list)
    value: dict = field(default_factory=dict)


class Board:
    """The tasks of the agent, v1.0's JSON. Safe from any thread."""

    def __init__(self):
        self._changed = threading.Condition()
        self._tasks: dict[str, Task] = {}
        self._numbers = itertools.count(1)

    def create(self, message: dict) -> Task:
        with self._changed:
            number = next(self._numbers)
            task = Task(f"task-{number}", message.get("contextId") or f"context-{number}")
            said = message | {"taskId": task.id, "contextId": task.context_id}
            task.value = {"id": task.id, "contextId": task.context_id, "status": {"state": state("submitted")},
                          "history": [said], "artifacts": []}
            self._tasks[task.id] = task
            return task

    def find(self, task_id: str) -> Task:
        with self._changed:
            if task_id not in self._tasks:
                raise Refusal(-32001, f"Task not found: {task_id}")
            return self._tasks[task_id]

    def show(self, task: Task) -> dict:
        with self._changed:
            return json.loads(json.dumps(task.value))

    def ended(self, task: Task) -> bool:
        return self.show(task)["status"]["state"] in ENDS

    def set_state(self, task: Task, word: str, text: str = "") -> bool:
        """False when the task has ended already."""
        with self._changed:
            if task.value["status"]["state"] in ENDS:
                return False
            status = {"state": state(word), "timestamp": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())}
            if text:
                status["message"] = reply(text, task)
            task.value["status"] = status
            self._add(task, {"statusUpdate": names(task) | {"status": status}})
            return True

    def add_artifact(self, task: Task, part: dict, append: bool = False, last: bool = True) -> None:
        with self._changed:
            if append:
                task.value["artifacts"][-1]["parts"].append(part)
            else:
                task.value["artifacts"].append({"artifactId": "artifact-1", "parts": [part]})
            artifact = {"artifactId": "artifact-1", "parts": [part]}
            self._add(task, {"artifactUpdate": names(task) | {"artifact": artifact, "append": append,
                                                              "lastChunk": last}})

    def _add(self, task: Task, event: dict) -> None:
        task.events.append(event)
        self._changed.notify_all()

    def snapshot(self, task: Task) -> tuple[dict, int]:
        with self._changed:
            return {"task": json.loads(json.dumps(task.value))}, len(task.events)

    def wait(self, task: Task, position: int) -> list[dict]:
        """The events behind the position, once there are any."""
        with self._changed:
            self._changed.wait_for(lambda: len(task.events) > position, PATIENCE)
            return task.events[position:]

    def wait_for_end(self, task: Task) -> None:
        with self._changed:
            self._changed.wait_for(lambda: task.value["status"]["state"] in ENDS, WORK_SECONDS)

    def wait_for_rest(self, task: Task) -> None:
        rest = ENDS | {state("input-required"), state("auth-required")}
        with self._changed:
            self._changed.wait_for(lambda: task.value["status"]["state"] in rest, PATIENCE)


def names(task: Task) -> dict:
    return {"taskId": task.id, "contextId": task.context_id}


def reply(text: str, task: Task) -> dict:
    return {"messageId": f"reply-{task.id}-{len(task.events)}", "role": "ROLE_AGENT", **names(task),
            "parts": [{"text": text}]}


def name_of(message: dict) -> str:
    texts = [message["messageId"], next((part["text"] for part in message["parts"] if "text" in part), "")]
    return next((name for name in NAMES for text in texts if text.startswith(name)), "")


class Agent:
    """The operations; what they are given and give is v1.0's JSON."""

    def __init__(self, dialect: Dialect):
        self.dialect = dialect
        self.board = Board()

    def begin(self, message: dict) -> Task | dict:
        """A task that is being worked on, or a message."""
        if message.get("taskId"):
            task = self.board.find(message["taskId"])
            if self.board.ended(task):
                raise Refusal(-32004, f"Task {task.id} is in terminal state")
            self.board.set_state(task, "completed")
            return task
        name = name_of(message)
        if name == "tck-message-response":
            return {"messageId": f"reply-{message['messageId']}", "role": "ROLE_AGENT",
                    "contextId": message.get("contextId") or "context-of-a-message",
                    "parts": [{"text": "Direct message response"}]}
        task = self.board.create(message)
        threading.Thread(target=self._work, args=(task, name), daemon=True).start()
        return task

    def _work(self, task: Task, name: str) -> None:
        board = self.board
        if name == "tck-reject-task":
            return board.set_state(task, "rejected", "Rejected")
        if name == "tck-input-required":
            return board.set_state(task, "input-required", "Input required")
        board.set_state(task, "working")
        if name == "tck-auth-required":
            board.set_state(task, "auth-required", "Please log in")
            board.wait_for_end(task)
        elif name in ARTIFACTS:
            board.add_artifact(task, ARTIFACTS[name])
        elif name == "tck-stream-artifact-chunked":
            for index, chunk in enumerate(CHUNKS):
                board.add_artifact(task, {"text": chunk}, index > 0, index == len(CHUNKS) - 1)
        elif name == "test-resubscribe-message-id":
            for step in range(STEPS):
                board.set_state(task, "working", f"Step {step}")
            board.wait_for_end(task)
        return board.set_state(task, "completed", "Done")

    def send(self, params: dict) -> dict:
        configuration = params.get("configuration", {})
        begun = self.begin(self.dialect.read_message(params["message"]))
        if isinstance(begun, dict):
            return {"message": begun}
        waits = not configuration.get("returnImmediately", False) if self.dialect.is_v1 \
            else configuration.get("blocking", True)
        if waits:
            self.board.wait_for_rest(begun)
        return {"task": self.board.show(begun)}

    def stream(self, params: dict):
        begun = self.begin(self.dialect.read_message(params["message"]))
        if isinstance(begun, dict):
            yield {"message": begun}
            return
        yield from self._events(begun)

    def subscribe(self, params: dict):
        task = self.board.find(params["id"])
        if self.board.ended(task):
            raise Refusal(-32004, f"Task {task.id} has ended")
        return self._events(task)

    def _events(self, task: Task):
        first, position = self.board.snapshot(task)
        yield first
        last = first["task"]["status"]["state"]
        while last not in ENDS | {state("input-required")}:
            for event in self.board.wait(task, position):
                position += 1
                last = event["statusUpdate"]["status"]["state"] if "statusUpdate" in event else last
                yield event

    def get(self, params: dict) -> dict:
        return self.board.show(self.board.find(params["id"]))

    def cancel(self, params: dict) -> dict:
        task = self.board.find(params["id"])
        if not self.board.set_state(task, "canceled"):
            raise Refusal(-32002, f"Task {task.id} has ended")
        return self.board.show(task)


def card(dialect: Dialect, url: str, extended: bool = False) -> dict:
    common = {"name": "Conformance fixture", "description": "Does what the conformance suites ask for.", "version": "1.0.0",
              "capabilities": {"streaming": True, "pushNotifications": False, "extendedAgentCard": dialect.is_v1},
              "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
              "skills": [{"id": "tck", "name": "Conformance", "description": "Shows behaviour by name.",
                          "tags": ["tck"]}]}
    if extended:
        common["skills"].append(common["skills"][0] | {"id": "extended"})
    if dialect.is_v1:
        return common | {"supportedInterfaces": [
            {"url": url, "protocolBinding": dialect.binding, "protocolVersion": "1.0"}]}
    return common | {"url": url, "preferredTransport": dialect.binding, "protocolVersion": "0.3.0",
                     "supportsAuthenticatedExtendedCard": True}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    agent: Agent  # of the server's own subclass

    def log_message(self, *_) -> None:
        pass

    def do_GET(self) -> None:
        if self.path == "/.well-known/agent-card.json":
            return self._json(200, card(self.agent.dialect, self._url()))
        return self._call()

    def _url(self) -> str:
        host, port = self.server.server_address[:2]
        return f"http://{host}:{port}/a2a"

    def do_POST(self) -> None:
        self._call()

    def _call(self) -> None:
        dialect = self.agent.dialect
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        request = json.loads(body) if body else {}
        self._id = request.get("id")
        try:
            if dialect.is_v1 and self.headers.get("A2A-Version") != "1.0":
                raise Refusal(-32009, "A2A-Version 1.0 is needed")
            operation, params = self._rpc(request) if dialect.is_rpc else self._rest(request)
            self._perform(operation, params)
        except Refusal as refusal:
            self._refuse(refusal)

    def _rpc(self, request: dict) -> tuple[str, dict]:
        for operation in METHODS:
            if request["method"] == self.agent.dialect.method(operation):
                return operation, request["params"]
        raise Refusal(-32601, "Method not found")

    def _rest(self, request: dict) -> tuple[str, dict]:
        path = self.path.partition("?")[0].removeprefix("/a2a")
        for operation in METHODS:
            found = re.fullmatch(self.agent.dialect.path(operation).replace("{id}", "([^/:]+)"), path)
            if found and (self.command == METHODS[operation][2] or operation == "subscribe"):
                ids = {"id": urllib.parse.unquote(found[1])} if found.groups() else {}
                return operation, request | ids
        raise Refusal(-32601, "nothing is served here")

    def _perform(self, operation: str, params: dict) -> None:
        dialect = self.agent.dialect
        if operation in ("stream", "subscribe"):
            return self._stream(getattr(self.agent, operation)(params))
        if operation == "send":
            return self._result(dialect.event(self.agent.send(params)))
        if operation in ("get", "cancel"):
            return self._result(dialect.task(getattr(self.agent, operation)(params)))
        if operation == "extended card":
            return self._result(card(dialect, self._url(), extended=True))
        raise Refusal(-32004, "not offered")

    def _stream(self, events) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            for event in events:
                last = event.get("statusUpdate", {}).get("status", {}).get("state")
                value = self.agent.dialect.event(event, last in ENDS or last == state("input-required"))
                self.wfile.write(b"data: " + json.dumps(self._wrapped(value)).encode() + b"\n\n")
                self.wfile.flush()
        except ConnectionError:
            pass

    def _wrapped(self, value):
        return {"jsonrpc": "2.0", "id": self._id, "result": value} if self.agent.dialect.is_rpc else value

    def _result(self, value) -> None:
        self._json(200, self._wrapped(value))

    def _refuse(self, refusal: Refusal) -> None:
        error = {"code": refusal.code, "message": str(refusal)}
        if self.agent.dialect.is_rpc:
            return self._json(200, {"jsonrpc": "2.0", "id": self._id, "error": error})
        status = 404 if refusal.code in (-32001, -32601) else 400
        if not self.agent.dialect.is_v1:
            return self._json(status, error)
        info = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": REASONS.get(refusal.code, "UNKNOWN"),
                "domain": "a2a-protocol.org"}
        return self._json(status, {"error": {"code": status, "status": "NOT_FOUND" if status == 404 else
                                             "FAILED_PRECONDITION", "message": str(refusal), "details": [info]}})

    def _json(self, status: int, value) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


def start(dialect: Dialect, port: int = 0) -> Server:
    """A server that has not begun to answer: serve_forever() does."""
    handler = type("FixtureHandler", (Handler,), {"agent": Agent(dialect)})
    return Server(("127.0.0.1", port), handler)


def main() -> None:
    server = start(Dialect(sys.argv[1], sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
