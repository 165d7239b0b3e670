// What the gateway shows to agents, checked by parts that this project did not write: tokens that oidc-provider gives to
// the gateway, a token that says who calls, verified by jose with the gateway's key set; and the SDK's own handler of
// credentials before a gateway that wants a token.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {generateKeyPairSync} from 'node:crypto';
import {after, before, describe, test} from 'node:test';
import {promisify} from 'node:util';
import * as jose from 'jose';
import {ClientFactory, ClientFactoryOptions, createAuthenticatingFetchWithRetry, DefaultAgentCardResolver,
  JsonRpcTransportFactory} from '@a2a-js/sdk-1.0/client';
import {startGateway} from './gateway.mjs';
import {RESOURCE, SECRET, serveAgent, startProvider} from './issuer.mjs';

let nextId = 1;
async function greet(gateway, headers = {}) {
  const answer = await fetch(`${gateway.url}/fight`, {method: 'POST',
    headers: {'Content-Type': 'application/json', 'A2A-Version': '1.0', ...headers},
    body: JSON.stringify({jsonrpc: '2.0', id: 1, method: 'SendMessage', params: {message: {
      messageId: `m-${nextId++}`, role: 'ROLE_USER', parts: [{text: 'hi'}]}}})});
  return answer.json();
}

describe('tokens of oidc-provider for the agent', () => {
  let provider;
  let agent;
  const seen = [];

  before(async () => {
    provider = await startProvider();
    const keys = jose.createRemoteJWKSet(new URL(`${provider.url}/jwks`));
    agent = await serveAgent(async (headers) => {
      const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
      seen.push(await jose.jwtVerify(token, keys, {issuer: provider.url, audience: RESOURCE}));
    });
  });
  after(() => {
    agent.close();
    provider.close();
  });

  const gatewayWith = (oauth2) => startGateway(
    {fight: {url: agent.url, upstream: {credentials: {oauth2: {token_url: `${provider.url}/token`,
      client_id: 'gateway', client_secret: {file: 'secret'}, resource: RESOURCE, scopes: ['greet'], ...oauth2}}}}},
    {files: {secret: `${SECRET}\n`}});

  test('one is got for many calls, and the agent takes it', async () => {
    const gateway = await gatewayWith({});
    for (let i = 0; i < 5; ++i) {
      const answer = await greet(gateway, {Authorization: 'Bearer client-canary'});
      assert.equal(answer.result?.message?.parts[0].text, 'hello', JSON.stringify(answer));
    }
    assert.equal(await gateway.close(), 0);
    assert.equal(seen.length, 5);
    assert.equal(seen[0].payload.client_id, 'gateway');
    assert.equal(provider.issued.length, 1);
    assert.ok(!gateway.log.text.includes('canary'), 'no secret is logged');
  });

  test('a secret that is wrong is told by the code of the error, and nothing else', async () => {
    const gateway = await gatewayWith({client_secret: {file: 'fightComparison.json'}, client_secret_in: 'basic'});
    const health = await (await fetch(`${gateway.url}/healthz`)).json();
    assert.equal(health.agents.fight, 'no_token');
    assert.match(health.problems.fight, /^the gateway has no token for the agent: the authorization server refuses it: invalid_/);
    assert.equal(await gateway.close(), 0);
  });
});

describe('who calls, for jose', () => {
  test('the token is verified with the key set of the gateway, and a forged one does not come through', async () => {
    const {privateKey} = generateKeyPairSync('ed25519');
    let gateway;
    const seen = [];
    const agent = await serveAgent(async (headers) => {
      const keys = jose.createRemoteJWKSet(new URL(`${gateway.url}/.well-known/jwks.json`));
      seen.push(await jose.jwtVerify(headers['x-caller'], keys, {audience: 'greeter', issuer: gateway.url,
        typ: 'caller+jwt'}));
    });
    gateway = await startGateway({fight: {url: agent.url, upstream: {credentials: {caller: {audience: 'greeter'}}}}}, {
      signing: {keys: {k1: 'k1.pem'}},
      files: {'k1.pem': privateKey.export({type: 'pkcs8', format: 'pem'})},
      more: {rules: {all: {}}, authentication: {api_keys: {keys: {
        alice: {sha256: '2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90', roles: ['clerk'], tenant: 'acme'}}}}},
    });
    const answer = await greet(gateway, {'X-API-Key': 'alice', 'X-Caller': 'forged'});
    assert.equal(answer.result?.message?.parts[0].text, 'hello', JSON.stringify(answer));
    assert.equal(seen[0].payload.sub, 'alice');
    assert.equal(seen[0].payload.tenant, 'acme');
    assert.deepEqual(seen[0].payload.roles, ['clerk']);
    assert.equal(await gateway.close(), 0);
    agent.close();
  });
});

