import { expect, test } from 'vitest';
import { closeDemo, seedDemo } from '../../demo/demo.ts';
import { makeAdmin, makeRollNumber, makeUnregistered } from '../../testing/acts/make.ts';
import { beforeTests, setUpTwoServers } from '../../testing/server.setup.ts';
import { type TestServer, makeSecondServer, makeTestApp } from '../../testing/test-app.ts';

const { server, second } = setUpTwoServers();
const admin = beforeTests(() => makeAdmin(server.pool));

const entered = (id: string) => ({
  id,
  name: 'Ananya Mohanty',
  email: `${id}@mail.example`,
  password: 'nine dogs bark',
});

function register(payload: object, { app }: TestServer = server, remoteAddress = '192.0.2.7') {
  return app.inject({ method: 'POST', url: '/api/v1/auth/register/', payload, remoteAddress });
}

async function printCodes(rollNumbers: string[]) {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/students/codes',
    headers: admin.headers,
    payload: { rollNumbers },
  });
  return reply.json();
}

async function printCode(id: string): Promise<string> {
  return (await printCodes([id])).data.codes[0].code;
}

test('a listed roll number is registered with the listed address, in whatever case', async () => {
  const id = await makeUnregistered(server.pool);
  const email = `${id}@LIST.example`;
  expect((await register({ ...entered(id), email })).statusCode).toBe(201);
});

test('a listed roll number with the digits and dashes of another keyboard is registered as what is typed', async () => {
  for (const [listed, typed] of [
    ['ME‑3101', 'me-3101'],
    ['ME-३१०२', 'ME-3102'],
    ['ME-3103', 'ME–३१०३'],
  ] as const) {
    await makeUnregistered(server.pool, { id: listed });
    const email = `${listed}@list.example`;
    await server.pool.query('update people set email = $2 where id = $1', [
      listed,
      email.normalize('NFKD').replaceAll(/[^\x20-\x7E]/gu, 'x'),
    ]);
    const reply = await register({
      ...entered(typed),
      name: 'Ananya\nMohanty',
      email: email.normalize('NFKD').replaceAll(/[^\x20-\x7E]/gu, 'x'),
    });
    expect(reply.json()).toMatchObject({ success: true });
    const { rows } = await server.pool.query(
      'select id, name, registered_at is not null as has from people where id = $1',
      [listed],
    );
    expect(rows).toEqual([{ id: listed, name: 'Ananya Mohanty', has: true }]);
  }
});

test('listed students register though somebody has used up what their address may invent', async () => {
  const here = '198.51.100.77';
  await server.pool.query(
    'insert into registration_tries (network) select $1 from generate_series(1, 600)',
    [here],
  );
  expect((await register(entered(makeRollNumber()), server, here)).statusCode).toBe(429);
  const id = await makeUnregistered(server.pool);
  const listed = { ...entered(id), email: `${id}@list.example` };
  expect((await register(listed, server, here)).statusCode).toBe(201);
});

test('a listed roll number is not registered with another address', async () => {
  const id = await makeUnregistered(server.pool);
  const reply = await register(entered(id));
  expect(reply.statusCode).toBe(403);
  const message =
    'The student list has a different email address for this roll number. Use your university address, or the code from your teacher.';
  expect(reply.json()).toEqual({
    success: false,
    code: 'email_not_listed',
    message,
    fields: { email: message },
  });
});

test('a code replaces the listed address, once', async () => {
  const id = await makeUnregistered(server.pool);
  const code = await printCode(id);
  expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
  const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
  expect((await register({ ...entered(id), code: typed }, second)).statusCode).toBe(201);
  const { rows } = await server.pool.query('select from registration_codes where person_id = $1', [
    id,
  ]);
  expect(rows).toHaveLength(0);
});

test('where only codes are a proof, the listed address is none', async () => {
  const only = await makeSecondServer(server, {
    environment: { VLABS_REGISTRATION_PROOF: 'code', VLABS_NEW_SETTINGS: 'on' },
  });
  const installation = await only.app.inject({ url: '/api/v1/installation' });
  expect(installation.json().data.registrationProof).toBe('code');
  const id = await makeUnregistered(server.pool);
  const listed = { ...entered(id), email: `${id}@list.example` };
  const reply = await register(listed, only);
  expect(reply.statusCode).toBe(403);
  const message =
    'Your roll number is on the student list. Type the code that your teacher printed for it.';
  expect(reply.json()).toEqual({
    success: false,
    code: 'code_needed',
    message,
    fields: { code: message },
  });
  expect((await register({ ...listed, code: 'abcd-efgh-jkmn' }, only)).json().code).toBe(
    'wrong_code',
  );
  const code = await printCode(id);
  expect((await register({ ...listed, code }, only)).statusCode).toBe(201);
  // A roll number on no list needs no proof.
  expect((await register(entered(makeRollNumber()), only)).statusCode).toBe(201);
  await only.close();
});

