// The client of another SDK behind the interface that the cases use (see clients/client_1_0.mjs).
import {WireError} from '../clients/wire_error.mjs';
import {Form03, Form10} from './forms.mjs';
import {Program} from './program.mjs';

const FORMS = {'0.3': () => new Form03(), '1.0': (version) => new Form10(version)};

export class Client {
  #program;
  #form;
  #tells;

  constructor(program, form, version, tells) {
    this.#program = program;
    this.#form = form;
    this.#tells = tells;
    this.version = version;
  }

  async *#events(op, params) {
    for await (const {event, error} of this.#program.call({op, params})) {
      if (error) throw new WireError(error, this.#tells);
      yield this.#form.plainEvent(event);
    }
  }

  async #result(op, params) {
    const {result, error} = await this.#program.ask({op, params});
    if (error) throw new WireError(error, this.#tells);
    return result;
  }

  async send(message) {
    for await (const event of this.#events('send', this.#form.params(message))) return event;
    throw new Error('send gave nothing');
  }
  stream(message) { return this.#events('stream', this.#form.params(message)); }
  subscribe(id) { return this.#events('subscribe', this.#form.taskId(id)); }
  async get(id) { return this.#form.plainTask(await this.#result('get', this.#form.taskId(id))); }
  async cancel(id) { return this.#form.plainTask(await this.#result('cancel', this.#form.taskId(id))); }

  async list(query) {
    const page = await this.#result('list', query);
    return {...page, nextPageToken: page.nextPageToken ?? '', tasks: (page.tasks ?? []).map(this.#form.plainTask)};
  }

  async createPush(taskId, hook) {
    return this.#form.plainPush(await this.#result('createPush', this.#form.push(taskId, hook)));
  }
  async getPush(taskId, id) {
    return this.#form.plainPush(await this.#result('getPush', this.#form.pushId(taskId, id)));
  }
  async listPush(taskId) {
    return this.#form.plainPushes(await this.#result('listPush', this.#form.pushesOf(taskId)));
  }
  async deletePush(taskId, id) { await this.#result('deletePush', this.#form.pushId(taskId, id)); }

  close() { return this.#program.close(); }
}

/**
 * Starts `command` with the agent's URL, version and binding. `form` is that of the SDK's own types, `tells` what it
 * lets through of an error.
 */
export async function connect({command, form, tells}, url, version, binding) {
  const program = new Program([...command, url, version, binding]);
  const client = new Client(program, FORMS[form](version), version, tells);
  const {error} = await program.ask({op: 'connect'});
  if (error) {
    await program.close();
    throw new Error(`no connection: ${error.message}`);
  }
  return client;
}

/**
 * Starts an agent with one binding of one version: {url, version, calls, close}. `recorder`: stands before it, and in its
 * card; for agents that take a URL to announce.
 */
export async function startAgent({command}, version, binding, recorder) {
  const program = new Program([...command, version, binding, ...(recorder ? [recorder.url] : [])]);
  const {url: own} = await program.ask({op: 'url'});
  recorder?.passTo(own);
  const url = recorder?.url ?? own;
  return {url, version, calls: async () => (await program.ask({op: 'calls'})).calls, close: () => program.close()};
}
