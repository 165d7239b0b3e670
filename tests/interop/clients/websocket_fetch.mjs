// What the SDKs take for HTTP, over WebSocket: requests to ws: URLs go out as messages of one connection of `ws`, and
// what comes back is given to them as JSON or as server-sent events. Everything else is fetched.
import {once} from 'node:events';
import WebSocket from 'ws';

/** By which cards name the binding. */
export const BINDING = 'https://schemagate.dev/bindings/websocket/v1';

const STREAMING = new Set(['SendStreamingMessage', 'SubscribeToTask', 'message/stream', 'tasks/resubscribe']);
const LAST_STATES = /^(TASK_STATE_)?(completed|failed|canceled|rejected|input[-_]required)$/i;

/** Whether a stream has nothing more behind this response. */
function isLast({error, result}) {
  if (error || result.message || result.kind === 'message' || result.final) return true;
  const {status} = result.task ?? result.statusUpdate ?? (result.artifactUpdate || result.kind === 'artifact-update' ? {} : result);
  return LAST_STATES.test(status?.state ?? '');
}

export class WebSocketFetch {
  #socket;
  #calls = new Map();
  #ids = 0;

  /** How many messages came. */
  received = 0;

  fetch = async (url, init = {}) => {
    if (!String(url).startsWith('ws:')) return fetch(url, init);
    this.#socket ??= this.#open(url, new Headers(init.headers));
    const socket = await this.#socket;
    const request = JSON.parse(init.body);
    const id = ++this.#ids;  // several clients may share the connection, each with ids of its own
    const call = {id: request.id};
    const answer = new Promise((resolve, reject) => Object.assign(call, {resolve, reject}));
    if (STREAMING.has(request.method)) call.stream = new ReadableStream({
      start: (events) => { call.events = events; }, cancel: () => { call.events = undefined; }});
    this.#calls.set(id, call);
    socket.send(JSON.stringify({...request, id}));
    if (call.stream) return new Response(call.stream, {headers: {'Content-Type': 'text/event-stream'}});
    return Response.json(await answer);
  };

  close() { return this.#socket?.then((socket) => socket.close()); }

  async #open(url, headers) {
    const fields = Object.fromEntries([...headers].filter(([name]) => name.startsWith('a2a-')));
    const socket = new WebSocket(url, ['a2a.jsonrpc'], {headers: fields});
    socket.on('message', (data, isBinary) => this.#take(JSON.parse(isBinary ? '' : data)));
    socket.on('close', () => { for (const {reject} of this.#calls.values()) reject(new Error('closed')); });
    await once(socket, 'open');
    if (socket.protocol !== 'a2a.jsonrpc' || socket.extensions !== '') throw new Error('another protocol was chosen');
    return socket;
  }

  #take(response) {
    this.received += 1;
    const call = this.#calls.get(response.id);
    const own = {...response, id: call.id};
    if (!call.stream) call.resolve(own);
    else call.events?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(own)}\n\n`));
    if (call.stream && !isLast(response)) return;
    this.#calls.delete(response.id);
    call.events?.close();
  }
}
