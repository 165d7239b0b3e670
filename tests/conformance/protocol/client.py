"""A client of one version over one binding, on http.client: what it gives back is v1.0's JSON, whatever came."""

import http.client
import json
import urllib.parse
from dataclasses import dataclass, field

from dialect import METHODS, REASONS, Dialect

SECONDS = 30
RPC_ID = 7


class Refused(Exception):
    """The error that was answered. `code` is JSON-RPC's, made from the reason in HTTP+JSON."""

    def __init__(self, code: int, status: int, message: str, details: list):
        super().__init__(f"{code} (HTTP {status}): {message}")
        self.code, self.status, self.details = code, status, details


def details_in(error: dict) -> list:
    """The details of an error in JSON-RPC or of v0.3: v0.3 has them in an object."""
    data = error.get("data") or []
    return data.get("details", []) if isinstance(data, dict) else data


@dataclass
class Answer:
    status: int
    headers: dict
    body: bytes


@dataclass
class Stream:
    """The events of a stream, pulled; ids of the events beside them."""

    client: "Client"
    response: http.client.HTTPResponse
    connection: http.client.HTTPConnection
    ids: list[str] = field(default_factory=list)

    def __iter__(self):
        data, event_id = b"", ""
        for line in self.response:
            text = line.rstrip(b"\r\n")
            if text.startswith(b"data: "):
                data += text[6:]
            elif text.startswith(b"id: "):
                event_id = text[4:].decode()
            elif not text and data:
                self.ids.append(event_id)
                yield self.client.dialect.read_event(self.client.unwrap(json.loads(data)))
                data = b""
        self.connection.close()

    def all(self) -> list[dict]:
        return list(self)

    def close(self) -> None:
        self.connection.close()


class Client:
    def __init__(self, dialect: Dialect, url: str):
        self.dialect = dialect
        parts = urllib.parse.urlsplit(url)
        self._host, self.path = parts.netloc, parts.path

    def request(self, method: str, path: str, body=None, headers=None) -> tuple[http.client.HTTPConnection,
                                                                                http.client.HTTPResponse]:
        connection = http.client.HTTPConnection(self._host, timeout=SECONDS)
        sent = {"A2A-Version": self.dialect.version} | ({} if body is None else {"Content-Type": "application/json"})
        connection.request(method, path, None if body is None else json.dumps(body) if not isinstance(body, bytes)
                           else body, {name: value for name, value in (sent | (headers or {})).items() if value})
        return connection, connection.getresponse()

    def exchange(self, method: str, path: str, body=None, headers=None) -> Answer:
        connection, response = self.request(method, path, body, headers)
        answer = Answer(response.status, dict(response.getheaders()), response.read())
        connection.close()
        return answer

    def target(self, operation: str, params: dict, method: str = "") -> tuple[str, str, dict | None]:
        """HTTP method, path and body of a call."""
        if self.dialect.is_rpc:
            return "POST", self.path, {"jsonrpc": "2.0", "id": RPC_ID, "method": self.dialect.method(operation),
                                       "params": params}
        rest = dict(params)
        names = {"{id}": rest.pop("taskId", "") or rest.pop("id", "")}
        if "{config}" in self.dialect.path(operation):
            names["{config}"] = rest.pop("id")
        path = self.path + self.dialect.path(operation)
        for name, value in names.items():
            path = path.replace(name, urllib.parse.quote(value, safe=""))
        method = method or METHODS[operation][2]
        if method == "GET" and rest:
            path += "?" + urllib.parse.urlencode({name: str(value).lower() if isinstance(value, bool) else value
                                                  for name, value in rest.items()})
        return method, path, rest if method == "POST" else None

    def call(self, operation: str, params: dict, headers=None):
        answer = self.exchange(*self.target(operation, params), headers)
        return self.unwrap(json.loads(answer.body or b"{}"), answer.status)

    def unwrap(self, value, status: int = 200):
        """The result in an answer or event; Refused for an error."""
        if self.dialect.is_rpc:
            if value.get("jsonrpc") != "2.0" or "id" not in value:
                raise ValueError(f"no JSON-RPC answer: {value}")
            if "error" in value:
                error = value["error"]
                raise Refused(error["code"], status, error["message"], details_in(error))
            if value["id"] != RPC_ID:
                raise ValueError(f"an answer to something else: {value}")
            return value["result"]
        if status < 300 and not (isinstance(value, dict) and {"error", "code"} & value.keys()):
            return value
        if not self.dialect.is_v1:
            raise Refused(value["code"], status, value["message"], details_in(value))
        error = value["error"]
        if error["code"] != status and status >= 300:
            raise ValueError(f"HTTP {status} with the code {error['code']}")
        codes = {reason: code for code, reason in REASONS.items()}
        reasons = [codes[detail["reason"]] for detail in error.get("details", []) if detail.get("reason") in codes]
        plain = {"INVALID_ARGUMENT": -32602, "NOT_FOUND": -32601, "INTERNAL": -32603}.get(error["status"], 0)
        raise Refused(reasons[0] if reasons else plain, status, error["message"], error.get("details", []))

    # --- operations ---

    def message(self, text: str, message_id: str, **more) -> dict:
        return self.dialect.message({"messageId": message_id, "role": "ROLE_USER", "parts": [{"text": text}], **more})

    def send_params(self, message: dict, waits: bool | None = None) -> dict:
        if waits is None:
            return {"message": message}
        return {"message": message, "configuration": {"returnImmediately": not waits} if self.dialect.is_v1
                else {"blocking": waits}}

    def send(self, message: dict, waits: bool | None = None) -> dict:
        return self.dialect.read_event(self.call("send", self.send_params(message, waits)))

    def open(self, operation: str, params: dict, headers=None, method: str = "") -> Stream:
        connection, response = self.request(*self.target(operation, params, method), headers)
        is_whole = response.getheader("Content-Length") is not None
        if not is_whole:
            return Stream(self, response, connection)
        text = response.read()
        connection.close()
        is_event = response.getheader("Content-Type") == "text/event-stream"
        body = json.loads(text.removeprefix(b"data: ") if is_event else text)
        if is_event != self.dialect.is_rpc:
            raise ValueError(f"the error of a stream that did not begin is {response.getheader('Content-Type')}")
        self.unwrap(body, response.status)
        raise ValueError(f"no stream and no error: {body}")

    def stream(self, message: dict, headers=None) -> Stream:
        return self.open("stream", self.send_params(message), headers)

    def subscribe(self, task_id: str, headers=None, method: str = "") -> Stream:
        return self.open("subscribe", {"id": task_id}, headers, method)

    def get(self, task_id: str, **more) -> dict:
        return self.dialect.read_task(self.call("get", {"id": task_id, **more}))

    def cancel(self, task_id: str) -> dict:
        return self.dialect.read_task(self.call("cancel", {"id": task_id}))

    def list(self, **query) -> dict:
        page = self.call("list", query)
        return page | {"tasks": [self.dialect.read_task(task) for task in page["tasks"]]}
