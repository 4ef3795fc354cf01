import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '../../testing/database/own-postgres.ts';
import { hasPgbouncer, startPgbouncer } from '../../testing/peers/pgbouncer.ts';
import { toPublicError } from '../errors.ts';
import { LiveEvents, notify } from '../events/live-events.ts';
import { DatabaseUnavailable, isConnectionFailure } from './database-unavailable.ts';
import { inTransaction, run, sql } from './database.ts';
import { openDatabase } from '../open-database.ts';
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
);

test.skipIf(!isThere)('with an address of the database itself beside it, it hears', async () => {
  const listening = new LiveEvents({ pool: pooled.pool, direct: direct.pool, log });
  await listening.listening();
  const { promise: received, resolve } = Promise.withResolvers<unknown>();
  listening.subscribe('quizzes', { receive: resolve, miss: () => undefined });
  notify(pooled.pool, 'quizzes', 'told through the pool');
  expect(await received).toBe('told through the pool');
  await listening.close();
});

test('the database ends the transaction of a server that hangs, and releases its rows', async () => {
  await directly(async (pool) => {
    await pool.query('create table held (id int)');
    await pool.query('insert into held values (1)');
  });
  const { pool } = openPool(postgres.databaseUrl, { max: 1, idleTimeoutMs: 200 });
  const stopped = inTransaction(pool, async (db) => {
    await run(db, sql`update held set id = 2`);
    // Another client waits for the row until the database has ended this transaction.
    await directly((other) => other.query('update held set id = 3'));
    await run(db, sql`update held set id = 4`);
  });
  await expect(stopped).rejects.toThrow(DatabaseUnavailable);
  expect((await pool.query('select id from held')).rows).toEqual([{ id: 3 }]);
  await pool.end();
});

test('an idle connection that is closed during a query counts as unavailable', async () => {
  const { pool } = openPool(postgres.databaseUrl, { max: 1 });
  const silent = pool.query(
    `do $$ begin raise exception 'silent' using errcode = 'idle_in_transaction_session_timeout'; end $$`,
  );
  expect(await silent.catch(isConnectionFailure)).toBe(true);
  await pool.end();
});

/** The timeouts of both pools of a server or a tool. */
async function bounds(shared: boolean) {
  const options = {
    databaseUrl: postgres.databaseUrl,
    dataFolder: '',
    shared,
    tables: 'migrate' as const,
  };
  const database = await openDatabase(options);
  const reported = [];
  for (const pool of [database.pool, database.direct]) {
    const { rows } = await pool.query(
      `select current_setting('statement_timeout') as statement,
         current_setting('idle_in_transaction_session_timeout') as silence`,
    );
    reported.push(rows[0]);
  }
  await database.close();
  return reported;
}

test('a server bounds statements and silence, a tool neither', async () => {
  expect(await bounds(false)).toEqual([
    { statement: '1min', silence: '30s' },
    { statement: '0', silence: '30s' },
  ]);
  const none = { statement: '0', silence: '0' };
  expect(await bounds(true)).toEqual([none, none]);
});

const open = (databasePool: number, shared = false) =>
  openDatabase({
    databaseUrl: postgres.databaseUrl,
    dataFolder: '',
    shared,
    databasePool,
    tables: 'migrate',
  });

test('a server is refused a pool that its database cannot fill', async () => {
  await expect(open(88)).rejects.toThrow(
    'VLABS_DB_POOL is 88, and the database allows one server at most 87 connections besides its own 10',
  );
  await (await open(87)).close();
  // A tool opens few connections.
  await (await open(88, true)).close();
});

/** Runs some work on a direct connection. */
async function directly<Result>(work: (pool: Pool) => Promise<Result>): Promise<void> {
  const { pool } = openPool(postgres.databaseUrl);
  await work(pool);
  await pool.end();
}

test('a statement that takes too long is ended by the database itself', async () => {
  const { pool } = openPool(postgres.databaseUrl, { maxStatementMs: 200 });
  await expect(pool.query('select pg_sleep(60)')).rejects.toThrow('statement timeout');
  await pool.end();
});

test('a call that waits too long for a lock is refused with a retry', async () => {
  const { pool } = openPool(postgres.databaseUrl, { max: 2, maxLockWaitMs: 200 });
  await pool.query('create table locked as select 1 as id');
  const holder = await pool.connect();
  await holder.query('begin; update locked set id = 2');
  const refused = await run(pool, sql`update locked set id = 3`).catch((error: unknown) => error);
  await holder.query('rollback');
  holder.release();
  expect(toPublicError(refused)).toMatchObject({
    status: 503,
    code: 'busy',
    message: 'Somebody else is changing this right now. Try again in a few seconds.',
  });
  await pool.end();
});

test('the connections of answers are apart from those of other calls, and wait for locks', async () => {
  const options = { databaseUrl: postgres.databaseUrl, dataFolder: '', databasePool: 1 };
  const database = await openDatabase({ ...options, shared: false, tables: 'migrate' });
  const taken = await database.pool.connect();
  const { rows } = await database.answers.query("select current_setting('lock_timeout') as wait");
  const others = await taken.query("select current_setting('lock_timeout') as wait");
  taken.release();
  expect([rows, others.rows]).toEqual([[{ wait: '0' }], [{ wait: '5s' }]]);
  await database.close();
});
