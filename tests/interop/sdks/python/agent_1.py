"""An agent of a2a-sdk 1.x: agent_1.py VERSION BINDING; version 0.3 by the SDK's own compatibility."""

import asyncio
import json
import sys
import uuid

from a2a.server.agent_execution import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import InMemoryTaskStore
from a2a.types import a2a_pb2 as pb
from google.protobuf.json_format import MessageToDict, ParseDict
from starlette.applications import Starlette

from behaviour import CARD, HELLO, QUESTION, Fights, artifact_parts, contest_of, listen, outcome_of
from lines import serve_agent

VERSION, BINDING = sys.argv[1:]


def part(content):
    return ParseDict(content, pb.Part())


def message(text, context_id, task_id=''):
    return pb.Message(message_id=str(uuid.uuid4()), role=pb.ROLE_AGENT, context_id=context_id, task_id=task_id,
                      parts=[pb.Part(text=text)])


class Executor(AgentExecutor):
    def __init__(self):
        self.fights = Fights()

    async def execute(self, context, event_queue):
        task_id, context_id, send = context.task_id, context.context_id, event_queue.enqueue_event
        self.fights.begin(task_id)
        contest = contest_of([MessageToDict(one) for one in context.message.parts])
        if contest is None or contest[0] == 'message':
            await send(message(HELLO if contest is None else json.dumps(outcome_of(*contest)), context_id))
            return
        if context.current_task is None:
            await send(pb.Task(id=task_id, context_id=context_id, history=[context.message],
                               status=self.status(pb.TASK_STATE_SUBMITTED)))

        async def enter(state, note=None):
            await send(pb.TaskStatusUpdateEvent(task_id=task_id, context_id=context_id, status=self.status(state, note)))

        await enter(pb.TASK_STATE_WORKING)
        if not await self.fights.is_finished(task_id, contest[0]):
            return
        if contest[0] == 'ask':
            await enter(pb.TASK_STATE_INPUT_REQUIRED, message(QUESTION, context_id, task_id))
            return
        parts = artifact_parts(*contest)
        for index, content in enumerate(parts):
            await send(pb.TaskArtifactUpdateEvent(
                task_id=task_id, context_id=context_id, append=index > 0, last_chunk=index == len(parts) - 1,
                artifact=pb.Artifact(artifact_id='outcome', name='Outcome', parts=[part(content)])))
        await enter(pb.TASK_STATE_COMPLETED)

    async def cancel(self, context, event_queue):
        self.fights.cancel(context.task_id)
        await event_queue.enqueue_event(pb.TaskStatusUpdateEvent(
            task_id=context.task_id, context_id=context.context_id, status=self.status(pb.TASK_STATE_CANCELED)))

    def status(self, state, note=None):
        status = pb.TaskStatus(state=state, message=note)
        status.timestamp.GetCurrentTime()
        return status


async def main():
    listener, url = listen()
    card = ParseDict(CARD, pb.AgentCard())
    card.supported_interfaces.add(url=f'{url}/a2a', protocol_binding=BINDING, protocol_version=VERSION)
    executor = Executor()
    handler = DefaultRequestHandler(agent_executor=executor, task_store=InMemoryTaskStore(), agent_card=card)
    old = VERSION == '0.3'
    routes = (create_jsonrpc_routes(handler, '/a2a', enable_v0_3_compat=old) if BINDING == 'JSONRPC' else
              create_rest_routes(handler, path_prefix='/a2a', enable_v0_3_compat=old))
    await serve_agent(Starlette(routes=[*create_agent_card_routes(card), *routes]), url, listener, executor.fights)


asyncio.run(main())
