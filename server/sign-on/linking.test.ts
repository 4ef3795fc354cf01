import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  makeGuest,
  makeListedStudent,
  makeRollNumber,
  makeStudent,
  makeUnregistered,
} from '../testing/acts/make.ts';
import { DOMAIN, SignOnPage, addProvider, connectAs, setUpSignOn } from './sign-on.setup.ts';

const installation = setUpSignOn();
const { server, peer, admin } = installation;

const signOn = (providerId: string, person: Record<string, unknown>) =>
  new SignOnPage(server).signOn(peer, providerId, { sub: randomUUID(), ...person });

const verified = (email: string) => ({ email, email_verified: true });

async function rowOf(id: string) {
  const { rows } = await server.pool.query(
    `select email, role, is_guest, password_hash is not null as has_password,
       registered_at is not null as is_registered
     from people where id = $1`,
    [id],
  );
  return rows[0];
}

const loginWith = ({ id, password }: { id: string; password: string }) =>
  server.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { id, password } });

const accountOf = (token: string) =>
  server.app.inject({ url: '/api/v1/auth/account', headers: { authorization: token } });

test('a linked person signs in, with a session that names the provider and ends when it says', async () => {
  const provider = await addProvider(installation, { isAuthoritative: true, sessionHours: 2 });
  const { id } = await makeStudent(server.pool);
  const person = { sub: randomUUID(), roll_number: id };
  await signOn(provider, person);
  const again = await signOn(provider, person);
  expect(again.json()).toMatchObject({ success: true, user: { id, role: 0 } });
  const { token } = again.json();
  expect((await accountOf(token)).json().data).toMatchObject({ id, isGuest: false });
  const { rows } = await server.pool.query(
    `select method, ends_at between now() + interval '119 minutes' and now() + interval '2 hours' as ends
     from sessions where person_id = $1`,
    [id],
  );
  const session = { method: expect.stringMatching(/^Provider /), ends: true };
  expect(rows).toEqual([session, session]);
});

test('a roll number that contradicts the link is refused, with a line in the audit log', async () => {
  const provider = await addProvider(installation, { isAuthoritative: true });
  const [own, others] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  const sub = randomUUID();
  await signOn(provider, { sub, roll_number: own.id });
  for (const rollNumber of [others.id, makeRollNumber()]) {
    const reply = await signOn(provider, { sub, roll_number: rollNumber });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ success: false, code: 'sign_on_contradicts' });
  }
  const { rows } = await server.pool.query(
    `select by from audit_lines where action = 'refuse-sign-on' and person_id = $1`,
    [own.id],
  );
  expect(rows).toHaveLength(2);
});

test('an account that somebody registered beforehand under another’s roll number loses password, passkeys, sessions and address', async () => {
  const provider = await addProvider(installation, { isAuthoritative: true });
  const stranger = await makeStudent(server.pool);
  await server.pool.query(
    `insert into passkeys (person_id, credential_id, public_key, counter, transports, name)
     values ($1, 'credential', 'key', 0, '{}', 'A key')`,
    [stranger.id],
  );
  const email = `own-${stranger.id}@${DOMAIN}`.toLowerCase();
  const reply = await signOn(provider, { roll_number: stranger.id, ...verified(email) });
  expect(reply.json()).toMatchObject({ success: true, user: { id: stranger.id, email } });
  expect(await rowOf(stranger.id)).toMatchObject({ has_password: false, email });
  expect((await accountOf(stranger.token)).statusCode).toBe(401);
  expect((await loginWith(stranger)).statusCode).toBe(401);
  const passkeys = `select from passkeys where person_id = $1`;
  expect((await server.pool.query(passkeys, [stranger.id])).rowCount).toBe(0);
});

test('an address that the stranger wrote is not kept even if the provider knows none', async () => {
  const provider = await addProvider(installation, { isAuthoritative: true });
  const stranger = await makeStudent(server.pool);
  await signOn(provider, { roll_number: stranger.id });
  expect(await rowOf(stranger.id)).toMatchObject({ has_password: false, email: null });
});

