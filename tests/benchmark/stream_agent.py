#!/usr/bin/env python3
"""An A2A 1.0 agent that begins a stream for every message and then says nothing more, unless the message says
"burst N": then N events follow once GET /begin has come, and the task's end; or "answer N": then N characters follow. Usage: stream_agent.py PORT"""

import asyncio
import itertools
import json
import sys

import documents

ANSWER_CHUNKS = 4
STREAM_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\n\r\n"


def json_answer(value) -> bytes:
    body = documents.compact(value)
    return b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


def event(result: dict) -> bytes:
    return b"data: %s\n\n" % documents.compact({"jsonrpc": "2.0", "id": 1, "result": result})


def names(number: int) -> dict:
    return {"taskId": f"task-{number}", "contextId": f"context-{number}"}


def first_event(number: int) -> bytes:
    task = {"id": f"task-{number}", "contextId": f"context-{number}", "status": {"state": "TASK_STATE_WORKING"}}
    return event({"task": task})


def burst(number: int, texts: list[str]) -> list[bytes]:
    chunks = [event({"artifactUpdate": names(number) | {
        "artifact": {"artifactId": "a", "parts": [{"text": text}]}, "append": index > 0}})
        for index, text in enumerate(texts)]
    return chunks + [event({"statusUpdate": names(number) | {"status": {"state": "TASK_STATE_COMPLETED"}}})]


async def stream(writer, number: int, text: str, begin: asyncio.Event) -> None:
    writer.write(STREAM_HEAD + first_event(number))
    command, _, amount = text.partition(" ")
    if command == "burst":
        begin.clear()
        await begin.wait()
        texts = [f"chunk {index}" for index in range(int(amount))]
    elif command == "answer":
        texts = ["t" * (int(amount) // ANSWER_CHUNKS)] * ANSWER_CHUNKS
    else:
        return
    for one in burst(number, texts):
        writer.write(one)
        await writer.drain()
    writer.close()


async def answer(reader, writer, url: str, numbers, begin: asyncio.Event) -> None:
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            headers = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if line)
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            if head.startswith("GET /begin "):
                begin.set()
            if head.startswith("GET "):
                writer.write(json_answer(documents.card(url, streaming=True)))
                continue
            request = json.loads(body)
            if request["method"] == "SendStreamingMessage":
                await stream(writer, next(numbers), request["params"]["message"]["parts"][0].get("text", ""), begin)
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
    numbers, begin = itertools.count(1), asyncio.Event()
    server = await asyncio.start_server(
        lambda reader, writer: answer(reader, writer, f"http://127.0.0.1:{port}/", numbers, begin),
        "127.0.0.1", port, backlog=4096)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
