import { getInstallation, listSessions, login } from '@vlabs/contract/auth/auth';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENTLY } from '../../../runner/testing/patience.ts';
import { conflict } from '../errors.ts';
import { replyToErrors } from './error-replies.ts';
import { secure } from './security.ts';
import { answer, serve } from './serve.ts';

const app = Fastify();
beforeAll(async () => {
  replyToErrors(app);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const id = request.headers.authorization;
    if (id !== undefined) request.caller = { id, role: 'student', sessionId: id };
  });
  await secure(app, [], { maxCallsPerMinute: 5 });
  serve(app, getInstallation, async () =>
    answer({
      institution: 'a university',
      website: null,
      contactEmail: null,
      registration: 'open' as const,
      registrationProof: 'email',
      sharedIdleMinutes: 30,
      mail: false,
      passkeys: false,
      demoAccounts: [],
      providers: [],
    }),
  );
  serve(app, listSessions, async () => answer([]));
  app.get('/healthz', async () => 'alive');
});
afterAll(() => app.close());

async function callTimes(
  times: number,
  url: string,
  remoteAddress: string,
  headers: Record<string, string> = {},
): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < times) {
    statuses.push((await app.inject({ url, remoteAddress, headers })).statusCode);
  }
  return statuses;
}

test('calls beyond the limit of one address are refused in the shape of every refusal', async () => {
  const url = '/api/v1/installation';
  expect(await callTimes(6, url, '192.0.2.1')).toEqual([200, 200, 200, 200, 200, 429]);
  const refused = await app.inject({ url, remoteAddress: '192.0.2.1' });
  expect(refused.json()).toEqual({
    success: false,
    code: 'too_many_calls',
    message: 'Your network is sending too many requests. Try again in a minute.',
  });
  expect(await callTimes(1, url, '192.0.2.2')).toEqual([200]);
});

test('signed-in callers are counted per person and not per address', async () => {
  const url = '/api/v1/installation';
  const campus = '192.0.2.4';
  expect(await callTimes(6, url, campus)).toEqual([200, 200, 200, 200, 200, 429]);
  const asha = { authorization: 'Asha' };
  expect(await callTimes(3, url, campus, asha)).toEqual([200, 200, 200]);
  expect(await callTimes(3, url, '192.0.2.5', asha)).toEqual([200, 200, 429]);
  const refused = await app.inject({ url, remoteAddress: campus, headers: asha });
  expect(refused.json()).toMatchObject({
    code: 'too_many_calls',
    message: 'You are sending too many requests. Try again in a minute.',
  });
  expect(await callTimes(1, url, campus, { authorization: 'Bela' })).toEqual([200]);
});

test('callers without access are counted like others', async () => {
  const url = '/api/v1/auth/sessions';
  expect(await callTimes(7, url, '192.0.2.6')).toEqual([401, 401, 401, 401, 401, 429, 429]);
});

test('an IPv6 subscriber who changes address within the same /64 is the same place', async () => {
  const url = '/api/v1/installation';
  expect(await callTimes(3, url, '2001:db8:1:2::1')).toEqual([200, 200, 200]);
  expect(await callTimes(3, url, '2001:db8:1:2:ffff::9')).toEqual([200, 200, 429]);
  expect(await callTimes(1, url, '2001:db8:1:3::1')).toEqual([200]);
});

test('health checks are never refused', async () => {
  const statuses = await callTimes(50, '/healthz', '192.0.2.3');
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('while the event loop is held too long reads are refused, what is sent is taken, and the process says that it lives', async () => {
  const held = Fastify();
  replyToErrors(held);
  await secure(held, [], { busyAfterMs: 20 });
  serve(held, listSessions, async () => answer([]));
  serve(held, login, () => {
    throw conflict('stale_revision', 'This sign-in arrived.');
  });
  held.get('/healthz', async () => 'alive');
  await vi.waitFor(async () => {
    const until = performance.now() + 200;
    while (performance.now() < until);
    const refused = await held.inject('/api/v1/auth/sessions');
    expect(refused.json()).toMatchObject({ code: 'busy' });
    expect(refused.statusCode).toBe(503);
    expect((await held.inject('/healthz')).body).toBe('alive');
    const payload = { id: 'a', password: 'b' };
    const sent = await held.inject({ method: 'POST', url: '/api/v1/auth/login', payload });
    expect(sent.json().message).toBe('This sign-in arrived.');
  }, PATIENTLY);
  await held.close();
});
