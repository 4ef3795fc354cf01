import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { PATIENTLY } from '../../runner/testing/patience.ts';
import { erasingBy } from '../testing/acts/erasing.ts';
import { joinClass, makeClass, makeStaff } from '../testing/acts/make-class.ts';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import { makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { KeptPeople } from '../testing/acts/rich-student.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { insertRuns } from '../testing/database/full-stores.queries.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';
import { makeSecondServer } from '../testing/test-app.ts';
import { addErasureJob } from './erasure-passes.queries.ts';
import { personalData } from './personal-data.ts';

let erasing: ReturnType<typeof erasingBy>;
let kept: KeptPeople;
const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));
beforeAll(async () => {
  erasing = erasingBy(server, admin);
  kept = new KeptPeople(server, admin);
});

const announce = ({ id }: { id: string }, confirmation = id) =>
  erasing.call('POST', `/people/${id}/erasure`, { confirmation });

test('an erased person is nowhere by name, and every figure is as it was', async () => {
  const rich = await kept.makeRichStudent();
  const { student, others, quizId } = rich;
  const result = async (personId: string) =>
    (await kept.call(admin, 'GET', `/api/v1/auth/quiz/${quizId}/result?userId=${personId}`)).json()
      .data;
  const before = await kept.figuresOf(rich);
  const resultBefore = await result(student.id);

  expect((await announce(student, 'somebody else')).json().code).toBe('not_confirmed');
  const announced = await announce(student);
  expect(announced.statusCode).toBe(201);
  expect(Date.parse(announced.json().data.dueAt) - Date.now()).toBeGreaterThan(47 * 3_600_000);
  const { notices } = (await kept.call(student, 'GET', '/api/v1/notices')).json().data;
  expect(notices[0]).toMatchObject({ kind: 'erasure', endsAt: announced.json().data.dueAt });
  expect(await erasing.pass()).toEqual({});
  expect((await kept.call(student, 'GET', '/api/v1/auth/user-auth')).statusCode).toBe(200);

  await erasing.waitOut();
  expect(await erasing.pass()).toMatchObject({ people: 1 });
  // The audit log names the person until its lines expire.
  expect(await kept.tablesWith(student.id)).toEqual(['audit_lines']);
  for (const text of [
    student.name,
    student.email,
    '9876512345',
    '9876554321',
    'Mentor Of Theirs',
    'of-theirs',
    'Lake Road',
  ]) {
    expect([text, ...(await kept.tablesWith(text))]).toEqual([text]);
  }
  expect((await kept.call(student, 'GET', '/api/v1/auth/user-auth')).statusCode).toBe(401);
  const login = { id: student.id, password: student.password, role: 0 };
  expect((await kept.call(admin, 'POST', '/api/v1/auth/login', login)).statusCode).toBe(401);

  expect(await kept.figuresOf(rich)).toEqual(before);
  const attempts = (await callsOn(server, quizId, admin).get('/attempts')).json().data;
  const placeholder = attempts.find(({ userId }: { userId: string }) =>
    userId.startsWith('erased-'),
  );
  expect(placeholder).toMatchObject({ name: 'Erased person', state: 'submitted' });
  const after = await result(placeholder.userId);
  expect({ ...after, userId: null }).toEqual({ ...resultBefore, userId: null });
  for (const other of others) expect(await kept.tablesWith(other.id)).toContain('attempts');
  expect(await erasing.pass()).toEqual({});
  expect((await announce({ id: placeholder.userId })).statusCode).toBe(404);
});

test('an erased person is in no draft and in no problem of an import that names their address', async () => {
  const student = await makeStudent(server.pool);
  const draftId = randomUUID();
  const audience = { everyone: false, rollNumbers: [student.id.toUpperCase(), 'somebody else'] };
  await server.pool.query(
    `insert into quiz_drafts (unique_id, content, revision, created_by)
     values ($1, $2, 1, $3)`,
    [draftId, { settings: { audience } }, admin.id],
  );
  await server.pool.query(
    `insert into student_imports (id, person_id, file_id, file_name, state, finished_at, problems)
     values ($1, $2, 'list', 'list.csv', 'done', now(), $3)`,
    [
      randomUUID(),
      admin.id,
      JSON.stringify([{ line: 2, column: 'email', message: `${student.email} is taken.` }]),
    ],
  );
  await announce(student);
  await erasing.waitOut();
  await erasing.pass();
  expect(await kept.tablesWith(student.email)).toEqual([]);
  expect(await kept.tablesWith(student.id.toUpperCase())).toEqual(['audit_lines']);
  const { rows } = await server.pool.query(
    `select content #> '{settings,audience,rollNumbers}' as named from quiz_drafts
     where unique_id = $1`,
    [draftId],
  );
  expect(rows).toEqual([{ named: [expect.stringMatching(/^erased-/), 'somebody else'] }]);
});

