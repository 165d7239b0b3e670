// The v1.0 client of @a2a-js/sdk 1.3.0 behind the interface that the cases use. States are v0.3 words
// ("completed"), a part is {text | data, label}, an event {type: task | message | status | artifact, …}.
import {randomUUID} from 'node:crypto';
import {Role, taskStateToJSON} from '@a2a-js/sdk-1.0';
import {ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory, RestTransportFactory}
  from '@a2a-js/sdk-1.0/client';
import {RestRefusals} from './rest_refusals.mjs';
import {BINDING, WebSocketFetch} from './websocket_fetch.mjs';
import {WireError} from './wire_error.mjs';

const wirePart = ({text, data, schema}) => {
  const label = schema && `application/json;schema=${schema}`;
  return {filename: '', mediaType: label ?? '', metadata: label && {mimeType: label},
    content: data === undefined ? {$case: 'text', value: text} : {$case: 'data', value: data}};
};
const plainState = (state) => taskStateToJSON(state).replace('TASK_STATE_', '').toLowerCase().replace('_', '-');
// A typed part names its schema twice in v1.0; both have to be the same.
const plainPart = ({content, metadata, mediaType}) => ({[content.$case]: content.value,
  label: metadata?.mimeType === undefined || metadata.mimeType === mediaType
    ? metadata?.mimeType : `${metadata.mimeType} but mediaType ${mediaType}`});
const plainArtifact = ({artifactId, parts, metadata}) => ({artifactId, parts: parts.map(plainPart), metadata});
const plainMessage = ({messageId, role, taskId, contextId, parts}) => ({messageId,
  role: role === Role.ROLE_USER ? 'user' : 'agent', taskId, contextId, parts: parts.map(plainPart)});
const plainTask = ({id, contextId, status, artifacts, history, metadata}) => ({id, contextId,
  state: plainState(status.state), timestamp: status.timestamp, artifacts: artifacts.map(plainArtifact),
  history: history.map(plainMessage), metadata});

function plainEvent({payload: {$case: type, value}}) {
  switch (type) {
    case 'task': return {type, task: plainTask(value)};
    case 'message': return {type, message: plainMessage(value)};
    case 'statusUpdate': return {type: 'status', taskId: value.taskId, state: plainState(value.status.state)};
    case 'artifactUpdate':
      return {type: 'artifact', taskId: value.taskId, artifact: plainArtifact(value.artifact),
        append: value.append, lastChunk: value.lastChunk};
    default: throw new Error(`not an event of v1.0: ${type}`);
  }
}

function plainError(error) {
  const source = error.envelopeCode === undefined ? error.cause : error;
  if (source?.envelopeCode === undefined) return error;
  return new WireError({code: source.envelopeCode, message: source.message, data: source.data});
}

const wirePush = ({id, url, token, scheme, credentials}, taskId = '') => ({tenant: '', id, taskId, url, token,
  authentication: scheme ? {scheme, credentials} : undefined});
const plainPush = ({taskId, id, url, token, authentication}) =>
  ({taskId, id, url, token, scheme: authentication?.scheme});

class Client {
  version = '1.0';
  #client;
  #explain;

  constructor(client, explain) {
    this.#client = client;
    this.#explain = explain;
  }

  #answer(promise) { return promise.catch((error) => { throw this.#explain(error); }); }

  #params({parts, taskId = '', contextId = '', messageId = randomUUID(), wait = true, push}) {
    return {tenant: '', metadata: undefined,
      message: {messageId, role: Role.ROLE_USER, taskId, contextId, parts: parts.map(wirePart),
        metadata: undefined, extensions: [], referenceTaskIds: []},
      configuration: {acceptedOutputModes: [], taskPushNotificationConfig: push && wirePush(push),
        historyLength: undefined, returnImmediately: !wait}};
  }

  async send(message) {
    const result = await this.#answer(this.#client.sendMessage(this.#params(message)));
    return plainEvent({payload: {$case: 'status' in result ? 'task' : 'message', value: result}});
  }

  async *#events(stream) {
    try {
      for await (const event of stream) yield plainEvent(event);
    } catch (error) {
      throw this.#explain(error);
    }
  }

  stream(message) { return this.#events(this.#client.sendMessageStream(this.#params(message))); }
  subscribe(id) { return this.#events(this.#client.resubscribeTask({tenant: '', id})); }

  async get(id) { return plainTask(await this.#answer(this.#client.getTask({tenant: '', id}))); }
  async cancel(id) {
    return plainTask(await this.#answer(this.#client.cancelTask({tenant: '', id, metadata: undefined})));
  }

  async createPush(taskId, config) {
    return plainPush(await this.#answer(this.#client.createTaskPushNotificationConfig(wirePush(config, taskId))));
  }
  async getPush(taskId, id) {
    return plainPush(await this.#answer(this.#client.getTaskPushNotificationConfig({tenant: '', taskId, id})));
  }
  async listPush(taskId) {
    const request = {tenant: '', taskId, pageSize: 0, pageToken: ''};
    const {configs} = await this.#answer(this.#client.listTaskPushNotificationConfig(request));
    return configs.map(plainPush);
  }
  async deletePush(taskId, id) {
    await this.#answer(this.#client.deleteTaskPushNotificationConfig({tenant: '', taskId, id}));
  }

  /** A page of ListTasks; `query` has members of its request. */
  async list(query) {
    const nothing = {tenant: '', contextId: '', status: 0, pageToken: ''};
    const page = await this.#answer(this.#client.listTasks({...nothing, ...query}));
    return {...page, tasks: page.tasks.map(plainTask)};
  }
}

export async function connect(baseUrl) {
  return new Client(await new ClientFactory().createFromUrl(baseUrl), plainError);
}

/** The same over HTTP+JSON. */
export async function connectRest(baseUrl) {
  const refusals = new RestRefusals();
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default,
    {transports: [new RestTransportFactory({fetchImpl: refusals.fetch})], preferredTransports: ['HTTP+JSON']});
  const client = await new ClientFactory(options).createFromUrl(baseUrl);
  return new Client(client, (error) => refusals.explain(error));
}

class WebSocketTransportFactory extends JsonRpcTransportFactory {
  get protocolName() { return BINDING; }
}

/** The same over WebSocket, chosen by the URI that the card names it by. */
export async function connectWebSocket(baseUrl) {
  const transport = new WebSocketFetch();
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default,
    {transports: [new WebSocketTransportFactory({fetchImpl: transport.fetch})], preferredTransports: [BINDING]});
  const client = new Client(await new ClientFactory(options).createFromUrl(baseUrl), plainError);
  return Object.assign(client, {transport});
}
