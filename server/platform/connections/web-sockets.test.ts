import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { replyToErrors } from '../http/error-replies.ts';
import { acceptWebSockets, limitHandshakes } from './web-sockets.ts';
import { PATIENTLY } from '../../../runner/testing/patience.ts';

const OPEN =
  'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n' +
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

const app = Fastify();
const handshakes = limitHandshakes(2);
let port = 0;
let received = 0;
/** Sent in reply to every message. */
let answer = '';
const raw: Socket[] = [];
beforeAll(async () => {
  replyToErrors(app);
  await acceptWebSockets(app);
  app.get('/page', async () => 'a page');
  app.route({
    method: 'GET',
    url: '/live',
    config: { webSocket: true },
    handler: async () => 'a page',
    wsHandler: (socket) => {
      handshakes.enter(socket);
      socket.on('error', () => socket.terminate());
      socket.on('message', () => {
        handshakes.leave(socket);
        received += 1;
        if (answer !== '') socket.send(answer);
      });
    },
  });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(() => {
  for (const socket of raw.splice(0)) socket.destroy();
  received = 0;
  answer = '';
});
afterAll(() => app.close());

async function openRaw(path: string): Promise<{ socket: Socket; text: string }> {
  const socket = connect(port, '127.0.0.1');
  raw.push(socket);
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: vlabs\r\n${OPEN}`);
  const [first] = await once(socket, 'data');
  return { socket, text: String(first) };
}

async function open(): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`);
  await once(socket, 'open');
  return socket;
}

/** One message, masked with zeros as the protocol requires of clients. */
const frame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);

test('only what is made for it is spoken to over a WebSocket', async () => {
  expect((await openRaw('/live')).text).toContain('101 Switching Protocols');
  for (const path of ['/page', '/nowhere']) {
    const { socket, text } = await openRaw(path);
    expect(text).toContain('400 Bad Request');
    await once(socket, 'close');
  }
});

test('a page that speaks and takes nothing is let go', async () => {
  answer = 'x'.repeat(65_536);
  const { socket } = await openRaw('/live');
  socket.pause();
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const messages = Buffer.concat(Array.from({ length: 1000 }, () => frame('more')));
  const speak = (): void => {
    if (socket.writable) socket.write(messages, speak);
  };
  speak();
  await vi.waitFor(() => expect(app.websocketServer.clients.size).toBe(0), PATIENTLY);
  socket.resume();
  await ended;
});

test('a page that says more than a person can is heard later, and nothing of it is lost', async () => {
  const began = performance.now();
  const socket = await open();
  for (let message = 0; message < 30_000; message += 1) socket.send('x');
  await vi.waitFor(() => expect(received).toBe(30_000), PATIENTLY);
  expect(performance.now() - began).toBeGreaterThan(1000);
  socket.terminate();
});

test('of unauthenticated connections, the oldest is closed first', async () => {
  const known = await open();
  known.send('it is me');
  await vi.waitFor(() => expect(received).toBe(1), PATIENTLY);
  const first = await open();
  const ended = once(first, 'close');
  const others = [await open(), await open()];
  await ended;
  expect([known, ...others].map(({ readyState }) => readyState)).toEqual(
    Array.from({ length: 3 }, () => WebSocket.OPEN),
  );
  for (const socket of [known, ...others]) socket.terminate();
});
