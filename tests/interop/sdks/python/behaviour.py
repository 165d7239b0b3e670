"""What the agents do, whichever SDK carries it: see agents/behaviour.mjs. "slow" works for one second here."""

import asyncio
import json
import socket

WORK_SECONDS = {'slow': 1, 'endless': 60}
HELLO = 'Name two contestants: A vs B'
QUESTION = 'Who shall fight instead?'


def contest_of(parts):
    """The contestants that plain parts ({'text'} or {'data'}) name, or None."""
    for part in parts:
        data = part.get('data')
        if isinstance(data, dict) and isinstance(data.get('a'), str):
            return data['a'], data['b']
        names = part.get('text', '').split(' vs ')
        if len(names) == 2:
            return tuple(names)
    return None


def outcome_of(a, b):
    return {'winner': b, 'probability': 1.5 if a == 'invalid' else 0.65, 'explanation': f'{b} comes after {a}.'}


def artifact_parts(a, b):
    """The parts of the artifact, one per streamed chunk."""
    outcome = outcome_of(a, b)
    text = json.dumps(outcome)
    match a:
        case 'data':
            return [{'data': outcome}]
        case 'chunks':
            return [{'text': text[:9]}, {'text': text[9:30]}, {'text': text[30:]}]
        case 'fenced':
            return [{'text': f'Here you are:\n\n```json\n{text}\n```\n'}]
        case 'prose':
            return [{'text': f'{b} would win.'}]
    return [{'text': text}]


class Fights:
    """The running tasks of the agent, so that they can be canceled; and a count of the calls that reached it."""

    def __init__(self):
        self.calls = 0
        self._canceled = {}

    def begin(self, task_id):
        self.calls += 1
        self._canceled[task_id] = asyncio.Event()

    async def is_finished(self, task_id, a):
        """Waits until the fight is over; False when it was canceled."""
        canceled = self._canceled[task_id]
        try:
            await asyncio.wait_for(canceled.wait(), WORK_SECONDS.get(a, 0))
        except asyncio.TimeoutError:
            pass
        return not canceled.is_set()

    def cancel(self, task_id):
        if task_id in self._canceled:
            self._canceled[task_id].set()


def listen():
    """A socket on a free loopback port, and its URL."""
    listener = socket.socket()
    listener.bind(('127.0.0.1', 0))
    return listener, f'http://127.0.0.1:{listener.getsockname()[1]}'


SKILL = {'id': 'fight-comparison', 'name': 'Fight Comparison', 'description': 'Compares.', 'tags': ['fight']}
CARD = {'name': 'Fight agent', 'description': 'Tells who would win.', 'version': '1.0.0',
        'capabilities': {'streaming': True, 'pushNotifications': False},
        'defaultInputModes': ['text/plain', 'application/json'], 'defaultOutputModes': ['text/plain'],
        'skills': [SKILL]}
