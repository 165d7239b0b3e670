// A v1.0 agent as @a2a-js/sdk 1.3.0 makes it; no compatibility layer, so v0.3 calls are refused.
import {randomUUID} from 'node:crypto';
import express from 'express';
import {AGENT_CARD_PATH, AgentCard, Role, TaskState} from '@a2a-js/sdk-1.0';
import {AgentEvent, DefaultRequestHandler, InMemoryTaskStore} from '@a2a-js/sdk-1.0/server';
import {agentCardHandler, jsonRpcHandler, restHandler, UserBuilder} from '@a2a-js/sdk-1.0/server/express';
import {artifactParts, contestOf, Fights, listen, outcomeOf, settle} from './behaviour.mjs';

const part = ({text, data}) => ({metadata: undefined, filename: '',
  mediaType: data ? 'application/json' : 'text/plain',
  content: data ? {$case: 'data', value: data} : {$case: 'text', value: text}});
const plain = ({content}) => ({[content.$case]: content.value});
const agentMessage = (contextId, taskId, text) => ({messageId: randomUUID(), role: Role.ROLE_AGENT, contextId,
  taskId, parts: [part({text})], metadata: undefined, extensions: [], referenceTaskIds: []});
const statusOf = (state, message) => ({state, message, timestamp: new Date().toISOString()});

class Executor {
  fights = new Fights();

  execute = async ({taskId, contextId, userMessage, task}, bus) => {
    const signal = this.fights.begin(taskId);
    const contest = contestOf(userMessage.parts.map(plain));
    if (!contest || contest.a === 'message') {
      this.fights.end(taskId);
      const text = contest ? JSON.stringify(outcomeOf(contest)) : 'Name two contestants: A vs B';
      bus.publish(AgentEvent.message(agentMessage(contextId, '', text)));
      return bus.finished();
    }
    const status = (state, message) => bus.publish(AgentEvent.statusUpdate(
        {taskId, contextId, status: statusOf(state, message), metadata: undefined}));
    bus.publish(AgentEvent.task(task ?? {id: taskId, contextId, history: [userMessage], artifacts: [],
      status: statusOf(TaskState.TASK_STATE_SUBMITTED), metadata: undefined}));
    status(TaskState.TASK_STATE_WORKING);
    const finished = await settle(contest, signal);
    this.fights.end(taskId);
    if (!finished) status(TaskState.TASK_STATE_CANCELED);
    else if (contest.a === 'ask') {
      status(TaskState.TASK_STATE_INPUT_REQUIRED, agentMessage(contextId, taskId, 'Who shall fight instead?'));
    } else {
      const parts = artifactParts(contest);
      parts.forEach((content, index) => bus.publish(AgentEvent.artifactUpdate({taskId, contextId,
        artifact: {artifactId: 'outcome', name: 'Outcome', description: '', parts: [part(content)],
          metadata: undefined, extensions: []},
        append: index > 0, lastChunk: index === parts.length - 1, metadata: undefined})));
      status(TaskState.TASK_STATE_COMPLETED);
    }
    bus.finished();
  };

  cancelTask = async (taskId) => { this.fights.cancel(taskId); };
}

const HANDLERS = {'JSONRPC': jsonRpcHandler, 'HTTP+JSON': restHandler};

/** Starts the agent on a free port, with one binding: {url, version, fights, close}. */
export async function startAgent(binding = 'JSONRPC') {
  const executor = new Executor();
  const app = express();
  const {url, close} = await listen(app, (base) => {
    const card = AgentCard.fromJSON({
      name: 'Fight agent', description: 'Tells who would win.', version: '1.0.0',
      supportedInterfaces: [{url: `${base}/a2a`, protocolBinding: binding, protocolVersion: '1.0'}],
      capabilities: {streaming: true, pushNotifications: false},
      defaultInputModes: ['text/plain', 'application/json'], defaultOutputModes: ['text/plain'],
      skills: [{id: 'fight-comparison', name: 'Fight Comparison', description: 'Compares.', tags: ['fight']}],
    });
    const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
    app.use(`/${AGENT_CARD_PATH}`, agentCardHandler({agentCardProvider: requestHandler}));
    app.use('/a2a', HANDLERS[binding]({requestHandler, userBuilder: UserBuilder.noAuthentication}));
  });
  return {url, version: '1.0', calls: async () => executor.fights.calls,
    close: () => { executor.fights.cancelAll(); return close(); }};
}
