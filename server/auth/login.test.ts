import { expect, test, vi } from 'vitest';
import { makeStudent } from '../testing/acts/make.ts';
import { setUpServer } from '../testing/server.setup.ts';
import { disableAccount, enableAccount } from './accounts.service.ts';
import { TurnQueue } from './limits/turn-queue.ts';

const server = setUpServer();

function login(payload: object) {
  return server.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload });
}

function askGuard(authorization: string) {
  return server.app.inject({ url: '/api/v1/auth/user-auth/', headers: { authorization } });
}

test('a right roll number and password open a session', async () => {
  const { id, name, email, password } = await makeStudent(server.pool);
  const reply = await login({ id, password });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({
    success: true,
    message: 'Signed in successfully.',
    user: { id, name, email, role: 0 },
    token: expect.stringMatching(/^[\w-]{43}$/),
  });
  const guard = await askGuard(reply.json().token);
  expect(guard.json()).toEqual({ ok: true });
});

test('a roll number is the same in the digits and dashes of other keyboards, and as it was stored before', async () => {
  const { id, password } = await makeStudent(server.pool, 'CS-2101');
  for (const typed of [
    'CS‑2101',
    'cs–२१०१',
    '\u200BCS-୨୧୦୧\u2060',
    'ＣＳ'.normalize('NFKC') + '−2101',
  ]) {
    const reply = await login({ id: typed, password });
    expect(reply.json().user?.id).toBe(id);
  }
  const stored = await makeStudent(server.pool, 'EE‑२२०२');
  for (const typed of ['EE‑२२०२', 'ee-2202', 'EE–२२02']) {
    const reply = await login({ id: typed, password: stored.password });
    expect(reply.json().user?.id).toBe(stored.id);
  }
});

test('guesses count for one roll number, in whatever dashes it is typed', async () => {
  const { id } = await makeStudent(server.pool, 'CS-2303');
  await login({ id: 'CS‑2303', password: 'wrong' });
  await login({ id: 'CS–२३०३', password: 'wrong' });
  const { rows } = await server.pool.query(
    'select count(*)::int as n from login_failures where person_id = lower($1)',
    [id],
  );
  expect(rows[0].n).toBe(2);
});

test('two logins give two different tokens', async () => {
  const { id, password } = await makeStudent(server.pool);
  const first = await login({ id, password });
  const second = await login({ id, password });
  expect(first.json().token).not.toBe(second.json().token);
});

test('the database holds no token, only its hash', async () => {
  const student = await makeStudent(server.pool);
  const { rows } = await server.pool.query('select sessions::text as row from sessions');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ row }) => row).join('\n')).not.toContain(student.token);
});

test('the database holds no password, only an argon2id hash', async () => {
  const { id, password } = await makeStudent(server.pool);
  const { rows } = await server.pool.query('select password_hash from people where id = $1', [id]);
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(rows[0].password_hash).not.toContain(password);
});

test('a roll number is known whatever its case and the spaces around it', async () => {
  const { id, password } = await makeStudent(server.pool, 'Cs21-0042');
  const reply = await login({ id: '  cS21-0042 ', password });
  expect(reply.json().user.id).toBe(id);
});

test('a password counts with its case and its spaces', async () => {
  const { id, password } = await makeStudent(server.pool);
  for (const wrong of [password.toUpperCase(), ` ${password}`, `${password} `]) {
    const reply = await login({ id, password: wrong });
    expect(reply.statusCode).toBe(401);
  }
});

test('an unknown roll number and a wrong password get the very same reply', async () => {
  const { id } = await makeStudent(server.pool);
  const wrong = await login({ id, password: 'not it' });
  const unknown = await login({ id: 'nobody-of-this-name', password: 'not it' });
  expect(wrong.statusCode).toBe(401);
  expect(unknown.statusCode).toBe(401);
  expect(unknown.body).toBe(wrong.body);
  expect(wrong.json()).toEqual({
    success: false,
    message: 'The roll number or the password is wrong.',
    code: 'wrong_login',
  });
});

test('an unknown roll number costs the same work as a wrong password', async () => {
  const { id } = await makeStudent(server.pool);
  const known: number[] = [];
  const unknown: number[] = [];
  // Alternating, so that a busy machine slows both equally.
  for (let round = 0; round < 9; round += 1) {
    known.push(await timeLogin(id));
    unknown.push(await timeLogin(`nobody-${round}`));
  }
  // Other load only increases times, so the minimum is compared.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3);
  const others = await Promise.all([1, 2, 3].map(() => makeStudent(server.pool)));
  const ofKnown = await countLeastWork(others.map((student) => student.id));
  expect(await countLeastWork(['nobody-a', 'nobody-b', 'nobody-c'])).toEqual(ofKnown);
});

/** The server's own statements can only add to the count of a login. */
async function countLeastWork(ids: readonly string[]) {
  const counted = [];
  for (const id of ids) counted.push(await countWork(id));
  return {
    turns: Math.min(...counted.map(({ turns }) => turns)),
    statements: Math.min(...counted.map(({ statements }) => statements)),
  };
}

/** Counts statements and password hashes. */
async function countWork(id: string) {
  const turns = vi.spyOn(TurnQueue.prototype, 'run');
  const statements = vi.spyOn(server.pool, 'query');
  await login({ id, password: 'not it' });
  const counted = { turns: turns.mock.calls.length, statements: statements.mock.calls.length };
  turns.mockRestore();
  statements.mockRestore();
  return counted;
}

async function timeLogin(id: string): Promise<number> {
  const start = performance.now();
  await login({ id, password: 'not it' });
  return performance.now() - start;
}

test('a disabled account is told so only after the right password', async () => {
  const { id, password } = await makeStudent(server.pool);
  await disableAccount(server.pool, id);
  const wrong = await login({ id, password: 'not it' });
  expect(wrong.json()).toMatchObject({ code: 'wrong_login' });
  const right = await login({ id, password });
  expect(right.statusCode).toBe(403);
  expect(right.json()).toMatchObject({ success: false, code: 'account_disabled' });
});

test('disabling an account ends its sessions, and enabling it brings none back', async () => {
  const { id, password, token } = await makeStudent(server.pool);
  await disableAccount(server.pool, id);
  expect((await askGuard(token)).statusCode).toBe(401);
  await enableAccount(server.pool, id);
  expect((await askGuard(token)).statusCode).toBe(401);
  expect((await login({ id, password })).statusCode).toBe(200);
});

test('someone on the student list who has not registered cannot sign in', async () => {
  await server.pool.query(
    `insert into people (id, name, role) values ('listed-1', 'On the list', 0)`,
  );
  for (const password of ['', ' ', 'null', 'listed-1']) {
    const reply = await login({ id: 'listed-1', password });
    expect([400, 401]).toContain(reply.statusCode);
  }
});

test('each missing field is named', async () => {
  const reply = await login({});
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toEqual({
    success: false,
    code: 'invalid',
    message: 'Roll number is required.',
    fields: { id: 'Roll number is required.', password: 'Password is required.' },
  });
});

test('a password of the wrong type is refused, not coerced', async () => {
  const { id } = await makeStudent(server.pool);
  for (const password of [1, true, null, ['a'], { $ne: '' }]) {
    const reply = await login({ id, password });
    expect(reply.statusCode).toBe(400);
  }
});
