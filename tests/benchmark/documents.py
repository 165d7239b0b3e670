"""What is sent and answered: an order of about 1 KB, its schemas, and an agent's static answers."""

import json

ITEMS = [{"sku": f"SKU-{number:05d}", "quantity": number % 7 + 1, "price": 9.5 + number, "gift": number % 2 == 0}
         for number in range(14)]
ORDER = {"customer": {"name": "Ada Lovelace", "email": "ada@example.com", "country": "GB"},
         "currency": "EUR", "items": ITEMS,
         "note": "Please ring twice and leave the parcel with the neighbours if nobody opens the door."}
RECEIPT = {"order": "A-4711", "total": 224.0, "currency": "EUR", "state": "accepted",
           "lines": [{"sku": item["sku"], "amount": item["price"]} for item in ITEMS]}


def closed(properties: dict) -> dict:
    return {"type": "object", "properties": properties, "required": list(properties),
            "additionalProperties": False}


TEXT = {"type": "string", "minLength": 1, "maxLength": 200}
NUMBER = {"type": "number", "minimum": 0}
DIALECT = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
SCHEMAS = {
    "order": DIALECT | closed({
        "customer": closed({"name": TEXT, "email": TEXT, "country": {"enum": ["DE", "FR", "GB", "US"]}}),
        "currency": {"enum": ["EUR", "USD"]},
        "items": {"type": "array", "minItems": 1, "maxItems": 100, "items": closed({
            "sku": TEXT, "quantity": {"type": "integer", "minimum": 1, "maximum": 1000}, "price": NUMBER,
            "gift": {"type": "boolean"}})},
        "note": TEXT}),
    "receipt": DIALECT | closed({
        "order": TEXT, "total": NUMBER, "currency": TEXT, "state": TEXT,
        "lines": {"type": "array", "items": closed({"sku": TEXT, "amount": NUMBER})}}),
}


def call(method: str, part: dict) -> bytes:
    """A request whose message id is still to be filled in."""
    message = {"messageId": "MESSAGE_ID", "role": "ROLE_USER", "parts": [part]}
    return compact({"jsonrpc": "2.0", "id": 1, "method": method, "params": {"message": message}})


def compact(value) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


TEXT_CALL = call("SendMessage", {"text": "Tell me something. " * 48})
ORDER_CALL = call("SendMessage", {"data": ORDER, "metadata": {"mimeType": "application/json;schema=order"}})
STREAM_CALL = call("SendStreamingMessage", {"text": "Take your time."})


def burst_call(events: int) -> bytes:
    """Makes a task with so many events, once the agent is told to begin."""
    return call("SendStreamingMessage", {"text": f"burst {events}"})


def subscribe_call(task_id: str) -> bytes:
    return compact({"jsonrpc": "2.0", "id": 1, "method": "SubscribeToTask", "params": {"id": task_id}})


TEXT_ANSWER = compact({"jsonrpc": "2.0", "id": 1, "result": {"message": {
    "messageId": "answer", "role": "ROLE_AGENT", "parts": [{"text": "There is much to tell. " * 40}]}}})
NAMES = {"id": "task", "contextId": "context"}
NAMES_OF_UPDATE = {"taskId": "task", "contextId": "context"}
TYPED = {"artifactId": "receipt", "parts": [{"data": RECEIPT}]}
TASK_ANSWER = compact({"jsonrpc": "2.0", "id": 1, "result": {"task": NAMES | {
    "status": {"state": "TASK_STATE_COMPLETED"}, "artifacts": [TYPED]}}})
# The same as streams, as an agent made with an SDK says it.
TEXT_EVENTS = [json.loads(TEXT_ANSWER)["result"]]
TASK_EVENTS = [{"task": NAMES | {"status": {"state": "TASK_STATE_SUBMITTED"}}},
               {"statusUpdate": NAMES_OF_UPDATE | {"status": {"state": "TASK_STATE_WORKING"}}},
               {"artifactUpdate": NAMES_OF_UPDATE | {"artifact": TYPED, "lastChunk": True}},
               {"statusUpdate": NAMES_OF_UPDATE | {"status": {"state": "TASK_STATE_COMPLETED"}}}]


def event_stream(events: list[dict]) -> str:
    return "".join(f"data: {compact(each).decode()}\n\n" for each in events)


def card(url: str, streaming: bool, binding: str = "JSONRPC") -> dict:
    return {"name": "Benchmark agent", "description": "Answers always the same.", "version": "1",
            "supportedInterfaces": [{"url": url, "protocolBinding": binding, "protocolVersion": "1.0"}],
            "capabilities": {"streaming": streaming},
            "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
            "skills": [{"id": "buy", "name": "Buy", "description": "Buys.", "tags": ["order"]}]}
