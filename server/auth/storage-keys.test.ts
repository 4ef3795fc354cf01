import { expect, test } from 'vitest';
import { type MadePerson, makeStudent } from '../testing/acts/make.ts';
import { setUpServer } from '../testing/server.setup.ts';

const server = setUpServer();

async function storageKeyOf({ headers }: Pick<MadePerson, 'headers'>) {
  const reply = await server.app.inject({ url: '/api/v1/auth/account', headers });
  return reply.json().data.storageKey;
}

test('a person gets the same storage key in each session, and no other person gets it', async () => {
  const [one, other] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  const key = await storageKeyOf(one);
  expect(key).toEqual({
    owner: expect.stringMatching(/^[0-9a-f]{32}$/),
    secret: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const payload = { id: one.id, password: one.password };
  const again = await server.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload });
  expect(await storageKeyOf({ headers: { authorization: again.json().token } })).toEqual(key);
  const second = await storageKeyOf(other);
  expect(second.secret).not.toBe(key.secret);
  expect(second.owner).not.toBe(key.owner);
});

test('the storage key needs a sign-in', async () => {
  const reply = await server.app.inject({ url: '/api/v1/auth/account' });
  expect(reply.statusCode).toBe(401);
  expect(reply.body).not.toContain('storageKey');
});
