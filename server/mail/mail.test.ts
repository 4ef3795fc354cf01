import { expect, test, vi } from 'vitest';
import { PATIENTLY } from '../../runner/testing/patience.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import { makeStudent } from '../testing/acts/make.ts';
import { ageMails } from '../testing/database/time-travel.queries.ts';
import { scrape } from '../testing/scrape.ts';
import { makeTestApp } from '../testing/test-app.ts';
import { setUpMail } from './mail.setup.ts';

const { mails, server } = setUpMail();

async function write(address?: string) {
  const student = await makeStudent(server.pool);
  const to = { personId: student.id, address: address ?? student.email };
  return { ...to, kind: 'notice' as const, subject: 'A subject', text: 'नमस्ते\n.\nThe end.' };
}

const listRows = async (personId: string) =>
  (await server.pool.query('select * from mails where person_id = $1', [personId])).rows;

async function readMetric(name: string): Promise<string | undefined> {
  const { body } = await server.app.inject(scrape);
  return new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1];
}

test('a mail is sent once its transaction has ended, says that a machine wrote it, and its text is removed', async () => {
  const mail = await write();
  await inTransaction(server.pool, async (db) => {
    await server.mail.send(db, mail);
    const { rows } = await db.query({ text: 'select * from mails', values: [], rowMode: 'array' });
    expect(JSON.stringify(rows)).not.toContain('The end.');
  });
  await vi.waitFor(() => expect(mails.received).toHaveLength(1), PATIENTLY);
  await vi.waitFor(
    async () =>
      expect(await listRows(mail.personId)).toMatchObject([
        { state: 'sent', attempts: 1, text_sealed: null, address: mail.address },
      ]),
    PATIENTLY,
  );
  const [{ id } = { id: '' }] = await listRows(mail.personId);
  const [sent] = mails.received;
  expect(sent).toMatchObject({ from: 'lab@example.edu', to: [mail.address] });
  expect(sent?.message).toMatchObject({
    from: { name: 'V-labs', address: 'lab@example.edu' },
    to: [{ address: mail.address }],
    subject: 'A subject',
    messageId: `<${id}@lab.example.edu>`,
  });
  expect(sent?.message.text?.trim()).toBe(mail.text);
  expect(sent?.message.html).toBeUndefined();
  expect(sent?.message.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
  expect(await readMetric('mails_waiting')).toBe('0');
});

test('a mail whose transaction fails is not sent', async () => {
  const mail = await write();
  const failing = inTransaction(server.pool, async (db) => {
    await server.mail.send(db, mail);
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  expect(await listRows(mail.personId)).toEqual([]);
});

test.each([
  'a@example.edu\r\nBcc: b@example.edu',
  'a@example.edu\nRCPT TO:<b@example.edu>',
  'a@example.edu, b@example.edu',
  '"a@example.edu" <b@example.edu>',
  'a@example.edu\0',
  'no address',
])('a mail to %j, which is not one address, is refused', async (address) => {
  await expect(server.mail.send(server.pool, await write(address))).rejects.toThrow(
    'Enter a valid email address',
  );
});

test('the database takes no address with a line break either', async () => {
  const { personId } = await write();
  const insert = `insert into mails (id, person_id, address, kind, subject, text_sealed)
    values (gen_random_uuid(), $1, $2, 'notice', 'A subject', '')`;
  const values = [personId, 'a@example.edu\r\nBcc: b@example.edu'];
  await expect(server.pool.query(insert, values)).rejects.toThrow('mails_address_is_one_line');
});

test('a mail that is refused for now waits, and is sent when it is tried again', async () => {
  mails.atRecipient = () => 450;
  const mail = await write();
  await server.mail.send(server.pool, mail);
  await vi.waitFor(() => expect(mails.named).toEqual([mail.address]), PATIENTLY);
  expect(await listRows(mail.personId)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  expect(await readMetric('mails_waiting')).toBe('1');
  mails.atRecipient = () => 'take';
  await vi.waitFor(async () => {
    await ageMails(server.pool, 1);
    expect(mails.received).toHaveLength(1);
  }, PATIENTLY);
});

test('an address that is refused for good is tried once, and recorded until the person has another', async () => {
  mails.atRecipient = () => 550;
  const mail = await write();
  await server.mail.send(server.pool, mail);
  const isRefused = async () => {
    const find = 'select email_refused_at is not null as is_refused from people where id = $1';
    return (await server.pool.query(find, [mail.personId])).rows[0]?.is_refused;
  };
  await vi.waitFor(async () => expect(await isRefused()).toBe(true), PATIENTLY);
  expect(await listRows(mail.personId)).toMatchObject([{ state: 'refused', attempts: 1 }]);
  await server.pool.query('update people set email = $2 where id = $1', [
    mail.personId,
    `new-${mail.address}`,
  ]);
  expect(await isRefused()).toBe(false);
});

test('without settings nothing is written', async () => {
  const plain = await makeTestApp();
  const { id, email } = await makeStudent(plain.pool);
  const about = { kind: 'notice' as const, subject: 'A subject', text: 'A text' };
  await plain.mail.send(plain.pool, { personId: id, address: email, ...about });
  expect((await plain.pool.query('select from mails')).rowCount).toBe(0);
  const { data } = (await plain.app.inject({ url: '/api/v1/installation' })).json();
  expect(data.mail).toBe(false);
  await plain.close();
});
