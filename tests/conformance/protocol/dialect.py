"""How the three spellings of A2A's values differ: v1.0, v0.3 told apart by `kind` (its JSON-RPC) and v0.3's ProtoJSON
(its HTTP+JSON). In between everything is v1.0's JSON. Written from the specifications, apart from the gateway's codec."""

from dataclasses import dataclass

METHODS = {  # operation: v0.3's and v1.0's method in JSON-RPC, HTTP method and path behind the interface in HTTP+JSON
    "send": ("message/send", "SendMessage", "POST", "/message:send"),
    "stream": ("message/stream", "SendStreamingMessage", "POST", "/message:stream"),
    "get": ("tasks/get", "GetTask", "GET", "/tasks/{id}"),
    "list": (None, "ListTasks", "GET", "/tasks"),
    "cancel": ("tasks/cancel", "CancelTask", "POST", "/tasks/{id}:cancel"),
    "subscribe": ("tasks/resubscribe", "SubscribeToTask", "GET", "/tasks/{id}:subscribe"),
    "push create": ("tasks/pushNotificationConfig/set", "CreateTaskPushNotificationConfig", "POST",
                    "/tasks/{id}/pushNotificationConfigs"),
    "push get": ("tasks/pushNotificationConfig/get", "GetTaskPushNotificationConfig", "GET",
                 "/tasks/{id}/pushNotificationConfigs/{config}"),
    "push list": ("tasks/pushNotificationConfig/list", "ListTaskPushNotificationConfigs", "GET",
                  "/tasks/{id}/pushNotificationConfigs"),
    "push delete": ("tasks/pushNotificationConfig/delete", "DeleteTaskPushNotificationConfig", "DELETE",
                    "/tasks/{id}/pushNotificationConfigs/{config}"),
    "extended card": ("agent/getAuthenticatedExtendedCard", "GetExtendedAgentCard", "GET", "/extendedAgentCard"),
}
REASONS = {-32001: "TASK_NOT_FOUND", -32002: "TASK_NOT_CANCELABLE", -32003: "PUSH_NOTIFICATION_NOT_SUPPORTED",
           -32004: "UNSUPPORTED_OPERATION", -32005: "CONTENT_TYPE_NOT_SUPPORTED", -32006: "INVALID_AGENT_RESPONSE",
           -32007: "EXTENDED_AGENT_CARD_NOT_CONFIGURED", -32009: "VERSION_NOT_SUPPORTED"}
EVENT_KINDS = {"task": "task", "message": "message", "statusUpdate": "status-update",
               "artifactUpdate": "artifact-update"}
STATE = "TASK_STATE_"


def state(word: str) -> str:
    """v1.0's name of "input-required"."""
    return STATE + word.upper().replace("-", "_")


ENDS = {state(word) for word in ("completed", "failed", "canceled", "rejected")}


