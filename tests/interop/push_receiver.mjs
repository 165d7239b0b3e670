// Receives push notifications on loopback and remembers them: {headers, body}.
import {once} from 'node:events';
import {createServer} from 'node:http';

export async function startReceiver() {
  const got = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk) => { text += chunk; }).on('end', () => {
      got.push({path: request.url, headers: request.headers, body: JSON.parse(text)});
      response.writeHead(204).end();
      server.emit('notification');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${server.address().port}`;
  return {
    /** A URL of its own for each case. */
    url: (name) => `${base}/${name}`,
    at: (name) => got.filter(({path}) => path === `/${name}`),
    /** Waits until `done(notifications)` for what came to that URL. */
    async until(name, done) {
      while (!done(this.at(name))) await once(server, 'notification', {signal: AbortSignal.timeout(10_000)});
      return this.at(name);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
