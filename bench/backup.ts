import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { DiskStore } from '../server/files/stores/disk-store.ts';
import { openDatabase } from '../server/platform/open-database.ts';
import { printTable } from '../server/testing/print-table.ts';

const ROWS_AT_ONCE = 100_000;
const FILES_AT_ONCE = 500;
/** Of the source and the output of a run, before PostgreSQL compresses them. */
const RUN_BYTES = 8192;
/** A random part of a text and what is repeated after it. */
const PART_CHARACTERS = 63;
const FILE_BYTES = 10_240;
const KILOBYTE = 1024;
const GIGABYTE = 1024 ** 3;
const LOOK_MS = 200;

/**
 * A backup, a second one, a verification and a restore, each as the command that an operator types, next to a plain
 * copy of the data folder of the stopped server.
 */
export async function benchBackup(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      gigabytes: { type: 'string', default: '1' },
      files: { type: 'string', default: '10000' },
      /** On the disk to measure. */
      folder: { type: 'string', default: tmpdir() },
    },
  });
  const home = await mkdtemp(join(values.folder, 'vlabs-bench-backup-'));
  try {
    const dataFolder = join(home, 'data');
    await mkdir(dataFolder, { mode: 0o700 });
    const made = { gigabytes: Number(values.gigabytes), files: Number(values.files) };
    const { bytes, plain } = await prepare(dataFolder, join(home, 'plain'), made);
    console.log(
      `${(bytes / GIGABYTE).toFixed(1)} GB of rows, ${made.files} files of ${FILE_BYTES} bytes`,
    );
    await measure(home, dataFolder, plain);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Fills an installation; returns the size of its database and how long a plain copy takes. */
async function prepare(
  dataFolder: string,
  copy: string,
  { gigabytes, files }: { gigabytes: number; files: number },
): Promise<{ bytes: number; plain: number }> {
  let bytes = 0;
  const database = await openDatabase({
    dataFolder,
    databaseUrl: null,
    shared: false,
    tables: 'migrate',
  });
  try {
    await fillRuns(database.direct, Math.ceil((gigabytes * GIGABYTE) / RUN_BYTES));
    await fillFiles(database.direct, dataFolder, files);
    await database.direct.query('checkpoint');
    const { rows } = await database.direct.query(
      'select pg_database_size(current_database()) as bytes',
    );
    bytes = Number(rows[0].bytes);
  } finally {
    await database.close();
  }
  const startedAt = performance.now();
  await cp(dataFolder, copy, { recursive: true });
  const plain = (performance.now() - startedAt) / 1000;
  await rm(copy, { recursive: true });
  return { bytes, plain };
}

async function fillRuns(pool: Pool, count: number): Promise<void> {
  for (let done = 0; done < count; done += ROWS_AT_ONCE) {
    // Half of each text is new and half is repeated, so it compresses as programs do.
    await pool.query(
      `insert into runs (token, owner, priority, language_id, source_code, redirect_stderr_to_stdout,
         times_each, limits, finished_at, verdict, stdout)
       select gen_random_uuid(), 'R' || i % 40000, 0, 71, text.bytes, false, 1,
         '{}', now(), 'accepted', text.bytes
       from generate_series(1, $1::integer) as i
       cross join lateral (
         select convert_to(string_agg(md5(random()::text)
           || 'for (int index = 0; index < n; ', ''), 'UTF8') as bytes
         from generate_series(1, ${Math.ceil(RUN_BYTES / 2 / PART_CHARACTERS)}) as part
         where i > 0
       ) text`,
      [Math.min(ROWS_AT_ONCE, count - done)],
    );
  }
}

async function fillFiles(pool: Pool, dataFolder: string, count: number): Promise<void> {
  const store = new DiskStore(join(dataFolder, 'files'));
  const incoming = join(dataFolder, 'files', 'incoming');
  await mkdir(incoming, { recursive: true });
  await pool.query(
    `insert into people (id, name, email, role) values ('R1', 'Student', 'r1@example.edu', 0)`,
  );
  for (let done = 0; done < count; done += FILES_AT_ONCE) {
    const files = await Promise.all(
      Array.from({ length: Math.min(FILES_AT_ONCE, count - done) }, async () => {
        const bytes = randomBytes(FILE_BYTES);
        const key = randomUUID();
        const received = join(incoming, key);
        await writeFile(received, bytes);
        await store.putFile(key, received);
        return { key, hash: createHash('sha256').update(bytes).digest('hex') };
      }),
    );
    await pool.query(
      `insert into files (bucket_id, id, storage_key, owner_id, name, mime_type, size_bytes,
         chunks_total, sha256, permissions, finished_at)
       select 'submissions', key, key::uuid, 'R1', 'a.txt', 'text/plain', ${FILE_BYTES}, 1,
         decode(hash, 'hex'), '{}', now()
       from jsonb_to_recordset($1::jsonb) as file (key text, hash text)`,
      [JSON.stringify(files)],
    );
  }
}

async function measure(home: string, dataFolder: string, plain: number): Promise<void> {
  const place = join(home, 'backups');
  const keyFile = join(home, 'key');
  await writeFile(keyFile, randomBytes(32).toString('hex'));
  const order = ['--key-file', keyFile];
  const restored = join(home, 'restored');
  const steps: [string, string, string[], string][] = [
    ['backup', 'backup', ['--to', place, ...order], dataFolder],
    ['backup again', 'backup', ['--to', place, ...order], dataFolder],
    ['restore --verify', 'restore', ['--from', place, '--verify', ...order], dataFolder],
    ['restore', 'restore', ['--from', place, ...order], restored],
  ];
  const rows = [['plain copy of the data folder', plain.toFixed(0), '1.0', '']];
  for (const [name, command, given, data] of steps) {
    const { seconds, memoryMb } = await runCommand(command, given, data);
    const ratio = (seconds / plain).toFixed(1);
    rows.push([name, seconds.toFixed(0), ratio, memoryMb.toFixed(0)]);
  }
  printTable(['', 'seconds', 'ratio', 'most memory, MB'], rows);
}

async function runCommand(command: string, given: string[], dataFolder: string) {
  const script = join(import.meta.dirname, '../tools/commands', `${command}.ts`);
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script, ...given], {
    env: { PATH: process.env['PATH'], VLABS_DATA: dataFolder },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const watched = watchMemory(child);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}.`);
  return { seconds: (performance.now() - startedAt) / 1000, memoryMb: watched() };
}

/** Returns a function that stops watching and returns the most memory of the process, in MB. */
function watchMemory({ pid }: ChildProcess): () => number {
  let most = 0;
  const look = async (): Promise<void> => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / KILOBYTE);
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return () => {
    clearInterval(timer);
    return most;
  };
}
