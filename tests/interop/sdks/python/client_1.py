"""The client of a2a-sdk 1.x: client_1.py URL VERSION BINDING; version 0.3 by the SDK's own compatibility."""

import asyncio
import sys

import httpx
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import JSON_RPC_ERROR_CODE_MAP
from google.protobuf.json_format import MessageToDict, ParseDict

from lines import serve_client

URL, VERSION, BINDING = sys.argv[1:]


def explain(error):
    cause = error.__cause__
    is_status = isinstance(cause, httpx.HTTPStatusError)
    # Of v0.3 in HTTP+JSON the SDK knows the status alone, whatever it names the error.
    if type(error) in JSON_RPC_ERROR_CODE_MAP and not (is_status and VERSION == '0.3'):
        return {'code': JSON_RPC_ERROR_CODE_MAP[type(error)]}
    return {'status': cause.response.status_code} if is_status else {}


async def connect():
    http = httpx.AsyncClient(timeout=30)
    card = await A2ACardResolver(http, URL).get_agent_card()
    kept = [one for one in card.supported_interfaces if one.protocol_version.startswith(VERSION)]
    del card.supported_interfaces[:]
    card.supported_interfaces.extend(kept)

    def client_that(streams):
        return ClientFactory(ClientConfig(httpx_client=http, supported_protocol_bindings=[BINDING],
                                          streaming=streams)).create(card)

    whole, streaming = client_that(streams=False), client_that(streams=True)

    def events(method, request_type):
        async def each(params):
            async for event in method(ParseDict(params, request_type())):
                yield MessageToDict(event)
        return each

    def result(method, request_type):
        async def one(params):
            answer = await method(ParseDict(params, request_type()))
            return {} if answer is None else MessageToDict(answer, always_print_fields_with_no_presence=True)
        return one

    return {
        'send': events(whole.send_message, pb.SendMessageRequest),
        'stream': events(streaming.send_message, pb.SendMessageRequest),
        'subscribe': events(streaming.subscribe, pb.SubscribeToTaskRequest),
        'get': result(whole.get_task, pb.GetTaskRequest),
        'cancel': result(whole.cancel_task, pb.CancelTaskRequest),
        'list': result(whole.list_tasks, pb.ListTasksRequest),
        'createPush': result(whole.create_task_push_notification_config, pb.TaskPushNotificationConfig),
        'getPush': result(whole.get_task_push_notification_config, pb.GetTaskPushNotificationConfigRequest),
        'listPush': result(whole.list_task_push_notification_configs, pb.ListTaskPushNotificationConfigsRequest),
        'deletePush': result(whole.delete_task_push_notification_config, pb.DeleteTaskPushNotificationConfigRequest),
    }


asyncio.run(serve_client(connect, explain))
