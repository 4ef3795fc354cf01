import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../testing/database/test-database.ts';
import { startServerProcess } from '../../../testing/server-process.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../../database/migrations');

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vlabs-migrations-'));
});
afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  database = await makeTestDatabase('empty');
  await rm(folder, { recursive: true });
  folder = await mkdtemp(join(tmpdir(), 'vlabs-migrations-'));
  await writeFile(join(folder, '0001-people.sql'), 'create table people (id text)');
});
afterEach(() => database.close());

test('an older server goes on serving on tables that a newer one has widened', async () => {
  const whole = await makeTestDatabase();
  await cp(MIGRATIONS, folder, { recursive: true });
  await writeFile(
    join(folder, '9999-later.sql'),
    '-- Compatible with earlier servers: they leave the column alone.\nalter table people add motto text;',
  );
  expect(await migrate(whole.pool, { folder })).toEqual(['9999-later.sql']);
  const older = await startServerProcess({
    DATABASE_URL: whole.databaseUrl,
    VLABS_RUNNER_URL: 'http://127.0.0.1:9',
    VLABS_DEMO: 'on',
  });
  const signedIn = await fetch(`${older.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: '2105001', password: 'vlabs-student' }),
  });
  expect(signedIn.status).toBe(200);
  older.child.kill('SIGKILL');
  await once(older.child, 'exit');
  await whole.close();
});
