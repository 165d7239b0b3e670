// What the programs of the other SDKs say and hear: the JSON that each SDK writes and reads of its own types, in the
// form of v0.3 or of v1.0 (ProtoJSON). Both become the plain values of clients/client_1_0.mjs.
import {randomUUID} from 'node:crypto';

const labelOf = (schema) => schema && `application/json;schema=${schema}`;
const without = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
const plainTimestamp = (text) => text === undefined ? undefined : new Date(text).toISOString();

/** Both forms make requests from {parts, taskId, contextId, messageId, wait, push} and plain values from results. */
class Form {
  plainArtifact = ({artifactId, parts, metadata}) =>
    ({artifactId, parts: parts.map((part) => this.plainPart(part)), metadata});
  plainMessage = ({messageId, role, taskId, contextId, parts}) => ({messageId, role: this.plainRole(role), taskId,
    contextId, parts: parts.map((part) => this.plainPart(part))});
  plainTask = ({id, contextId, status, artifacts, history, metadata}) => ({id, contextId,
    state: this.plainState(status.state), timestamp: plainTimestamp(status.timestamp),
    artifacts: (artifacts ?? []).map(this.plainArtifact), history: (history ?? []).map(this.plainMessage), metadata});

  plainUpdate(event) {
    return event.artifact
      ? {type: 'artifact', taskId: event.taskId, artifact: this.plainArtifact(event.artifact),
        append: event.append ?? false, lastChunk: event.lastChunk ?? false}
      : {type: 'status', taskId: event.taskId, state: this.plainState(event.status.state)};
  }
}

export class Form03 extends Form {
  #part = ({text, data, schema}) => without({kind: data === undefined ? 'text' : 'data', text, data,
    metadata: schema && {mimeType: labelOf(schema)}});

  params({parts, taskId, contextId, messageId = randomUUID(), wait = true, push}) {
    return {message: without({kind: 'message', messageId, role: 'user', parts: parts.map(this.#part), taskId, contextId}),
      configuration: without({acceptedOutputModes: [], blocking: wait, pushNotificationConfig: push && this.#hook(push)})};
  }
  taskId(id) { return {id}; }

  #hook = ({id, url, token, scheme, credentials}) => without({id, url, token,
    authentication: scheme ? {schemes: [scheme], credentials} : undefined});
  push(taskId, hook) { return {taskId, pushNotificationConfig: this.#hook(hook)}; }
  pushId(taskId, id) { return {id: taskId, pushNotificationConfigId: id}; }
  pushesOf(taskId) { return {id: taskId}; }
  plainPush({taskId, pushNotificationConfig: {id, url, token, authentication}}) {
    return {taskId, id, url, token, scheme: authentication?.schemes[0]};
  }
  plainPushes(configs) { return configs.map(this.plainPush); }

  plainState(state) { return state; }
  plainRole(role) { return role; }
  plainPart({text, data, metadata}) { return {text, data, label: metadata?.mimeType}; }

  plainEvent(event) {
    switch (event.kind) {
      case 'task': return {type: 'task', task: this.plainTask(event)};
      case 'message': return {type: 'message', message: this.plainMessage(event)};
      case 'status-update':
      case 'artifact-update': return this.plainUpdate(event);
      default: throw new Error(`not an event of v0.3: ${JSON.stringify(event)}`);
    }
  }
}

export class Form10 extends Form {
  #speaks10;

  /** `version` is that of the wire: an SDK of v1.0 that speaks v0.3 has no place for mediaType there. */
  constructor(version) {
    super();
    this.#speaks10 = version === '1.0';
  }

  #part = ({text, data, schema}) => without({text, data, mediaType: labelOf(schema),
    metadata: schema && {mimeType: labelOf(schema)}});

  params({parts, taskId, contextId, messageId = randomUUID(), wait = true, push}) {
    return {
      message: without({messageId, role: 'ROLE_USER', parts: parts.map(this.#part), taskId, contextId}),
      configuration: without({returnImmediately: !wait, taskPushNotificationConfig: push && this.push(undefined, push)})};
  }
  taskId(id) { return {id}; }

  push(taskId, {id, url, token, scheme, credentials}) {
    return without({taskId, id, url, token, authentication: scheme ? {scheme, credentials} : undefined});
  }
  pushId(taskId, id) { return {taskId, id}; }
  pushesOf(taskId) { return {taskId}; }
  plainPush({taskId, id, url, token, authentication}) { return {taskId, id, url, token, scheme: authentication?.scheme}; }
  plainPushes({configs}) { return (configs ?? []).map(this.plainPush); }

  plainState(state) { return state.replace('TASK_STATE_', '').toLowerCase().replace('_', '-'); }
  plainRole(role) { return role === 'ROLE_USER' ? 'user' : 'agent'; }
  plainPart({text, data, metadata, mediaType}) {
    const label = metadata?.mimeType;
    const same = !this.#speaks10 || label === undefined || label === mediaType;
    return {text, data, label: same ? label : `${label} but mediaType ${mediaType}`};
  }

  plainEvent({task, message, statusUpdate, artifactUpdate}) {
    if (task) return {type: 'task', task: this.plainTask(task)};
    if (message) return {type: 'message', message: this.plainMessage(message)};
    return this.plainUpdate(statusUpdate ?? artifactUpdate);
  }
}