test('a listed student without an address registers by a code only', async () => {
  const id = await makeUnregistered(server.pool, { email: '' });
  expect((await register(entered(id))).json().code).toBe('email_not_listed');
  const code = await printCode(id);
  expect((await register({ ...entered(id), code })).statusCode).toBe(201);
});

test('a code is not stored in plain text, and is not valid for another roll number', async () => {
  const [id, other] = [await makeUnregistered(server.pool), await makeUnregistered(server.pool)];
  const code = await printCode(id);
  const { rows } = await server.pool.query('select * from registration_codes');
  expect(JSON.stringify(rows)).not.toContain(code);
  for (const wrong of [other, makeRollNumber()]) {
    const reply = await register({ ...entered(wrong), code });
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({ code: 'wrong_code' });
    expect(Object.keys(reply.json().fields)).toEqual(['code']);
  }
});

test('printed again, the earlier code ends; after thirty days every one does', async () => {
  const id = await makeUnregistered(server.pool);
  const earlier = await printCode(id);
  const code = await printCode(id);
  expect((await register({ ...entered(id), code: earlier })).json().code).toBe('wrong_code');
  const expire = (by: string) =>
    server.pool.query(
      'update registration_codes set expires_at = expires_at + $2::interval where person_id = $1',
      [id, by],
    );
  await expire('-30 days');
  expect((await register({ ...entered(id), code })).json().code).toBe('wrong_code');
  await expire('1 minute');
  expect((await register({ ...entered(id), code })).statusCode).toBe(201);
});

test('of many concurrent uses of a code on two servers, exactly one registers', async () => {
  const id = await makeUnregistered(server.pool);
  const code = await printCode(id);
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      register(
        { ...entered(id), email: `${id}-${index}@mail.example`, code },
        index % 2 === 0 ? server : second,
      ),
    ),
  );
  // The others find the code used or the roll number taken.
  const statuses = replies.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 403 || status === 409)).toHaveLength(7);
});

test('after ten wrong tries on both servers together, even the right code waits', async () => {
  const id = await makeUnregistered(server.pool);
  const code = await printCode(id);
  const guesses = Array.from({ length: 40 }, (_, index) =>
    register(
      { ...entered(id), ...(index % 2 === 0 && { code: `aaaa-bbbb-cc${index}` }) },
      index % 4 < 2 ? server : second,
    ),
  );
  const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 403)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  const refused = await register({ ...entered(id), code }, second);
  expect(refused.json()).toMatchObject({ code: 'too_many_registrations' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
  // Other networks are not locked out.
  expect((await register({ ...entered(id), code }, server, '198.51.100.4')).statusCode).toBe(201);
});

test('codes are created only for people who have not registered', async () => {
  const id = await makeUnregistered(server.pool);
  const { data } = await printCodes([id.toLowerCase(), admin.id, makeRollNumber()]);
  expect(data.codes).toMatchObject([{ rollNumber: id, name: `Listed ${id}` }]);
  const days = (Date.parse(data.expiresAt) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  expect(await printCodes([admin.id])).toMatchObject({ success: false, code: 'no_codes' });
});

test('a sheet of five thousand codes is made, and each of them is another', async () => {
  const ids = Array.from({ length: 5000 }, (_, index) => `S${index}-${makeRollNumber()}`);
  await server.pool.query(
    `insert into people (id, name, role) select id, 'Listed', 0 from unnest($1::text[]) as id`,
    [ids],
  );
  const { data } = await printCodes(ids);
  expect(new Set(data.codes.map(({ code }: { code: string }) => code)).size).toBe(5000);
  expect((await printCodes([...ids, 'one-more'])).code).toBe('invalid');
});

test('without open registration the demo’s roll numbers need the list', async () => {
  const demo = { VLABS_DEMO: 'on', VLABS_REGISTRATION: 'confirmed' };
  const shown = await makeTestApp({ environment: demo });
  await seedDemo(shown.pool);
  expect((await register(entered('2105002'), shown)).json().code).toBe('email_not_listed');
  const email = '2105002@example.edu';
  expect((await register({ ...entered('2105002'), email }, shown)).statusCode).toBe(201);

  await closeDemo(shown.pool);
  const off = {
    VLABS_DEMO: 'off',
    VLABS_REGISTRATION: 'confirmed',
    VLABS_NEW_SETTINGS: 'on',
  };
  const real = await makeSecondServer(shown, { environment: off });
  expect((await register(entered('2105003'), real)).statusCode).toBe(201);
  const { rows } = await shown.pool.query(`select is_guest from people where id = '2105003'`);
  expect(rows).toEqual([{ is_guest: true }]);
  await real.close();
  await shown.close();
});

test('while registration is open, the roll numbers of the demo are free to take', async () => {
  const open = await makeTestApp({ environment: { VLABS_DEMO: 'on' } });
  await seedDemo(open.pool);
  expect((await register(entered('2105004'), open)).statusCode).toBe(201);
  await open.close();
});
