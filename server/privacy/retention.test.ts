import { afterEach, beforeAll, expect, test } from 'vitest';
import { erasingBy } from '../testing/acts/erasing.ts';
import { joinClass, makeClass } from '../testing/acts/make-class.ts';
import { makeStoredFile } from '../testing/acts/make-file.ts';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { insertRuns } from '../testing/database/full-stores.queries.ts';
import { ageStore } from '../testing/database/time-travel.queries.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';
import { TestClock } from '../testing/test-clock.ts';

const HOST = 'lab.example.edu';
const YEAR_MS = 366 * 86_400_000;
const HOUR_MS = 3_600_000;
const clock = new TestClock();
let erasing: ReturnType<typeof erasingBy>;
const server = setUpServer({ clock, environment: { VLABS_RUN_DAYS: '3650' } });
const admin = beforeTests(() => makeAdmin(server.pool));
beforeAll(async () => {
  erasing = erasingBy(server, admin);
});
afterEach(async () => {
  clock.set(Date.now());
  await erasing.noRules();
});

const call = (person: MadePerson, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  server.app.inject({
    method,
    url,
    headers: { ...person.headers, host: HOST },
    ...(payload && { payload }),
  });

const setHold = ({ id }: MadePerson) =>
  erasing.call('PUT', `/holds/${id}`, { reason: 'A dispute about marks.' });

async function count(table: string, column: string, { id }: MadePerson): Promise<number> {
  const { rows } = await server.pool.query(
    `select count(*)::int as rows from ${table} where ${column} = $1`,
    [id],
  );
  return rows[0].rows;
}

test('a period is a year at least, everything is kept until one is said, and it holds after two days', async () => {
  expect((await erasing.shown()).rules.map(({ months }: { months: unknown }) => months)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
  const short = await erasing.setRule('runs', 11);
  expect(short.statusCode).toBe(400);
  expect(short.json().fields.months).toBe(
    'By law it is kept for at least one year: give 12 months or more.',
  );
  await expect(
    server.pool.query(
      `insert into retention_rules values ('runs', 11, '${admin.id}', now() - interval '1 day')`,
    ),
  ).rejects.toThrow('retention_rules_keep_for_a_year');
  const set = await erasing.setRule('runs', 12);
  const { months, fromAt } = set.json().data;
  expect(months).toBe(12);
  expect(Date.parse(fromAt) - Date.now()).toBeGreaterThan(47.9 * HOUR_MS);
  expect((await erasing.setRule('runs', null)).json().data.months).toBe(null);
});

test('runs go when they are as old as was said, not of others who are on hold, and once', async () => {
  const [student, held] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  for (const person of [student, held]) {
    await insertRuns(server.pool, person.id, { count: 3, bytes: 10 });
    await server.pool.query(
      `update runs set created_at = now() - interval '13 months'
       where token in (select token from runs where owner = $1 limit 2)`,
      [person.id],
    );
  }
  await setHold(held);
  await erasing.setRule('runs', 12);
  await erasing.pass();
  expect(await count('runs', 'owner', student)).toBe(3);
  await erasing.waitOut();
  const preview = await erasing.call('GET', '/rules/runs/preview?months=12');
  expect(preview.json().data.rows).toBeGreaterThanOrEqual(2);
  expect(await erasing.pass()).toEqual({ runs: 2 });
  expect(await count('runs', 'owner', student)).toBe(1);
  expect(await count('runs', 'owner', held)).toBe(3);
  expect(await erasing.pass()).toEqual({});
  const log = await call(admin, 'GET', '/api/v1/audit/lines?action=erase-by-rule');
  expect(log.json().data.lines).toMatchObject([
    { by: 'server', personId: null, details: { step: 'runs', runs: 2 } },
  ]);
});

test('drafts and versions go a year after somebody has left, and nobody else’s', async () => {
  const people: Record<string, MadePerson> = {};
  for (const name of ['disabled', 'former', 'active', 'lately', 'held']) {
    const person = await makeStudent(server.pool);
    people[name] = person;
    await call(person, 'POST', '/api/v1/programs/versions', {
      assignment: '',
      languageId: 71,
      text: 'print(1)',
      name: 'Mine',
    });
  }
  const { disabled, former, active, lately, held } = people;
  if (!disabled || !former || !active || !lately || !held) throw new Error('Nobody was made.');
  const made = await makeClass(server.pool, admin);
  await server.pool.query(
    `update terms set starts_on = now() - interval '3 years', ends_on = now() - interval '2 years'
     where id = (select term_id from classes where id = $1)`,
    [made.classId],
  );
  for (const person of [former, active, lately, held]) {
    await joinClass(server.pool, made, person, { role: 'student' });
  }
  await joinClass(server.pool, await makeClass(server.pool, admin), active, { role: 'student' });
  const old = [disabled.id, former.id, active.id, held.id];
  await server.pool.query(
    `update people set registered_at = now() - interval '3 years',
       disabled_at = case when id = $2 then now() - interval '13 months' end
     where id = any($1)`,
    [old, disabled.id],
  );
  await server.pool.query(
    `update class_members set joined_at = now() - interval '3 years' where person_id = any($1)`,
    [old],
  );
  // A person with a session has not left, even without a class.
  await server.pool.query('delete from sessions where person_id = any($1)', [
    [former.id, held.id, disabled.id],
  ]);
  await setHold(held);
  await erasing.setRule('programs', 12);
  await erasing.waitOut();
  expect(await erasing.pass()).toEqual({ programs: 2 });
  const left = await Promise.all(
    Object.values(people).map((person) => count('program_versions', 'person_id', person)),
  );
  expect(left).toEqual([0, 0, 1, 1, 1]);
  expect(await erasing.pass()).toEqual({});
});

async function handIn(person: MadePerson, payload: object) {
  const made = await call(admin, 'POST', '/api/v1/auth/create-assignment', {
    assignment: 'Add two numbers.',
    maxMarks: 10,
  });
  const { id } = made.json().data;
  const handedIn = await call(person, 'POST', `/api/v1/assignments/${id}/hand-ins`, payload);
  const { handInId } = handedIn.json().data;
  const mark = { marks: 7, comment: 'Well done, Asha' };
  await call(admin, 'PUT', `/api/v1/hand-ins/${handInId}/mark`, mark);
  return { id, handInId };
}

async function sitLongAgo(person: MadePerson): Promise<string> {
  clock.set(Date.now() - 2 * YEAR_MS);
  const quizId = await makeQuiz(server.app, admin, {
    formDetails: {
      startTime: new Date(clock.nowMs() - HOUR_MS).toISOString(),
      endTime: new Date(clock.nowMs() + HOUR_MS).toISOString(),
    },
  });
  const calls = callsOn(server, quizId, person);
  expect((await calls.start()).statusCode).toBe(200);
  expect((await calls.submit({ 1: '2', 2: '1' })).statusCode).toBe(200);
  clock.set(Date.now());
  return quizId;
}

test('what was handed in and timelines go after their work, and marks, scores and figures stay', async () => {
  const [student, held] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  const link = await makeStoredFile(server, {
    person: student,
    bucketId: 'submissions',
    name: 'report.txt',
    bytes: 'My report',
    host: HOST,
  });
  const files = await handIn(student, { kind: 'files', paths: [link] });
  const young = await handIn(student, { kind: 'text', text: 'Of this year' });
  const heldText = await handIn(held, { kind: 'text', text: 'Of a dispute' });
  await server.pool.query(
    `update hand_ins set handed_in_at = now() - interval '2 years' where id = any($1)`,
    [[files.handInId, heldText.handInId]],
  );
  const quizId = await sitLongAgo(student);
  const statistics = async () =>
    (await call(admin, 'GET', `/api/v1/insight/quizzes/${quizId}`)).json().data;
  const before = await statistics();
  await setHold(held);
  await erasing.setRule('work', 12);
  await erasing.waitOut();
  expect(await erasing.pass()).toEqual({ 'hand-ins': 1, timelines: 1 });

  const { rows } = await server.pool.query(
    `select id, kind, text, comment, marks from hand_ins where student_id = any($1) order by handed_in_at, text`,
    [[student.id, held.id]],
  );
  expect(rows).toMatchObject([
    { text: 'Of a dispute', comment: 'Well done, Asha', marks: 7 },
    { text: expect.stringContaining('erased by a rule'), comment: '', marks: 7 },
    { id: young.handInId, text: 'Of this year', comment: 'Well done, Asha' },
  ]);
  expect(await count('attempt_steps', 'person_id', student)).toBe(0);
  expect(await statistics()).toEqual(before);
  const attempts = await callsOn(server, quizId, admin).get('/attempts');
  expect(attempts.json().data).toContainEqual(
    expect.objectContaining({ userId: student.id, score: 5 }),
  );
  expect(await erasing.pass()).toEqual({});
  // The sweep removes files without a hand-in, and their bytes.
  await server.pool.query(`update files set updated_at = now() - interval '2 days'`);
  await expect.poll(() => ageStore(server.pool, 8)).toBe(true);
  await server.files.sweep();
  expect(await count('files', 'owner_id', student)).toBe(0);
  expect(await count('file_tombstones', 'owner_id', student)).toBe(1);
});

test('lines of the audit log go by age alone, and the database refuses every other way', async () => {
  await server.pool.query(
    `insert into audit_lines (by, action, at) values
       ('gone', 'sign-in', now() - interval '13 months'), ('gone', 'sign-in', now())`,
  );
  await expect(server.pool.query(`delete from audit_lines where by = 'gone'`)).rejects.toThrow(
    'only ever added to',
  );
  await erasing.setRule('log', 12);
  await erasing.waitOut();
  expect(await erasing.pass()).toEqual({ 'audit-lines': 1 });
  for (const statement of [
    `delete from audit_lines where by = 'gone'`,
    `update audit_lines set by = 'another'`,
    'truncate audit_lines',
  ]) {
    await expect(server.pool.query(statement)).rejects.toThrow('only ever added to');
  }
});
