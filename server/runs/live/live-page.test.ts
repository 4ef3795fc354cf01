import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { makeLivePage } from './live-page.ts';

const heartbeatMs = 30;
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });

beforeAll(async () => {
  if (!server.address()) await once(server, 'listening');
});
afterAll(() => {
  server.close();
});

async function meet(options: { autoPong: boolean }, mayGoOn: () => Promise<boolean>) {
  const { port }: Partial<AddressInfo> = Object(server.address());
  const client = new WebSocket(`ws://127.0.0.1:${port}`, options);
  const [[socket]] = await Promise.all([once(server, 'connection'), once(client, 'open')]);
  const onEnded = vi.fn<() => void>();
  return { client, onEnded, page: makeLivePage(socket, { mayGoOn, onEnded, heartbeatMs }) };
}

test('a page whose network went dark is given up after two heartbeats', async () => {
  const { page } = await meet({ autoPong: false }, async () => true);
  await expect.poll(() => page.gone.aborted).toBe(true);
});

test('a page that sends the answer without having read the question is given up', async () => {
  const { client, page } = await meet({ autoPong: false }, async () => true);
  const timer = setInterval(() => client.pong('0'), 5);
  await expect.poll(() => page.gone.aborted).toBe(true);
  clearInterval(timer);
});

test('a page whose session has ended is told so at the next heartbeat', async () => {
  let hasSession = true;
  const { client, onEnded, page } = await meet({ autoPong: true }, async () => hasSession);
  // The second pong arrived, so the check ran twice and allowed it both times.
  await once(client, 'ping');
  await once(client, 'ping');
  expect(page.gone.aborted).toBe(false);
  expect(onEnded).not.toHaveBeenCalled();
  hasSession = false;
  await expect.poll(() => onEnded.mock.calls.length).toBeGreaterThan(0);
  client.terminate();
});

test('what is said before there is a program waits for it; nonsense closes the conversation', async () => {
  const { client, page } = await meet({ autoPong: true }, async () => true);
  client.send(JSON.stringify({ message: 'input', text: 'early' }));
  const received: unknown[] = [];
  // A pong arrives after everything that was sent before it.
  client.ping();
  await once(client, 'pong');
  page.listen((message) => received.push(message));
  expect(received).toEqual([{ message: 'input', text: 'early' }]);
  client.send('{');
  const [code] = await once(client, 'close');
  expect(code).toBe(1007);
});