@dataclass(frozen=True)
class Dialect:
    version: str  # "0.3" or "1.0"
    binding: str  # "JSONRPC" or "HTTP+JSON"

    def __str__(self) -> str:
        return f"v{self.version} {'JSON-RPC' if self.is_rpc else 'HTTP+JSON'}"

    @property
    def is_rpc(self) -> bool:
        return self.binding == "JSONRPC"

    @property
    def is_v1(self) -> bool:
        return self.version == "1.0"

    @property
    def has_kind(self) -> bool:
        return not self.is_v1 and self.is_rpc

    @property
    def is_proto(self) -> bool:
        return not self.is_v1 and not self.is_rpc

    def method(self, operation: str) -> str | None:
        return METHODS[operation][1 if self.is_v1 else 0]

    def path(self, operation: str) -> str:
        """In HTTP+JSON, behind the interface's URL; {id} stands for a task's, {config} for a push config's."""
        if self.is_v1:
            return METHODS[operation][3]
        return "/v1" + ("/card" if operation == "extended card" else METHODS[operation][3])

    # --- out ---

    def state(self, name: str) -> str:
        if self.has_kind:
            return name.removeprefix(STATE).lower().replace("_", "-")
        return STATE + "CANCELLED" if self.is_proto and name == state("canceled") else name

    def part(self, part: dict) -> dict:
        if self.is_v1:
            return part
        kept = {"metadata": part["metadata"]} if "metadata" in part else {}
        if "text" in part:
            return self._kind("text") | {"text": part["text"]} | kept
        if "data" in part:
            return self._kind("data") | {"data": part["data"] if self.has_kind else {"data": part["data"]}} | kept
        names = ("bytes", "uri") if self.has_kind else ("fileWithBytes", "fileWithUri")
        content = {names[0]: part["raw"]} if "raw" in part else {names[1]: part["url"]}
        extra = {new: part[old] for old, new in (("mediaType", "mimeType"), ("filename", "name")) if old in part}
        return self._kind("file") | {"file": content | extra} | kept

    def message(self, message: dict) -> dict:
        if self.is_v1:
            return message
        role = message["role"].removeprefix("ROLE_").lower() if self.has_kind else message["role"]
        rest = {name: value for name, value in message.items() if name not in ("parts", "role")}
        parts = [self.part(part) for part in message["parts"]]
        return self._kind("message") | rest | {"role": role, "content" if self.is_proto else "parts": parts}

    def status(self, status: dict) -> dict:
        out = status | {"state": self.state(status["state"])}
        return out | {"message": self.message(status["message"])} if "message" in status else out

    def artifact(self, artifact: dict) -> dict:
        return artifact | {"parts": [self.part(part) for part in artifact["parts"]]}

    def task(self, task: dict) -> dict:
        return self._kind("task") | task | {
            "status": self.status(task["status"]),
            "artifacts": [self.artifact(artifact) for artifact in task.get("artifacts", [])],
            "history": [self.message(message) for message in task.get("history", [])]}

    def event(self, event: dict, final: bool = False) -> dict:
        """An event, or the result of a send: v1.0's oneof."""
        (name, value), = event.items()
        if name == "task":
            out = self.task(value)
        elif name == "message":
            out = self.message(value)
        elif name == "artifactUpdate":
            out = value | {"artifact": self.artifact(value["artifact"])}
        else:
            out = value | {"status": self.status(value["status"])} | ({} if self.is_v1 else {"final": final})
        return self._kind(EVENT_KINDS[name]) | out if self.has_kind else {name: out}

    def _kind(self, kind: str) -> dict:
        return {"kind": kind} if self.has_kind else {}

    def push_config(self, task_id: str, config: dict) -> dict:
        """What creates it."""
        if self.is_v1:
            return {"taskId": task_id} | config
        nested = {"taskId": task_id, "pushNotificationConfig": config}
        return nested if self.is_rpc else {"taskId": task_id, "config": {"pushNotificationConfig": config}}

    def push_names(self, task_id: str, config_id: str = "") -> dict:
        """What names one config of a task, or all of them."""
        names = {"taskId": task_id, "id": config_id} if self.is_v1 or not self.is_rpc \
            else {"id": task_id, "pushNotificationConfigId": config_id}
        return {name: value for name, value in names.items() if value}

    # --- in: everything that is asserted about a value is asserted about v1.0's ---

    def read_part(self, part: dict) -> dict:
        if self.is_v1:
            return part
        if self.has_kind and part.get("kind") not in ("text", "data", "file"):
            raise ValueError(f"a part without a kind: {part}")
        if "text" in part:
            return {"text": part["text"]}
        if "data" in part:
            return {"data": part["data"] if self.has_kind else part["data"]["data"]}
        file = part["file"]
        raw, url = ("bytes", "uri") if self.has_kind else ("fileWithBytes", "fileWithUri")
        content = {"raw": file[raw]} if raw in file else {"url": file[url]}
        extra = {new: file[old] for old, new in (("mimeType", "mediaType"), ("name", "filename")) if old in file}
        return content | extra

    def read_message(self, message: dict) -> dict:
        if self.is_v1:
            return message
        self._check_kind(message, "message")
        rest = {name: value for name, value in message.items() if name not in ("parts", "content", "role", "kind")}
        role = "ROLE_" + message["role"].upper() if self.has_kind else message["role"]
        parts = [self.read_part(part) for part in message["content" if self.is_proto else "parts"]]
        return rest | {"role": role, "parts": parts}

    def read_status(self, status: dict) -> dict:
        name = status["state"]
        name = state(name) if self.has_kind else name.replace("CANCELLED", "CANCELED")
        out = status | {"state": name}
        return out | {"message": self.read_message(status["message"])} if "message" in status else out

    def read_artifact(self, artifact: dict) -> dict:
        return artifact | {"parts": [self.read_part(part) for part in artifact["parts"]]}

    def read_task(self, task: dict) -> dict:
        self._check_kind(task, "task")
        out = {name: value for name, value in task.items() if name != "kind"}
        out["status"] = self.read_status(task["status"])
        for name, read in (("artifacts", self.read_artifact), ("history", self.read_message)):
            if name in task:
                out[name] = [read(one) for one in task[name]]
        return out

    def read_push_config(self, config: dict) -> dict:
        return config if self.is_v1 else config["pushNotificationConfig"]

    def read_event(self, event: dict) -> dict:
        if self.has_kind:
            kinds = {kind: name for name, kind in EVENT_KINDS.items()}
            name, value = kinds[event["kind"]], event
        else:
            (name, value), = event.items()
        if name == "task":
            return {name: self.read_task(value)}
        if name == "message":
            return {name: self.read_message(value)}
        if name == "artifactUpdate":
            return {name: value | {"artifact": self.read_artifact(value["artifact"])}}
        if self.is_v1 == ("final" in value):
            raise ValueError(f"`final` belongs to v0.3: {event}")
        return {name: value | {"status": self.read_status(value["status"])}}

    def _check_kind(self, value: dict, kind: str) -> None:
        if value.get("kind") != (kind if self.has_kind else None):
            raise ValueError(f"kind {value.get('kind')!r} in {self}: {value}")


DIALECTS = [Dialect(version, binding) for binding in ("JSONRPC", "HTTP+JSON") for version in ("0.3", "1.0")]
