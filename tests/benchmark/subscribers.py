"""Streams that are watched by many, and streams that are taken up again: against an agent of our own, whose task
has as many events as it is told, once it is told to begin."""

import json
import selectors
import socket
import sys
import time
import urllib.request

import documents
import load

HEAD = (b"POST %s HTTP/1.1\r\nHost: benchmark\r\nContent-Type: application/json\r\nA2A-Version: 1.0\r\n"
        b"%sContent-Length: %d\r\n\r\n%s")
END = b'"TASK_STATE_COMPLETED"'


def open_stream(url: str, body: bytes, last_event_id: int | None = None, source: str = "") -> socket.socket:
    """`source`: the address to call from."""
    address, path = load.address_of(url)
    connection = socket.create_connection(address, 30, (source, 0) if source else None)
    header = b"" if last_event_id is None else b"Last-Event-ID: %d\r\n" % last_event_id
    connection.sendall(HEAD % (path.encode(), header, len(body), body))
    return connection


def read_until(connection: socket.socket, mark: bytes) -> bytes:
    received = bytearray()
    while mark not in received[-len(mark) - 65_536:]:
        piece = connection.recv(65_536)
        if not piece:
            sys.exit(f"benchmark: a stream ended without {mark!r} after {bytes(received[-300:])!r}")
        received += piece
    return bytes(received)


def begin(agent_url: str) -> None:
    """Lets the agent's task go on."""
    with urllib.request.urlopen(f"{agent_url}begin", timeout=10) as response:
        response.read()


def start_task(url: str, events: int, message_id: str) -> tuple[socket.socket, str]:
    """The sender's stream and the id of its task, which has not begun yet."""
    connection = open_stream(url, documents.burst_call(events).replace(b"MESSAGE_ID", message_id.encode()))
    first = read_until(connection, b"\n\n")
    data = first.partition(b"data: ")[2].partition(b"\n")[0]
    return connection, json.loads(data)["result"]["task"]["id"]


def resume_ms(url: str, agent_url: str, events: int, message_id: str) -> float:
    """From the request with Last-Event-ID 0 to the last of the task's events."""
    sender, task_id = start_task(url, events, message_id)
    begin(agent_url)
    read_until(sender, END)
    sender.close()
    began = time.monotonic()
    again = open_stream(url, documents.subscribe_call(task_id), last_event_id=0)
    received = read_until(again, END)
    took = time.monotonic() - began
    if received.count(b"\nid: ") < events:
        sys.exit(f"benchmark: {received.count(b'id: ')} of {events} events came again")
    return took * 1000


def fan_out_us(url: str, agent_url: str, events: int, subscribers: int, message_id: str) -> float:
    """Per event and subscriber, from the task's beginning until every subscriber has seen its end."""
    sender, task_id = start_task(url, events, message_id)
    watcher = selectors.DefaultSelector()
    tails: dict[socket.socket, bytes] = {}
    for _ in range(subscribers):
        connection = open_stream(url, documents.subscribe_call(task_id))
        read_until(connection, b"\n\n")
        watcher.register(connection, selectors.EVENT_READ)
        tails[connection] = b""
    began = time.monotonic()
    begin(agent_url)
    while tails:
        for key, _ in watcher.select(30):
            connection = key.fileobj
            piece = connection.recv(65_536)
            tails[connection] = (tails[connection] + piece)[-65_536:]
            if piece and END not in tails[connection]:
                continue
            if not piece:
                sys.exit("benchmark: a subscriber's stream ended too early")
            watcher.unregister(connection)
            connection.close()
            del tails[connection]
    took = time.monotonic() - began
    sender.close()
    return took / events / subscribers * 1e6
