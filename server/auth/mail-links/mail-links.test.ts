import { afterEach, expect, test, vi } from 'vitest';
import { PATIENTLY } from '../../../runner/testing/patience.ts';
import { setUpMail } from '../../mail/mail.setup.ts';
import { makeToken } from '../../platform/access/sessions.ts';
import { type MadePerson, makeStudent } from '../../testing/acts/make.ts';

const { mails, server } = setUpMail({ environment: { VLABS_MAIL_PER_MINUTE: '10000' } });
const NEW = 'another horse battery';

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: `/api/v1/auth/${url}`, payload, headers });
const ask = (person: string, headers = {}) => post('reset-links', { person }, headers);
const reset = (token: string, newPassword = NEW) => post('password-resets', { token, newPassword });
const confirm = (token: string) => post('email/confirmations', { token });
const logIn = (id: string, password: string) => post('login', { id, password });
const changeTo = (person: MadePerson, email: string, currentPassword = person.password) =>
  server.app.inject({
    method: 'PUT',
    url: '/api/v1/auth/email',
    headers: person.headers,
    payload: { email, currentPassword },
  });
const changeWithoutPassword = ({ headers }: MadePerson, email: string) =>
  server.app.inject({ method: 'PUT', url: '/api/v1/auth/email', headers, payload: { email } });
const getEmail = async ({ headers }: MadePerson) =>
  (await server.app.inject({ url: '/api/v1/auth/email', headers })).json().data;

/** Waits for the number of mails, and returns the text of the last one. */
async function readMails(count: number): Promise<string> {
  await vi.waitFor(() => expect(mails.received).toHaveLength(count), PATIENTLY);
  return mails.received.at(-1)?.message.text ?? '';
}
const tokenIn = (text: string): string => /#([\w-]{43})/.exec(text)?.[1] ?? '';

/** No job waits or runs any more. */
const settle = () =>
  vi.waitFor(async () => {
    const jobs = `select from graphile_worker.jobs where key like 'reset %' or key like 'mail %'`;
    expect((await server.pool.query(jobs)).rowCount).toBe(0);
  }, PATIENTLY);

// Mails of one test must not arrive in the next.
afterEach(async () => {
  await settle();
  await server.pool.query('delete from reset_tries');
});

async function forget(): Promise<MadePerson & { link: string }> {
  const student = await makeStudent(server.pool);
  await ask(student.id);
  return { ...student, link: tokenIn(await readMails(1)) };
}

test('a forgotten password is replaced by a mailed link: sessions end, throttling ends, nobody is signed in, and the person is told', async () => {
  const { id, email, password, headers, link } = await forget();
  for (let guess = 0; guess < 10; guess += 1) await logIn(id, `wrong ${guess}`);
  expect((await logIn(id, password)).statusCode).toBe(429);
  const reply = await reset(link);
  expect(reply.json()).toEqual({
    success: true,
    message: 'Password changed. Sign in with it now.',
  });
  const check = await server.app.inject({ url: '/api/v1/auth/user-auth', headers });
  expect(check.statusCode).toBe(401);
  expect(await readMails(2)).toContain('was set with a link');
  expect(mails.received.map(({ to }) => to)).toEqual([[email], [email]]);
  expect((await logIn(id, password)).statusCode).toBe(401);
  expect((await logIn(id, NEW)).statusCode).toBe(200);
});

test('an email address serves as well as a roll number, in any case', async () => {
  const { email } = await makeStudent(server.pool);
  await ask(email.toUpperCase());
  expect(tokenIn(await readMails(1))).not.toBe('');
});

test('the reply is the same for a person that is not there, and nothing is looked up before it', async () => {
  const { id } = await makeStudent(server.pool);
  const known = await ask(id);
  const unknown = await ask('nobody-at-all');
  expect(unknown.json()).toEqual(known.json());
  expect(unknown.statusCode).toBe(known.statusCode);
  await readMails(1);
  await settle();
  expect(mails.received).toHaveLength(1);
});

