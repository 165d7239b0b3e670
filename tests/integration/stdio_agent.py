#!/usr/bin/env python3
"""stdio_agent.py VERSION KIND JOURNAL: an agent of A2A 0.3 or 1.0 that is a program: a JSON-RPC message a line on its
standard input and output. KIND says how it behaves; what it reads is added to JOURNAL. Nothing of ours is in it."""
import json
import os
import subprocess
import sys
import threading
import time

VERSION, KIND, JOURNAL = sys.argv[1:4]
IS_1_0 = VERSION == "1.0"
METHODS = {"SendMessage": "send", "SendStreamingMessage": "stream", "GetTask": "get", "CancelTask": "cancel",
           "SubscribeToTask": "subscribe", "GetExtendedAgentCard": "card"} if IS_1_0 else {
               "message/send": "send", "message/stream": "stream", "tasks/get": "get", "tasks/cancel": "cancel",
               "tasks/resubscribe": "subscribe", "agent/getAuthenticatedExtendedCard": "card"}
writing = threading.Lock()
second_answered = threading.Event()
tasks = {}
prescribed = []


def write(value):
    with writing:
        sys.stdout.write(json.dumps(value) + "\n")
        sys.stdout.flush()


def part(text):
    return {"text": text} if IS_1_0 else {"kind": "text", "text": text}


def state(name):
    return "TASK_STATE_" + name.upper().replace("-", "_") if IS_1_0 else name


def task(number, status, text=None):
    value = {"id": f"t-{number}", "contextId": "c", "status": {"state": state(status)}}
    if text is not None:
        value["artifacts"] = [{"artifactId": "a", "parts": [part(text)]}]
    tasks[value["id"]] = value
    return value if IS_1_0 else value | {"kind": "task"}


def card():
    value = {"name": KIND, "version": "1", "description": KIND, "capabilities": {"streaming": KIND != "plain"},
             "skills": [{"id": "s", "name": "s", "description": "s", "tags": ["s"]}],
             "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"]}
    return value if IS_1_0 else value | {"protocolVersion": "0.3.0", "url": "stdio:"}


def answer_to(text):
    """Of the three that see a patient, and of an echo."""
    if KIND == "diagnosis":
        return "Influenza A"
    if KIND == "prescription":
        prescribed.append(text)
        return "done" if len(prescribed) == 1 else "Oseltamivir 75 mg, 5 days"
    if KIND == "pharmacy":
        return "bought, RX-1"
    if KIND == "slow" and text == "first":
        second_answered.wait(60)
    if KIND == "huge" and text == "huge":
        return "x" * 50_000_000
    return f"echo: {text}"


def stream(call, text):
    number = call["id"]

    def event(name, value):
        if IS_1_0:
            return write({"jsonrpc": "2.0", "id": number, "result": {name: value}})
        kinds = {"statusUpdate": "status-update", "artifactUpdate": "artifact-update", "task": "task"}
        write({"jsonrpc": "2.0", "id": number, "result": value | {"kind": kinds[name]}})

    if KIND == "huge":
        return event("task", task(number, "completed", answer_to(text)))
    place = {"taskId": f"t-{number}", "contextId": "c"}
    event("task", task(number, "working"))
    if KIND == "lingers":
        return
    if KIND == "dies" and not os.path.exists(JOURNAL + ".died"):
        open(JOURNAL + ".died", "w", encoding="utf-8").close()
        os._exit(9)
    event("artifactUpdate", place | {"artifact": {"artifactId": "a", "parts": [part(answer_to(text))]}})
    update = place | {"status": {"state": state("completed")}}
    event("statusUpdate", update if IS_1_0 else update | {"final": True})
    if text == "second":
        second_answered.set()


def send(call, text):
    result = task(call["id"], "completed", answer_to(text))
    write({"jsonrpc": "2.0", "id": call["id"], "result": {"task": result} if IS_1_0 else result})
    if text == "second":
        second_answered.set()


def misbehave(text):
    """True: there is no answer."""
    if KIND == "garbage":
        print("Traceback: no JSON at all\n\n[1,2]\n{\"id\":123456789,\"result\":{}}\n\x00\x01")
        print("\x1b[31mcomplaint of " + "y" * 5_000, file=sys.stderr)
    if KIND == "silent":
        return True
    if KIND == "exits":
        os._exit(3)
    if KIND == "closes":
        os.close(1)
        time.sleep(1_000)
    if KIND == "forks":
        subprocess.Popen(["sleep", "1000"])
        os._exit(4)
    return False


def take(call):
    method = METHODS.get(call["method"])
    if method is None or (method == "card" and KIND == "cardless"):
        return write({"jsonrpc": "2.0", "id": call["id"], "error": {"code": -32601, "message": "no such method"}})
    if method == "card":
        return write({"jsonrpc": "2.0", "id": call["id"], "result": card()})
    if method in ("send", "stream"):
        text = call["params"]["message"]["parts"][0]["text"]
        if misbehave(text):
            return None
        return (stream if method == "stream" else send)(call, text)
    found = tasks.get(call["params"]["id"])
    if found is None:
        return write({"jsonrpc": "2.0", "id": call["id"], "error": {"code": -32001, "message": "Task not found"}})
    return write({"jsonrpc": "2.0", "id": call["id"], "result": found if IS_1_0 else found | {"kind": "task"}})


with open(JOURNAL, "a", encoding="utf-8", buffering=1) as journal:
    journal.write(f"pid {os.getpid()}\n")
    for line in sys.stdin:
        journal.write(line)
        threading.Thread(target=take, args=(json.loads(line),), daemon=True).start()
    journal.write("end of input\n")
    time.sleep(0.2)  # for answers that are under way
