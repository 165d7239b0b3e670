#!/usr/bin/env python3
"""AC-6: what agent contexts save, and what driving them costs: agent_context.py SCHEMAGATE [--quick], prints Markdown tables.

Arms, on one plan of 8 subtasks in 3 layers, each given out three times, with a shared corpus of 64 KiB that every subtask
needs, and results of 8 KiB:
  B0  the whole conversation so far with every message, as orchestrators do that share one history
  B1  the corpus and the results of the prerequisites, inline, with every message
  B2  the same with the first message of a subtask; then referenceTaskIds: the agent keeps what it got
  T   agent contexts by the gateway's master: todo items, states, abstracts and references; the corpus and the results lie
      in a store, and each agent reads there what B1 has inline (once, it keeps it), and writes its result
In all arms an agent answers with its result in the last round, and says before that it has not finished. Bytes are those of
HTTP bodies as the agents see them, and of what they read and write in the store. Tokens, by o200k_base of the Python package
bpe-openai where that is there, are of both as well: a text that is behind a reference is read all the same. Whether a model
does better with less is not measured: the agents are scripted.

Then wall time, synchronous and asynchronous; the gateway's CPU for a subtask beside the same message sent by a client, which
is a request of its own that the run does not have; and 1,000 runs of 20 subtasks that are all open before any agent answers.
"""
import argparse
import contextlib
import http.client
import http.server
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time

SCHEMAS = "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"
MODE = "application/json;schema=AgentContext"
AFTER = ((), (), (), (0, 1), (1, 2), (0, 2), (3, 4), (4, 5))  # prerequisites of each subtask
ROUNDS = 3
DELAY_SEED = 7
NOT_YET = "Not finished yet."


def text_of(size, seed):
    """Words, so that tokens mean something."""
    draw = random.Random(seed)
    words = ("the", "flight", "to", "Hangzhou", "leaves", "at", "noon", "and", "a", "hotel", "near", "West", "Lake", "has",
             "rooms", "for", "two", "guests", "with", "breakfast", "at", "reasonable", "prices", "in", "April")
    text = ""
    while len(text) < size:
        text += draw.choice(words) + " "
    return text[:size]


class Sizes:
    def __init__(self, quick):
        self.corpus = text_of(2_048 if quick else 65_536, 1)
        self.result = 512 if quick else 8_192
        self.cpu_sub_tasks = 40 if quick else 4_000
        self.repetitions = 1 if quick else 5
        self.runs = 5 if quick else 1_000
        self.sub_tasks = 20


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 1024

    def __init__(self, handler, **members):
        super().__init__(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.lock = threading.Lock()
        vars(self).update(members)
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()


class Agent(http.server.BaseHTTPRequestHandler):
    """Counts every body. /aware takes agent contexts: leaves an item open twice, then does it; /plain does as it is told."""
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        kind = self.path.split("/")[1]
        card = {"name": kind, "version": "1", "description": kind, "url": f"{self.server.url}/{kind}/rpc",
                "protocolVersion": "0.3.0", "capabilities": {}, "skills": [],
                "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"]}
        if kind == "aware":
            card |= {"capabilities": {"extensions": [{"uri": SCHEMAS}]}, "schemas": {"AgentContext": {"type": "object"}},
                     "defaultInputModes": [MODE], "defaultOutputModes": [MODE]}
        self.reply(card)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        call = json.loads(body)
        message = call["params"]["message"]
        part = message["parts"][0]
        if part["kind"] == "data" and "AgentContext" in part["data"]:
            answer = self.aware(part["data"]["AgentContext"])
        else:
            self.server.gate.wait()
            time.sleep(self.server.delay_of(part.get("text", "")))
            answer = {"kind": "text", "text": self.server.answer}
        with self.server.lock:
            self.server.number += 1
            task = f"t{self.server.number}"
        result = {"id": task, "contextId": "c", "kind": "task", "status": {"state": "completed"},
                  "artifacts": [{"artifactId": "a", "parts": [answer]}]}
        sent = self.reply({"jsonrpc": "2.0", "id": call["id"], "result": result})
        with self.server.lock:
            self.server.bytes += len(body) + len(sent)
            if self.server.keeps:
                self.server.texts.append(body.decode() + sent.decode())

    def aware(self, context):
        """Reads the corpus and what its prerequisites gave in the first round, and writes its result in the last."""
        store, sub_task = self.server.store, context["SubTaskID"]
        with self.server.lock:
            rounds = self.server.rounds[sub_task] = self.server.rounds.get(sub_task, 0) + 1
        if rounds == 1:
            store.move(store.corpus)
            for _ in context["Dependencies"]:
                store.move(self.server.answer)
        done = rounds == ROUNDS
        if done:
            store.move(self.server.answer)
        items = [item["itemId"] for item in context["todoItems"]]
        context |= {"ItemstateUpdates": [{"itemId": item, "state": int(done)} for item in items],
                    "KeyInformation": [{"itemId": item, "outputabstract": self.server.answer[:200]} for item in items if done]}
        return {"kind": "data", "data": {"AgentContext": context}, "metadata": {"mimeType": MODE}}

    def reply(self, value):
        body = json.dumps(value).encode()
        with contextlib.suppress(OSError):
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        return body

    def log_message(self, *_):
        pass


