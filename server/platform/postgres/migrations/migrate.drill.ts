import { once } from 'node:events';
import { expect, test } from 'vitest';
import { makeLaterVersion } from '../../../testing/database/later-version.ts';
import { makeTestDatabase } from '../../../testing/database/test-database.ts';
import { startServerProcess } from '../../../testing/server-process.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';

test('an older server goes on serving on tables that a newer one has widened', async () => {
  const database = await makeTestDatabase();
  const { folder, close } = await makeLaterVersion();
  const later = await readMigrations(folder);
  const first = later.findIndex(({ name }) => name === '9002-adds-a-column.sql');
  const upTo = later.slice(0, first + 1);
  expect(await migrate(database.pool, { folder, upTo })).toEqual(['9002-adds-a-column.sql']);
  const older = await startServerProcess({
    DATABASE_URL: database.databaseUrl,
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
  await close();
  await database.close();
});