test('a guessed link is refused before a password is hashed', async () => {
  const { id, password } = await forget();
  const replies = await Promise.all(Array.from({ length: 50 }, () => reset(makeToken())));
  expect(new Set(replies.map((reply) => reply.json().code))).toEqual(new Set(['link_invalid']));
  expect((await logIn(id, password)).statusCode).toBe(200);
});

test('a mail scanner that opens the link uses nothing', async () => {
  const { link } = await forget();
  for (const url of ['/reset-password', `/reset-password#${link}`, '/confirm-address']) {
    await server.app.inject({ url });
    await server.app.inject({ method: 'HEAD', url });
  }
  expect((await reset(link)).statusCode).toBe(200);
});

test('a link works once, also for two who use it at the same time', async () => {
  const { link } = await forget();
  const replies = await Promise.all([reset(link), reset(link, `${NEW} 2`), reset(link)]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 400, 400,
  ]);
  expect((await reset(link)).json().code).toBe('link_invalid');
});

test('an older link is void after a newer one', async () => {
  const { id, link } = await forget();
  await ask(id);
  const newer = tokenIn(await readMails(2));
  expect((await reset(link)).json().code).toBe('link_invalid');
  expect((await reset(newer)).statusCode).toBe(200);
});

test('a link is void after an hour, after the password was changed, and after the address was', async () => {
  const aged = await forget();
  await server.pool.query(
    `update mail_links set expires_at = expires_at - interval '1 hour' where person_id = $1`,
    [aged.id],
  );
  expect((await reset(aged.link)).json().code).toBe('link_invalid');

  mails.received.length = 0;
  const changed = await forget();
  await server.app.inject({
    method: 'PUT',
    url: '/api/v1/auth/password',
    headers: changed.headers,
    payload: { currentPassword: changed.password, newPassword: NEW },
  });
  expect((await reset(changed.link, 'a third password')).json().code).toBe('link_invalid');
  expect((await logIn(changed.id, NEW)).statusCode).toBe(200);

  mails.received.length = 0;
  const moved = await forget();
  await server.pool.query(`update people set email = 'moved-' || email where id = $1`, [moved.id]);
  expect((await reset(moved.link)).json().code).toBe('link_invalid');
});

test('asked for again and again, a person gets three mails an hour', async () => {
  const { id } = await makeStudent(server.pool);
  for (let times = 0; times < 5; times += 1) {
    await ask(id);
    await settle();
  }
  expect(mails.received).toHaveLength(3);
});

test('a person who asks for a fourth link within an hour reads how long to wait', async () => {
  const student = await makeStudent(server.pool);
  for (let one = 0; one < 3; one += 1) await post('email/verification', {}, student.headers);
  await server.pool.query(
    `update mail_links set created_at = now() - interval '50 minutes' where person_id = $1`,
    [student.id],
  );
  const refused = await post('email/verification', {}, student.headers);
  expect(refused.json()).toMatchObject({
    code: 'too_many_mails',
    message: expect.stringMatching(/try again in 10 minutes\.$/),
  });
});

