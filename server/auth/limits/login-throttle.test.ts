import { assert, double, property } from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { countBlocked } from '../../testing/database/blocked.queries.ts';
import { type MadePerson, makeRollNumber, makeStudent } from '../../testing/acts/make.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';
import { ageLoginFailures } from '../../testing/database/time-travel.queries.ts';
import { resetPassword } from '../accounts.service.ts';
import { holdLoginOrigin, insertLoginFailure } from './login-failures.queries.ts';
import { tooManyLogins } from './login-throttle.ts';
import { PATIENTLY } from '../../../runner/testing/patience.ts';

const HERE = '192.0.2.10';
const ELSEWHERE = '198.51.100.20';

/** Time for another connection to reach its lock. */

let server: TestApp;
let student: MadePerson;
beforeAll(async () => {
  server = await makeTestApp();
});
beforeEach(async () => {
  await server.pool.query('delete from login_failures');
  student = await makeStudent(server.pool);
});
afterAll(() => server.close());

function login(id: string, password: string, remoteAddress = HERE) {
  return server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { id, password },
    remoteAddress,
  });
}

async function failTimes(times: number, id: string, address = HERE): Promise<number[]> {
  const replies = await Promise.all(
    Array.from({ length: times }, () => login(id, 'wrong', address)),
  );
  return replies.map((reply) => reply.statusCode);
}

/** Records failures of many people at once, without hashing passwords. */
function noteFailuresOfMany(count: number, network: string) {
  return server.pool.query(
    `insert into login_failures (person_id, network)
     select 'person-' || number, $2 from generate_series(1, $1::int) as number`,
    [count, network],
  );
}

test('after ten failures even the right password waits, and the minutes are told', async () => {
  expect(await failTimes(10, student.id)).toEqual(Array.from({ length: 10 }, () => 401));
  const reply = await login(student.id, student.password);
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '900']);
  expect(reply.json()).toEqual({
    success: false,
    code: 'too_many_logins',
    message:
      'Too many failed logins. Try again in 15 minutes, or ask your teacher to reset the password.',
  });
});

test('an unknown roll number is throttled like a known one', async () => {
  const id = makeRollNumber();
  await failTimes(10, id);
  expect((await login(id, 'wrong')).statusCode).toBe(429);
});

test('of twenty guesses at once, ten are answered', async () => {
  const statuses = await failTimes(20, student.id);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test('two failures that end at the same moment are both counted', async () => {
  await failTimes(9, student.id);
  const origin = { personId: student.id, network: HERE };
  const other = await server.pool.connect();
  await other.query('begin');
  await holdLoginOrigin(other, origin);
  const attempt = login(student.id, 'wrong');
  await vi.waitFor(async () => expect(await countBlocked(server.pool)).toBe(1), PATIENTLY);
  await insertLoginFailure(other, origin);
  await other.query('commit');
  other.release();
  expect((await attempt).statusCode).toBe(429);
});

test('the case of the roll number opens no second try', async () => {
  await failTimes(10, student.id.toUpperCase());
  expect((await login(student.id.toLowerCase(), student.password)).statusCode).toBe(429);
});

test('nobody locks another person out from elsewhere', async () => {
  await failTimes(11, student.id, ELSEWHERE);
  expect((await login(student.id, student.password, HERE)).statusCode).toBe(200);
});

test('someone else signs in from the same address', async () => {
  await failTimes(11, student.id);
  const neighbour = await makeStudent(server.pool);
  expect((await login(neighbour.id, neighbour.password)).statusCode).toBe(200);
});

test('the wait ends when the failures are fifteen minutes old', async () => {
  await failTimes(10, student.id);
  await ageLoginFailures(server.pool, 13);
  const waiting = await login(student.id, student.password);
  expect(waiting.json().message).toContain('Try again in 2 minutes');
  await ageLoginFailures(server.pool, 3);
  expect((await login(student.id, student.password)).statusCode).toBe(200);
});

test('a success forgets the failures before it', async () => {
  await failTimes(9, student.id);
  expect((await login(student.id, student.password)).statusCode).toBe(200);
  await failTimes(9, student.id);
  expect((await login(student.id, student.password)).statusCode).toBe(200);
});

test('successes never count', async () => {
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => login(student.id, student.password)),
  );
  expect(replies.every((reply) => reply.statusCode === 200)).toBe(true);
});