describe('the SDK before a gateway that wants a token', () => {
  test('its own handler of credentials gets in after a refusal', async () => {
    const agent = await serveAgent(async () => {});
    const {privateKey, publicKey} = await jose.generateKeyPair('ES256', {extractable: true});
    const jwk = {...await jose.exportJWK(publicKey), kid: 'k', alg: 'ES256', use: 'sig'};
    const issuer = 'https://issuer.test';
    const gateway = await startGateway({fight: {url: agent.url}}, {
      files: {'keys.json': JSON.stringify({keys: [jwk]})},
      more: {rules: {all: {}}, authentication: {tokens: {login: {issuer, audience: ['gw'], jwks_file: 'keys.json'}}}},
    });
    const token = await new jose.SignJWT({}).setIssuer(issuer).setAudience('gw').setSubject('alice').setIssuedAt()
      .setExpirationTime('5m').setProtectedHeader({alg: 'ES256', kid: 'k'}).sign(privateKey);
    const asked = [];
    const handler = {
      headers: async () => ({Authorization: 'Bearer old'}),
      shouldRetryWithHeaders: async (_, response) => {
        asked.push([response.status, response.headers.get('WWW-Authenticate')]);
        return response.status === 401 ? {Authorization: `Bearer ${token}`} : undefined;
      },
    };
    const fetchImpl = createAuthenticatingFetchWithRetry(fetch, handler);
    const client = await new ClientFactory(ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory({fetchImpl})], cardResolver: new DefaultAgentCardResolver({fetchImpl: fetch}),
    })).createFromUrl(gateway.url, '/fight/.well-known/agent-card.json');
    const answer = await client.sendMessage({message: {messageId: 'sdk-1', role: 1, contextId: '', taskId: '',
      parts: [{content: {$case: 'text', value: 'hi'}, filename: '', mediaType: '', metadata: undefined}],
      extensions: [], referenceTaskIds: [], metadata: undefined}});
    assert.match(JSON.stringify(answer), /hello/);
    assert.equal(asked[0][0], 401);
    assert.match(asked[0][1], /^Bearer realm="schemagate", error="invalid_token"/);
    assert.equal(await gateway.close(), 0);
    agent.close();
  });
});

describe('the command line at oidc-provider', () => {
  const run = promisify(execFile);
  let provider;
  before(async () => { provider = await startProvider(); });
  after(() => provider.close());

  test('gets a token with a client secret', async () => {
    const {stdout} = await run(process.env.SCHEMAGATE, ['login', '--issuer', provider.url, '--client-id', 'gateway'],
      {env: {...process.env, SCHEMAGATE_CLIENT_SECRET: SECRET}});
    assert.match(stdout, /^[\w.~-]+\n$/);
  });

  test('shows a person where to agree, and waits', async () => {
    const login = execFile(process.env.SCHEMAGATE, ['login', '--issuer', provider.url, '--client-id', 'person']);
    let said = '';
    login.stderr.on('data', (chunk) => { said += chunk; });
    for (let i = 0; i < 200 && !/enter the code/.test(said); ++i) await new Promise((done) => { setTimeout(done, 25); });
    assert.match(said, new RegExp(`^Open ${provider.url}/device and enter the code [A-Z]{4}-[A-Z]{4}\n`));
    login.kill('SIGKILL');
  });

  test('says what the issuer refuses, without the secret', async () => {
    const failed = await run(process.env.SCHEMAGATE, ['login', '--issuer', provider.url, '--client-id', 'gateway'],
      {env: {...process.env, SCHEMAGATE_CLIENT_SECRET: 'wrong-canary'}}).catch((error) => error);
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /refuses it: invalid_client/);
    assert.ok(!failed.stderr.includes('canary'));
  });
});
