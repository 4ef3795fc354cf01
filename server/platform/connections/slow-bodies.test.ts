import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as ask } from 'node:http';
import { json } from 'node:stream/consumers';
import { login } from '@vlabs/contract/auth/auth';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { originOf } from '../../testing/peers/live-terminal.ts';
import { boundCallsUnderWay } from './calls-under-way.ts';
import { replyToErrors } from '../http/error-replies.ts';

const NEVER_MS = 600_000;
const BODY = '{"a":1}';

const opened: ClientRequest[] = [];
let app: FastifyInstance;
afterEach(async () => {
  for (const request of opened.splice(0)) request.destroy();
  await app.close();
});

async function start(ofStrangers: { maxOfANetwork: number; bodyMs: number }): Promise<void> {
  app = Fastify();
  replyToErrors(app);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization) request.caller = { id: 'A', role: 'student', sessionId: '' };
  });
  boundCallsUnderWay(app, ofStrangers);
  app.post('/sign-in', { config: { endpoint: login } }, async () => ({ success: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
}

/** Sends the headers of a call and resolves when the server has received them. */
async function begin(headers: Record<string, string> = {}) {
  const received = once(app.server, 'request');
  const announced = { 'content-type': 'application/json', 'content-length': BODY.length };
  const request = ask(`${originOf(app)}/sign-in`, {
    method: 'POST',
    headers: { ...announced, ...headers },
    agent: false,
  });
  opened.push(request);
  request.on('error', () => undefined);
  request.flushHeaders();
  const reply = once(request, 'response').then(async ([message]: IncomingMessage[]) => ({
    status: message?.statusCode,
    body: message && (await json(message)),
  }));
  reply.catch(() => undefined);
  await received;
  return { request, reply };
}

const TOO_SLOW = {
  status: 408,
  body: {
    success: false,
    code: 'request_too_slow',
    message: 'The request took too long to arrive. Check your connection and try again.',
  },
};
const TAKEN = { status: 200, body: { success: true } };

test('a body of a stranger that does not come is refused, and one of a student is waited for', async () => {
  await start({ maxOfANetwork: 5, bodyMs: 50 });
  const save = await begin({ authorization: 'A' });
  const stranger = await begin();
  expect(await stranger.reply).toEqual(TOO_SLOW);
  save.request.end(BODY);
  expect(await save.reply).toEqual(TAKEN);
});

test('the oldest incoming body is ended for a new one', async () => {
  await start({ maxOfANetwork: 3, bodyMs: NEVER_MS });
  const first = await begin();
  const second = await begin();
  const third = await begin();
  const late = await begin();
  late.request.end(BODY);
  expect(await late.reply).toEqual(TAKEN);
  expect(await first.reply).toEqual(TOO_SLOW);
  for (const { request, reply } of [second, third]) {
    request.end(BODY);
    expect(await reply).toEqual(TAKEN);
  }
});
