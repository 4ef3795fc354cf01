import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { seedDemo } from '../server/demo.ts';
import { makeTestDatabase } from '../server/testing/database/test-database.ts';

const run = promisify(execFile);

test('the commands back up the demo’s installation, verify it, and keep as many as are asked for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-commands-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const database = await makeTestDatabase();
  onTestFinished(() => database.close());
  await seedDemo(database.pool);
  const keyFile = join(folder, 'key');
  await writeFile(keyFile, randomBytes(32).toString('hex'));
  const environment = { DATABASE_URL: database.databaseUrl, VLABS_DATA: join(folder, 'data') };
  const call = async (tool: string, ...order: string[]) => {
    const given = [join(import.meta.dirname, tool), ...order, '--key-file', keyFile];
    const env = { PATH: process.env['PATH'], ...environment };
    return (await run(process.execPath, given, { env })).stdout;
  };
  const place = join(folder, 'backups');
  expect(await call('backup.ts', '--to', place)).toContain('is whole');
  expect(await call('restore.ts', '--from', place, '--verify')).toContain('can be restored');
  await call('backup.ts', '--to', place);
  const last = await call('backup.ts', '--to', place, '--keep', '1');
  // The first is the newest that was verified.
  expect(last).toMatch(/^Removed: [^,]+; 0 files\.$/m);
});
