// A v0.3 agent as @a2a-js/sdk 0.3.14 makes it.
import {randomUUID} from 'node:crypto';
import express from 'express';
import {AGENT_CARD_PATH} from '@a2a-js/sdk-0.3';
import {DefaultRequestHandler, InMemoryTaskStore} from '@a2a-js/sdk-0.3/server';
import {agentCardHandler, jsonRpcHandler, restHandler, UserBuilder} from '@a2a-js/sdk-0.3/server/express';
import {artifactParts, contestOf, Fights, listen, outcomeOf, settle} from './behaviour.mjs';

const part = (content) => ({kind: content.data ? 'data' : 'text', ...content});

class Executor {
  fights = new Fights();

  execute = async ({taskId, contextId, userMessage, task}, bus) => {
    const signal = this.fights.begin(taskId);
    const contest = contestOf(userMessage.parts);
    if (!contest || contest.a === 'message') {
      this.fights.end(taskId);
      const text = contest ? JSON.stringify(outcomeOf(contest)) : 'Name two contestants: A vs B';
      bus.publish({kind: 'message', messageId: randomUUID(), role: 'agent', contextId, parts: [part({text})]});
      return bus.finished();
    }
    const status = (state, final, message) => bus.publish({kind: 'status-update', taskId, contextId, final,
      status: {state, timestamp: new Date().toISOString(), ...(message && {message})}});
    if (!task) {
      bus.publish({kind: 'task', id: taskId, contextId, history: [userMessage],
        status: {state: 'submitted', timestamp: new Date().toISOString()}});
    }
    status('working', false);
    const finished = await settle(contest, signal);
    this.fights.end(taskId);
    if (!finished) status('canceled', true);
    else if (contest.a === 'ask') {
      status('input-required', true, {kind: 'message', messageId: randomUUID(), role: 'agent', taskId, contextId,
        parts: [part({text: 'Who shall fight instead?'})]});
    } else {
      const parts = artifactParts(contest);
      parts.forEach((content, index) => bus.publish({kind: 'artifact-update', taskId, contextId,
        artifact: {artifactId: 'outcome', name: 'Outcome', parts: [part(content)]},
        append: index > 0, lastChunk: index === parts.length - 1}));
      status('completed', true);
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
    const card = {
      name: 'Fight agent', description: 'Tells who would win.', protocolVersion: '0.3.0', version: '1.0.0',
      url: `${base}/a2a`, preferredTransport: binding,
      capabilities: {streaming: true, pushNotifications: false},
      defaultInputModes: ['text/plain', 'application/json'], defaultOutputModes: ['text/plain'],
      skills: [{id: 'fight-comparison', name: 'Fight Comparison', description: 'Compares.', tags: ['fight']}],
    };
    const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
    app.use(`/${AGENT_CARD_PATH}`, agentCardHandler({agentCardProvider: requestHandler}));
    app.use('/a2a', HANDLERS[binding]({requestHandler, userBuilder: UserBuilder.noAuthentication}));
  });
  return {url, version: '0.3', calls: async () => executor.fights.calls,
    close: () => { executor.fights.cancelAll(); return close(); }};
}
