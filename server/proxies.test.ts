import type { IncomingMessage } from 'node:http';
import { type Socket, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { login } from '@vlabs/contract/auth/auth';
import { LIVE_RUNS_PATH } from '@vlabs/contract/runs/live-runs';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { textOf } from './runs/live/live-page.ts';
import { type MadePerson, makeStudent } from './testing/acts/make.ts';
import { malformedRequests } from './testing/acts/malformed-requests.ts';
import { PROXIES, type Proxy, hasProxy, startProxy } from './testing/peers/start-proxy.ts';
import { type TestApp, makeTestApp } from './testing/test-app.ts';
import { PATIENTLY } from '../runner/testing/patience.ts';

const OTHER = '127.0.0.3';
/** For requests without a reply: a proxy may wait for the rest. */
const SHORT_TIMEOUT_MS = 150;
const AT_ONCE = 12;
const SESSIONS = '/api/v1/auth/sessions';

interface Seen {
  url: string;
  from: string;
}

let server: TestApp;
let student: MadePerson;
let serverPort = 0;
let seen: Seen[] = [];
const opened: Socket[] = [];
const note = ({ url = '', headers, socket }: IncomingMessage): void => {
  seen.push({ url, from: String(headers['x-forwarded-for'] ?? socket.remoteAddress) });
};
beforeAll(async () => {
  server = await makeTestApp({ environment: { VLABS_TRUSTED_PROXIES: '127.0.0.1' } });
  server.app.server.prependListener('request', note).prependListener('upgrade', note);
  serverPort = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
  student = await makeStudent(server.pool);
});
afterEach(() => {
  seen = [];
  for (const socket of opened.splice(0)) socket.destroy();
});
afterAll(() => server.close());

interface Response {
  socket: Socket;
  text: string;
  isEnded: boolean;
}

function say(port: number, localAddress: string, bytes: string): Response {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  opened.push(socket);
  const response: Response = { socket, text: '', isEnded: false };
  socket.setEncoding('latin1');
  socket.on('data', (part) => (response.text += part));
  socket.on('error', () => undefined);
  socket.on('close', () => (response.isEnded = true));
  socket.write(bytes, 'latin1');
  return response;
}

const hasReplied = ({ socket, text }: Response): Promise<unknown> =>
  text === ''
    ? new Promise((resolve) => socket.once('data', resolve).once('close', resolve))
    : Promise.resolve();

const askSessions = ({ token }: MadePerson): string =>
  `GET ${SESSIONS} HTTP/1.1\r\nHost: vlabs\r\nAuthorization: ${token}\r\n\r\n`;

/** Another client sends two requests over one connection and gets the right replies. */
async function requireOwnAnswers(port: number): Promise<void> {
  const other = say(port, OTHER, askSessions(student));
  await vi.waitFor(() => expect(other.text).toContain('"current":true'), PATIENTLY);
  other.socket.write(askSessions(student));
  await vi.waitFor(() => expect(other.text.match(/"current":true/g)).toHaveLength(2), PATIENTLY);
  expect(other.text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
}

/** Each malformed request has its own address, so that every request seen can be attributed. */
const odd = malformedRequests.map((request, index) => ({
  ...request,
  address: `127.0.1.${index + 1}`,
}));

async function sayOdd(port: number, request: (typeof odd)[number]): Promise<Response> {
  const response = say(port, request.address, request.bytes);
  await Promise.race([hasReplied(response), delay(SHORT_TIMEOUT_MS)]);
  return response;
}

/** The names of the requests that were seen. */
function listSeen(isMeant: (one: Seen) => boolean): string[] {
  return seen.filter(isMeant).map(({ url, from }) => {
    const request = odd.find(({ address }) => address === from);
    return `${url} of ${request?.name ?? from}`;
  });
}

test('the server itself reads nothing hidden in a request that may be read in two ways', async () => {
  await Promise.all(
    odd.map(async (request) => {
      const response = await sayOdd(serverPort, request);
      // Like another client's request on the same proxy connection.
      response.socket.end('GET /next HTTP/1.1\r\nHost: vlabs\r\n\r\n');
      await vi.waitFor(() => expect(response.isEnded).toBe(true), PATIENTLY);
    }),
  );
  expect(listSeen(({ url }) => url === '/smuggled')).toEqual(['/smuggled of requests sent ahead']);
});

describe.each(PROXIES)('behind %s as the documents set it up', (name) => {
  const isThere = hasProxy(name);
  let proxy: Proxy;
  beforeAll(async () => {
    if (isThere) proxy = await startProxy(name, serverPort);
  });
  afterAll(() => (isThere ? proxy.stop() : undefined));

  test.skipIf(!isThere)(
    'every request that the server sees is one that the proxy saw, and nobody gets the reply of another',
    async () => {
      for (let first = 0; first < odd.length; first += AT_ONCE) {
        const some = odd.slice(first, first + AT_ONCE);
        const attackers = await Promise.all(some.map((one) => sayOdd(proxy.port, one)));
        await Promise.all(some.map(() => requireOwnAnswers(proxy.port)));
        for (const { socket } of attackers) socket.end();
      }
      const addresses = new Set([OTHER, ...odd.map(({ address }) => address)]);
      // HAProxy's own health checks.
      const isUnseen = ({ url, from }: Seen) => !addresses.has(from) && url !== '/healthz';
      expect(listSeen(isUnseen)).toEqual([]);
      const ofOther = seen.filter(({ from }) => from === OTHER);
      expect(ofOther.filter(({ url }) => url !== SESSIONS)).toEqual([]);
      expect(ofOther).toHaveLength(2 * odd.length);
    },
  );

  test.skipIf(!isThere)('nobody writes the address that counts for them', async () => {
    const { id, password } = await makeStudent(server.pool);
    const reply = await fetch(`http://127.0.0.1:${proxy.port}/api/v1/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '198.51.100.1, 127.0.0.1',
        'x-real-ip': '198.51.100.2',
        forwarded: 'for=198.51.100.3',
      },
      body: JSON.stringify({ id, password }),
    });
    const { token } = login.reply.parse(await reply.json());
    const sessions = await server.app.inject({ url: SESSIONS, headers: { authorization: token } });
    expect(sessions.body).not.toContain('198.51.100');
    expect(sessions.body).toContain('127.0.0.1');
  });

  test.skipIf(!isThere)('nobody writes the host of their page either', async () => {
    const headers = {
      origin: 'https://evil.example.edu',
      'x-forwarded-host': 'evil.example.edu',
      forwarded: 'host=evil.example.edu',
    };
    const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}${LIVE_RUNS_PATH}`, { headers });
    const [, response] = await new Promise<[unknown, IncomingMessage]>((resolve, reject) => {
      socket.once('unexpected-response', (...received) => resolve(received));
      socket.once('open', () => reject(new Error('It was let in.')));
      socket.on('error', () => undefined);
    });
    expect(response.statusCode).toBe(403);
    socket.terminate();
  });

  test.skipIf(!isThere)('a page of ours speaks to a terminal', async () => {
    const origin = `http://127.0.0.1:${proxy.port}`;
    const socket = new WebSocket(`${origin}${LIVE_RUNS_PATH}`, { headers: { origin } });
    const received = new Promise<string>((resolve) => {
      socket.once('message', (data) => resolve(textOf(data)));
    });
    socket.once('open', () => socket.send('{}'));
    expect(await received).toContain('The first message must say what to run.');
    socket.terminate();
  });

  test.skipIf(!isThere)('a stream of events comes as it is written', async () => {
    const url = `http://127.0.0.1:${proxy.port}/api/v1/notices/events?since=${new Date().toISOString()}`;
    const gone = new AbortController();
    const reply = await fetch(url, { headers: student.headers, signal: gone.signal });
    expect(reply.headers.get('content-type')).toContain('text/event-stream');
    const first = await reply.body?.getReader().read();
    expect(first?.done).toBe(false);
    gone.abort();
  });
});
