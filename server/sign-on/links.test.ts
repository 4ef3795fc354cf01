import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type MadePerson, makeStudent } from '../testing/acts/make.ts';
import { SignOnPage, addProvider, connectAs, hashOf, setUpSignOn } from './sign-on.setup.ts';

const installation = setUpSignOn();
const { server, peer, admin } = installation;

const URL_OF_IDENTITIES = '/api/v1/sign-on/identities';

const callAs = (
  { headers }: Pick<MadePerson, 'headers'>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  { url, payload }: { url: string; payload?: object },
) => server.app.inject({ method, url, headers, ...(payload && { payload }) });

const connect = (providerId: string, asked: Omit<Parameters<typeof connectAs>[2], 'providerId'>) =>
  connectAs(server, peer, { ...asked, providerId });

test('a person connects a provider, signs in with it, and disconnects it', async () => {
  const provider = await addProvider(installation);
  const student = await makeStudent(server.pool);
  const claims = { sub: randomUUID() };
  expect((await connect(provider, { as: student, claims })).json()).toMatchObject({
    success: true,
    message: expect.stringMatching(/^You can sign in with /),
  });
  const signedIn = await new SignOnPage(server).signOn(peer, provider, claims);
  expect(signedIn.json().user.id).toBe(student.id);
  const { data } = (await callAs(student, 'GET', { url: URL_OF_IDENTITIES })).json();
  expect(data).toMatchObject({ hasPassword: true, identities: [{ linkedBy: 'themselves' }] });
  await callAs(student, 'DELETE', { url: `${URL_OF_IDENTITIES}/${provider}` });
  const again = await new SignOnPage(server).signOn(peer, provider, claims);
  expect(again.json().code).toBe('sign_on_no_account');
});

test('a link is in the audit log, also of a student', async () => {
  const provider = await addProvider(installation);
  const student = await makeStudent(server.pool);
  await connect(provider, { as: student, claims: { sub: randomUUID() } });
  const { rows } = await server.pool.query(
    `select details->>'linkedBy' as by from audit_lines where action = 'link-account' and by = $1`,
    [student.id],
  );
  expect(rows).toEqual([{ by: 'themselves' }]);
});

test('nobody finishes the link that another person began', async () => {
  const provider = await addProvider(installation);
  const [victim, thief] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  const claims = { sub: randomUUID() };
  const reply = await connect(provider, { as: thief, claims, finishedBy: victim });
  expect(reply.json().code).toBe('sign_on_expired');
});

test('a person of a provider who is linked with one account is linked with no other', async () => {
  const provider = await addProvider(installation);
  const [one, other] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  const claims = { sub: randomUUID() };
  await connect(provider, { as: one, claims });
  const reply = await connect(provider, { as: other, claims });
  expect(reply.json().code).toBe('sign_on_contradicts');
  const second = await connect(provider, { as: one, claims: { sub: randomUUID() } });
  expect(second.json().code).toBe('sign_on_contradicts');
});

test('a provider that names another roll number is not connected', async () => {
  const provider = await addProvider(installation);
  const [one, other] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  const claims = { sub: randomUUID(), roll_number: other.id };
  expect((await connect(provider, { as: one, claims })).json().code).toBe('sign_on_contradicts');
});

test('the last way to sign in cannot be disconnected', async () => {
  const provider = await addProvider(installation);
  const student = await makeStudent(server.pool);
  await connect(provider, { as: student, claims: { sub: randomUUID() } });
  await server.pool.query('update people set password_hash = null where id = $1', [student.id]);
  const url = `${URL_OF_IDENTITIES}/${provider}`;
  expect((await callAs(student, 'DELETE', { url })).json().code).toBe('only_way_in');
  expect((await callAs(student, 'GET', { url: URL_OF_IDENTITIES })).json().data).toMatchObject({
    hasPassword: false,
    identities: [{ providerId: provider }],
  });
});