test('an erased person is in no mail, link, device, passkey and account of a provider', async () => {
  const { pool } = server;
  const student = await makeStudent(pool);
  const { id, email } = student;
  const subject = `subject ${randomUUID()}`;
  await pool.query(
    `insert into mails (id, person_id, address, kind, subject, state, ended_at)
     values (gen_random_uuid(), $1, $2, 'notice', 'Subject', 'sent', now())`,
    [id, email],
  );
  await pool.query(
    `insert into mail_links (token_hash, person_id, kind, address, expires_at)
     values (sha256('token'), $1, 'verify', $2, now() + interval '1 day')`,
    [id, email],
  );
  await pool.query(`insert into person_devices (person_id, device) values ($1, sha256('own'))`, [
    id,
  ]);
  await pool.query(
    `insert into passkeys (person_id, credential_id, public_key, counter, transports, name)
     values ($1, sha256('credential'), 'key', 0, '{}', 'A passkey of ' || $1)`,
    [id],
  );
  await pool.query(
    `with provider as (
       insert into providers (name, settings, roll_from, roll_claim, is_authoritative, creates_accounts,
         email_domains, roll_patterns)
       values ('KIIT', '{"kind": "oidc"}', 'nothing', '', false, false, '{}', '{}')
       returning id
     ), hand_off as (
       insert into hand_offs (state_hash, provider_id, purpose, person_id, key_hash, expected_sealed)
       select sha256('state'), id, 'link', $1, sha256('key'), '' from provider
     )
     insert into identities (provider_id, subject, person_id, email, linked_by)
     select id, $2, $1, $3, 'themselves' from provider`,
    [id, subject, email],
  );
  expect(await kept.tablesWith(email)).toEqual(['identities', 'mail_links', 'mails', 'people']);
  await announce(student);
  await erasing.waitOut();
  await erasing.pass();
  for (const text of [email, subject]) expect(await kept.tablesWith(text)).toEqual([]);
  expect(await kept.tablesWith(id)).toEqual(['audit_lines']);
});

test('what a column ends by is said of every table that names an erased person', () => {
  const ends = Object.values(personalData).flatMap((columns) =>
    Object.values(columns).map((held) => held.ends),
  );
  const reasons = ends.flatMap((end) => {
    if (typeof end === 'string') return [];
    return 'stays' in end ? [end.stays] : 'soon' in end ? [end.soon] : [];
  });
  expect(ends.length).toBeGreaterThan(60);
  for (const reason of reasons) expect(reason.length).toBeGreaterThan(15);
});

test('nobody is erased who is on hold, sits a test or is the last campus admin', async () => {
  const held = await makeStudent(server.pool);
  await announce(held);
  await erasing.call('PUT', `/holds/${held.id}`, { reason: 'A dispute' });
  expect((await erasing.shown()).announced).toEqual([]);
  expect((await announce(held)).json().message).toContain('hold');
  expect((await erasing.call('DELETE', `/holds/${held.id}`)).statusCode).toBe(200);

  const sitting = await makeStudent(server.pool);
  const quizId = await makeQuiz(server.app, admin);
  await callsOn(server, quizId, sitting).start();
  expect((await announce(sitting)).json().message).toContain('taking a test');
  expect((await announce(admin)).json().code).toBe('not_erasable');
  const other = await makeAdmin(server.pool);
  const asOther = erasingBy(server, other);
  await server.pool.query('update people set is_staff = true where id = $1', [admin.id]);
  const refused = await asOther.call('POST', `/people/${other.id}/erasure`, {
    confirmation: other.id,
  });
  expect(refused.statusCode).toBe(409);
  await server.pool.query('update people set is_staff = false where id = $1', [admin.id]);
});

