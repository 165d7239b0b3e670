#!/usr/bin/env python3
"""An A2A 1.0 agent that begins a stream for every message and then says nothing more. Usage: stream_agent.py PORT"""

import asyncio
import itertools
import json
import sys

import documents

STREAM_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\n\r\n"


def json_answer(value) -> bytes:
    body = documents.compact(value)
    return b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


def first_event(number: int) -> bytes:
    task = {"id": f"task-{number}", "contextId": f"context-{number}", "status": {"state": "TASK_STATE_WORKING"}}
    return b"data: %s\n\n" % documents.compact({"jsonrpc": "2.0", "id": 1, "result": {"task": task}})


async def answer(reader, writer, url: str, numbers) -> None:
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            headers = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if line)
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            if head.startswith("GET "):
                writer.write(json_answer(documents.card(url, streaming=True)))
                continue
            request = json.loads(body)
            if request["method"] == "SendStreamingMessage":
                writer.write(STREAM_HEAD + first_event(next(numbers)))
                await reader.read()  # until the client goes
                return
            writer.write(json_answer({"jsonrpc": "2.0", "id": request["id"], "error": {
                "code": -32004, "message": "this agent only streams"}}))
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main() -> None:
    port = int(sys.argv[1])
    numbers = itertools.count(1)
    server = await asyncio.start_server(
        lambda reader, writer: answer(reader, writer, f"http://127.0.0.1:{port}/", numbers),
        "127.0.0.1", port, backlog=4096)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
