// Signatures of cards, both ways: the SDK verifies what the gateway signed, the gateway what the SDK signed (X-5,
// pitfall 13).
import assert from 'node:assert/strict';
import {generateKeyPairSync} from 'node:crypto';
import {once} from 'node:events';
import {createServer} from 'node:http';
import {describe, test} from 'node:test';
import {AgentCard, generateAgentCardSignature, verifyAgentCardSignature} from '@a2a-js/sdk-1.0';
import {EXTENSION, startGateway} from './gateway.mjs';

const KEYS = {
  ES256: () => generateKeyPairSync('ec', {namedCurve: 'P-256'}),
  EdDSA: () => generateKeyPairSync('ed25519'),
};

const cardOf = (base) => ({
  name: 'Fight agent \u{1F94A}', description: 'Tells who would win.', version: '1.0.0',
  supportedInterfaces: [{url: `${base}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: ''}],
  capabilities: {streaming: true, extensions: [{uri: 'urn:other', required: false, params: {empty: [], n: 1e21}}]},
  defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'],
  skills: [{id: 'fight-comparison', name: 'Fight Comparison', description: 'Compares.', tags: ['fight'], examples: []}],
});

/** Serves what `make` makes of the base URL as a card. */
async function serveCard(make) {
  let card;
  const server = createServer((_, response) => response.setHeader('Content-Type', 'application/json').end(card));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  card = JSON.stringify(await make(url));
  return {url, close: () => server.close()};
}

/** Runs `body` with the URL of a gateway in front of that card. */
async function withGateway(make, {upstream, signing, files}, body) {
  const agent = await serveCard(make);
  const gateway = await startGateway({fight: {url: agent.url, upstream}}, {signing, files});
  try {
    await body(gateway.url);
  } finally {
    await gateway.close();
    agent.close();
  }
}

const fetchCard = async (url, version) =>
  fetch(`${url}/fight/.well-known/agent-card.json`, {headers: version ? {'A2A-Version': version} : {}});

/** Verifies as a client of the SDK would, with the key that the card names. */
async function verify(card) {
  await verifyAgentCardSignature(async (kid, jku) => {
    const {keys} = await (await fetch(jku)).json();
    return keys.find((key) => key.kid === kid);
  })(AgentCard.fromJSON(card));
}

describe('card signatures', {concurrency: 2}, () => {
  for (const [alg, generate] of Object.entries(KEYS)) {
    test(`the SDK verifies the gateway's ${alg} signature`, {timeout: 20_000}, async () => {
      const pem = generate().privateKey.export({type: 'pkcs8', format: 'pem'});
      const options = {signing: {keys: {[`key-${alg}`]: 'key.pem'}}, files: {'key.pem': pem}};
      await withGateway(cardOf, options, async (url) => {
        for (const version of [undefined, '1.0']) {
          const card = await (await fetchCard(url, version)).json();
          await verify(card);
          const declaration = card.capabilities.extensions.find(({uri}) => uri === EXTENSION);
          assert.ok(declaration.params.schemas.fightComparison);
          declaration.params.schemas.fightComparison.title = 'altered';
          await assert.rejects(verify(card), 'the schemas are bound');
        }
      });
    });

    test(`the gateway verifies the SDK's ${alg} signature`, {timeout: 20_000}, async () => {
      const {privateKey, publicKey} = generate();
      const sign = generateAgentCardSignature(privateKey, {alg, kid: 'agent', typ: 'JOSE'});
      const signed = async (base) => AgentCard.toJSON(await sign(AgentCard.fromJSON(cardOf(base))));
      const altered = async (base) => ({...await signed(base), version: '6.6.6'});
      const keys = JSON.stringify({keys: [{...publicKey.export({format: 'jwk'}), kid: 'agent', alg}]});
      const options = {upstream: {card_keys: 'agent.jwks.json'}, files: {'agent.jwks.json': keys}};
      for (const [make, status] of [[signed, 200], [altered, 503], [cardOf, 503]]) {
        await withGateway(make, options, async (url) => assert.equal((await fetchCard(url)).status, status));
      }
    });
  }
});