test('the last owner of an open class is erased when somebody else owns it', async () => {
  const [owner, next] = [await makeStaff(server.pool), await makeStaff(server.pool)];
  const made = await makeClass(server.pool, admin);
  await joinClass(server.pool, made, owner, { role: 'owner' });
  expect((await announce(owner)).json().message).toContain('last owner of a class');
  await joinClass(server.pool, made, next, { role: 'owner' });
  expect((await announce(owner)).statusCode).toBe(201);
  expect((await erasing.call('DELETE', `/people/${owner.id}/erasure`)).statusCode).toBe(200);
});

test('a student who is in no class has left when nothing was heard of them since', async () => {
  const [gone, here] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  await server.pool.query(
    `update people set registered_at = now() - interval '3 years' where id = any($1)`,
    [[gone.id, here.id]],
  );
  await server.pool.query(
    `update sessions set last_used_at = now() - interval '2 years' where person_id = $1`,
    [gone.id],
  );
  await erasing.setRule('people', 12);
  await server.pool.query(`update retention_rules set from_at = now()`);
  expect(await erasing.pass()).toEqual({ 'people-announced': 1 });
  expect((await erasing.shown()).announced).toMatchObject([{ personId: gone.id }]);
  await erasing.waitOut();
  expect(await erasing.pass()).toMatchObject({ people: 1 });
  await erasing.noRules();
});

test('who starts a test or comes under a hold before the time has come stays', async () => {
  const [sitting, held] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  await announce(sitting);
  await announce(held);
  const quizId = await makeQuiz(server.app, admin);
  await callsOn(server, quizId, sitting).start();
  await server.pool.query(
    `insert into erasure_holds (person_id, reason, set_by) values ($1, 'A dispute', $2)`,
    [held.id, admin.id],
  );
  await erasing.waitOut();
  expect((await erasing.pass()).people).toBe(undefined);
  await callsOn(server, quizId, sitting).submit({ 1: '2' });
  expect((await erasing.pass()).people).toBe(1);
  expect(await kept.tablesWith(held.id)).toContain('people');
});

test('by rule a person is announced first, and one who comes back is erased no longer', async () => {
  const [gone, back] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  await server.pool.query(
    `update people set disabled_at = now() - interval '2 years' where id = any($1)`,
    [[gone.id, back.id]],
  );
  await erasing.setRule('people', 12);
  await server.pool.query(`update retention_rules set from_at = now()`);
  expect(await erasing.pass()).toEqual({ 'people-announced': 2 });
  await server.pool.query('update people set disabled_at = null where id = $1', [back.id]);
  await erasing.waitOut();
  expect(await erasing.pass()).toMatchObject({ people: 1, 'people-withdrawn': 1 });
  expect(await kept.tablesWith(gone.id)).toEqual([]);
  expect((await kept.call(back, 'GET', '/api/v1/auth/user-auth')).statusCode).toBe(200);
  await erasing.noRules();
});

test('an erasure that broke off in the middle goes on where it was, with two servers at it', async () => {
  const rich = await kept.makeRichStudent();
  const before = await kept.figuresOf(rich);
  await server.pool.query(`
    create function break_off() returns trigger language plpgsql as $$
    begin raise exception 'The disk is full.'; end $$;
    create trigger break_off before update on files for each row execute function break_off();
    update runs set owner = owner;
  `);
  await insertRuns(server.pool, rich.student.id, { count: 600, bytes: 10 });
  await announce(rich.student);
  await erasing.waitOut();
  await addErasureJob(server.pool, 0);
  const { rows } = await waitFor(
    () => server.pool.query(`select counts from erasure_passes where finished_at is null`),
    ({ rows: passes }) => (passes[0]?.counts['rows-of-people'] ?? 0) >= 500,
  );
  expect(rows[0].counts.people).toBe(undefined);
  expect(await kept.tablesWith(rich.student.id)).toContain('people');
  await server.pool.query('drop trigger break_off on files; drop function break_off');
  const second = await makeSecondServer(server);
  await waitFor(
    () => server.pool.query(`select from people where id = $1`, [rich.student.id]),
    ({ rowCount }) => rowCount === 0,
  );
  await second.close();
  expect(await kept.tablesWith(rich.student.id)).toEqual(['audit_lines']);
  expect(await kept.figuresOf(rich)).toEqual(before);
});

async function waitFor<Found>(ask: () => Promise<Found>, isIt: (found: Found) => boolean) {
  return vi.waitFor(async () => {
    const found = await ask();
    expect(isIt(found)).toBe(true);
    return found;
  }, PATIENTLY);
}
