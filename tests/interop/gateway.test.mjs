// The matrix: both SDKs as clients of the gateway and as agents behind it, each over both bindings.
import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import * as agent03 from './agents/agent_0_3.mjs';
import * as agent10 from './agents/agent_1_0.mjs';
import {overWebSocket} from './agents/websocket_front.mjs';
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
  'v0.3 WebSocket': {connect: client03.connectWebSocket, run: {...cases, ...structuredCases, ...pushCases}},
  'v1.0 WebSocket': {connect: client10.connectWebSocket,
    run: {...cases, ...structuredCases, ...listCases, ...pushCases}},
  'v0.3 HTTP+JSON': {connect: client03.connectRest, run: {...cases, ...pushCases}},
  'v1.0 HTTP+JSON': {connect: client10.connectRest,
    run: {...cases, ...structuredCases, ...listCases, ...pushCases}},
};
const AGENTS = {
  'v0.3': () => agent03.startAgent(),
  'v1.0': () => agent10.startAgent(),
  'v0.3 WebSocket': async () => overWebSocket(await agent03.startAgent()),
  'v1.0 WebSocket': async () => overWebSocket(await agent10.startAgent()),
  'v0.3 HTTP+JSON': () => agent03.startAgent('HTTP+JSON'),
  'v1.0 HTTP+JSON': () => agent10.startAgent('HTTP+JSON'),
};
// How structured input reaches the agent: as its data part, or as a sentence.
const SKILLS = {data: {}, prompt: {hand_over: {template: '{a} vs {b}'}}};

/** Not every pair: WebSocket is one of two transports of JSON-RPC, whose other pairs are all there. */
function isWorthwhile(client, agent, handOver) {
  if (handOver !== 'data' && (/JSON$|WebSocket$/.test(client) || agent.endsWith('WebSocket'))) return false;
  if (client.endsWith('WebSocket')) return agent === 'v1.0';
  return !agent.endsWith('WebSocket') || agent.startsWith(client);
}

function suite(title, setup, run) {
  describe(title, {concurrency: false}, () => {
    const context = {};
    before(() => setup(context));
    after(async () => {
      const {transport} = context.client ?? {};
      if (transport) assert.ok(transport.received > 0, 'messages came over WebSocket');
      await transport?.close();
      const code = await context.gateway?.close();
      await context.agent?.close();
      await context.receiver?.close();
      assert.equal(code, 0, 'the gateway ends in order');
    });
    for (const [name, body] of Object.entries(run)) test(name, {timeout: 20_000}, () => body(context));
  });
}

async function start(context, agent, skill, websocket) {
  context.agent = await AGENTS[agent]();
  context.gateway = await startGateway({fight: {url: context.agent.url, skill, websocket}});
  context.receiver = await startReceiver();
  context.url = `${context.gateway.url}/fight`;
}

// Suites run side by side, the cases of one suite one after the other: they count the calls of their agent.
describe('through the gateway', {concurrency: 4}, () => {
  for (const agent of Object.keys(AGENTS)) {
    suite(`card of a ${agent} agent`, (context) => start(context, agent), cardCases);
    for (const [client, {connect, run}] of Object.entries(CLIENTS)) {
      for (const [handOver, skill] of Object.entries(SKILLS)) {
        const some = handOver === 'data' ? run : structuredCases;
        if (!isWorthwhile(client, agent, handOver)) continue;
        suite(`${client} client, ${agent} agent, input handed over as ${handOver}`, async (context) => {
          await start(context, agent, skill, client.endsWith('WebSocket'));
          context.client = await connect(`${context.url}/`);
        }, some);
      }
    }
  }
});
