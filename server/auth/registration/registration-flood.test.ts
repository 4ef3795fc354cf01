import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeRollNumber } from '../../testing/acts/make.ts';
import {
  type TestApp,
  type TestServer,
  makeSecondServer,
  makeTestApp,
} from '../../testing/test-app.ts';

const HERE = '192.0.2.10';
const ELSEWHERE = '198.51.100.20';

let server: TestApp;
let second: TestServer;
beforeAll(async () => {
  server = await makeTestApp({ environment: { VLABS_REGISTRATION: 'open' } });
  second = await makeSecondServer(server, { environment: { VLABS_REGISTRATION: 'open' } });
});
beforeEach(() => server.pool.query('delete from registration_tries'));
afterAll(async () => {
  await second.close();
  await server.close();
});

function register({ app }: TestServer, remoteAddress = HERE) {
  const id = makeRollNumber();
  const payload = { id, name: 'A student', email: `${id}@example.edu`, password: 'a password' };
  return app.inject({ method: 'POST', url: '/api/v1/auth/register', payload, remoteAddress });
}

function noteTries(count: number, network: string, minutesAgo = 0) {
  return server.pool.query(
    `insert into registration_tries (network, tried_at)
     select $2, now() - make_interval(mins => $3) from generate_series(1, $1::int)`,
    [count, network, minutesAgo],
  );
}

test('two classes have registered from one address, and the third does as well', async () => {
  await noteTries(400, HERE);
  const replies = await Promise.all(Array.from({ length: 20 }, () => register(server)));
  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([201]));
});

test('on two servers at once, an address registers six hundred in ten minutes and no more', async () => {
  await noteTries(598, HERE);
  const servers = [server, second, server, second, server, second];
  const replies = await Promise.all(servers.map((each) => register(each)));
  const refused = replies.filter((reply) => reply.statusCode === 429);
  expect(refused).toHaveLength(4);
  expect(refused[0]?.headers['retry-after']).toBe('600');
  expect(refused[0]?.json()).toEqual({
    success: false,
    code: 'too_many_registrations',
    message: 'Too many people have registered from your network. Try again in 10 minutes.',
  });
  expect((await register(server, ELSEWHERE)).statusCode).toBe(201);
});

test('ten minutes later the address may register again, and old tries are forgotten', async () => {
  await noteTries(600, HERE, 11);
  expect((await register(server)).statusCode).toBe(201);
  const { rows } = await server.pool.query('select count(*)::int as count from registration_tries');
  expect(rows[0].count).toBe(1);
});

test('an address that changes within one IPv6 network is counted as one', async () => {
  await noteTries(600, '2001:db8:1:2::/64');
  expect((await register(server, '2001:db8:1:2:ffff::9')).statusCode).toBe(429);
  expect((await register(server, '2001:db8:1:3::9')).statusCode).toBe(201);
});
