import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { findServiceUrl, waitUntilServing } from './service-readiness.ts';

test.for([
  ['', 'http://127.0.0.1:3000'],
  ['HOST=127.0.0.1 VLABS_DEMO=off\n', 'http://127.0.0.1:3000'],
  ['HOST=127.0.0.1 PORT=80 "VLABS_INSTITUTION=PORT=1 of all" PORT=8080', 'http://127.0.0.1:8080'],
  ['HOST=0.0.0.0 PORT=', 'http://127.0.0.1:3000'],
  ['HOST=:: PORT=81', 'http://[::1]:81'],
  ['HOST=labs.example.org', 'http://labs.example.org:3000'],
  ['PORT=0', null],
] as const)('a service with the settings "%s" is asked at %s', ([environment, url]) => {
  expect(findServiceUrl(environment)).toBe(url);
});

const server = createServer((_, reply) => answer(reply));
let answer = (reply: ServerResponse): unknown => reply.end();
afterEach(() => server.close());

const listen = async (): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port.');
  return `http://127.0.0.1:${address.port}`;
};

test('the command waits until the product is ready', async () => {
  let asked = 0;
  answer = (reply) => reply.writeHead(++asked < 3 ? 503 : 200).end();
  expect(await waitUntilServing(await listen(), 20_000)).toBeNull();
  expect(asked).toBe(3);
});

test('after the timeout it returns the last reply', async () => {
  answer = (reply) => reply.writeHead(503).end('Not ready. No answer from: runner.');
  expect(await waitUntilServing(await listen(), 700)).toBe(
    'It replied: Not ready. No answer from: runner.',
  );
});

test('it says if nothing listens', async () => {
  const url = await listen();
  server.close();
  expect(await waitUntilServing(url, 0)).toBe('Nothing listens there.');
});
