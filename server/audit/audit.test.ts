import { expect, test } from 'vitest';
import { actAs, recordAct } from '../platform/audit/audit.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import { makeStaff } from '../testing/acts/make-class.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));

const read = async (query: Record<string, string>, { headers } = admin) =>
  (await server.app.inject({ url: '/api/v1/audit/lines', headers, query })).json().data;

const log = async (query: Record<string, string>) => (await read(query)).lines;

const actsOf = async (person: MadePerson): Promise<string[]> =>
  (await log({ person: person.id })).map(({ action }: { action: string }) => action);

async function putLine(by: string, act: Parameters<typeof recordAct>[1]): Promise<void> {
  await actAs({ by, address: '192.0.2.9', browser: 'A browser' }, () =>
    inTransaction(server.pool, (db) => recordAct(db, act)),
  );
}

test('a line names actor, act and person concerned, the time, the address and the browser', async () => {
  const student = await makeStudent(server.pool);
  const before = Date.now();
  const reply = await server.app.inject({
    method: 'PUT',
    url: `/api/v1/students/${student.id}/disabled`,
    headers: { ...admin.headers, 'user-agent': 'Firefox of the office' },
    remoteAddress: '192.0.2.77',
    payload: { disabled: true },
  });
  expect(reply.statusCode).toBe(200);
  const [line] = await log({ person: student.id });
  expect(line).toMatchObject({
    by: admin.id,
    byName: admin.name,
    action: 'disable-account',
    personId: student.id,
    personName: student.name,
    subject: null,
    address: '192.0.2.77',
    browser: 'Firefox of the office',
  });
  expect(Date.parse(line.at)).toBeGreaterThanOrEqual(before - 1000);
});

test('the database refuses to change, delete or empty the lines', async () => {
  await putLine(admin.id, { action: 'sign-out' });
  for (const statement of [
    "update audit_lines set by = 'nobody'",
    'delete from audit_lines',
    'truncate audit_lines',
  ]) {
    await expect(server.pool.query(statement)).rejects.toThrow('only ever added to');
  }
});

test('without the change there is no line, and without the line no change', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const remove = () =>
    server.app.inject({
      method: 'DELETE',
      url: `/api/v1/auth/quiz/${quizId}`,
      headers: admin.headers,
    });
  expect((await remove()).statusCode).toBe(409);
  expect((await log({ search: quizId })).length).toBe(0);

  const student = await makeStudent(server.pool);
  await server.pool.query(`
    alter table audit_lines add constraint none_today check (action <> 'disable-account') not valid
  `);
  const reply = await server.app.inject({
    method: 'PUT',
    url: `/api/v1/students/${student.id}/disabled`,
    headers: admin.headers,
    payload: { disabled: true },
  });
  await server.pool.query('alter table audit_lines drop constraint none_today');
  expect(reply.statusCode).toBe(500);
  const { headers } = student;
  const auth = await server.app.inject({ url: '/api/v1/auth/user-auth', headers });
  expect(auth.statusCode).toBe(200);
});

test('sign-in, sign-out and a new password of an admin are kept, those of a student are not', async () => {
  // A campus admin would set up a second step before the new password.
  const { id, password } = await makeStaff(server.pool);
  const student = await makeStudent(server.pool);
  for (const person of [{ id, password }, student]) {
    const login = await server.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { id: person.id, password: person.password },
    });
    const headers = { authorization: login.json().token };
    const changed = await server.app.inject({
      method: 'PUT',
      url: '/api/v1/auth/password',
      headers,
      payload: { currentPassword: person.password, newPassword: `new ${person.password}` },
    });
    const fresh = { authorization: changed.json().data.token };
    await server.app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers: fresh });
  }
  const lines = await log({ person: id });
  expect(lines.map(({ action }: { action: string }) => action)).toEqual([
    'sign-out',
    'change-password',
    'sign-in',
  ]);
  expect(JSON.stringify(lines)).not.toContain(password);
  expect(await actsOf(student)).toEqual([]);
});

test('lines are found by person, action, day and words, whatever signs they hold', async () => {
  const [one, other] = [await makeAdmin(server.pool), await makeAdmin(server.pool)];
  const subject = { kind: 'quiz' as const, id: 'q', name: '50%_of the Trees' };
  await putLine(one.id, { action: 'create-quiz', subject });
  await putLine(one.id, { action: 'reset-password', personId: other.id });
  expect(await actsOf(one)).toEqual(['reset-password', 'create-quiz']);
  expect(await actsOf({ ...other, id: other.id.toLowerCase() })).toEqual(['reset-password']);
  const found = async (query: Record<string, string>) =>
    (await log({ person: one.id, ...query })).length;
  expect(await found({ action: 'create-quiz' })).toBe(1);
  expect(await found({ search: 'trees 50%_' })).toBe(1);
  expect(await found({ search: '50_%' })).toBe(0);
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  expect(await found({ from: today, to: today })).toBe(2);
  expect(await found({ to: '2020-01-01' })).toBe(0);
});

test('pages follow one another without a gap or a repetition', async () => {
  const busy = await makeAdmin(server.pool);
  for (let count = 0; count < 120; count++) {
    await putLine(busy.id, { action: 'announce', details: { count } });
  }
  const counts: number[] = [];
  let next: number | null = null;
  do {
    const page: { lines: { details: { count: number } }[]; next: number | null } = await read({
      person: busy.id,
      ...(next !== null && { before: String(next) }),
    });
    counts.push(...page.lines.map(({ details }) => details.count));
    next = page.next;
  } while (next !== null);
  expect(counts).toEqual(Array.from({ length: 120 }, (_, index) => 119 - index));
});

test('an export has all matching lines, no formulas, and is itself recorded', async () => {
  const busy = await makeAdmin(server.pool);
  const name = '=HYPERLINK("http://example.com")';
  await putLine(busy.id, { action: 'edit-quiz', subject: { kind: 'quiz', id: 'q', name } });
  const reply = await server.app.inject({
    url: '/api/v1/audit/lines.csv',
    headers: busy.headers,
    query: { person: busy.id, action: 'edit-quiz' },
  });
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [head, line, ...rest] = reply.body.slice(1).split('\r\n');
  expect(head).toContain('When,Who,Name,Did what');
  expect(line).toContain(`${busy.id},${busy.name},Changed a quiz,`);
  expect(line).toContain(`"'=HYPERLINK(""http://example.com"")"`);
  expect(rest).toEqual(['']);
  expect(await actsOf(busy)).toEqual(['export-audit-log', 'edit-quiz']);
});

test('an act outside of the transaction of its change is refused', async () => {
  const actor = { by: admin.id, address: null, browser: null };
  await expect(actAs(actor, () => recordAct(server.pool, { action: 'sign-out' }))).rejects.toThrow(
    'in the transaction of its change',
  );
});
