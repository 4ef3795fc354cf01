import { getInstallation } from '@vlabs/contract/people/auth';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replyToErrors } from './error-replies.ts';
import { secure } from './security.ts';
import { answer, serve } from './serve.ts';

const app = Fastify();
beforeAll(async () => {
  replyToErrors(app);
  await secure(app, [], 5);
  serve(app, getInstallation, async () =>
    answer({
      institution: 'a university',
      website: null,
      contactEmail: null,
      registration: 'open' as const,
      demoAccounts: [],
    }),
  );
  app.get('/healthz', async () => 'alive');
});
afterAll(() => app.close());

async function callTimes(times: number, url: string, remoteAddress: string): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < times) {
    statuses.push((await app.inject({ url, remoteAddress })).statusCode);
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
    message: 'Too many calls come from your network. Try again in a minute.',
  });
  expect(await callTimes(1, url, '192.0.2.2')).toEqual([200]);
});

test('whoever watches the process is never refused', async () => {
  const statuses = await callTimes(50, '/healthz', '192.0.2.3');
  expect(new Set(statuses)).toEqual(new Set([200]));
});
