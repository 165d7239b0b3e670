// The command line at an issuer that this project did not write: people log in with the device flow, programs with a
// client secret, and what they get opens a gateway.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {after, before, describe, test} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {promisify} from 'node:util';
import * as jose from 'jose';
import {startGateway} from './gateway.mjs';
import {SECRET, serveAgent, startProvider} from './issuer.mjs';

const AUDIENCE = 'urn:schemagate';
// A plan takes only a task that is completed for a job that is done.
const GREETED = {task: {id: 't', contextId: 'c', status: {state: 'TASK_STATE_COMPLETED'},
  artifacts: [{artifactId: 'a', parts: [{text: 'hello'}]}]}};
const run = promisify(execFile);

let folder;
let provider;
let agent;
let gateway;

const file = (name) => path.join(folder, name);

/** The program; failures are values, too. */
const schemagate = (args, env = {}) =>
  run(process.env.SCHEMAGATE, args, {env: {...process.env, ...env}}).catch((error) => error);

/** A self-signed certificate for this machine, in cert.pem and key.pem. */
async function makeCertificate() {
  await run('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2',
    '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', file('key.pem'),
    '-out', file('cert.pem')]);
}

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'schemagate-login-'));
  await makeCertificate();
  provider = await startProvider(AUDIENCE);
  agent = await serveAgent(async () => {}, GREETED);
  gateway = await startGateway({fight: {url: agent.url}}, {more: {
    listen: undefined,
    listeners: {main: {address: '127.0.0.1:0', certificates: {main: {cert: file('cert.pem'), key: file('key.pem')}}}},
    rules: {all: {scopes: ['greet']}},
    authentication: {tokens: {login: {issuer: provider.url, audience: [AUDIENCE]}}},
    audit: {file: file('audit')}}});
  await writeFile(file('secret'), `${SECRET}\n`, {mode: 0o600});
});
after(async () => {
  const log = gateway.log.text;
  assert.equal(await gateway.close(), 0);
  agent.close();
  provider.close();
  await rm(folder, {recursive: true, force: true});
  assert.ok(!log.includes('canary') && !/eyJ[\w-]+\./.test(log), 'no secret is logged');
});

/** Follows forms and redirects as a person with a browser would. */
class Browser {
  #cookies = new Map();

  async #ask(url, options = {}) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {redirect: 'manual', ...options, headers: {...options.headers, cookie}});
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      if (value === '') this.#cookies.delete(name); else this.#cookies.set(name, value);
    }
    if (answer.status >= 300 && answer.status < 400) return this.#ask(new URL(answer.headers.get('location'), url));
    this.page = await answer.text();
    this.url = url;
  }

  open(url) { return this.#ask(url); }

  /** Sends the page's form with its hidden fields and what the person says. */
  submit(said) {
    const action = /<form[^>]*action="([^"]+)"/.exec(this.page)[1];
    const hidden = [...this.page.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) =>
      [/name="([^"]+)"/.exec(input)[1], /value="([^"]*)"/.exec(input)?.[1] ?? '']);
    return this.#ask(new URL(action, this.url), {method: 'POST',
      body: new URLSearchParams({...Object.fromEntries(hidden), ...said})});
  }
}

/** `schemagate login` at the device flow: {page, ended}; `ended` gives {stdout, stderr, code}. */
async function beginLogin() {
  let said = '';
  let child;
  const ended = new Promise((done) => {
    child = execFile(process.env.SCHEMAGATE, ['login', '--issuer', provider.url, '--client-id', 'person', '--scope', 'greet'],
      (error, stdout, stderr) => done({stdout, stderr, code: error?.code ?? 0}));
  });
  child.stderr.on('data', (chunk) => { said += chunk; });
  for (let i = 0; i < 400 && !/or open (\S+)\n/.test(said); ++i) await sleep(25);
  return {page: /or open (\S+)\n/.exec(said)[1], ended};
}

