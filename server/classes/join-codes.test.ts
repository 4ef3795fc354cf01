import { expect, test } from 'vitest';
import { callsAs } from '../testing/acts/calls-as.ts';
import { joinClass, makeClass, makeStaff } from '../testing/acts/make-class.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));
const made = beforeTests(() => makeClass(server.pool, admin));

const call = callsAs(() => server);

const set = async (joining: string): Promise<string> =>
  (await call(admin, 'POST', `/classes/${made.classId}/joining`, { joining })).body.data.joinCode;
const show = (as: MadePerson) => call(as, 'POST', `/classes/${made.classId}/joining/code`);
const update = (change: string, values: unknown[] = []) =>
  server.pool.query(`update classes set ${change} where id = $1`, [made.classId, ...values]);

test('a join code is shown again while it is valid, to those who may make one', async () => {
  const teacher = await makeStaff(server.pool);
  const assistant = await makeStaff(server.pool);
  await joinClass(server.pool, made, teacher, { role: 'teacher' });
  await joinClass(server.pool, made, assistant, { role: 'assistant' });
  expect((await show(admin)).body.data).toEqual({ joining: 'list', joinCode: null });
  await set('code');
  const joinCode = await set('code');
  for (const person of [admin, teacher]) {
    expect((await show(person)).body.data).toEqual({ joining: 'code', joinCode });
  }
  expect((await show(assistant)).status).toBe(403);
  expect((await show(await makeStudent(server.pool))).status).toBe(403);
  await set('closed');
  expect((await show(teacher)).body.data).toEqual({ joining: 'closed', joinCode: null });
});

test('the database has the code encrypted, and each showing is in the audit log without it', async () => {
  const joinCode = await set('code');
  const teacher = await makeStaff(server.pool);
  await joinClass(server.pool, made, teacher, { role: 'teacher' });
  await show(teacher);
  const stored = await server.pool.query(
    `select encode(join_code_sealed, 'escape') || row(classes)::text as texts from classes where id = $1`,
    [made.classId],
  );
  expect(stored.rows[0].texts).not.toContain(joinCode);
  const lines = await server.pool.query(
    `select action, details::text as details from audit_lines where by = $1`,
    [teacher.id],
  );
  expect(lines.rows).toEqual([{ action: 'show-join-code', details: '{"isShown": true}' }]);
});

test('a code of an earlier version is not shown, and one that it replaced is not shown for it', async () => {
  await set('code');
  // An earlier server stores only the hash of its new code.
  await update('join_code_hash = $2', [Buffer.alloc(32, 1)]);
  expect((await show(admin)).body.data).toEqual({ joining: 'code', joinCode: null });
  await update('join_code_sealed = null');
  expect((await show(admin)).body.data).toEqual({ joining: 'code', joinCode: null });
});

test('the encrypted code of one class is not shown as that of another', async () => {
  const other = await makeClass(server.pool, admin);
  await call(admin, 'POST', `/classes/${other.classId}/joining`, { joining: 'code' });
  await set('code');
  await server.pool.query(
    `update classes set join_code_hash = null, joining = 'list' where id = $1`,
    [other.classId],
  );
  await server.pool.query(
    `update classes set (join_code_hash, join_code_sealed) =
       (select decode(repeat('02', 32), 'hex'), join_code_sealed from classes where id = $2)
     where id = $1`,
    [made.classId, other.classId],
  );
  expect((await show(admin)).body.data.joinCode).toBe(null);
});
