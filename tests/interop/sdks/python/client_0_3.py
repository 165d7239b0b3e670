"""The client of a2a-sdk 0.3.x: client_0_3.py URL VERSION BINDING; the version is always 0.3."""

import asyncio
import sys

import httpx
from a2a import types
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.client.errors import A2AClientHTTPError, A2AClientJSONRPCError

from lines import serve_client

URL, _, BINDING = sys.argv[1:]


def explain(error):
    if isinstance(error, A2AClientJSONRPCError):
        return error.error.model_dump(mode='json')
    return {'status': error.status_code} if isinstance(error, A2AClientHTTPError) else {}


def written(value):
    return value.model_dump(mode='json', by_alias=True, exclude_none=True)


async def connect():
    http = httpx.AsyncClient(timeout=30)
    card = await A2ACardResolver(http, URL).get_agent_card()

    def client_that(streams):
        return ClientFactory(ClientConfig(httpx_client=http, supported_transports=[BINDING],
                                          streaming=streams)).create(card)

    whole, streaming = client_that(streams=False), client_that(streams=True)

    def newest(event):
        if not isinstance(event, tuple):
            return written(event)
        task, update = event
        return written(update or task)

    def sending(client):
        async def each(params):
            read = types.MessageSendParams.model_validate(params)
            async for event in client.send_message(read.message, configuration=read.configuration):
                yield newest(event)
        return each

    async def subscribe(params):
        async for event in streaming.resubscribe(types.TaskIdParams.model_validate(params)):
            yield newest(event)

    def result(method, params_type):
        async def one(params):
            return written(await method(params_type.model_validate(params)))
        return one

    return {
        'send': sending(whole),
        'stream': sending(streaming),
        'subscribe': subscribe,
        'get': result(whole.get_task, types.TaskQueryParams),
        'cancel': result(whole.cancel_task, types.TaskIdParams),
        'createPush': result(whole.set_task_callback, types.TaskPushNotificationConfig),
        'getPush': result(whole.get_task_callback, types.GetTaskPushNotificationConfigParams),
    }


asyncio.run(serve_client(connect, explain))
