import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '../../testing/database/own-postgres.ts';
import { hasPgbouncer, startPgbouncer } from '../../testing/peers/pgbouncer.ts';
import { LiveEvents, notify } from '../events/live-events.ts';
import { type OpenPool, openPool } from './open-pool.ts';

const log = pino({ level: 'silent' });
const isThere = hasPgbouncer();
let postgres: OwnPostgres;
let pgbouncer: Awaited<ReturnType<typeof startPgbouncer>>;
let pooled: OpenPool;
let direct: OpenPool;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  if (!isThere) return;
  pgbouncer = await startPgbouncer(postgres.databaseUrl);
  pooled = openPool(pgbouncer.databaseUrl);
  direct = openPool(postgres.databaseUrl);
});
afterAll(async () => {
  if (isThere) {
    await Promise.all([pooled.pool.end(), direct.pool.end()]);
    await pgbouncer.stop();
  }
  await postgres.close();
});

test.skipIf(!isThere)(
  'behind pgbouncer by transactions a server that would hear nothing is refused in plain words',
  async () => {
    const deaf = new LiveEvents({ pool: pooled.pool, log });
    await expect(deaf.listening()).rejects.toThrow(
      /does not arrive: set VLABS_DB_DIRECT_URL to an address that leads to the database itself/,
    );
    await deaf.close();
  },
  40_000,
);

test.skipIf(!isThere)('with an address of the database itself beside it, it hears', async () => {
  const hearing = new LiveEvents({ pool: pooled.pool, direct: direct.pool, log });
  await hearing.listening();
  const { promise: heard, resolve } = Promise.withResolvers<unknown>();
  hearing.subscribe('quizzes', { hear: resolve, miss: () => undefined });
  notify(pooled.pool, 'quizzes', 'told through the pool');
  expect(await heard).toBe('told through the pool');
  await hearing.close();
});

test('a statement that takes too long is ended by the database itself', async () => {
  const { pool } = openPool(postgres.databaseUrl, { maxStatementMs: 200 });
  await expect(pool.query('select pg_sleep(60)')).rejects.toThrow('statement timeout');
  await pool.end();
});