test('a stranger who had connected another provider beforehand loses that link, and the links that were mailed', async () => {
  const open = await addProvider(installation);
  const university = await addProvider(installation, { isAuthoritative: true });
  const stranger = await makeStudent(server.pool);
  const own = { sub: randomUUID() };
  await connectAs(server, peer, { providerId: open, as: stranger, claims: own });
  await server.pool.query(
    `insert into mail_links (token_hash, kind, person_id, address, expires_at)
     values ($1, 'change', $2, 'stranger@elsewhere.example', now() + interval '1 day')`,
    [randomBytes(32), stranger.id],
  );
  await signOn(university, { roll_number: stranger.id });
  expect((await signOn(open, own)).json().code).toBe('sign_on_no_account');
  const { rows } = await server.pool.query('select 1 from mail_links where person_id = $1', [
    stranger.id,
  ]);
  expect(rows).toEqual([]);
});

test('a person whose roll number one provider has proved keeps everything when another one proves it, too', async () => {
  const [one, other] = [
    await addProvider(installation, { isAuthoritative: true }),
    await addProvider(installation, { isAuthoritative: true }),
  ];
  const { id } = await makeStudent(server.pool);
  const known = { sub: randomUUID(), roll_number: id };
  const { token } = (await signOn(one, known)).json();
  await signOn(other, { roll_number: id });
  expect((await accountOf(token)).statusCode).toBe(200);
  expect((await signOn(one, known)).json().user.id).toBe(id);
});

test('a listed student keeps the address of the list', async () => {
  const provider = await addProvider(installation, { isAuthoritative: true });
  const student = await makeListedStudent(server.pool);
  await signOn(provider, { roll_number: student.id });
  expect(await rowOf(student.id)).toMatchObject({ has_password: false, email: student.email });
});

test('a listed person who never registered does so with an authoritative roll number', async () => {
  const provider = await addProvider(installation, { isAuthoritative: true });
  const id = await makeUnregistered(server.pool);
  expect((await signOn(provider, { roll_number: id.toUpperCase() })).json().user).toMatchObject({
    id,
    role: 0,
  });
  expect(await rowOf(id)).toMatchObject({ is_registered: true, has_password: false });
});

test('staff who were added by an admin are linked by roll number and keep their password', async () => {
  const provider = await addProvider(installation, {
    isAuthoritative: true,
    createsAccounts: true,
  });
  const id = makeRollNumber();
  await server.app.inject({
    method: 'POST',
    url: '/api/v1/staff',
    headers: admin.headers,
    payload: { id, name: 'Teacher', email: `${id}@${DOMAIN}` },
  });
  expect((await signOn(provider, { roll_number: id })).json().user).toMatchObject({ id, role: 1 });
  expect(await rowOf(id)).toMatchObject({ has_password: true });
});

test('a roll number from a provider that is not authoritative links nobody', async () => {
  const provider = await addProvider(installation, { createsAccounts: true });
  const { id } = await makeStudent(server.pool);
  const reply = await signOn(provider, { roll_number: id, ...verified(`x-${id}@${DOMAIN}`) });
  expect(reply.statusCode).toBe(403);
  expect(reply.json().code).toBe('sign_on_no_account');
});

test('a verified address of the provider’s domain links an account after its password was given', async () => {
  const provider = await addProvider(installation);
  const student = await makeStudent(server.pool);
  const page = new SignOnPage(server);
  const person = { sub: randomUUID(), ...verified(student.email.toUpperCase()) };
  const { state, query } = peer.signIn(await page.begin(provider), person);
  await page.return(query);
  const asked = await page.finish(state);
  expect(asked.statusCode).toBe(409);
  expect(asked.json()).toMatchObject({ code: 'password_needed', data: { id: student.id } });
  expect((await page.finish(state, { password: 'wrong' })).json().code).toBe('wrong_login');
  const linked = await page.finish(state, { password: student.password });
  expect(linked.json()).toMatchObject({ success: true, user: { id: student.id } });
  expect(await rowOf(student.id)).toMatchObject({ has_password: true, email: student.email });
  expect((await signOn(provider, { sub: person.sub })).json().user.id).toBe(student.id);
});

test.each([
  ['is not verified', (email: string) => ({ email, email_verified: false })],
  ['is not said to be verified', (email: string) => ({ email })],
  [
    'is said to be verified in another type',
    (email: string) => ({ email, email_verified: 'true' }),
  ],
])('an address that %s links nobody', async (_, claimsOf) => {
  const provider = await addProvider(installation, { createsAccounts: true });
  const { email } = await makeStudent(server.pool);
  expect((await signOn(provider, claimsOf(email))).json().code).toBe('sign_on_no_account');
});

