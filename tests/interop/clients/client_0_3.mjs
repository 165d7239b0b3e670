// The v0.3 client of @a2a-js/sdk 0.3.14 behind the interface that the cases use (see client_1_0.mjs).
import {randomUUID} from 'node:crypto';
import {ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory, RestTransportFactory}
  from '@a2a-js/sdk-0.3/client';
import {RestRefusals} from './rest_refusals.mjs';
import {BINDING, WebSocketFetch} from './websocket_fetch.mjs';
import {WireError} from './wire_error.mjs';

const wirePart = ({text, data, schema}) => ({kind: data === undefined ? 'text' : 'data',
  ...(data === undefined ? {text} : {data}),
  ...(schema && {metadata: {mimeType: `application/json;schema=${schema}`}})});
const plainPart = ({text, data, metadata}) => ({text, data, label: metadata?.mimeType});
const plainArtifact = ({artifactId, parts, metadata}) => ({artifactId, parts: parts.map(plainPart), metadata});
const plainMessage = ({messageId, role, taskId, contextId, parts}) =>
  ({messageId, role, taskId, contextId, parts: parts.map(plainPart)});
const plainTask = ({id, contextId, status, artifacts = [], history = [], metadata}) => ({id, contextId,
  state: status.state, timestamp: status.timestamp, artifacts: artifacts.map(plainArtifact),
  history: history.map(plainMessage), metadata});

function plainEvent(event) {
  switch (event.kind) {
    case 'task': return {type: 'task', task: plainTask(event)};
    case 'message': return {type: 'message', message: plainMessage(event)};
    case 'status-update':
      return {type: 'status', taskId: event.taskId, state: event.status.state, final: event.final};
    case 'artifact-update':
      return {type: 'artifact', taskId: event.taskId, artifact: plainArtifact(event.artifact),
        append: event.append ?? false, lastChunk: event.lastChunk ?? false};
    default: throw new Error(`not an event of v0.3: ${JSON.stringify(event)}`);
  }
}

function plainError(error) {
  const answer = error.errorResponse ?? error.cause?.errorResponse;
  return answer ? new WireError(answer.error) : error;
}

/** Keeps JSON answers to streaming calls: this SDK expects events and gives up before it reads an error. */
class StreamRefusals {
  #bodies = [];

  fetch = async (url, init) => {
    const response = await fetch(url, init);
    const isStreaming = /"method":"(message\/stream|tasks\/resubscribe)"/.test(init?.body ?? '');
    if (isStreaming && /^application\/json/.test(response.headers.get('content-type'))) {
      this.#bodies.push(await response.clone().json());
    }
    return response;
  };

  explain(error) {
    const unread = /Expected 'text\/event-stream'/.test(error.message) && this.#bodies.pop();
    return unread ? new WireError(unread.error) : plainError(error);
  }
}

const wirePush = ({id, url, token, scheme, credentials}) => ({id, url, token,
  ...(scheme && {authentication: {schemes: [scheme], credentials}})});
const plainPush = ({taskId, pushNotificationConfig: {id, url, token, authentication}}) =>
  ({taskId, id, url, token, scheme: authentication?.schemes[0]});

class Client {
  version = '0.3';
  #client;
  #refusals;

  constructor(client, refusals) {
    this.#client = client;
    this.#refusals = refusals;
  }

  #params({parts, taskId, contextId, messageId = randomUUID(), wait = true, push}) {
    return {message: {kind: 'message', messageId, role: 'user', parts: parts.map(wirePart),
      ...(taskId && {taskId}), ...(contextId && {contextId})}, 
      configuration: {blocking: wait, ...(push && {pushNotificationConfig: wirePush(push)})}};
  }

  #answer(promise) { return promise.catch((error) => { throw this.#refusals.explain(error); }); }

  async send(message) { return plainEvent(await this.#answer(this.#client.sendMessage(this.#params(message)))); }

  async *#events(stream) {
    try {
      for await (const event of stream) yield plainEvent(event);
    } catch (error) {
      throw this.#refusals.explain(error);
    }
  }

  stream(message) { return this.#events(this.#client.sendMessageStream(this.#params(message))); }
  subscribe(id) { return this.#events(this.#client.resubscribeTask({id})); }

  async get(id) { return plainTask(await this.#answer(this.#client.getTask({id}))); }
  async cancel(id) { return plainTask(await this.#answer(this.#client.cancelTask({id}))); }

  async createPush(taskId, config) {
    const request = {taskId, pushNotificationConfig: wirePush(config)};
    return plainPush(await this.#answer(this.#client.setTaskPushNotificationConfig(request)));
  }
  async getPush(id, pushNotificationConfigId) {
    const request = {id, pushNotificationConfigId};
    return plainPush(await this.#answer(this.#client.getTaskPushNotificationConfig(request)));
  }
  async listPush(id) {
    return (await this.#answer(this.#client.listTaskPushNotificationConfig({id}))).map(plainPush);
  }
  async deletePush(id, pushNotificationConfigId) {
    await this.#answer(this.#client.deleteTaskPushNotificationConfig({id, pushNotificationConfigId}));
  }
}

export async function connect(baseUrl) {
  const refusals = new StreamRefusals();
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default,
    {transports: [new JsonRpcTransportFactory({fetchImpl: refusals.fetch})]});
  return new Client(await new ClientFactory(options).createFromUrl(baseUrl), refusals);
}

/** This SDK reads ProtoJSON's `append` and drops it: nothing is told of it. */
class RestClient extends Client {
  async *stream(message) {
    for await (const event of super.stream(message)) yield {...event, append: undefined};
  }
}

/** The same over HTTP+JSON, where this SDK's parts have no metadata. */
export async function connectRest(baseUrl) {
  const refusals = new RestRefusals();
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default,
    {transports: [new RestTransportFactory({fetchImpl: refusals.fetch})], preferredTransports: ['HTTP+JSON']});
  return new RestClient(await new ClientFactory(options).createFromUrl(baseUrl), refusals);
}

class WebSocketTransportFactory extends JsonRpcTransportFactory {
  get protocolName() { return BINDING; }
}

/** The same over WebSocket, chosen by the URI that the card names it by. */
export async function connectWebSocket(baseUrl) {
  const transport = new WebSocketFetch();
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default,
    {transports: [new WebSocketTransportFactory({fetchImpl: transport.fetch})], preferredTransports: [BINDING]});
  const client = new Client(await new ClientFactory(options).createFromUrl(baseUrl), {explain: plainError});
  return Object.assign(client, {transport});
}
