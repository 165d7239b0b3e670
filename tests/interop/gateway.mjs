// Starts the gateway under test in front of agents, with a configuration in a folder of its own.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';

export const EXTENSION = 'https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1';

const text = (description) => ({type: 'string', description});
export const SCHEMAS = {
  fightComparison: {
    $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object',
    properties: {a: text('The name of the first contestant'), b: text('The name of the second contestant')},
    required: ['a', 'b'], additionalProperties: false,
  },
  fightResponse: {
    $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object',
    properties: {winner: text('Who wins'), probability: {type: 'number', minimum: 0, maximum: 1},
      explanation: text('Why')},
    required: ['winner', 'probability', 'explanation'], additionalProperties: false,
  },
};

function agentConfig({url, skill, upstream, websocket = false}) {
  return {
    upstream: {url, ...upstream}, websocket,
    schemas: {fightComparison: 'fightComparison.json', fightResponse: 'fightResponse.json'},
    skills: {'fight-comparison': {
      input: ['fightComparison'], output: ['fightResponse'], artifact_id: 'fight-result',
      title: 'Who would win in a fight between {a} and {b}?', ...skill}},
  };
}

async function listeningUrl(gateway, log) {
  let output = '';
  gateway.stderr.setEncoding('utf8').on('data', (chunk) => { log.text += chunk; });
  const ended = once(gateway, 'exit').then(([code]) => {
    throw new Error(`the gateway ended with code ${code}\n${output}${log.text}`);
  });
  const listening = (async () => {
    for await (const chunk of gateway.stdout.setEncoding('utf8').iterator({destroyOnReturn: false})) {
      output += chunk;
      const url = /listening on (https?:\S+)/.exec(output)?.[1];
      if (url) return url;
    }
    return ended;
  })();
  const url = await Promise.race([listening, ended]);
  ended.catch(() => {});
  gateway.stdout.resume();
  return url;
}

/**
 * Starts the binary that SCHEMAGATE names, in front of `agents` ({name: {url, skill, upstream, websocket}}); `skill` and
 * `upstream` are laid over that part of the configuration. `files` are those that it names, `more` its further members.
 * Returns {url, folder, log, close}; `log.text` grows; close() gives the exit code of an orderly end.
 */
export async function startGateway(agents, {signing = {}, files = {}, more = {}} = {}) {
  const binary = process.env.SCHEMAGATE;
  if (!binary) throw new Error('SCHEMAGATE has to name the gateway under test, e.g. build/dev/schemagate');
  const folder = await mkdtemp(path.join(tmpdir(), 'schemagate-interop-'));
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    await writeFile(path.join(folder, `${name}.json`), JSON.stringify(schema));
  }
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const push = {allow: ['127.0.0.1'], plain_http: true};
  const config = {listen: '127.0.0.1:0', signing, push, ...more, agents: Object.fromEntries(
    Object.entries(agents).map(([name, agent]) => [name, agentConfig(agent)]))};
  const file = path.join(folder, 'gateway.yaml');
  await writeFile(file, JSON.stringify(config, null, 2));
  const gateway = spawn(binary, ['serve', '--config', file], {stdio: ['ignore', 'pipe', 'pipe']});
  const log = {text: ''};
  try {
    return {url: await listeningUrl(gateway, log), folder, log, close: () => stop(gateway, folder)};
  } catch (error) {
    await stop(gateway, folder);
    throw error;
  }
}

async function stop(gateway, folder) {
  if (gateway.exitCode === null && gateway.signalCode === null) {
    gateway.kill('SIGTERM');
    await once(gateway, 'exit');
  }
  await rm(folder, {recursive: true, force: true});
  return gateway.exitCode;
}
