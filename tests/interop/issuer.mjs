// An issuer of tokens that this project did not write, and an agent, for tests of credentials.
import {once} from 'node:events';
import {createServer} from 'node:http';
import * as jose from 'jose';
import Provider from 'oidc-provider';

export const SECRET = 'gateway-secret-canary';
export const RESOURCE = 'urn:agent';

/** A server on a free port; `make` gets its URL. */
export async function serve(make) {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  server.on('request', make(url));
  return {url, close: () => server.close()};
}

export const json = (response, body, status = 200) => {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
};

export const bodyOf = async (request) => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
};

const HELLO = {message: {role: 'ROLE_AGENT', messageId: 'a', parts: [{text: 'hello'}]}};

/** A v1.0 agent that gives `result` to whoever `check` lets in. */
export const serveAgent = (check, result = HELLO) => serve((url) => async (request, response) => {
  if (request.method === 'GET') {
    return json(response, {
      name: 'Greeter', description: 'Greets.', version: '1', capabilities: {},
      supportedInterfaces: [{url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0'}],
      defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'],
      skills: [{id: 'fight-comparison', name: 'Fight', description: 'Compares.', tags: ['fight']}],
    });
  }
  const call = JSON.parse(await bodyOf(request));
  try {
    await check(request.headers);
  } catch (error) {
    return json(response, {error: error.message}, 401);
  }
  return json(response, {jsonrpc: '2.0', id: call.id, result});
});

/**
 * oidc-provider with the clients "gateway", which has a secret, and "person", which logs people in by the device flow.
 * Tokens are JWTs for `resource`. Whoever says so on its pages is logged in.
 */
export async function startProvider(resource = RESOURCE) {
  const {privateKey} = await jose.generateKeyPair('ES256', {extractable: true});
  const key = {...await jose.exportJWK(privateKey), kid: 'op', alg: 'ES256', use: 'sig'};
  const issued = [];
  const provider = await serve((url) => {
    const made = new Provider(url, {
      jwks: {keys: [key]},
      clients: [
        {client_id: 'gateway', client_secret: SECRET, id_token_signed_response_alg: 'ES256', grant_types: ['client_credentials'],
          redirect_uris: [], response_types: []},
        {client_id: 'person', token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'ES256', redirect_uris: [], response_types: [],
          grant_types: ['urn:ietf:params:oauth:grant-type:device_code']}],
      enabledJWA: {idTokenSigningAlgValues: ['ES256']},
      features: {
        clientCredentials: {enabled: true}, deviceFlow: {enabled: true}, devInteractions: {enabled: true},
        resourceIndicators: {enabled: true, defaultResource: () => resource, useGrantedResource: () => true,
          getResourceServerInfo: () => ({
          scope: 'greet', audience: resource, accessTokenFormat: 'jwt', jwt: {sign: {alg: 'ES256'}}})},
      },
    });
    made.on('client_credentials.issued', (token) => issued.push(token));
    return made.callback();
  });
  return {...provider, issued};
}
