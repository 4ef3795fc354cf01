import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { seedDemo } from '../../server/demo/demo.ts';
import { makeTestDatabase } from '../../server/testing/database/test-database.ts';

const run = promisify(execFile);

async function prepare() {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-commands-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const call = async (tool: string, order: string[], environment: Record<string, string>) => {
    const given = [join(import.meta.dirname, tool), ...order];
    const env = { PATH: process.env['PATH'], VLABS_DATA: join(folder, 'data'), ...environment };
    return (await run(process.execPath, given, { env })).stdout;
  };
  return { folder, call };
}

/** Raises an error unless the connection uses the direct address. */
const ONLY_DIRECTLY = `
  create function only_directly() returns %s language plpgsql as $$ begin
    if current_setting('application_name') <> 'direct' then raise 'Not by the direct address.'; end if;
    %s
  end $$`;

function addressesOf(databaseUrl: string) {
  const direct = new URL(databaseUrl);
  direct.searchParams.set('application_name', 'direct');
  return { DATABASE_URL: databaseUrl, VLABS_DB_DIRECT_URL: direct.href };
}

test('work that needs one connection bypasses the connection pooler', async () => {
  const { folder, call } = await prepare();
  const place = join(folder, 'backups');
  const database = await makeTestDatabase();
  onTestFinished(() => database.close());
  await database.pool.query(format(ONLY_DIRECTLY, 'trigger', 'return new;'));
  await database.pool.query(
    'create trigger only_directly before insert or update on backup_state for each row execute function only_directly()',
  );
  const settings = addressesOf(database.databaseUrl);
  expect(await call('backup.ts', ['--to', place], settings)).toContain('is complete');

  const empty = await makeTestDatabase('empty');
  onTestFinished(() => empty.close());
  await empty.pool.query('create schema watch');
  await empty.pool.query(
    format(ONLY_DIRECTLY, 'event_trigger', '').replace(' only_', ' watch.only_'),
  );
  await empty.pool.query(
    'create event trigger only_directly on ddl_command_start execute function watch.only_directly()',
  );
  const restored = await call('restore.ts', ['--from', place], addressesOf(empty.databaseUrl));
  expect(restored).toContain('is restored');
});

test('backups in the data folder are refused', async () => {
  const { folder, call } = await prepare();
  await mkdir(join(folder, 'data'));
  await symlink(join(folder, 'data'), join(folder, 'link'));
  for (const name of ['data', 'link']) {
    const taken = call('backup.ts', ['--to', join(folder, name)], {});
    await expect(taken).rejects.toThrow('is this installation’s data folder');
  }
});

test('a verification needs no space in the system’s folder for temporary files', async () => {
  const { folder, call } = await prepare();
  const database = await makeTestDatabase();
  onTestFinished(() => database.close());
  const place = join(folder, 'backups');
  await call('backup.ts', ['--to', place], { DATABASE_URL: database.databaseUrl });
  const environment = { TMPDIR: join(folder, 'none') };
  const verified = await call('restore.ts', ['--from', place, '--verify'], environment);
  expect(verified).toContain('can be restored');
  // It leaves nothing, and the installation stays empty.
  expect(await readdir(join(folder, 'data'))).toEqual([]);
});

test('the commands back up the demo, verify the backup, and keep the requested number', async () => {
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
  expect(await call('backup.ts', '--to', place)).toContain('is complete');
  expect(await call('restore.ts', '--from', place, '--verify')).toContain('can be restored');
  await call('backup.ts', '--to', place);
  const last = await call('backup.ts', '--to', place, '--keep', '1');
  // The first is the newest verified one.
  expect(last).toMatch(/^Removed: [^,]+; 0 files\.$/m);
});
