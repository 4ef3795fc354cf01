import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { hashToken, makeToken } from './platform/access/sessions.ts';
import { migrateJobs } from './platform/jobs/jobs.ts';
import { migrate } from './platform/postgres/migrations/migrate.ts';
import { readMigrations } from './platform/postgres/migrations/migrations.ts';
import { type TestDatabase, makeTestDatabase } from './testing/database/test-database.ts';
import { type TestApp, makeTestApp } from './testing/test-app.ts';

/** The last migration of the version that wrote the rows. */
const LAST_OF_VERSION_BEFORE = '0028-stored-roll-numbers.sql';
/** When the rows were written: an attempt of theirs still runs. */
const WRITTEN_AT_MS = Date.parse('2026-11-27T05:05:00Z');
/** Each line is a table with its rows, or what that version replied to a call. */
const FILE = new URL('testing/database/version-before.jsonl', import.meta.url);

const Table = z.object({ table: z.string(), rows: z.array(z.record(z.string(), z.unknown())) });
const Reply = z.object({
  reply: z.object({ by: z.string(), url: z.string(), status: z.int(), body: z.unknown() }),
});

const lines = readFileSync(FILE, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): unknown => JSON.parse(line));
const tables = lines.flatMap((line) => Table.safeParse(line).data ?? []);
const replies = lines.flatMap((line) => Reply.safeParse(line).data?.reply ?? []);

let database: TestDatabase;
let server: TestApp;
beforeAll(async () => {
  database = await makeTestDatabase('empty');
  const migrations = await readMigrations();
  const last = migrations.findIndex(({ name }) => name === LAST_OF_VERSION_BEFORE);
  await migrate(database.pool, { upTo: migrations.slice(0, last + 1) });
  await fill();
  await migrate(database.pool);
  await migrateJobs(database.pool);
  server = await makeTestApp({ database, clock: { nowMs: () => WRITTEN_AT_MS } });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** In one session, whose triggers and references are off: the tables are in no order. */
async function fill() {
  const statements = tables.map(({ table, rows }) => {
    const columns = Object.keys(rows[0] ?? {}).map((name) => `"${name}"`);
    const json = JSON.stringify(rows).replaceAll("'", "''");
    return `insert into ${table} (${columns.join()}) overriding system value
      select ${columns.join()} from jsonb_populate_recordset(null::${table}, '${json}');`;
  });
  await database.pool.query(
    `begin; set local session_replication_role = replica; ${statements.join('\n')} commit;`,
  );
}

async function signIn(personId: string): Promise<string> {
  const token = makeToken();
  await database.pool.query(
    `insert into sessions (token_hash, person_id, address, browser, idle_limit, ends_at)
     values ($1, $2, '', '', interval '1 day', now() + interval '1 day')`,
    [hashToken(token), personId],
  );
  return token;
}

/** Without the names of compilers, which only a runner knows. */
const withoutTools = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (key, value: unknown) => (key === 'language' ? null : value));

test('an upgrade keeps what runs, tests, drafts, attempts and results show', async () => {
  expect(replies.length).toBeGreaterThan(30);
  const people = new Set(replies.map(({ by }) => by));
  const tokens = new Map<string, string>();
  for (const id of people) tokens.set(id, await signIn(id));
  for (const { by, url, status, body } of replies) {
    const headers = { authorization: tokens.get(by) };
    const reply = await server.app.inject({ url, headers });
    const shown = { url, status: reply.statusCode, body: withoutTools(reply.json()) };
    expect(shown).toEqual({ url, status, body: withoutTools(body) });
  }
});

test('an upgrade keeps the saved answers of an attempt that is open', async () => {
  const attempts = tables.find(({ table }) => table === 'attempts')?.rows ?? [];
  const [open] = attempts.filter((attempt) => attempt['submitted_at'] === null);
  const { rows } = await server.pool.query(
    'select answers from attempts where quiz_id = $1 and person_id = $2',
    [open?.['quiz_id'], open?.['person_id']],
  );
  expect(rows).toEqual([{ answers: open?.['answers'] }]);
});