class Store:
    """Where the corpus lies and results go in arm T: what moves there is counted, over no socket."""

    def __init__(self, corpus):
        self.corpus, self.texts, self.lock = corpus, [], threading.Lock()

    def move(self, text):
        with self.lock:
            self.texts.append(text)


def start_agents(sizes, delay_of=lambda text: 0, answer=None, keeps=False):
    gate = threading.Event()
    gate.set()
    return Server(Agent, delay_of=delay_of, answer=answer if answer is not None else text_of(sizes.result, 2), number=0, bytes=0,
                  keeps=keeps, texts=[], rounds={}, store=Store(sizes.corpus), gate=gate)


def sub_tasks(agent, count=len(AFTER), after=AFTER):
    return [{"id": f"s{i}", "agent": agent, "items": [{"id": "i", "do": f"Do step {i} of the tour"}],
             "after": [f"s{other}" for other in (after[i] if after else ())]} for i in range(count)]


class Gateway:
    def __init__(self, program, plans, agents, store="memory"):
        self.folder = tempfile.TemporaryDirectory()
        config = {"listen": "127.0.0.1:0", "log": {"level": "error"}, "ledger": {"store": store},
                  "agents": {"direct": {"upstream": {"url": f"{agents.url}/plain"}}}}
        for name, plan in plans.items():
            path = os.path.join(self.folder.name, f"{name}.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(plan, file)
            config["agents"][name] = {"kind": "master", "plan": path}
        path = os.path.join(self.folder.name, "gateway.yaml")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(config, file)
        self.process = subprocess.Popen([program, "serve", "--config", path], stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])
        while "ready" not in self.health().get("agents", {}).get("direct", ""):
            time.sleep(0.01)
        time.sleep(0.5)  # the cards of the plans' own agents

    def health(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", "/healthz")
        return json.loads(connection.getresponse().read())

    def call(self, connection, agent, method, params):
        connection.request("POST", f"/{agent}", json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}),
                           {"Content-Type": "application/json", "A2A-Version": "1.0"})
        answer = json.loads(connection.getresponse().read())
        if "result" not in answer:
            sys.exit(f"agent_context.py: {answer}")
        return answer["result"]

    def send(self, connection, agent, number, text="go", at_once=False):
        message = {"messageId": f"m-{number}", "role": "ROLE_USER", "parts": [{"text": text}]}
        return self.call(connection, agent, "SendMessage", {"message": message, "configuration": {"returnImmediately": at_once}})

    def play(self, agent, number=1):
        """The seconds that a run takes; it has to be completed."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
        began = time.monotonic()
        task = self.send(connection, agent, number)["task"]
        while task["status"]["state"] in ("TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"):
            time.sleep(0.05)
            task = self.call(connection, agent, "GetTask", {"id": task["id"]})
        if task["status"]["state"] != "TASK_STATE_COMPLETED":
            sys.exit(f"agent_context.py: a run has ended so: {task['status']}")
        return time.monotonic() - began

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self, member):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(member)) / 1_024

    def stop(self):
        self.process.kill()
        self.process.stdout.close()
        self.process.wait()
        self.folder.cleanup()


def call_directly(agents, connection, text, references=()):
    message = {"kind": "message", "messageId": f"m{random.getrandbits(64)}", "role": "user", "contextId": "c",
               "parts": [{"kind": "text", "text": text}], "referenceTaskIds": list(references)}
    connection.request("POST", "/plain/rpc", json.dumps({"jsonrpc": "2.0", "id": 1, "method": "message/send",
                                                         "params": {"message": message}}),
                       {"Content-Type": "application/json"})
    task = json.loads(connection.getresponse().read())["result"]
    return task["id"], task["artifacts"][0]["parts"][0]["text"]


def play_baseline(arm, sizes):
    """Every subtask in each of its rounds, in order, against an agent that answers with a result."""
    agents = start_agents(sizes, keeps=True)
    connection = http.client.HTTPConnection("127.0.0.1", agents.server_address[1], timeout=60)
    history, results, tasks, result = sizes.corpus, {}, {}, agents.answer
    for index, after in enumerate(AFTER):
        needed = sizes.corpus + "".join(results[other] for other in after)
        for number in range(1, ROUNDS + 1):
            agents.answer = result if number == ROUNDS else NOT_YET
            step = f"Do step {index} of the tour"
            if arm == "B0":
                _, answer = call_directly(agents, connection, history + step)
                history += step + answer
            elif arm == "B1":
                _, answer = call_directly(agents, connection, needed + step)
            else:
                own = [tasks[index]] if index in tasks else []
                tasks[index], answer = call_directly(agents, connection, step if own else needed + step, own)
            results[index] = answer
    agents.shutdown()
    agents.server_close()
    return agents.bytes, agents.texts, []


def play_contexts(program, sizes):
    agents = start_agents(sizes, keeps=True)
    plan = {"name": "tour", "mode": "async", "limits": {"rounds": ROUNDS, "call_seconds": 60},
            "agents": {"aware": {"url": f"{agents.url}/aware"}}, "subtasks": sub_tasks("aware")}
    gateway = Gateway(program, {"tour": plan}, agents)
    gateway.play("tour")
    gateway.stop()
    agents.shutdown()
    agents.server_close()
    return agents.bytes, agents.texts, agents.store.texts


def tokens_of(texts):
    """None where there is no tokenizer."""
    try:
        import bpe_openai
    except ImportError:
        return None
    encoding = bpe_openai.get_encoding("o200k_base")
    return sum(len(encoding.encode(text)) for text in texts)


def arms(program, sizes):
    print("\n| Arm | Messages, bytes | Storage, bytes | Together | Tokens, messages | Tokens, with storage |\n|---|---|---|---|---|---|")
    for arm in ("B0", "B1", "B2", "T"):
        messages, sent, stored = play_contexts(program, sizes) if arm == "T" else play_baseline(arm, sizes)
        storage = sum(map(len, stored))
        tokens = tokens_of(sent)
        counted = "not counted | not counted" if tokens is None else f"{tokens:,} | {tokens + tokens_of(stored):,}"
        print(f"| {arm} | {messages:,} | {storage:,} | {messages + storage:,} | {counted} |")


def wall_time(program, sizes):
    draw = random.Random(DELAY_SEED)
    delays = {f"Do step {i} of the tour": draw.uniform(0.1, 0.4) for i in range(len(AFTER))}
    agents = start_agents(sizes, delay_of=lambda text: delays.get(text.split("\n")[0], 0), answer="done")
    plans = {mode: {"name": mode, "mode": mode, "agents": {"plain": {"url": f"{agents.url}/plain"}},
                    "subtasks": sub_tasks("plain")} for mode in ("sync", "async")}
    plans["three"] = plans["async"] | {"name": "three", "subtasks": sub_tasks("plain", 3, None)}
    gateway = Gateway(program, plans, agents)
    print("\n| Plan | Agents' time in all | Wall time |\n|---|---|---|")
    for mode, count in (("sync", 8), ("async", 8), ("three", 3)):
        name = "3 subtasks that need nothing, async" if mode == "three" else f"8 subtasks in 3 layers, {mode}"
        print(f"| {name} | {sum(list(delays.values())[:count]):.2f} s | {gateway.play(mode):.2f} s |")
    gateway.stop()
    agents.shutdown()


def cpu_of_both(program, sizes, store):
    """Microseconds of the gateway's CPU for a message of a client, and for a subtask."""
    agents = start_agents(sizes, answer="done")
    count = sizes.cpu_sub_tasks
    plan = {"name": "many", "agents": {"plain": {"url": f"{agents.url}/plain"}}, "subtasks": sub_tasks("plain", count, None)}
    gateway = Gateway(program, {"many": plan}, agents, store)
    connection = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=60)
    for number in range(20):
        gateway.send(connection, "direct", f"warm-{number}")
    before = gateway.cpu_seconds()
    for number in range(count):
        gateway.send(connection, "direct", f"direct-{number}", f"Do step {number} of the tour")
    direct = gateway.cpu_seconds() - before
    before = gateway.cpu_seconds()
    gateway.play("many")
    planned = gateway.cpu_seconds() - before
    gateway.stop()
    agents.shutdown()
    return direct / count * 1e6, planned / count * 1e6