test('after very many failures from one address the right password is as good as ever', async () => {
  await noteFailuresOfMany(1500, HERE);
  const others = await Promise.all(Array.from({ length: 30 }, () => makeStudent(server.pool)));
  const replies = await Promise.all(others.map(({ id, password }) => login(id, password)));
  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]));
});

test('after very many failures from one address a wrong password is answered late, and only there', async () => {
  await noteFailuresOfMany(250, HERE);
  const other = await makeStudent(server.pool);
  let isTold = false;
  const wrong = login(student.id, 'wrong').then((reply) => {
    isTold = true;
    return reply.statusCode;
  });
  expect((await login(other.id, 'wrong', ELSEWHERE)).statusCode).toBe(401);
  expect((await login(other.id, other.password)).statusCode).toBe(200);
  expect(isTold).toBe(false);
  expect(await wrong).toBe(401);
});

test('while guesses hold every place of an address, the right password waits its turn', async () => {
  await noteFailuresOfMany(110, HERE);
  const guesses = Array.from({ length: 25 }, () => login(makeRollNumber(), 'wrong'));
  const right = await login(student.id, student.password);
  expect(right.statusCode).toBe(200);
  const statuses = (await Promise.all(guesses)).map((reply) => reply.statusCode);
  expect(new Set(statuses)).toEqual(new Set([401]));
});

test('an IPv6 subscriber who changes address within the same /64 is the same place', async () => {
  await failTimes(5, student.id, '2001:db8:1:2::1');
  await failTimes(5, student.id, '2001:db8:1:2:ffff::9');
  expect((await login(student.id, student.password, '2001:db8:1:2::77')).statusCode).toBe(429);
  expect((await login(student.id, student.password, '2001:db8:1:3::77')).statusCode).toBe(200);
});

test('a reset password lets the person in at once', async () => {
  await failTimes(10, student.id);
  await resetPassword(server.pool, student.id, 'a new one');
  expect((await login(student.id, 'a new one')).statusCode).toBe(200);
});

test('old failures are forgotten by the database too', async () => {
  await noteFailuresOfMany(50, ELSEWHERE);
  await ageLoginFailures(server.pool, 16);
  await failTimes(1, student.id);
  const { rows } = await server.pool.query('select count(*)::int as count from login_failures');
  expect(rows[0].count).toBe(1);
});

test('the address is that of the connection, whatever a client claims', async () => {
  const replies = await Promise.all(
    Array.from({ length: 11 }, (_, index) =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { id: student.id, password: 'wrong' },
        remoteAddress: HERE,
        headers: { 'x-forwarded-for': `203.0.113.${index}` },
      }),
    ),
  );
  expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(1);
});

test('behind a trusted proxy, the address is the one that the proxy tells', async () => {
  const proxied = await makeTestApp({ environment: { VLABS_TRUSTED_PROXIES: '10.0.0.0/8' } });
  const { id, password } = await makeStudent(proxied.pool);
  const loginFrom = (forwardedFor: string, remoteAddress: string, tried: string) =>
    proxied.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { id, password: tried },
      remoteAddress,
      headers: { 'x-forwarded-for': forwardedFor },
    });
  for (let times = 0; times < 10; times += 1) await loginFrom(ELSEWHERE, '10.0.0.2', 'wrong');
  expect((await loginFrom(ELSEWHERE, '10.0.0.2', password)).statusCode).toBe(429);
  expect((await loginFrom(HERE, '10.0.0.2', password)).statusCode).toBe(200);
  // A header from the client precedes what the proxy appends.
  expect((await loginFrom(`1.2.3.4, ${ELSEWHERE}`, '10.0.0.2', password)).statusCode).toBe(429);
  expect((await loginFrom(ELSEWHERE, '192.0.2.99', password)).statusCode).toBe(200);
  await proxied.close();
});

test('the minutes left are whole, at least one, and never too few', () => {
  assert(
    property(double({ min: 0, max: 900, noNaN: true }), (seconds) => {
      const { retryAfterSeconds } = tooManyLogins(seconds);
      expect(retryAfterSeconds % 60).toBe(0);
      expect(retryAfterSeconds).toBeGreaterThanOrEqual(Math.max(60, seconds));
      expect(retryAfterSeconds).toBeLessThanOrEqual(900);
    }),
  );
});