describe('a person who logs in', () => {
  test('agrees on a page, and the token opens the gateway', async () => {
    const login = await beginLogin();
    const browser = new Browser();
    await browser.open(login.page);
    await browser.submit({});
    await browser.submit({confirm: 'yes'});
    await browser.submit({login: 'alice', password: 'any'});
    await browser.submit({});
    assert.match(browser.page, /Sign-in Success/, browser.page);
    const {stdout, stderr, code} = await login.ended;
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^eyJ[\w-]+\.[\w-]+\.[\w-]+\n$/, 'the token, and nothing else');
    assert.equal(jose.decodeJwt(stdout.trim()).sub, 'alice');
    assert.ok(!stderr.includes(stdout.trim()), 'the token goes to standard output alone');

    await writeFile(file('token'), stdout, {mode: 0o600});
    const sent = await schemagate(['send', `${gateway.url}/fight`, 'hi', '--ca', file('cert.pem'), '--token-file', file('token')]);
    assert.match(sent.stdout, /hello/, sent.stderr);
    assert.match(await readFile(file('audit'), 'utf8'), /"subject":"alice"[^\n]*"decision":"allowed"/);
  });

  test('and refuses, is told so', async () => {
    const login = await beginLogin();
    const browser = new Browser();
    await browser.open(login.page);
    await browser.submit({});
    await browser.submit({abort: 'yes'});
    const {stdout, stderr, code} = await login.ended;
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /refuses it: access_denied/);
  });
});

describe('a program with a client secret', () => {
  const known = () => ['--ca', file('cert.pem'), '--issuer', provider.url, '--client-id', 'gateway', '--client-secret-file',
    file('secret'), '--scope', 'greet'];
  const verbs = {
    'card': () => ['card', `${gateway.url}/fight`],
    'schema list': () => ['schema', 'list', `${gateway.url}/fight`],
    'schema get': () => ['schema', 'get', `${gateway.url}/fight`, 'fightResponse'],
    'send': () => ['send', `${gateway.url}/fight`, 'hi'],
    'task list': () => ['task', 'list', `${gateway.url}/fight`],
  };

  for (const [verb, command] of Object.entries(verbs)) {
    test(`gets a token first: ${verb}`, async () => {
      const before = provider.issued.length;
      const done = await schemagate([...command(), ...known()]);
      assert.equal(done.code ?? 0, 0, done.stderr);
      assert.equal(provider.issued.length, before + 1);
    });
  }

  test('is refused without, and told which issuer it is', async () => {
    const refused = await schemagate(['send', `${gateway.url}/fight`, 'hi', '--ca', file('cert.pem')]);
    assert.equal(refused.code, 2, refused.stdout);
    assert.ok(refused.stderr.includes(provider.url), refused.stderr);
  });

  test('runs a plan by https with what it got', async () => {
    await writeFile(file('plan.yaml'), `
name: greeting
query: "{input}"
agents: {greeter: {name: Greeter, url: "${gateway.url}/fight", token_env: GREETER_TOKEN}}
subtasks: [{id: greet, agent: greeter, items: [{id: g1, do: "Greet", check: {must_have: [hello]}}]}]
`);
    const {stdout: token} = await schemagate(['login', ...known()]);
    const plan = ['run', file('plan.yaml'), '--input', 'now', '--ca', file('cert.pem')];
    const done = await schemagate(plan, {GREETER_TOKEN: token.trim()});
    assert.equal(done.code ?? 0, 0, done.stdout + done.stderr);
    assert.ok(!(done.stdout + done.stderr).includes(token.trim()), 'the token is not shown');
    const refused = await schemagate(plan, {GREETER_TOKEN: 'wrong-canary'});
    assert.equal(refused.code, 3, refused.stdout + refused.stderr);
    assert.ok(!(refused.stdout + refused.stderr).includes('canary'));
  });
});
