"""An agent of a2a-sdk 0.3.x: agent_0_3.py VERSION BINDING; the version is always 0.3."""

import asyncio
import json
import sys
import uuid
from datetime import datetime, timezone

from a2a import types
from a2a.server.agent_execution import AgentExecutor
from a2a.server.apps import A2ARESTFastAPIApplication, A2AStarletteApplication
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import InMemoryTaskStore

from behaviour import CARD, HELLO, QUESTION, Fights, artifact_parts, contest_of, listen, outcome_of
from lines import serve_agent

_, BINDING = sys.argv[1:]


def part(content):
    return types.Part.model_validate({'kind': next(iter(content)), **content})


def message(text, context_id, task_id=None):
    return types.Message(message_id=str(uuid.uuid4()), role=types.Role.agent, context_id=context_id, task_id=task_id,
                         parts=[part({'text': text})])


def status(state, note=None):
    return types.TaskStatus(state=state, message=note, timestamp=datetime.now(timezone.utc).isoformat())


class Executor(AgentExecutor):
    def __init__(self):
        self.fights = Fights()

    async def execute(self, context, event_queue):
        task_id, context_id, send = context.task_id, context.context_id, event_queue.enqueue_event
        self.fights.begin(task_id)
        contest = contest_of([one.model_dump(exclude_none=True) for one in context.message.parts])
        if contest is None or contest[0] == 'message':
            await send(message(HELLO if contest is None else json.dumps(outcome_of(*contest)), context_id))
            return
        if context.current_task is None:
            await send(types.Task(id=task_id, context_id=context_id, history=[context.message],
                                  status=status(types.TaskState.submitted)))

        async def enter(state, final, note=None):
            await send(types.TaskStatusUpdateEvent(task_id=task_id, context_id=context_id, final=final,
                                                   status=status(state, note)))

        await enter(types.TaskState.working, False)
        if not await self.fights.is_finished(task_id, contest[0]):
            return
        if contest[0] == 'ask':
            await enter(types.TaskState.input_required, True, message(QUESTION, context_id, task_id))
            return
        parts = artifact_parts(*contest)
        for index, content in enumerate(parts):
            await send(types.TaskArtifactUpdateEvent(
                task_id=task_id, context_id=context_id, append=index > 0, last_chunk=index == len(parts) - 1,
                artifact=types.Artifact(artifact_id='outcome', name='Outcome', parts=[part(content)])))
        await enter(types.TaskState.completed, True)

    async def cancel(self, context, event_queue):
        self.fights.cancel(context.task_id)
        await event_queue.enqueue_event(types.TaskStatusUpdateEvent(
            task_id=context.task_id, context_id=context.context_id, final=True,
            status=status(types.TaskState.canceled)))


async def main():
    listener, url = listen()
    rest = BINDING == 'HTTP+JSON'
    card = types.AgentCard.model_validate({**CARD, 'protocolVersion': '0.3.0', 'preferredTransport': BINDING,
                                           'url': url if rest else f'{url}/a2a'})
    executor = Executor()
    handler = DefaultRequestHandler(agent_executor=executor, task_store=InMemoryTaskStore())
    app = (A2ARESTFastAPIApplication(card, handler).build() if rest else
           A2AStarletteApplication(card, handler).build(rpc_url='/a2a'))
    await serve_agent(app, url, listener, executor.fights)


asyncio.run(main())