def overhead(program, sizes):
    print(f"\n| CPU of the gateway for each of {sizes.cpu_sub_tasks} messages, median (least to most) of {sizes.repetitions} | "
          "sent by a client | subtask of one run |\n|---|---|---|")
    for store in ("memory", "sqlite"):
        columns = zip(*(cpu_of_both(program, sizes, store) for _ in range(sizes.repetitions)))
        shown = [f"{statistics.median(column):.0f} us ({min(column):.0f} to {max(column):.0f})" for column in columns]
        print(f"| ledger: {store} | {shown[0]} | {shown[1]} |")


def count_of(gateway, connection, state):
    return gateway.call(connection, "twenty", "ListTasks", {"status": f"TASK_STATE_{state}", "pageSize": 1})["totalSize"]


def many_runs(program, sizes):
    agents = start_agents(sizes, answer="done")
    agents.gate.clear()
    plan = {"name": "twenty", "agents": {"plain": {"url": f"{agents.url}/plain"}},
            "limits": {"call_seconds": 600, "attempts": 10}, "subtasks": sub_tasks("plain", sizes.sub_tasks, None)}
    gateway = Gateway(program, {"twenty": plan}, agents)
    connection = http.client.HTTPConnection("127.0.0.1", gateway.port, timeout=600)
    idle = gateway.memory("VmRSS")
    for number in range(sizes.runs):
        gateway.send(connection, "twenty", number, at_once=True)
    time.sleep(1)
    is_open, answered = count_of(gateway, connection, "WORKING"), agents.number
    held, began, cpu = gateway.memory("VmRSS"), time.monotonic(), gateway.cpu_seconds()
    agents.gate.set()
    while count_of(gateway, connection, "COMPLETED") + count_of(gateway, connection, "FAILED") < sizes.runs:
        time.sleep(0.1)
    seconds, cpu = time.monotonic() - began, gateway.cpu_seconds() - cpu
    done = sizes.runs * sizes.sub_tasks
    print(f"\n| {sizes.runs} runs of {sizes.sub_tasks} subtasks | |\n|---|---|")
    print(f"| open before any agent answered; answers by then | {is_open}; {answered} |")
    print(f"| failed; subtasks that the agents did | {count_of(gateway, connection, 'FAILED')}; {agents.number} |")
    print(f"| memory of the gateway: idle, all open, at most | {idle:.0f}, {held:.0f}, {gateway.memory('VmHWM'):.0f} MiB |")
    print(f"| from the first answer to the last end | {seconds:.1f} s |")
    print(f"| subtasks a second (agents in Python on the same cores) | {done / seconds:.0f} |")
    print(f"| CPU of the gateway a subtask from then on | {cpu / done * 1e6:.0f} us |")
    gateway.stop()
    agents.shutdown()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true", help="only shows that everything works")
    arguments = parser.parse_args()
    sizes = Sizes(arguments.quick)
    for part in (arms, wall_time, overhead, many_runs):
        part(arguments.program, sizes)


if __name__ == "__main__":
    main()
