// What the gateway adds: cases with a declared schema (object-schemas, sections 2 to 4).
// A case gets {client, agent, url}; url is the agent's base URL at the gateway.
import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {all, OUTCOME, refused, start} from './cases.mjs';
import {EXTENSION, SCHEMAS} from './gateway.mjs';

const RESPONSE_LABEL = 'application/json;schema=fightResponse';
const INPUT_LABEL = 'application/json;schema=fightComparison';
const fight = (a, b = 'Tiger') => ({data: {a, b}, schema: 'fightComparison'});
const structured = (...parts) => ({parts});

/** The only part of the artifact, asserted to be labelled. */
function typedOutcome(task) {
  assert.equal(task.state, 'completed');
  assert.deepEqual(task.artifacts.map(({artifactId}) => artifactId), ['fight-result']);
  const [part, ...others] = task.artifacts[0].parts.filter(({data}) => data !== undefined);
  assert.deepEqual(others, []);
  assert.equal(part.label, RESPONSE_LABEL);
  return part.data;
}

async function callsDuring(agent, action) {
  const before = await agent.calls();
  await action();
  return await agent.calls() - before;
}

export const structuredCases = {
  async 'OS-26, OS-30, OS-35: valid input becomes a task with a typed artifact'({client}) {
    const {type, task} = await client.send(structured(fight('Lion')));
    assert.equal(type, 'task');
    assert.deepEqual(typedOutcome(task), OUTCOME);
  },

  async 'OS-36, OS-37, OS-38, OS-39: title, history and timestamps'({client}) {
    const messageId = randomUUID();
    const {task} = await client.send({...structured(fight('Lion')), messageId});
    assert.equal(task.metadata.title, 'Who would win in a fight between Lion and Tiger?');
    const [message] = task.history;
    assert.deepEqual([message.messageId, message.role, message.taskId, message.contextId],
      [messageId, 'user', task.id, task.contextId]);
    assert.deepEqual(message.parts.map(({data, label}) => ({data, label})),
      [{data: {a: 'Lion', b: 'Tiger'}, label: INPUT_LABEL}]);
    assert.match(task.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  },

  async 'OS-30: an agent that answers with a message still gives a task'({client}) {
    const {type, task} = await client.send(structured(fight('message')));
    assert.equal(type, 'task');
    assert.equal(typedOutcome(task).winner, 'Tiger');
  },

  async 'OS-35: data, fenced JSON and chunks are typed too'({client}) {
    for (const style of ['data', 'fenced', 'chunks']) {
      const {task} = await client.send(structured(fight(style)));
      assert.equal(typedOutcome(task).winner, 'Tiger', style);
    }
  },

  async 'OS-40, X-15: what does not fit is kept, never labelled, and explained'({client}) {
    const {task} = await client.send(structured(fight('invalid')));
    assert.equal(task.state, 'completed');
    const [artifact] = task.artifacts;
    assert.deepEqual(artifact.parts.filter(({label}) => label === RESPONSE_LABEL), []);
    assert.match(JSON.stringify(artifact.parts), /1\.5/);
    assert.match(JSON.stringify(artifact.metadata), /probability/);
  },

  async 'OS-35: prose is kept as it is'({client}) {
    const {task} = await client.send(structured(fight('prose')));
    assert.equal(task.state, 'completed');
    assert.deepEqual(task.artifacts[0].parts.map(({text}) => text), ['Tiger would win.']);
  },

  async 'OS-5, OS-27, OS-31: invalid input is refused with its place'({client, agent}) {
    const calls = await callsDuring(agent, async () => {
      const error = await refused(client.send(structured({data: {a: 'Lion'}, schema: 'fightComparison'})), -32602);
      error.assertMessage(/fightComparison/);
      error.assertReason('STRUCTURED_INPUT_INVALID');
      error.assertFields(['message.parts[0].data.b']);
    });
    assert.equal(calls, 0);
  },

  async 'OS-24: an undeclared schema is refused'({client, agent}) {
    const calls = await callsDuring(agent, async () => {
      const error = await refused(client.send(structured({data: {}, schema: 'nope'})), -32005);
      error.assertReason('SCHEMA_NOT_DECLARED');
    });
    assert.equal(calls, 0);
  },

  async 'OS-28: the first flagged part decides'({client}) {
    const bad = {data: {a: 1}, schema: 'fightComparison'};
    await refused(client.send(structured(bad, fight('Lion'))), -32602);
    const {task} = await client.send(structured(fight('Lion'), bad));
    assert.deepEqual(typedOutcome(task), OUTCOME);
  },

  async 'OS-33: structured input to a running task is refused and changes nothing'({client, agent}) {
    const running = await start(client, 'endless');
    const before = await client.get(running.id);
    const calls = await callsDuring(agent, async () => {
      for (const part of [fight('Lion'), {data: {}, schema: 'fightComparison'}]) {
        const error = await refused(
          client.send({...structured(part), taskId: running.id, contextId: running.contextId}), -32004);
        error.assertReason('TASK_ALREADY_RUNNING');
      }
    });
    assert.equal(calls, 0);
    const after = await client.get(running.id);
    assert.deepEqual([after.history, after.artifacts], [before.history, before.artifacts]);
    await client.cancel(running.id);
  },

  async 'OS-30: a stream begins with the task and ends with the typed artifact'({client}) {
    for (const style of ['Lion', 'chunks', 'message']) {
      const events = await all(client.stream(structured(fight(style))));
      assert.equal(events[0].type, 'task', style);
      const typed = events.filter(({type}) => type === 'artifact').flatMap(({artifact}) => artifact.parts)
        .filter(({label}) => label === RESPONSE_LABEL);
      assert.deepEqual(typed.map(({data}) => data.winner), ['Tiger'], style);
      assert.equal(events.at(-1).state, 'completed', style);
    }
  },

  async 'a refusal on a streaming method comes before the stream'({client}) {
    await refused(all(client.stream(structured({data: {a: 'Lion'}, schema: 'fightComparison'}))), -32602);
  },

  async 'returns the running task at once when told not to wait'({client}) {
    const {task} = await client.send({...structured(fight('endless')), wait: false});
    assert.ok(['submitted', 'working'].includes(task.state), task.state);
    await client.cancel(task.id);
  },

  async 'OS-34: text to a task that needs input goes to the agent'({client}) {
    const {task: asking} = await client.send(structured(fight('ask')));
    assert.equal(asking.state, 'input-required');
    const {task} = await client.send(
      {parts: [{text: 'Lion vs Tiger'}], taskId: asking.id, contextId: asking.contextId});
    assert.equal(task.id, asking.id);
    assert.deepEqual(typedOutcome(task), OUTCOME);
  },

  async 'the same message again is the same task'({client, agent}) {
    const message = {...structured(fight('Lion')), messageId: randomUUID()};
    const {task: first} = await client.send(message);
    const calls = await callsDuring(agent, async () => {
      assert.equal((await client.send(message)).task.id, first.id);
    });
    assert.equal(calls, 0);
  },

  async 'a client that leaves stops neither the task nor another subscriber'({client}) {
    const running = await start(client, 'slow');
    const staying = all(client.subscribe(running.id));
    for await (const event of client.subscribe(running.id)) {
      assert.ok(event);
      break;  // closes this subscriber's connection
    }
    const events = await staying;
    assert.equal(events[0].type, 'task');
    assert.equal(events.at(-1).state, 'completed');
  },

  async 'subscribe: an ended task is shown in v0.3 and refused in v1.0'({client}) {
    const {task} = await client.send(structured(fight('Lion')));
    if (client.version === '1.0') return void await refused(all(client.subscribe(task.id)), -32004);
    const events = await all(client.subscribe(task.id));
    assert.deepEqual(events.map(({type}) => type), ['task']);
    assert.equal(events[0].task.state, 'completed');
  },
};

async function card(url, headers = {}) {
  return fetch(`${url}/.well-known/agent-card.json`, {headers});
}

export const cardCases = {
  async 'OS-10, OS-11, OS-13, OS-14: the card declares the extension, schemas and modes'({url}) {
    const published = await (await card(url)).json();
    const extension = published.capabilities.extensions.find(({uri}) => uri === EXTENSION);
    assert.notEqual(extension.required, true);
    assert.deepEqual(published.schemas, SCHEMAS);
    assert.deepEqual(extension.params.schemas, SCHEMAS);
    const [skill] = published.skills;
    assert.equal(skill.id, 'fight-comparison');
    assert.equal(skill.inputModes[0], 'text/plain');
    assert.ok(skill.inputModes.includes(INPUT_LABEL), JSON.stringify(skill.inputModes));
    assert.ok(skill.outputModes.includes(RESPONSE_LABEL), JSON.stringify(skill.outputModes));
  },

  async 'the card names the gateway and nothing behind it'({url, agent}) {
    for (const headers of [{}, {'A2A-Version': '0.3'}, {'A2A-Version': '1.0'}]) {
      const body = await (await card(url, headers)).text();
      assert.ok(body.includes(url), body);
      assert.ok(!body.includes(new URL(agent.url).host), body);
    }
  },

  async 'the card follows A2A-Version'({url}) {
    const [both, old, current] = await Promise.all([{}, {'A2A-Version': '0.3'}, {'A2A-Version': '1.0'}]
      .map(async (headers) => (await card(url, headers)).json()));
    assert.ok(both.url && both.supportedInterfaces.length === 4);
    assert.ok(old.url && !old.supportedInterfaces);
    assert.ok(!current.url && current.supportedInterfaces.length >= 1);
  },

  async 'the card can be revalidated'({url}) {
    const first = await card(url);
    const etag = first.headers.get('etag');
    assert.match(first.headers.get('vary') ?? '', /A2A-Version/i);
    const second = await card(url, {'If-None-Match': etag});
    assert.equal(second.status, 304);
    assert.notEqual((await card(url, {'A2A-Version': '1.0'})).headers.get('etag'), etag);
  },
};
