#!/usr/bin/env python3
"""One client must not hurt the others: fairness_test.py SCHEMAGATE. A greedy client calls from 127.0.0.2, a stranger
from 127.0.0.1; both are anonymous. Nothing here is asserted of times: where others are made to wait, the stranger's
socket runs out of time."""
import json
import os
import re
import select
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from fairness_agent import PIECE_BYTES, PIECES, TOGETHER, Agent

PROGRAM = sys.argv.pop(1)
GREEDY, STRANGER = "127.0.0.2", "127.0.0.1"
PATIENCE = 60  # seconds, of every socket: far less than the gateway's own 120


def message(number, text, **configuration):
    return {"message": {"messageId": f"m-{number}", "role": "ROLE_USER", "parts": [{"text": text}]},
            "configuration": configuration}


class Fairness(unittest.TestCase):
    limits = {}
    push = {}

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.agent = Agent()
        path = os.path.join(folder.name, "gateway.yaml")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"listen": "127.0.0.1:0", "threads": 1, "ledger": {"store": "memory"}, "limits": self.limits,
                       "push": self.push, "log": {"level": "error"},
                       "agents": {"odd": {"root": True, "upstream": {"url": self.agent.url}}}}, file)
        self.gateway = subprocess.Popen([PROGRAM, "serve", "--config", path], stdout=subprocess.PIPE, text=True)
        self.connections = []
        self.addCleanup(self.end)
        self.port = int(re.search(r":(\d+)$", self.gateway.stdout.readline().strip())[1])

    def end(self):
        self.disconnect()
        self.agent.close()
        self.gateway.kill()
        self.gateway.wait()
        self.gateway.stdout.close()

    def connect(self, address):
        connection = socket.create_connection(("127.0.0.1", self.port), PATIENCE, source_address=(address, 0))
        self.connections.append(connection)
        return connection

    def disconnect(self):
        while self.connections:
            self.connections.pop().close()

    def send(self, address, method, params):
        """A call whose answer is not waited for."""
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        connection = self.connect(address)
        connection.sendall(b"POST / HTTP/1.1\r\nHost: g\r\nA2A-Version: 1.0\r\nContent-Type: application/json\r\n"
                           b"Content-Length: %d\r\n\r\n" % len(body) + body)
        return connection

    @staticmethod
    def receive(connection):
        """Status, head and body of an answer that is no stream."""
        data = b""
        while b"\r\n\r\n" not in data:
            data += connection.recv(65536) or exit_early()
        head, body = data.split(b"\r\n\r\n", 1)
        length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
        while len(body) < length:
            body += connection.recv(65536) or exit_early()
        return int(head.split()[1]), head.decode(), body

    def call(self, address, method, params):
        status, _, body = self.receive(self.send(address, method, params))
        self.assertEqual(status, 200, body[:200])
        return json.loads(body)["result"]

    def send_text(self, address, number, text):
        """The state of the task that it makes."""
        return self.call(address, "SendMessage", message(number, text))["task"]["status"]["state"]

    def hold_bodies(self, count):
        """Connections whose bodies are being read."""
        head = b"POST / HTTP/1.1\r\nHost: g\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n"
        connections = [self.connect(GREEDY) for _ in range(count)]
        for connection in connections:
            try:
                connection.sendall(head + b" " * 900_000)
            except OSError:  # refused before everything was sent
                pass
        return connections

    def resident(self):
        with open(f"/proc/{self.gateway.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) << 10


def wait_until(holds):
    deadline = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.2)


def exit_early():
    raise EOFError("the gateway has closed the connection")


