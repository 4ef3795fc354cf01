import Fastify from 'fastify';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { scrape } from '../../testing/scrape.ts';
import { setUpServer } from '../../testing/server.setup.ts';
import { makeSecondServer } from '../../testing/test-app.ts';
import { serveHealth } from './health.ts';
import { requireWritable } from '../postgres/open-pool.ts';

let runnerAnswers = true;
const server = setUpServer({
  checks: {
    runner: async () => {
      if (!runnerAnswers) throw new Error('connect ECONNREFUSED 10.0.0.7:4000');
    },
  },
});

const get = (url: string) => server.app.inject({ url });

test('while the process lives, it says so', async () => {
  expect((await get('/healthz')).statusCode).toBe(200);
});

test('the server is ready when the database and a runner answer', async () => {
  runnerAnswers = true;
  expect((await get('/readyz')).statusCode).toBe(200);
});

test('without a runner it is not ready, and names the runner but not its address', async () => {
  runnerAnswers = false;
  await expect
    .poll(async () => (await get('/readyz')).json())
    .toEqual({
      success: false,
      code: 'not_ready',
      message: 'Not ready. No answer from: runner.',
    });
  expect((await get('/readyz')).statusCode).toBe(503);
});

test('concurrent readiness checks share one result', async () => {
  let timesAsked = 0;
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const app = Fastify();
  serveHealth(app, {
    database: () => {
      timesAsked += 1;
      return answered;
    },
  });
  const replies = Array.from({ length: 50 }, () => app.inject({ url: '/readyz' }));
  await expect.poll(() => timesAsked).toBeGreaterThan(0);
  resolve();
  for (const { statusCode } of await Promise.all(replies)) expect(statusCode).toBe(200);
  expect(timesAsked).toBe(1);
  await app.close();
});

test('without a database it is alive and not ready, and names what does not respond', async () => {
  const pool = new Pool({ host: '127.0.0.1', port: 1 });
  const app = Fastify();
  serveHealth(app, {
    runner: () => Promise.reject(new Error('away')),
    database: () => requireWritable(pool),
  });
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  const reply = await app.inject({ url: '/readyz' });
  expect(reply.statusCode).toBe(503);
  expect(reply.json().message).toBe('Not ready. No answer from: database, runner.');
  await app.close();
  await pool.end();
});

test('the metrics tell of routes by their pattern, of the process and of the pool', async () => {
  await get('/api/v1/installation');
  await get('/judge0/submissions/3f2504e0-4f89-11d3-9a0c-0305e82c3301');
  const { body, headers } = await server.app.inject(scrape);
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toContain('route="/api/v1/installation",status="200"');
  expect(body).toContain('route="/judge0/submissions/:token"');
  expect(body).not.toContain('3f2504e0');
  expect(body).toContain('process_cpu_seconds_total');
  expect(body).toContain('database_pool_connections{state="idle"}');
});

test('once the demo is closed, nobody reads the metrics without a token', async () => {
  for (const headers of [{}, { authorization: 'Bearer another-token-of-thirty-two-letters' }]) {
    const reply = await server.app.inject({ url: scrape.url, headers });
    expect([reply.statusCode, reply.json().message]).toEqual([
      403,
      'Send the token from VLABS_METRICS_TOKEN, or an admin’s token.',
    ]);
  }
  expect((await server.app.inject(scrape)).statusCode).toBe(200);
  const unset = await makeSecondServer(server, { environment: { VLABS_METRICS_TOKEN: '' } });
  expect((await unset.app.inject({ url: '/metrics' })).statusCode).toBe(403);
  expect((await unset.app.inject(scrape)).statusCode).toBe(403);
  await unset.close();
});

test('from elsewhere only an admin reads the metrics', async () => {
  const student = await makeStudent(server.pool);
  const admin = await makeAdmin(server.pool);
  const ask = (headers: Record<string, string>) =>
    server.app.inject({ url: '/metrics', remoteAddress: '192.0.2.5', headers });
  expect((await ask({})).statusCode).toBe(403);
  expect((await ask(student.headers)).statusCode).toBe(403);
  expect((await ask(admin.headers)).statusCode).toBe(200);
});

test('a proxy on this machine does not open the metrics to everyone behind it', async () => {
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    const headers = { [name]: '192.0.2.5' };
    expect((await server.app.inject({ url: '/metrics', headers })).statusCode).toBe(403);
  }
});
