import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, ID, Storage } from 'appwrite';
import type { Pool } from 'pg';
import { openDatabase } from '../server/platform/open-database.ts';
import { hashToken, makeToken } from '../server/platform/access/sessions.ts';
import { type Product, startProduct } from './product.ts';
import { printTable, quantile } from '../server/testing/print-table.ts';

const FILE_BYTES = 50 * 1_048_576;
const UPLOADS = 5;
const ASSIGNMENTS = 5000;
const STUDENTS = 800;
const LISTINGS = 30;

/** Compares uploads of 50 MB with a plain copy and fsync, and measures long lists of assignments. */
export async function benchFiles(): Promise<void> {
  const product = await startProduct();
  try {
    const { dataFolder } = product;
    const database = await openDatabase({
      dataFolder,
      databaseUrl: null,
      shared: true,
      tables: 'migrate',
    });
    try {
      await fill(database.pool);
      await benchUploads(product, await signIn(database.pool, 'S1'));
      await benchLists(product, database.pool);
    } finally {
      await database.close();
    }
  } finally {
    await product.stop();
  }
}

async function benchUploads(product: Product, token: string): Promise<void> {
  const bytes = randomBytes(FILE_BYTES);
  const copied = await timesOf(UPLOADS, () => copyBare(bytes));
  const client = new Client().setEndpoint(`${product.url}/v1`).setProject('v-labs').setJWT(token);
  const storage = new Storage(client);
  const uploaded = await timesOf(UPLOADS, async () => {
    const file = new File([bytes], 'large.bin');
    await storage.createFile({ bucketId: 'submissions', fileId: ID.unique(), file });
  });
  printTable(
    ['50 MB', 'MB/s (median)', 'ms (median)'],
    [
      ['bare copy, flushed', ...speedOf(copied)],
      ['upload in ten chunks, hashed and flushed', ...speedOf(uploaded)],
    ],
  );
}

async function benchLists(product: Product, pool: Pool): Promise<void> {
  const rows: string[][] = [];
  for (const [who, id] of [
    ['student', 'S1'],
    ['admin', 'A1'],
  ] as const) {
    const headers = { authorization: await signIn(pool, id) };
    const times = await timesOf(LISTINGS, async () => {
      const reply = await fetch(`${product.url}/api/v1/auth/getallassignments`, { headers });
      const listed = (await reply.text()).split('"maxMarks"').length - 1;
      if (listed !== ASSIGNMENTS) throw new Error(`${listed} were listed.`);
    });
    rows.push([who, ...[0.5, 0.95].map((part) => quantile(times, part).toFixed(0))]);
  }
  printTable([`${ASSIGNMENTS} assignments × ${STUDENTS} students, to a`, 'p50 ms', 'p95 ms'], rows);
}

async function copyBare(bytes: Buffer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-copy-'));
  const path = join(folder, 'copy');
  await writeFile(path, bytes);
  const file = await open(path);
  await file.datasync();
  await file.close();
  await rm(folder, { recursive: true });
}

async function timesOf(count: number, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
}

function speedOf(times: number[]): string[] {
  const median = quantile(times, 0.5);
  return [(50 / (median / 1000)).toFixed(0), median.toFixed(0)];
}

/** Every student has handed in every tenth assignment, and half of those are graded. */
async function fill(pool: Pool): Promise<void> {
  await pool.query(`
    insert into people (id, name, email, role)
    select 'S' || n, 'Student ' || n, 's' || n || '@example.edu', 0
    from generate_series(1, ${STUDENTS}) n
    union all
    select 'A1', 'Admin', 'a1@example.edu', 1
  `);
  await pool.query(`
    insert into assignments (title, text, file_name, max_marks, for_everyone, for_courses,
      for_years, for_roll_numbers, created_by)
    select 'Assignment ' || n, repeat('Do this. ', 50), '', 100, true, '{}', '{}', '{}', 'A1'
    from generate_series(1, ${ASSIGNMENTS}) n
  `);
  await pool.query(`
    insert into hand_ins (assignment_id, student_id, version, is_last, kind, text, handed_in_at,
      is_late, marks, marked_by, marked_at)
    select assignment.id, person.id, 1, true, 'text', 'Done', now(), false,
      case when half then 50 end, case when half then 'A1' end, case when half then now() end
    from (select id, row_number() over () as place, random() < 0.5 as half from assignments)
      assignment
    cross join people person
    where person.role = 0 and assignment.place % 10 = 0
  `);
  await pool.query(`
    update assignments
    set submitted_count = counted.submitted, marked_count = counted.marked
    from (
      select assignment_id, count(*) as submitted, count(marks) as marked
      from hand_ins
      group by assignment_id
    ) counted
    where id = assignment_id
  `);
  await pool.query('analyze');
}

async function signIn(pool: Pool, id: string): Promise<string> {
  const token = makeToken();
  await pool.query(
    `insert into sessions (token_hash, person_id, address, browser) values ($1, $2, '', 'bench')`,
    [hashToken(token), id],
  );
  return token;
}