class Bodies(Fairness):
    limits = {"memory": "16MiB"}

    def status_of(self, connection):
        """0: the gateway goes on reading."""
        connection.settimeout(0.2)
        try:
            status, head, _ = self.receive(connection)
        except TimeoutError:
            return 0
        self.assertIn("Retry-After: ", head)
        return status

    def test_beyond_the_limit_they_are_told_to_come_back_and_a_strangers_is_taken(self):
        statuses = [self.status_of(connection) for connection in self.hold_bodies(40)]
        self.assertEqual(set(statuses), {0, 503})
        self.assertIn(statuses.count(0), range(4, 16))
        self.assertEqual(self.send_text(STRANGER, 1, "x" * 500_000), "TASK_STATE_COMPLETED")

    def test_what_they_took_is_given_back(self):
        self.assertIn(503, map(self.status_of, self.hold_bodies(40)))
        self.disconnect()
        wait_until(lambda: self.receive(self.send(GREEDY, "SendMessage", message("first", "x" * 500_000)))[0] == 200)
        for number in range(20):
            self.assertEqual(self.send_text(GREEDY, number, "x" * 500_000), "TASK_STATE_COMPLETED")


class LargeTask(Fairness):
    limits = {"task_bytes": "64MiB"}

    def begin_large_task(self):
        """Its id, when the gateway has all of it."""
        stream = self.send(STRANGER, "SendStreamingMessage", message(1, "large"))
        data = bytearray()
        while len(data) < PIECES * PIECE_BYTES:
            data += stream.recv(1 << 20) or exit_early()
        return re.search(rb'"id":"([^"]+)"', data)[1].decode()


