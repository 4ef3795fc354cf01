import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { PATIENTLY } from '../../runner/testing/patience.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import { makeStudent } from '../testing/acts/make.ts';
import { makeLeasesSteady } from '../testing/database/leases.queries.ts';
import { makeTestDatabase } from '../testing/database/test-database.ts';
import { ageMails } from '../testing/database/time-travel.queries.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { makeSecondServer, makeTestApp } from '../testing/test-app.ts';
import { setUpMail } from './mail.setup.ts';

const { mails, server } = setUpMail({ environment: { VLABS_MAIL_PER_MINUTE: '10000' } });

/** Writes mails with these subjects to a new student, and returns the student’s roll number. */
async function send(subjects: readonly string[]): Promise<string> {
  const { id: personId, email: address } = await makeStudent(server.pool);
  await inTransaction(server.pool, async (db) => {
    const to = { personId, address, kind: 'notice' as const };
    for (const subject of subjects) await server.mail.send(db, { ...to, subject, text: subject });
  });
  return personId;
}

const listRows = async (personId: string) => {
  const find = `select state, attempts, text_sealed is null as is_empty, subject
    from mails where person_id = $1 order by subject`;
  return (await server.pool.query(find, [personId])).rows;
};
const waitForRows = (personId: string, rows: readonly object[]) =>
  vi.waitFor(async () => expect(await listRows(personId)).toMatchObject(rows), PATIENTLY);

/** Seconds until the mail’s next attempt. */
async function findPause(personId: string): Promise<number> {
  const find = `select extract(epoch from run_at - now())::float8 as pause
    from graphile_worker.jobs join mails on key = 'mail ' || mails.id where person_id = $1 and locked_at is null`;
  return (await server.pool.query(find, [personId])).rows[0]?.pause;
}

test('450: a mail is tried with growing pauses for a day, and then fails without a text', async () => {
  mails.atRecipient = () => 450;
  const personId = await send(['one']);
  const pauses: number[] = [];
  for (const attempts of [1, 2, 3, 4]) {
    await waitForRows(personId, [{ state: 'waiting', attempts, is_empty: false }]);
    await vi.waitFor(async () => expect(await findPause(personId)).toBeGreaterThan(0), PATIENTLY);
    pauses.push(await findPause(personId));
    await ageMails(server.pool, attempts === 4 ? 25 : 0);
  }
  await waitForRows(personId, [{ state: 'failed', attempts: 5, is_empty: true }]);
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  expect(pauses[3]).toBeGreaterThan(4 * (pauses[0] ?? Infinity));
  expect(mails.received).toEqual([]);
});

test.each(['recipient', 'end'] as const)('550 at the %s: the address is recorded', async (when) => {
  if (when === 'recipient') mails.atRecipient = () => 550;
  else mails.atEnd = () => 550;
  const personId = await send(['one']);
  await waitForRows(personId, [{ state: 'refused', attempts: 1, is_empty: true }]);
  const find = 'select email_refused_at from people where id = $1';
  expect((await server.pool.query(find, [personId])).rows[0]?.email_refused_at).not.toBeNull();
});

test('a mail server that hangs holds two places at most, and other jobs go on', async () => {
  mails.atRecipient = () => 'hang';
  const personId = await send(Array.from({ length: 12 }, (_, number) => `mail ${number + 10}`));
  await vi.waitFor(() => expect(mails.named).toHaveLength(2), PATIENTLY);
  const tried = async () => (await listRows(personId)).filter(({ attempts }) => attempts > 0);
  expect(await tried()).toHaveLength(2);
  // The next two begin when the first two have been given up.
  await vi.waitFor(() => expect(mails.named.length).toBeGreaterThan(2), {
    timeout: 120_000 + PATIENTLY.timeout,
  });
  mails.atRecipient = () => 'take';
  await vi.waitFor(
    async () => {
      await ageMails(server.pool, 0);
      expect(new Set((await listRows(personId)).map(({ state }) => state))).toEqual(
        new Set(['sent']),
      );
    },
    { timeout: 120_000 + PATIENTLY.timeout },
  );
});

test('a mail server that dies in the middle gets the mail again', async () => {
  mails.atRecipient = () => 'die';
  const personId = await send(['one']);
  await waitForRows(personId, [{ state: 'waiting', attempts: 1 }]);
  mails.atRecipient = () => 'take';
  await vi.waitFor(async () => {
    await ageMails(server.pool, 0);
    expect(mails.received).toHaveLength(1);
  }, PATIENTLY);
  await waitForRows(personId, [{ state: 'sent' }]);
});

test('a mail server that is away gets the mails when it is back', async () => {
  await mails.stop();
  const personId = await send(['one', 'two']);
  await waitForRows(personId, [{ attempts: 1 }, { attempts: 1 }]);
  await mails.start();
  await vi.waitFor(async () => {
    await ageMails(server.pool, 0);
    expect(mails.received).toHaveLength(2);
  }, PATIENTLY);
});

test('two servers send each of 300 mails once', async () => {
  const environment = { ...mails.environment, VLABS_MAIL_PER_MINUTE: '10000' };
  const second = await makeSecondServer(server, { environment });
  const subjects = Array.from({ length: 300 }, (_, number) => `mail ${number + 100}`);
  await send(subjects);
  await vi.waitFor(() => expect(mails.received.length).toBeGreaterThanOrEqual(300), PATIENTLY);
  await second.close();
  expect(mails.received).toHaveLength(300);
  expect(new Set(mails.received.map(({ message }) => message.subject))).toEqual(new Set(subjects));
});

test('kill -9 between sending and recording: the mail comes again under the same Message-ID', async () => {
  const database = await makeTestDatabase();
  const { environment } = mails;
  // Leaves a mail that waits.
  mails.atRecipient = () => 450;
  const writer = await makeTestApp({ database, environment });
  const { id: personId, email: address } = await makeStudent(writer.pool);
  const about = { kind: 'notice', subject: 'one', text: 'one' } as const;
  await writer.mail.send(writer.pool, { personId, address, ...about });
  await vi.waitFor(() => expect(mails.named).toHaveLength(1), PATIENTLY);
  await writer.close();

  mails.atRecipient = () => 'take';
  mails.atEnd = () => 'hang';
  const dataFolder = await mkdtemp(join(tmpdir(), 'vlabs-mail-'));
  const settings = {
    DATABASE_URL: database.databaseUrl,
    VLABS_RUNNER_URL: 'http://127.0.0.1:9',
    VLABS_DATA: dataFolder,
  };
  const killed = await startServerProcess({ ...settings, ...environment });
  await vi.waitFor(async () => {
    await ageMails(database.pool, 0);
    expect(mails.received).toHaveLength(1);
  }, PATIENTLY);
  await end(killed.child, 'SIGKILL');

  mails.atEnd = () => 'take';
  const next = await startServerProcess({ ...settings, ...environment });
  await vi.waitFor(async () => {
    await makeLeasesSteady(database.pool);
    expect(mails.received).toHaveLength(2);
  }, PATIENTLY);
  const [first, again] = mails.received;
  expect(again?.message.messageId).toBe(first?.message.messageId);
  await vi.waitFor(
    async () =>
      expect((await database.pool.query('select state from mails')).rows).toEqual([
        { state: 'sent' },
      ]),
    PATIENTLY,
  );
  await end(next.child, 'SIGTERM');
  await rm(dataFolder, { recursive: true, force: true });
  await database.close();
});

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
