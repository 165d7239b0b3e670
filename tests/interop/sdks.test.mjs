// The matrix of the SDKs that other languages have, each as client and as agent: SDK to SDK, then through the gateway.
// SDKS="python go" bash run.sh sdks: only these.
import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {cases, listCases} from './cases.mjs';
import {startGateway} from './gateway.mjs';
import {pushCases} from './push_cases.mjs';
import {startReceiver} from './push_receiver.mjs';
import {connect, startAgent} from './sdks/client.mjs';
import {isOutOfOrder, Recorder} from './sdks/recorder.mjs';
import {limitOf, SDKS} from './sdks/sdks.mjs';
import {structuredCases} from './structured_cases.mjs';

const wanted = process.env.SDKS?.split(' ');
const chosen = Object.entries(SDKS).filter(([, {family}]) => !wanted || wanted.includes(family));
const named = (name, {family}, kind) => ({...kind, family, title: `${name} v${kind.version} ${kind.binding}`});
const CLIENTS = chosen.flatMap(([name, sdk]) => sdk.clients.map((kind) => ({...named(name, sdk, kind),
  connect: (url) => connect({command: sdk.client, form: sdk.form, tells: kind.tells}, url, kind.version, kind.binding)})));
const AGENTS = chosen.flatMap(([name, sdk]) => sdk.agents.map((kind) => ({...named(name, sdk, kind),
  start: (recorder) => startAgent({command: sdk.agent}, kind.version, kind.binding, recorder)})));

/** A case that the agent's SDK may spoil: told as such, and no failure, where its events were out of order on the wire. */
async function spoilable(t, body, context, {reason}) {
  context.recorder.forget();
  try {
    await body(context);
  } catch (error) {
    if (context.recorder.sawDisorder()) t.todo(`the SDK ${reason}: seen on the wire, without the gateway`);
    throw error;
  }
}

/** A case, or where an SDK alone cannot pass it, that it still cannot. */
function cell(name, body, context, limit) {
  if (!limit) return test(name, {timeout: 20_000}, () => body(context));
  if (limit.disorder) return test(name, {timeout: 20_000}, (t) => spoilable(t, body, context, limit));
  return test(`${name} [fails: the SDK ${limit.reason}]`, {timeout: 20_000}, () =>
    assert.rejects(async () => body(context), undefined, 'the SDK can by now: take the limit out of sdks.mjs'));
}

function suite(title, setup, run, limit) {
  describe(title, {concurrency: false}, () => {
    const context = {};
    before(() => setup(context), {timeout: 30_000});
    after(async () => {
      await context.client?.close();
      const code = await context.gateway?.close();
      await context.agent?.close();
      await context.receiver?.close();
      await context.recorder?.close();
      if (context.gateway) assert.equal(code, 0, 'the gateway ends in order');
    });
    for (const [name, body] of Object.entries(run)) cell(name, body, context, limit(name));
  });
}

test('a stream is out of order when a piece is where the agent cannot have put it', () => {
  const piece = (append, lastChunk) => ({kind: 'artifact-update', artifact: {artifactId: 'a'}, append, lastChunk});
  const status = (state) => ({kind: 'status-update', status: {state}});
  const end = {statusUpdate: {status: {state: 'TASK_STATE_COMPLETED'}}};
  assert.ok(!isOutOfOrder([status('working'), piece(false, false), piece(true, false), piece(true, true), status('completed')]));
  assert.ok(isOutOfOrder([piece(true, false), piece(false, false)]), 'in front of the first');
  assert.ok(isOutOfOrder([piece(false, false), piece(true, true), piece(true, false)]), 'behind the last');
  assert.ok(isOutOfOrder([end, {artifactUpdate: piece(false, true)}]), 'behind the end');
});

describe('SDK to SDK', {concurrency: 3}, () => {
  for (const client of CLIENTS) {
    const agent = AGENTS.find(({title}) => title === client.title);
    if (!agent) continue;
    suite(client.title, async (context) => {
      if (agent.family === 'java') context.recorder = await Recorder.start();
      context.agent = await agent.start(context.recorder);
      context.client = await client.connect(context.agent.url);
    }, cases, (name) => limitOf(name, client.title, agent.title));
  }
});

describe('through the gateway', {concurrency: 3}, () => {
  for (const client of CLIENTS) {
    const run = {...cases, ...(client.flags && structuredCases), ...(client.version === '1.0' && listCases),
      ...pushCases};
    for (const agent of AGENTS.filter(({family}) => family === client.family)) {
      suite(`${client.title} client, ${agent.title} agent`, async (context) => {
        context.agent = await agent.start();
        context.gateway = await startGateway({fight: {url: context.agent.url}});
        context.receiver = await startReceiver();
        context.url = `${context.gateway.url}/fight`;
        context.client = await client.connect(context.url);
      }, run, (name) => limitOf(name, client.title));
    }
  }
});
