// An A2A 1.0 agent as the README of @a2a-js/sdk makes one. It knows nothing of schemas: it reads two names from
// a data part or from "A vs B" and answers with JSON in a text part. Usage: node agent.mjs [PORT]
import {randomUUID} from 'node:crypto';
import express from 'express';
import {AGENT_CARD_PATH, AgentCard, Role, TaskState} from '@a2a-js/sdk';
import {AgentEvent, DefaultRequestHandler, InMemoryTaskStore} from '@a2a-js/sdk/server';
import {agentCardHandler, jsonRpcHandler, UserBuilder} from '@a2a-js/sdk/server/express';

const textPart = (value) => ({content: {$case: 'text', value}, mediaType: 'text/plain', filename: '',
  metadata: undefined});

/** The two names in a message; undefined when there are none. */
function namesIn(message) {
  for (const {content} of message.parts) {
    if (content.$case === 'data' && content.value?.a && content.value?.b) return [content.value.a, content.value.b];
    if (content.$case === 'text' && content.value.includes(' vs ')) return content.value.split(' vs ');
  }
  return undefined;
}

// The longer name wins; the alphabet decides between equals.
function judge(a, b) {
  const winner = a.length === b.length ? [a, b].sort()[1] : (a.length > b.length ? a : b);
  const longer = Math.max(a.length, b.length);
  return {winner, probability: Math.round(longer / (a.length + b.length) * 100) / 100,
    explanation: 'A longer name frightens the other.'};
}

class FightExecutor {
  async execute({taskId, contextId, userMessage, task}, bus) {
    const names = namesIn(userMessage);
    if (!names) {
      bus.publish(AgentEvent.message({messageId: randomUUID(), role: Role.ROLE_AGENT, contextId, taskId: '',
        parts: [textPart('Name two contestants, like: Lion vs Tiger')], metadata: undefined, extensions: [],
        referenceTaskIds: []}));
      return bus.finished();
    }
    const status = (state) => ({state, message: undefined, timestamp: new Date().toISOString()});
    bus.publish(AgentEvent.task(task ?? {id: taskId, contextId, history: [userMessage], artifacts: [],
      status: status(TaskState.TASK_STATE_WORKING), metadata: undefined}));
    bus.publish(AgentEvent.artifactUpdate({taskId, contextId, append: false, lastChunk: true, metadata: undefined,
      artifact: {artifactId: 'outcome', name: 'Outcome', description: '', metadata: undefined, extensions: [],
        parts: [textPart(JSON.stringify(judge(...names)))]}}));
    bus.publish(AgentEvent.statusUpdate(
        {taskId, contextId, status: status(TaskState.TASK_STATE_COMPLETED), metadata: undefined}));
    bus.finished();
  }

  async cancelTask() {}  // every fight is over before anybody can cancel it
}

const app = express();
const server = app.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const card = AgentCard.fromJSON({
    name: 'Fight agent in Node', description: 'Tells who would win.', version: '1.0.0',
    supportedInterfaces: [{url: `${url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0'}],
    capabilities: {streaming: true},
    defaultInputModes: ['text/plain', 'application/json'], defaultOutputModes: ['text/plain'],
    skills: [{id: 'fight-comparison', name: 'Fight Comparison', description: 'Compares two contestants.',
      tags: ['fight']}],
  });
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new FightExecutor());
  app.use(`/${AGENT_CARD_PATH}`, agentCardHandler({agentCardProvider: requestHandler}));
  app.use('/a2a', jsonRpcHandler({requestHandler, userBuilder: UserBuilder.noAuthentication}));
  console.log(`listening on ${url}`);
});
