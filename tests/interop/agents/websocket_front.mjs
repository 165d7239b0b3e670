// An agent of an SDK behind WebSocket alone: `ws` takes messages and gives them to the agent's JSON-RPC, what that
// answers goes back as messages. The card is to be had over HTTP.
import {once} from 'node:events';
import {createServer} from 'node:http';
import {WebSocketServer} from 'ws';
import {BINDING} from '../clients/websocket_fetch.mjs';

async function answer(socket, url, body, fields) {
  const headers = {'Content-Type': 'application/json', ...fields};
  const response = await fetch(`${url}/a2a`, {method: 'POST', headers, body});
  if (!response.headers.get('content-type').startsWith('text/event-stream')) return socket.send(await response.text());
  let rest = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line.startsWith('data:')) socket.send(line.slice('data:'.length).trim());
  }
  return socket.close(1000);
}

function card(agent, own, url) {
  if (agent.version === '0.3') {
    return {...own, url, preferredTransport: BINDING, additionalInterfaces: [{url, transport: BINDING}]};
  }
  return {...own, supportedInterfaces: [{url, protocolBinding: BINDING, protocolVersion: agent.version}]};
}

/** `agent` is one of agent_0_3 or agent_1_0 over JSON-RPC; gives the same at a ws: URL. */
export async function overWebSocket(agent) {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `ws://127.0.0.1:${server.address().port}/a2a`;
  server.on('request', async (request, response) => {
    const own = await fetch(`${agent.url}${request.url}`);
    response.statusCode = own.status;
    response.setHeader('Content-Type', 'application/json');
    response.end(own.ok ? JSON.stringify(card(agent, await own.json(), url)) : '{}');
  });
  const sockets = new WebSocketServer({server});
  sockets.on('connection', (socket, {headers}) => socket.on('message', (data) => {
    const fields = Object.fromEntries(Object.entries(headers).filter(([name]) => /^(x-)?a2a-/.test(name)));
    answer(socket, agent.url, data.toString(), fields).catch((error) => socket.close(1011, error.message.slice(0, 100)));
  }));
  return {...agent, url, close: async () => {
    sockets.close();
    server.close();
    await agent.close();
  }};
}
