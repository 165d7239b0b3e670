// The SDKs of other languages: how their programs are started, what they speak and what they cannot do.
// install.sh makes the programs.
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const built = path.join(here, '../../../build/sdks');
const python = (version, program) => [`${built}/python-${version}/bin/python`, '-B', path.join(here, 'python', program)];
const java = (...args) => ['java', '-XX:TieredStopAtLevel=1', ...args];
const classPath = (program) => `${built}/java/${program}/${program}-1.jar:${built}/java/${program}/dependency/*`;
const go = (program) => [`${built}/go/${program}`];

/**
 * A kind of client or agent: a version and binding that the SDK speaks. `tells` is what a client tells of errors;
 * `flags` is false where its parts have no metadata, so that it cannot send structured input.
 */
const speaks = (version, binding, tells, flags = true) => ({version, binding, tells, flags});
const JSONRPC = 'JSONRPC';
const REST = 'HTTP+JSON';
const OLD_AND_NEW = [speaks('0.3', JSONRPC), speaks('0.3', REST), speaks('1.0', JSONRPC), speaks('1.0', REST)];

/** `form` is that of the SDK's own types, `client` and `agent` are commands. */
export const SDKS = {
  'a2a-python 0.3.26': {
    family: 'python', form: '0.3', client: python('0.3', 'client_0_3.py'), agent: python('0.3', 'agent_0_3.py'),
    clients: [speaks('0.3', JSONRPC, ['code', 'message', 'reasons', 'fields']), speaks('0.3', REST, ['status'])],
    agents: [speaks('0.3', JSONRPC), speaks('0.3', REST)],
  },
  'a2a-python 1.3.0': {
    family: 'python', form: '1.0', client: python('1', 'client_1.py'), agent: python('1', 'agent_1.py'),
    clients: [speaks('0.3', JSONRPC, ['code', 'message']), speaks('0.3', REST, ['status']),
      speaks('1.0', JSONRPC, ['code', 'message']), speaks('1.0', REST, ['code', 'message'])],
    agents: OLD_AND_NEW,
  },
  'a2a-go 0.3.15': {
    family: 'go', form: '0.3', client: go('client_0_3'), agent: go('agent_0_3'),
    clients: [speaks('0.3', JSONRPC, ['code', 'message', 'reasons', 'fields'])],
    agents: [speaks('0.3', JSONRPC)],
  },
  'a2a-go 2.4.0': {
    family: 'go', form: '1.0', client: go('client_2'), agent: go('agent_2'),
    clients: [speaks('0.3', JSONRPC, ['code', 'message']), speaks('0.3', REST, []),
      speaks('1.0', JSONRPC, ['code', 'message', 'fields']), speaks('1.0', REST, ['code', 'message', 'fields'])],
    agents: OLD_AND_NEW,
  },
  'a2a-java 0.3.3': {
    family: 'java', form: '0.3', client: java('-cp', classPath('client_0_3'), 'schemagate.Client'),
    agent: java('-jar', `${built}/java/agent_0_3/quarkus-app/quarkus-run.jar`),
    clients: [speaks('0.3', JSONRPC, ['code', 'message', 'reasons', 'fields']), speaks('0.3', REST, ['code', 'message', 'status'], false)],
    agents: [speaks('0.3', JSONRPC), speaks('0.3', REST)],
  },
};

/**
 * What an SDK alone cannot, seen without the gateway: such a cell has to fail, so that this list stays true. `client`
 * and `agent` begin the names of cells; a limit that names an agent holds without the gateway only, which makes up
 * for it. `disorder`: the cell fails now and then, when the agent's SDK has written the events of a stream in another
 * order than the agent made them, and only then: what was on the wire decides.
 */
const LIMITS = [
  {client: 'a2a-python 0.3.26 v0.3 HTTP+JSON', cases: /^send: text becomes|^OS-36/, reason: 'drops timestamps'},
  {client: 'a2a-python 0.3.26', cases: /^push: a config that is registered later/, reason: 'has no list of push configs'},
  {client: 'a2a-python 1.3.0 v0.3 HTTP+JSON', cases: /^push: a config that is registered later/,
    reason: 'has no list of push configs'},
  {client: 'a2a-python 0.3.26 v0.3 HTTP+JSON', cases: /^push: a config that comes with/,
    reason: 'cannot write a push config beside a message'},
  {agent: 'a2a-python 0.3.26 v0.3 HTTP+JSON', cases: /^subscribe: an unknown/, reason: 'breaks the stream off'},
  {agent: 'a2a-python 1.3.0 v0.3 HTTP+JSON', cases: /^subscribe: an unknown/, reason: 'breaks the stream off'},
  {agent: 'a2a-java 0.3.3', cases: /^stream: |^subscribe: follows/, reason: 'writes events in another order', disorder: true},
];

/** The limit that keeps the SDKs from passing that case, or undefined. `agent` is undefined where the gateway stands between. */
export function limitOf(name, client, agent) {
  return LIMITS.find((limit) => limit.cases.test(name) &&
    (limit.client ? client.startsWith(limit.client) : agent?.startsWith(limit.agent)));
}
