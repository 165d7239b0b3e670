// Push notifications: the SDKs' clients register, a receiver gets them in the version of the registration.
// A case gets {client, receiver}.
import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {refused, start, text} from './cases.mjs';

const isOver = (version) => (got) => got.some(({body}) => version === '1.0'
  ? body.statusUpdate?.status.state === 'TASK_STATE_COMPLETED' : body.status.state === 'completed');

function checkNotifications(version, got, task) {
  for (const {headers, body} of got) {
    assert.equal(headers.authorization, 'Bearer s3cret');
    assert.equal(headers['x-a2a-notification-token'], 'tok');
    if (version === '1.0') {
      assert.equal(headers['content-type'], 'application/a2a+json');
      assert.equal((body.statusUpdate ?? body.artifactUpdate).taskId, task.id);
    } else {
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(body.kind, 'task');
      assert.equal(body.id, task.id);
    }
  }
  const ids = got.map(({headers}) => headers['webhook-id']);
  assert.deepEqual([...new Set(ids)], ids, 'each once');
}

const hook = (receiver, name) => ({id: name, url: receiver.url(name), token: 'tok', scheme: 'Bearer',
  credentials: 's3cret'});

export const pushCases = {
  async 'push: a config that comes with the message'({client, receiver}) {
    const name = randomUUID();
    const {task} = await client.send({...text('slow vs Tiger'), push: hook(receiver, name)});
    assert.equal(task.state, 'completed');
    checkNotifications(client.version, await receiver.until(name, isOver(client.version)), task);
  },

  async 'push: a config that is registered later, read, listed and deleted'({client, receiver}) {
    const [name, other] = [randomUUID(), randomUUID()];
    const task = await start(client, 'slow');
    const made = await client.createPush(task.id, hook(receiver, name));
    // The token is as secret as the credentials: neither is given back.
    assert.deepEqual({...made, token: made.token ?? ''},
      {taskId: task.id, id: name, url: receiver.url(name), token: '', scheme: 'Bearer'});
    await client.createPush(task.id, hook(receiver, other));
    assert.deepEqual(await client.getPush(task.id, name), made);
    assert.deepEqual((await client.listPush(task.id)).map(({id}) => id), [name, other]);
    await client.deletePush(task.id, other);
    assert.deepEqual((await client.listPush(task.id)).map(({id}) => id), [name]);
    await refused(client.getPush(task.id, other), -32001);
    checkNotifications(client.version, await receiver.until(name, isOver(client.version)), task);
    assert.deepEqual(receiver.at(other), []);
  },

  async 'push: a receiver inside is refused'({client}) {
    const task = await start(client, 'endless');
    const inside = {id: 'x', url: 'http://169.254.169.254/', token: '', scheme: '', credentials: ''};
    await refused(client.createPush(task.id, inside), -32602);
    await client.cancel(task.id);
  },
};
