import { expect, test } from 'vitest';
import { makeStudent } from '../../testing/acts/make.ts';
import { setUpServer } from '../../testing/server.setup.ts';
import { makeToken } from '../../platform/access/sessions.ts';
import { UnknownTokens } from './unknown-tokens.ts';

const HERE = '192.0.2.77';
const ELSEWHERE = '192.0.2.78';

/** A network that has exceeded the limit of unknown tokens, and the number of lookups since. */
async function flooded(calm = 5) {
  const tokens = new UnknownTokens({ calm, places: 2, maxWaiting: 3 });
  let lookedFor = 0;
  const find = (token: string, network = HERE, person: string | null = null) =>
    tokens.find({ token, network }, async () => {
      lookedFor += 1;
      return person;
    });
  await find('known', HERE, 'Asha');
  for (let sent = 0; sent < calm; sent += 1) await find(makeToken());
  lookedFor = 0;
  return { find, lookedFor: () => lookedFor };
}

test('of a flood of tokens that are nobody’s few are looked for, and the rest is refused', async () => {
  const { find, lookedFor } = await flooded();
  const sent = Array.from({ length: 100 }, () => find(makeToken()));
  const results = await Promise.allSettled(sent);
  expect(lookedFor()).toBe(5);
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(95);
  expect(refused[0]).toMatchObject({ reason: { status: 429, code: 'too_many_calls' } });
});

test('known callers at a flooding address are found at once, and new ones after a moment', async () => {
  const { find } = await flooded();
  const flood = Array.from({ length: 3 }, () => find(makeToken()));
  let isNewFound = false;
  const fresh = find('fresh', HERE, 'Bela').then(() => {
    isNewFound = true;
  });
  expect(await find('known', HERE, 'Asha')).toBe('Asha');
  expect(isNewFound).toBe(false);
  await fresh;
  expect(await find('fresh', HERE, 'Bela')).toBe('Bela');
  await Promise.allSettled(flood);
});

test('another network is not slowed', async () => {
  const { find } = await flooded();
  const flood = Array.from({ length: 50 }, () => find(makeToken()).catch(() => null));
  expect(await find('fresh', ELSEWHERE, 'Bela')).toBe('Bela');
  await Promise.all(flood);
});

test('the token of an ended session is no longer known', async () => {
  const { find, lookedFor } = await flooded();
  expect(await find('known')).toBe(null);
  const again = Array.from({ length: 10 }, () => find('known').catch(() => 'refused'));
  expect((await Promise.all(again)).filter((reported) => reported === 'refused')).toHaveLength(5);
  expect(lookedFor()).toBe(6);
});

const server = setUpServer();

async function call(url: string, authorization: string, remoteAddress: string): Promise<number> {
  const reply = await server.app.inject({ url, headers: { authorization }, remoteAddress });
  return reply.statusCode;
}

/** From as many addresses of one IPv6 subscriber. */
const flood = (count: number, url: string) =>
  Promise.all(
    Array.from({ length: count }, (_, sent) =>
      call(url, makeToken(), `2001:db8::${sent.toString(16)}`),
    ),
  );

test('a class at the address of a flood can go on working', async () => {
  const student = await makeStudent(server.pool);
  const work = () => call('/api/v1/auth/sessions', student.token, '2001:db8::1');
  expect(await work()).toBe(200);
  expect(new Set(await flood(3000, '/api/v1/auth/sessions'))).toEqual(new Set([401]));
  const more = Promise.all([flood(600, '/api/v1/auth/user-auth'), flood(600, '/metrics')]);
  const worked = await Promise.all(Array.from({ length: 20 }, work));
  expect(new Set(worked)).toEqual(new Set([200]));
  const statuses = (await more).flat();
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(600);
});