test('a provider that is off is no way to sign in that remains', async () => {
  const [on, off] = [await addProvider(installation), await addProvider(installation)];
  const student = await makeStudent(server.pool);
  for (const provider of [on, off]) {
    await connect(provider, { as: student, claims: { sub: randomUUID() } });
  }
  await server.pool.query('update people set password_hash = null where id = $1', [student.id]);
  await server.pool.query('update providers set is_on = false where id = $1', [off]);
  const reply = await callAs(student, 'DELETE', { url: `${URL_OF_IDENTITIES}/${on}` });
  expect(reply.json()).toMatchObject({ code: 'only_way_in' });
});

test('of two ways to sign in that are disconnected at once, one remains', async () => {
  const providers = [await addProvider(installation), await addProvider(installation)];
  for (let times = 0; times < 10; times += 1) {
    const student = await makeStudent(server.pool);
    for (const provider of providers) {
      await connect(provider, { as: student, claims: { sub: randomUUID() } });
    }
    await server.pool.query('update people set password_hash = null where id = $1', [student.id]);
    const urls = providers.map((provider) => `${URL_OF_IDENTITIES}/${provider}`);
    const replies = await Promise.all(urls.map((url) => callAs(student, 'DELETE', { url })));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
  }
});

test('an admin sees how somebody is linked, and removes the link with all sessions', async () => {
  const provider = await addProvider(installation, { isAuthoritative: true });
  const student = await makeStudent(server.pool);
  const claims = { sub: randomUUID(), roll_number: student.id };
  const { token } = (await new SignOnPage(server).signOn(peer, provider, claims)).json();
  const url = `/api/v1/sign-on/people/${student.id}/identities`;
  const { data } = (await callAs(admin, 'GET', { url })).json();
  expect(data).toMatchObject([{ subject: claims.sub, linkedBy: 'roll number' }]);
  await callAs(admin, 'DELETE', { url: `${url}/${provider}` });
  const account = { url: '/api/v1/auth/account' };
  expect((await callAs({ headers: { authorization: token } }, 'GET', account)).statusCode).toBe(
    401,
  );
});

test('an admin tries a provider that is off, which changes nothing', async () => {
  const provider = await addProvider(installation, { createsAccounts: true, emailDomains: [] });
  await server.pool.query('update providers set is_on = false');
  const begin = { providerId: provider, keyHash: hashOf('x') };
  const refused = { url: '/api/v1/sign-on/begin', payload: begin };
  expect((await callAs(admin, 'POST', refused)).statusCode).toBe(404);
  const key = randomUUID();
  const url = `/api/v1/sign-on/providers/${provider}/try`;
  const begun = await callAs(admin, 'POST', { url, payload: { keyHash: hashOf(key) } });
  const claims = { sub: randomUUID(), roll_number: 'TRY1', groups: ['a'] };
  const { state, query } = peer.signIn(begun.json().data.address, claims);
  await new SignOnPage(server).return(query);
  const payload = { state, key };
  const tried = await callAs(admin, 'POST', { url: '/api/v1/sign-on/tries', payload });
  expect(tried.json().data).toMatchObject({
    provided: { subject: claims.sub, rollNumber: 'TRY1', isEmailVerified: false },
    claims: expect.stringContaining('"groups"'),
    outcome: 'Creates the student account TRY1 and signs in.',
  });
  const { rows } = await server.pool.query(`select 1 from people where id = 'TRY1'`);
  expect(rows).toEqual([]);
});

test('a provider that is on is not deleted, and a name is taken once', async () => {
  const provider = await addProvider(installation, { name: 'Campus' });
  await expect(addProvider(installation, { name: 'CAMPUS' })).rejects.toThrow('name_taken');
  const url = `/api/v1/sign-on/providers/${provider}`;
  expect((await callAs(admin, 'DELETE', { url })).json().code).toBe('provider_on');
});