test('a verified address of another domain links nobody', async () => {
  const provider = await addProvider(installation, { emailDomains: ['other.example'] });
  const { email } = await makeStudent(server.pool);
  expect((await signOn(provider, verified(email))).json().code).toBe('sign_on_no_account');
});

test('the listed address of somebody who never registered needs no password, for there is none', async () => {
  const provider = await addProvider(installation);
  const id = makeRollNumber();
  await makeUnregistered(server.pool, { id, email: `${id}@${DOMAIN}` });
  const reply = await signOn(provider, verified(`${id}@${DOMAIN}`));
  expect(reply.json().user).toMatchObject({ id });
  expect(await rowOf(id)).toMatchObject({ is_registered: true });
});

test('a user name of the provider is no roll number', async () => {
  const provider = await addProvider(installation, { isAuthoritative: true });
  const { id } = await makeStudent(server.pool);
  const reply = await signOn(provider, { preferred_username: id });
  expect(reply.json().code).toBe('sign_on_no_account');
});

test('a provider that may creates student accounts for roll numbers and domains that fit', async () => {
  const provider = await addProvider(installation, {
    createsAccounts: true,
    rollPatterns: ['21#####', 'ab-@#'],
  });
  const fitting = `21${String(Math.floor(Math.random() * 100_000)).padStart(5, '0')}`;
  const claims = { name: 'A. Student', is_staff: true, role: 1 };
  const made = await signOn(provider, {
    ...claims,
    roll_number: Number(fitting),
    ...verified(`${fitting}@${DOMAIN}`),
  });
  expect(made.json().user).toEqual({
    id: fitting,
    name: 'A. Student',
    email: `${fitting}@${DOMAIN}`,
    role: 0,
  });
  expect(await rowOf(fitting)).toMatchObject({ role: 0, is_guest: false, has_password: false });
  for (const person of [
    { roll_number: '22ABCDE', ...verified(`a-${fitting}@${DOMAIN}`) },
    { roll_number: `21${fitting}`, ...verified(`b-${fitting}@${DOMAIN}`) },
    { roll_number: '2199999', ...verified(`c-${fitting}@other.example`) },
    { ...verified(`d-${fitting}@${DOMAIN}`) },
  ]) {
    expect((await signOn(provider, person)).json().code).toBe('sign_on_no_account');
  }
});

test('the part before the @ is a roll number only in a verified address of the provider’s domains', async () => {
  const provider = await addProvider(installation, { rollFrom: 'email', isAuthoritative: true });
  const id = await makeUnregistered(server.pool);
  for (const person of [
    { email: `${id}@${DOMAIN}` },
    verified(`${id}@other.example`),
    verified(`${id}@sub.${DOMAIN}`),
  ]) {
    expect((await signOn(provider, person)).json().code).toBe('sign_on_no_account');
  }
  expect((await signOn(provider, verified(`${id}@${DOMAIN}`))).json().user.id).toBe(id);
});

test('a guest whose roll number the provider confirms is a student', async () => {
  const provider = await addProvider(installation, {
    isAuthoritative: true,
    createsAccounts: true,
  });
  const { id } = await makeGuest(server.pool);
  await signOn(provider, { roll_number: id });
  expect(await rowOf(id)).toMatchObject({ is_guest: false });
});

test('a person of the provider other than the linked one does not get the account', async () => {
  const provider = await addProvider(installation, { isAuthoritative: true });
  const { id } = await makeStudent(server.pool);
  await signOn(provider, { roll_number: id });
  const reply = await signOn(provider, { roll_number: id });
  expect(reply.json().code).toBe('sign_on_contradicts');
});

test('a disabled account stays closed', async () => {
  const provider = await addProvider(installation, { isAuthoritative: true });
  const { id } = await makeStudent(server.pool);
  await server.pool.query('update people set disabled_at = now() where id = $1', [id]);
  const reply = await signOn(provider, { roll_number: id });
  expect(reply.json().code).toBe('account_disabled');
});

test('of twenty sign-ons of one new person at once, one makes the account and all sign in or are told why', async () => {
  const provider = await addProvider(installation, {
    createsAccounts: true,
    emailDomains: [],
  });
  const person = { sub: randomUUID(), roll_number: makeRollNumber() };
  const replies = await Promise.all(Array.from({ length: 20 }, () => signOn(provider, person)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  const { rows } = await server.pool.query('select 1 from people where id = $1', [
    person.roll_number,
  ]);
  expect(rows).toHaveLength(1);
});
