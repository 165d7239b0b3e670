// Between a client and an agent of another SDK: hands every byte on, and keeps what the agent said.
import {once} from 'node:events';
import net from 'node:net';

/** The payload of an event, whatever the binding: {task}, {artifactUpdate}, {statusUpdate} or a bare one with `kind`. */
const payloadOf = (event) => event.result ?? event;
const taskIdOf = (payload) => (payload.artifactUpdate ?? payload.statusUpdate ?? payload).taskId;
const artifactOf = (payload) => payload.artifactUpdate ?? (payload.kind === 'artifact-update' ? payload : undefined);
const endsTask = (payload) => /completed|failed|canceled|rejected/i.test(
  (payload.statusUpdate ?? (payload.kind === 'status-update' ? payload : undefined))?.status.state ?? '');

/** By task, what was said of it on one connection: streams of several tasks may be on it, and frames of HTTP/2 between them. */
function streamsIn(bytes) {
  const streams = new Map();
  for (const [, json] of bytes.toString('latin1').matchAll(/data: ?(\{[^\n]*\})\r?\n/g)) {
    const payload = payloadOf(JSON.parse(json));
    streams.set(taskIdOf(payload), [...(streams.get(taskIdOf(payload)) ?? []), payload]);
  }
  return [...streams.values()];
}

/**
 * Whether a stream's events are not in the order in which their agent made them: a piece for an artifact that has not
 * begun, or has had its last chunk, or anything behind the end.
 */
export function isOutOfOrder(payloads) {
  const isComplete = new Map();
  let hasEnded = false;
  for (const payload of payloads) {
    if (hasEnded) return true;
    hasEnded = endsTask(payload);
    const update = artifactOf(payload);
    if (!update) continue;
    const before = isComplete.get(update.artifact.artifactId);
    if (update.append && before !== false) return true;
    isComplete.set(update.artifact.artifactId, Boolean(update.lastChunk));
  }
  return false;
}

export class Recorder {
  #server;
  #target;
  #connections = new Set();
  #said = [];  // {bytes}: what the agent has said on each connection since forget()

  /** A recorder on a port of its own; connections are taken from passTo() on. */
  static async start() {
    const recorder = new Recorder();
    recorder.#server = net.createServer((client) => recorder.#pass(client)).listen(0, '127.0.0.1');
    await once(recorder.#server, 'listening');
    recorder.url = `http://127.0.0.1:${recorder.#server.address().port}`;
    return recorder;
  }

  passTo(url) { this.#target = new URL(url); }
  forget() { for (const said of this.#said) said.bytes = Buffer.alloc(0); }

  /** Whether one of the agent's streams was out of order on the wire; what cannot be read proves nothing. */
  sawDisorder() {
    try {
      return this.#said.some(({bytes}) => streamsIn(bytes).some(isOutOfOrder));
    } catch {
      return false;
    }
  }

  #pass(client) {
    const agent = net.connect(Number(this.#target.port), this.#target.hostname);
    const said = {bytes: Buffer.alloc(0)};
    this.#said.push(said);
    agent.on('data', (bytes) => { said.bytes = Buffer.concat([said.bytes, bytes]); });
    for (const socket of [client, agent]) {
      this.#connections.add(socket);
      socket.on('close', () => this.#connections.delete(socket)).on('error', () => {});
    }
    client.pipe(agent).on('close', () => client.destroy());
    agent.pipe(client).on('close', () => agent.destroy());
  }

  close() {
    for (const socket of this.#connections) socket.destroy();
    return new Promise((resolve) => { this.#server.close(resolve); });
  }
}
