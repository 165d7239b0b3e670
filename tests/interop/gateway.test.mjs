// The matrix: both SDKs as clients of the gateway in both bindings, both SDKs as agents behind it.
import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import * as agent03 from './agents/agent_0_3.mjs';
import * as agent10 from './agents/agent_1_0.mjs';
import {cases, listCases} from './cases.mjs';
import * as client03 from './clients/client_0_3.mjs';
import * as client10 from './clients/client_1_0.mjs';
import {startGateway} from './gateway.mjs';
import {pushCases} from './push_cases.mjs';
import {startReceiver} from './push_receiver.mjs';
import {cardCases, structuredCases} from './structured_cases.mjs';

// The v0.3 SDK's HTTP+JSON cannot flag a part: its parts have no metadata.
const CLIENTS = {
  'v0.3': {connect: client03.connect, run: {...cases, ...structuredCases, ...pushCases}},
  'v1.0': {connect: client10.connect, run: {...cases, ...structuredCases, ...listCases, ...pushCases}},
  'v0.3 HTTP+JSON': {connect: client03.connectRest, run: {...cases, ...pushCases}},
  'v1.0 HTTP+JSON': {connect: client10.connectRest,
    run: {...cases, ...structuredCases, ...listCases, ...pushCases}},
};
const AGENTS = {'0.3': agent03, '1.0': agent10};
// How structured input reaches the agent: as its data part, or as a sentence.
const SKILLS = {data: {}, prompt: {hand_over: {template: '{a} vs {b}'}}};

function suite(title, setup, run) {
  describe(title, {concurrency: false}, () => {
    const context = {};
    before(() => setup(context));
    after(async () => {
      const code = await context.gateway?.close();
      await context.agent?.close();
      await context.receiver?.close();
      assert.equal(code, 0, 'the gateway ends in order');
    });
    for (const [name, body] of Object.entries(run)) test(name, {timeout: 20_000}, () => body(context));
  });
}

async function start(context, agentVersion, skill) {
  context.agent = await AGENTS[agentVersion].startAgent();
  context.gateway = await startGateway({fight: {url: context.agent.url, skill}});
  context.receiver = await startReceiver();
  context.url = `${context.gateway.url}/fight`;
}

// Suites run side by side, the cases of one suite one after the other: they count the calls of their agent.
describe('through the gateway', {concurrency: 4}, () => {
  for (const agentVersion of Object.keys(AGENTS)) {
    suite(`card of a v${agentVersion} agent`, (context) => start(context, agentVersion), cardCases);
    for (const [client, {connect, run}] of Object.entries(CLIENTS)) {
      for (const [handOver, skill] of Object.entries(SKILLS)) {
        const some = handOver === 'data' ? run : structuredCases;
        if (handOver !== 'data' && client.endsWith('JSON')) continue;
        suite(`${client} client, v${agentVersion} agent, input handed over as ${handOver}`, async (context) => {
          await start(context, agentVersion, skill);
          context.client = await connect(`${context.url}/`);
        }, some);
      }
    }
  }
});
