// What has to hold whichever client speaks to whichever agent, with or without the gateway in between.
// A case gets {client, agent, url}; `client` has the interface of clients/client_1_0.mjs.
import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {WireError} from './clients/wire_error.mjs';

export const OUTCOME = {winner: 'Tiger', probability: 0.65, explanation: 'Tiger comes after Lion.'};
export const text = (value) => ({parts: [{text: value}]});

export async function all(events) {
  const collected = [];
  for await (const event of events) collected.push(event);
  return collected;
}

/** Asserts that `promise` fails with an error of the agent that has this code in JSON-RPC, and returns the error. */
export async function refused(promise, code) {
  const error = await promise.then((value) => assert.fail(`not refused: ${JSON.stringify(value)}`), (e) => e);
  assert.ok(error instanceof WireError, `no JSON-RPC error: ${error.stack}`);
  error.assertCode(code);
  return error;
}

/** Starts a task that works for a while ("slow") or until it is canceled ("endless"), and returns it. */
export async function start(client, contestant) {
  const {task} = await client.send({...text(`${contestant} vs Tiger`), wait: false});
  assert.ok(['submitted', 'working'].includes(task.state), `${task.state} instead of a running task`);
  return task;
}

/** The text or data of all parts of a task's only artifact, joined as its chunks are. */
export function artifactContent(task) {
  assert.equal(task.artifacts.length, 1, JSON.stringify(task.artifacts));
  const {parts} = task.artifacts[0];
  return parts[0].data ?? JSON.parse(parts.map((part) => part.text).join(''));
}

/** The state in which a stream leaves its task. */
export const endState = (events) => events.at(-1).state ?? events.at(-1).task?.state;

/** The pieces of all artifacts of a stream: those that its first event shows, then those that follow. */
const piecesOf = ([{task}, ...updates]) => [...(task.artifacts.map((artifact) => ({artifact, append: false}))),
  ...updates.filter(({type}) => type === 'artifact')];

/** The text of an artifact that was told in these pieces: one that is not appended begins it anew. */
const textOf = (pieces) => pieces.reduce((text, {artifact, append}, index) =>
  ((append ?? index > 0) ? text : '') + artifact.parts.map((part) => part.text).join(''), '');

export const cases = {
  async 'send: text becomes a completed task with an artifact'({client}) {
    const {type, task} = await client.send(text('Lion vs Tiger'));
    assert.equal(type, 'task');
    assert.equal(task.state, 'completed');
    assert.deepEqual(artifactContent(task), OUTCOME);
    assert.match(task.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  },

  async 'send: the history keeps the message of the user'({client}) {
    const messageId = randomUUID();
    const {task} = await client.send({...text('Lion vs Tiger'), messageId});
    const kept = task.history.find((message) => message.messageId === messageId);
    assert.equal(kept?.role, 'user');
    assert.equal(kept.parts[0].text, 'Lion vs Tiger');
  },

  async 'send: an agent may answer with a message'({client}) {
    const {type, message} = await client.send(text('hello'));
    assert.equal(type, 'message');
    assert.equal(message.role, 'agent');
    assert.equal(message.parts[0].text, 'Name two contestants: A vs B');
  },

  async 'send: a task that needs input goes on with the next message'({client}) {
    const {task: asking} = await client.send(text('ask vs Tiger'));
    assert.equal(asking.state, 'input-required');
    const {task} = await client.send({...text('Lion vs Tiger'), taskId: asking.id, contextId: asking.contextId});
    assert.equal(task.id, asking.id);
    assert.equal(task.state, 'completed');
    assert.deepEqual(artifactContent(task), OUTCOME);
  },

  async 'send: returns at once when told not to wait'({client}) {
    const task = await start(client, 'endless');
    await client.cancel(task.id);
  },

  async 'stream: the task first, then the artifact in pieces, then the end'({client}) {
    const events = await all(client.stream(text('chunks vs Tiger')));
    assert.equal(events[0].type, 'task');
    const pieces = piecesOf(events);
    assert.ok(!pieces[0].append, 'nothing is appended to an artifact that has not begun');
    assert.equal(JSON.parse(textOf(pieces)).winner, 'Tiger');
    assert.equal(endState(events), 'completed');
    const ids = new Set(events.map(({task, taskId}) => task?.id ?? taskId));
    assert.equal(ids.size, 1, 'all events belong to one task');
  },

  async 'stream: shows a task while it is running'({client}) {
    const events = await all(client.stream(text('slow vs Tiger')));
    assert.ok(['submitted', 'working'].includes(events[0].task?.state), JSON.stringify(events[0]));
    assert.equal(events.filter(({type}) => type === 'artifact').length, 1);
    assert.equal(events.at(-1).type, 'status');
    assert.equal(events.at(-1).state, 'completed');
  },

  async 'stream: ends when the agent asks for input'({client}) {
    assert.equal(endState(await all(client.stream(text('ask vs Tiger')))), 'input-required');
  },

  async 'stream: a message alone'({client}) {
    const events = await all(client.stream(text('hello')));
    assert.deepEqual(events.map(({type}) => type), ['message']);
  },

  async 'get: the task as it was sent'({client}) {
    const {task: sent} = await client.send(text('data vs Tiger'));
    const task = await client.get(sent.id);
    assert.equal(task.state, 'completed');
    assert.deepEqual(task.artifacts, sent.artifacts);
    assert.equal(artifactContent(task).winner, 'Tiger');
  },

  async 'get: an unknown task is not found'({client}) {
    await refused(client.get('no-such-task'), -32001);
  },

  async 'cancel: a running task'({client}) {
    const {id} = await start(client, 'endless');
    assert.equal((await client.cancel(id)).state, 'canceled');
    assert.equal((await client.get(id)).state, 'canceled');
  },

  async 'cancel: an ended task is refused'({client}) {
    const {task} = await client.send(text('Lion vs Tiger'));
    await refused(client.cancel(task.id), -32002);
  },

  async 'cancel: an unknown task is not found'({client}) {
    await refused(client.cancel('no-such-task'), -32001);
  },

  async 'subscribe: follows a running task to its end'({client}) {
    const {id} = await start(client, 'slow');
    const events = await all(client.subscribe(id));
    assert.equal(events.at(-1).state, 'completed');
    assert.deepEqual(artifactContent(await client.get(id)).winner, 'Tiger');
  },

  async 'subscribe: an unknown task is not found'({client}) {
    await refused(all(client.subscribe('no-such-task')), -32001);
  },
};

/** For clients that can list: v1.0's, and only through the gateway, which has a list for every agent. */
export const listCases = {
  async 'list: the tasks of a context, page by page'({client}) {
    const {task: first} = await client.send(text('Lion vs Tiger'));
    const {task: second} = await client.send({...text('data vs Tiger'), contextId: first.contextId});
    const page = await client.list({contextId: first.contextId, pageSize: 1});
    assert.equal(page.totalSize, 2);
    assert.deepEqual(page.tasks.map(({id}) => id), [second.id]);
    assert.deepEqual(page.tasks[0].artifacts, [], 'artifacts are shown when asked for');
    const rest = await client.list({contextId: first.contextId, pageToken: page.nextPageToken, includeArtifacts: true});
    assert.deepEqual(rest.tasks.map(({id}) => id), [first.id]);
    assert.deepEqual(rest.tasks[0].artifacts, first.artifacts);
    assert.equal(rest.nextPageToken, '');
  },

  async 'list: a token that is none is refused'({client}) {
    await refused(client.list({pageToken: 'none'}), -32602);
  },
};