class Reads(LargeTask):
    at_once = 20

    def test_of_a_large_task_do_not_come_before_what_others_want(self):
        task_id = self.begin_large_task()
        reads = [self.send(GREEDY, "GetTask", {"id": task_id}) for _ in range(self.at_once)]
        self.assertEqual(self.send_text(STRANGER, 1, "quick"), "TASK_STATE_COMPLETED")
        answered = select.select(reads, [], [], 0)[0]
        self.assertLess(len(answered), self.at_once // 2)


class Memory(LargeTask):
    subscribers = 24

    def test_subscribers_who_do_not_read_share_what_they_are_sent(self):
        task_id = self.begin_large_task()
        before = self.resident()
        for _ in range(self.subscribers):
            self.send(GREEDY, "SubscribeToTask", {"id": task_id}).recv(1)
        for number in range(3):
            self.assertEqual(self.send_text(STRANGER, number, "small"), "TASK_STATE_COMPLETED")
        self.assertLess(self.resident() - before, self.subscribers * PIECES * PIECE_BYTES // 4)

    def test_goes_back_to_the_system_after_a_burst(self):
        before = self.resident()
        self.hold_bodies(200)
        wait_until(lambda: self.resident() - before > 150 << 20)
        self.assertGreater(self.resident() - before, 150 << 20)
        self.disconnect()
        wait_until(lambda: self.resident() - before < 80 << 20)
        self.assertLess(self.resident() - before, 80 << 20)


class Connections(Fairness):
    limits = {"upstream": {"connections": 16}}

    def test_to_an_agent_are_left_for_a_stranger(self):
        for number in range(40):
            self.send(GREEDY, "SendMessage", message(number, "hang"))
        for _ in range(12):  # three quarters of them
            self.assertTrue(self.agent.hanging.acquire(timeout=PATIENCE))
        for number in range(5):
            self.assertEqual(self.send_text(STRANGER, number, "quick"), "TASK_STATE_COMPLETED")
        self.assertFalse(self.agent.hanging.acquire(blocking=False))


class IdleConnections(Fairness):
    def test_are_kept_as_many_as_the_load_needs(self):
        for times in range(3):
            calls = [self.send(GREEDY, "SendMessage", message(f"{times}-{number}", "together"))
                     for number in range(TOGETHER)]
            self.assertEqual({self.receive(call)[0] for call in calls}, {200})
        self.assertLess(self.agent.connections, TOGETHER + 10)


class Receivers(Fairness):
    push = {"allow": ["127.0.0.0/8"], "plain_http": True, "timeout": "60s"}

    def listen(self):
        listener = socket.create_server(("127.0.0.1", 0))
        listener.settimeout(PATIENCE / 2)
        self.addCleanup(listener.close)
        return listener

    def register(self, address, number, listener):
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        params = message(number, "quick", taskPushNotificationConfig={"url": url})
        state = self.call(address, "SendMessage", params)["task"]["status"]["state"]
        self.assertEqual(state, "TASK_STATE_COMPLETED")

    def notify_a_stranger(self, number):
        receiver = self.listen()
        self.register(STRANGER, number, receiver)
        with receiver.accept()[0] as notified:
            self.assertTrue(notified.recv(1))
            notified.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")


class Deliveries(Receivers):
    push = Receivers.push | {"deliveries": 4}

    def test_to_receivers_that_hang_hold_up_nobody_elses(self):
        hanging = [self.listen() for _ in range(8)]
        for number, listener in enumerate(hanging):
            self.register(GREEDY, number, listener)
        for listener in hanging[:3]:  # three quarters of them
            listener.accept()[0].detach()
        self.notify_a_stranger("s")


class WaitingDeliveries(Receivers):
    receivers = 500

    def test_occupy_no_threads(self):
        self.notify_a_stranger("before")
        before = self.threads()
        waiting = select.poll()
        for number in range(self.receivers):
            hanging = self.listen()
            waiting.register(hanging, select.POLLIN)
            self.register(GREEDY, number, hanging)
            self.disconnect()
        wait_until(lambda: len(waiting.poll(0)) >= 384)  # three quarters of 512
        self.assertEqual(len(waiting.poll(0)), 384)
        self.assertLessEqual(self.threads(), before)
        self.notify_a_stranger("after")

    def threads(self):
        return len(os.listdir(f"/proc/{self.gateway.pid}/task"))


class Running(Fairness):
    limits = {"tasks": 64}

    def test_tasks_leave_places_for_a_stranger(self):
        calls = [self.send(GREEDY, "SendMessage", message(number, "hang")) for number in range(60)]
        for _ in range(48):  # three quarters
            self.assertTrue(self.agent.hanging.acquire(timeout=PATIENCE))
        answered = 0
        while answered < 12:
            ready = select.select(calls, [], [], PATIENCE)[0] or exit_early()
            for call in ready:
                status, head, _ = self.receive(call)
                self.assertEqual(status, 503)
                self.assertIn("Retry-After: ", head)
                calls.remove(call)
                answered += 1
        self.assertEqual(self.send_text(STRANGER, 1, "quick"), "TASK_STATE_COMPLETED")


class RunningBytes(Fairness):
    limits = {"kept_bytes": "1MiB", "task_bytes": "512KiB"}

    def test_of_tasks_leave_room_for_a_stranger(self):
        statuses = []
        for number in range(12):
            params = message(number, "begin", returnImmediately=True)
            params["message"]["parts"].append({"text": "x" * 100_000})
            statuses.append(self.receive(self.send(GREEDY, "SendMessage", params))[0])
        self.assertEqual(set(statuses), {200, 503})
        self.assertIn(statuses.count(200), range(4, 9))  # three quarters
        params = message("s", "quick")
        params["message"]["parts"].append({"text": "x" * 100_000})
        self.assertEqual(self.call(STRANGER, "SendMessage", params)["task"]["status"]["state"],
                         "TASK_STATE_COMPLETED")


class Waiting(Fairness):
    limits = {"tasks": 8}

    def test_tasks_make_room_for_a_stranger(self):
        asked = [self.call(GREEDY, "SendMessage", message(number, f"ask {number}"))["task"] for number in range(8)]
        self.assertEqual({task["status"]["state"] for task in asked}, {"TASK_STATE_INPUT_REQUIRED"})
        self.assertEqual(self.send_text(STRANGER, "s", "quick"), "TASK_STATE_COMPLETED")
        wait_until(lambda: self.agent.canceled)
        self.assertEqual(self.agent.canceled, ["up-ask 0"])
        for task in asked[1:]:
            self.assertEqual(self.call(GREEDY, "GetTask", {"id": task["id"]})["status"]["state"],
                             "TASK_STATE_INPUT_REQUIRED")


if __name__ == "__main__":
    unittest.main()
