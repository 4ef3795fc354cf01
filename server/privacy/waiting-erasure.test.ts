import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENTLY } from '../../runner/testing/patience.ts';
import { openPool } from '../platform/postgres/open-pool.ts';
import { erasingBy } from '../testing/acts/erasing.ts';
import { makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { type TestDatabase, makeTestDatabase } from '../testing/database/test-database.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';

/** The limit for calls; an erasure batch waits longer. */
const MAX_LOCK_WAIT_MS = 100;

let database: TestDatabase;
let pool: Pool;
let server: TestApp;

beforeAll(async () => {
  database = await makeTestDatabase();
  ({ pool } = openPool(database.databaseUrl, { maxLockWaitMs: MAX_LOCK_WAIT_MS }));
  server = await makeTestApp({ database: { ...database, pool } });
});
afterAll(async () => {
  await server.close();
  await pool.end();
  await database.close();
});

test('an erasure that is due waits for an import that holds the person, and is not put off', async () => {
  const { pool: others } = database;
  const admin = await makeAdmin(others);
  const student = await makeStudent(others);
  const erasing = erasingBy(server, admin);
  const confirmation = { confirmation: student.id };
  const asked = await erasing.call('POST', `/people/${student.id}/erasure`, confirmation);
  expect(asked.statusCode).toBe(201);
  // It is not due yet; this also waits for the first pass of the server.
  expect(await erasing.pass()).toEqual({});
  await erasing.waitOut();

  const importing = await others.connect();
  await importing.query('begin');
  await importing.query('select from people where id = $1 for no key update', [student.id]);
  const passing = erasing.pass();
  await vi.waitFor(async () => {
    const { rows } = await importing.query(
      `select from pg_locks where not granted and clock_timestamp() - waitstart > $1::interval`,
      [`${3 * MAX_LOCK_WAIT_MS} milliseconds`],
    );
    expect(rows).toHaveLength(1);
  }, PATIENTLY);
  await importing.query('rollback');
  importing.release();
  expect(await passing).toMatchObject({ people: 1 });
});
