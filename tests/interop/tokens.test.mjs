// Bearer tokens of issuers that this project did not write: oidc-provider, found by discovery, and what jose signs,
// good and bad.
import assert from 'node:assert/strict';
import {generateKeyPairSync} from 'node:crypto';
import {once} from 'node:events';
import {createServer} from 'node:http';
import {after, before, describe, test} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import * as jose from 'jose';
import Provider from 'oidc-provider';
import {startGateway} from './gateway.mjs';

const AUDIENCE = 'urn:schemagate';
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const RULES = {rules: {all: {}}};

/** A server on a free port; `handle` gets its URL first. */
async function serve(make) {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  server.on('request', make(url));
  return {url, close: () => server.close()};
}

const json = (response, body) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));

/** An agent that is never called: lists are the gateway's own. */
const serveAgent = () => serve((url) => (_, response) => json(response, {
  name: 'Fight agent', description: 'Tells who would win.', version: '1.0.0', capabilities: {},
  supportedInterfaces: [{url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0'}],
  defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'],
  skills: [{id: 'fight-comparison', name: 'Fight', description: 'Compares.', tags: ['fight']}],
}));

async function list(gateway, token) {
  const headers = token === undefined ? {} : {Authorization: `Bearer ${token}`};
  return fetch(`${gateway.url}/fight/tasks`, {headers});
}

/** The status once the gateway knows the issuer's keys: until then it is 503. */
async function statusOf(gateway, token) {
  for (let i = 0; i < 200; ++i) {
    const answer = await list(gateway, token);
    await answer.arrayBuffer();
    if (answer.status !== 503) return answer.status;
    await sleep(50);
  }
  return 503;
}

async function keyPair(algorithm, kid) {
  const pair = await jose.generateKeyPair(algorithm, {extractable: true, ...(algorithm === 'EdDSA' ? {crv: 'Ed25519'} : {})});
  const described = {kid, alg: algorithm, use: 'sig'};
  return {kid, algorithm, private: pair.privateKey, jwk: {...await jose.exportJWK(pair.publicKey), ...described},
    secretJwk: {...await jose.exportJWK(pair.privateKey), ...described}};
}

describe('oidc-provider, found by discovery', () => {
  let provider;
  let agent;
  let gateway;

  before(async () => {
    const keys = await Promise.all(ALGORITHMS.map((each) => keyPair(each, `op-${each}`)));
    provider = await serve((url) => new Provider(url, {
      jwks: {keys: keys.map((each) => each.secretJwk)},
      clients: [{client_id: 'nightly', client_secret: 'client-secret-canary', grant_types: ['client_credentials'],
        redirect_uris: [], response_types: []}],
      enabledJWA: {idTokenSigningAlgValues: ALGORITHMS},
      features: {
        clientCredentials: {enabled: true}, devInteractions: {enabled: false},
        resourceIndicators: {enabled: true, getResourceServerInfo: (_, resource) => ({
          scope: 'fight.use', audience: AUDIENCE, accessTokenFormat: 'jwt',
          jwt: {sign: {alg: resource.split(':').pop()}}})},
      },
    }).callback());
    agent = await serveAgent();
    gateway = await startGateway({fight: {url: agent.url}}, {more: {...RULES, authentication: {tokens: {
      login: {issuer: provider.url, audience: [AUDIENCE]}}}}});
  });
  after(async () => {
    assert.equal(await gateway.close(), 0);
    agent.close();
    provider.close();
  });

  for (const algorithm of ALGORITHMS) {
    test(`a token that it has signed with ${algorithm} is taken`, async () => {
      const answer = await fetch(`${provider.url}/token`, {method: 'POST',
        headers: {Authorization: `Basic ${btoa('nightly:client-secret-canary')}`},
        body: new URLSearchParams({grant_type: 'client_credentials', scope: 'fight.use',
          resource: `urn:alg:${algorithm}`})});
      const {access_token: token} = await answer.json();
      assert.equal(jose.decodeProtectedHeader(token).alg, algorithm);
      assert.equal(await statusOf(gateway, token), 200);
      assert.ok(!gateway.log.text.includes(token.split('.')[2]), 'no token is logged');
    });
  }

  test('the card names the discovery document', async () => {
    const card = await (await fetch(`${gateway.url}/fight/.well-known/agent-card.json`, {headers: {'A2A-Version': '1.0'}})).json();
    const {openIdConnectUrl} = card.securitySchemes.login.openIdConnectSecurityScheme;
    assert.equal((await (await fetch(openIdConnectUrl)).json()).issuer, provider.url);
  });
});

describe('what jose signs', () => {
  const issuer = 'https://issuer.test';
  let keys;
  let served;
  let agent;
  let gateway;
  let set;

  const claims = () => new jose.SignJWT({}).setIssuer(issuer).setAudience(AUDIENCE).setSubject('alice')
    .setIssuedAt().setExpirationTime('5m');
  const sign = (key, token = claims(), header = {}) =>
    token.setProtectedHeader({alg: key.algorithm, kid: key.kid, ...header}).sign(key.private);

  before(async () => {
    keys = Object.fromEntries(await Promise.all(ALGORITHMS.map(async (each) => [each, await keyPair(each, each)])));
    set = {keys: Object.values(keys).map((each) => each.jwk)};
    served = await serve(() => (_, response) => json(response, set));
    agent = await serveAgent();
    gateway = await startGateway({fight: {url: agent.url}}, {more: {...RULES, authentication: {tokens: {
      login: {issuer, audience: [AUDIENCE], jwks_url: `${served.url}/keys`, refresh: '10s'}}}}});
  });
  after(async () => {
    assert.equal(await gateway.close(), 0);
    agent.close();
    served.close();
  });

  for (const algorithm of ALGORITHMS) {
    test(`${algorithm} is taken`, async () => assert.equal(await statusOf(gateway, await sign(keys[algorithm])), 200));
  }

  const bad = {
    'another issuer': () => sign(keys.ES256, claims().setIssuer('https://other.test')),
    'another audience': () => sign(keys.ES256, claims().setAudience('other')),
    'no audience': () => sign(keys.ES256, new jose.SignJWT({}).setIssuer(issuer).setSubject('a').setExpirationTime('5m')),
    'expired': () => sign(keys.ES256, claims().setExpirationTime(Math.floor(Date.now() / 1000) - 61)),
    'not yet valid': () => sign(keys.ES256, claims().setNotBefore('5m')),
    'without an end': () => sign(keys.ES256, new jose.SignJWT({}).setIssuer(issuer).setAudience(AUDIENCE).setSubject('a')),
    'unsigned': () => new jose.UnsecuredJWT({}).setIssuer(issuer).setAudience(AUDIENCE).setSubject('a')
      .setExpirationTime('5m').encode(),
    'HS256 with the public key': async () => claims().setProtectedHeader({alg: 'HS256', kid: 'RS256'})
      .sign(new TextEncoder().encode(await jose.exportSPKI(await jose.importJWK(keys.RS256.jwk, 'RS256')))),
    'an algorithm that is not allowed': async () => {
      const {privateKey} = await jose.generateKeyPair('RS512');
      return claims().setProtectedHeader({alg: 'RS512', kid: 'RS256'}).sign(privateKey);
    },
    'another key of the same id': async () => sign({...await keyPair('ES256', 'ES256')}),
    'an unknown key': async () => sign(await keyPair('ES256', 'unknown')),
    'its own key in its header': async () => {
      const own = await keyPair('ES256', 'own');
      return sign(own, claims(), {jwk: own.jwk});
    },
    'a type for something else': () => sign(keys.ES256, claims(), {typ: 'logout+jwt'}),
    'ES384, a curve that does not fit': async () => {
      const {privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-384'});
      return claims().setProtectedHeader({alg: 'ES384', kid: 'ES256'}).sign(privateKey);
    },
    'a changed signature': async () => `${(await sign(keys.ES256)).slice(0, -8)}AAAAAAAA`,
    'nonsense': () => 'canary.canary.canary',
  };
  for (const [what, make] of Object.entries(bad)) {
    test(`refused: ${what}`, async () => {
      const token = await make();
      assert.equal(await statusOf(gateway, token), 401);
      const answer = await list(gateway, token);
      assert.match(answer.headers.get('WWW-Authenticate'), /^Bearer realm="schemagate", error="invalid_token"/);
      const body = await answer.text();
      for (const part of token.split('.').filter((each) => each.length > 5)) {
        assert.ok(!body.includes(part) && !gateway.log.text.includes(part), 'nothing of it is shown or logged');
      }
    });
  }

  test('a key that is published before it signs is taken without a refused request', async () => {
    const next = await keyPair('ES256', 'next');
    set = {keys: [...set.keys, next.jwk]};
    const old = await sign(keys.ES256);
    const fresh = await sign(next);
    let taken = false;
    for (let i = 0; i < 300 && !taken; ++i) {
      assert.equal(await statusOf(gateway, old), 200);
      taken = await statusOf(gateway, fresh) === 200;
      await sleep(50);
    }
    assert.ok(taken, 'the keys were read again');
    set = {keys: set.keys.filter((each) => each.kid !== 'ES256')};
    for (let i = 0; i < 300 && await statusOf(gateway, old) === 200; ++i) await sleep(50);
    assert.equal(await statusOf(gateway, old), 401, 'a key that is gone, and the tokens that it has signed');
    assert.equal(await statusOf(gateway, fresh), 200);
  });
});
