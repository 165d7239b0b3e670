"""JSON values line by line: requests on standard input, answers on standard output. The program ends with its input."""

import asyncio
import json
import sys


def say(call, **line):
    print(json.dumps({'id': call, **line}), flush=True)


async def requests():
    """The requests, as they come."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=2**24)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        yield json.loads(line)


async def serve_client(connect, explain):
    """Answers the calls of the harness with the client that connect() makes, all side by side.

    A client is a mapping from an operation to a function of its parameters: an asynchronous generator of events, or a
    coroutine with the result. `explain` makes {code, status, message, data} of an exception, as far as the SDK tells.
    """
    running = {}
    client = {}

    async def answer(call, op, params):
        try:
            if op == 'connect':
                client.update(await connect())
                say(call, result={})
                return
            outcome = client[op](params)
            if hasattr(outcome, '__aiter__'):
                async for event in outcome:
                    say(call, event=event)
                say(call, end=True)
            else:
                say(call, result=await outcome)
        except Exception as error:  # whatever the SDK throws is what is asked for
            say(call, error={'message': str(error), 'kind': type(error).__name__, **explain(error)})

    async for request in requests():
        call = request['id']
        if request['op'] == 'leave':
            if call in running:
                running[call].cancel()
        else:
            running[call] = asyncio.create_task(answer(call, request['op'], request.get('params')))


async def serve_agent(app, url, port_socket, fights):
    """Serves `app` on that socket; tells its URL and how often it was called."""
    import uvicorn

    server = uvicorn.Server(uvicorn.Config(app, log_level='warning', timeout_graceful_shutdown=1))
    serving = asyncio.create_task(server.serve(sockets=[port_socket]))
    async for request in requests():
        if request['op'] == 'url':
            while not server.started:
                await asyncio.sleep(0.01)
            say(request['id'], url=url)
        elif request['op'] == 'calls':
            say(request['id'], calls=fights.calls)
    server.should_exit = True
    await serving