test('a link leads to the configured address, whatever host the request names', async () => {
  const { id } = await makeStudent(server.pool);
  await ask(id, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
  const text = await readMails(1);
  expect(text).toMatch(/^https:\/\/lab\.example\.edu\/reset-password#[\w-]{43}$/m);
  expect(text).not.toContain('evil');
});

test('a person who signs in elsewhere is told so, and gets no link', async () => {
  const { id } = await makeStudent(server.pool);
  await server.pool.query('update people set password_hash = null where id = $1', [id]);
  await ask(id);
  const text = await readMails(1);
  expect(text).toContain('It has none');
  expect(text).not.toContain('#');
});

test.each([
  ['a disabled person', 'disabled_at = now()'],
  ['a person who has not registered', 'registered_at = null, password_hash = null'],
  ['an account of the demo', 'is_demo = true'],
  [
    'a person of whom no address is known',
    'email = null, registered_at = null, password_hash = null',
  ],
])('%s gets no mail', async (_, change) => {
  const { id } = await makeStudent(server.pool);
  await server.pool.query(`update people set ${change} where id = $1`, [id]);
  expect((await ask(id)).statusCode).toBe(200);
  await settle();
  expect(mails.received).toEqual([]);
});

test('an address is verified with a mailed link, which sets no password', async () => {
  const student = await makeStudent(server.pool);
  const { email } = student;
  expect(await getEmail(student)).toEqual({
    email,
    isVerified: false,
    isRefused: false,
    waiting: null,
  });
  expect((await post('email/verification', {}, student.headers)).statusCode).toBe(200);
  const link = tokenIn(await readMails(1));
  expect((await reset(link)).json().code).toBe('link_invalid');
  expect((await confirm(link)).statusCode).toBe(200);
  expect(await getEmail(student)).toMatchObject({ email, isVerified: true });
  expect((await confirm(link)).json().code).toBe('link_invalid');
});

test('a new address needs the password and a link mailed to it; the old one is told', async () => {
  const student = await makeStudent(server.pool);
  const address = `new-${student.email}`;
  expect((await changeTo(student, address, 'wrong')).json().code).toBe('wrong_password');
  expect((await changeTo(student, address)).statusCode).toBe(200);
  const link = tokenIn(await readMails(1));
  expect(mails.received[0]?.to).toEqual([address]);
  expect(await getEmail(student)).toMatchObject({ email: student.email, waiting: address });
  expect((await confirm(link)).statusCode).toBe(200);
  expect(await readMails(2)).toContain('has a new email address');
  expect(mails.received[1]?.to).toEqual([student.email]);
  expect(await getEmail(student)).toEqual({
    email: address,
    isVerified: true,
    isRefused: false,
    waiting: null,
  });
});

test('an address that another person has got meanwhile is refused', async () => {
  const student = await makeStudent(server.pool);
  const other = await makeStudent(server.pool);
  const address = `wanted-${student.email}`;
  expect((await changeTo(student, other.email)).json().code).toBe('email_taken');
  await changeTo(student, address);
  const link = tokenIn(await readMails(1));
  await server.pool.query('update people set email = $2 where id = $1', [other.id, address]);
  expect((await confirm(link)).json().code).toBe('email_taken');
  expect(await getEmail(student)).toMatchObject({ email: student.email });
});

test('a registration answers as before, and mails a link that verifies the address', async () => {
  const { id } = await makeStudent(server.pool);
  const entered = { id: `${id}-new`, name: 'A Name', email: `${id}-new@example.edu` };
  const reply = await post('register', { ...entered, password: NEW });
  expect(reply.statusCode).toBe(201);
  expect(reply.json().message).toBe('Registered successfully. You can sign in now.');
  expect((await confirm(tokenIn(await readMails(1)))).statusCode).toBe(200);
});

test('a person without a password changes their address within ten minutes of a sign-in, and nobody with one without it', async () => {
  const person = await makeStudent(server.pool);
  const email = `new-${person.id.toLowerCase()}@x.example`;
  const missing = await changeWithoutPassword(person, email);
  expect([missing.statusCode, missing.json().code]).toEqual([400, 'proof_needed']);
  await server.pool.query('update people set password_hash = null where id = $1', [person.id]);
  const aged = `update sessions set created_at = now() - interval '11 minutes' where person_id = $1`;
  await server.pool.query(aged, [person.id]);
  const old = await changeWithoutPassword(person, email);
  expect([old.statusCode, old.json().code]).toEqual([403, 'sign_in_again']);
  await server.pool.query('update sessions set created_at = now() where person_id = $1', [
    person.id,
  ]);
  expect((await changeWithoutPassword(person, email)).statusCode).toBe(200);
  expect((await confirm(tokenIn(await readMails(1)))).statusCode).toBe(200);
  expect((await getEmail(person)).email).toBe(email);
});
