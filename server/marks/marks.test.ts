import { randomUUID } from 'node:crypto';
import { type Arrangement, UNARRANGED } from '@vlabs/contract/marks/arrangement';
import { writeForm } from '@vlabs/contract/marks/form-lines';
import { calculateLine, prepareLines } from '@vlabs/contract/marks/lines';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/universal';
import { beforeAll, expect, test } from 'vitest';
import { callsAs } from '../testing/acts/calls-as.ts';
import { joinClass, makeTerm } from '../testing/acts/make-class.ts';
import { makeQuiz, openSettings } from '../testing/acts/make-quiz.ts';
import { makeTwoClasses } from '../testing/acts/make-two-classes.ts';
import { type MadePerson, makeListedStudent } from '../testing/acts/make.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

const server = setUpServer();
const made = beforeTests(() => makeTwoClasses(server.pool));
const call = callsAs(() => server);
/** The works of the first class, by name. */
const ids = new Map<string, string>();
const idOf = (name: string) => ids.get(name) ?? '';

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

beforeAll(async () => {
  const { a, a1, a2 } = made;
  const audience = { everyone: true, inClass: { classId: a.classId, sections: [] } };
  const ofSecond = { everyone: false, inClass: { classId: a.classId, sections: [a.sections[1]] } };
  await addQuiz('running', { audience });
  await addQuiz('kept back', { audience, scoreOpens: 'never' });
  await addQuiz('missed', { audience, startTime: hoursFromNow(-30), endTime: hoursFromNow(-20) });
  await addQuiz('of one section', { audience: ofSecond });
  await makeQuiz(server.app, made.campus, { settings: openSettings({ everyone: true }) });
  await addAssignment('due', { audience, dueAt: hoursFromNow(1) });
  await addAssignment('without a due time', { audience });
  for (const name of ['running', 'kept back']) {
    const calls = callsOn(server, idOf(name), a1);
    await calls.start();
    await calls.submit({ 1: '2' });
  }
  await callsOn(server, idOf('running'), a2).start();
  const handIns = `/assignments/${idOf('due')}/hand-ins`;
  const handIn = { kind: 'text', text: 'Done.' };
  const { body } = await call(a1, 'POST', handIns, handIn);
  await call(a2, 'POST', handIns, handIn);
  const path = `/hand-ins/${body.data.handInId}/mark`;
  await call(made.teacher, 'PUT', path, { marks: 7.25 });
});

interface MadeQuiz {
  audience: { everyone: boolean; inClass: { classId: string; sections: string[] } };
  scoreOpens?: 'at_once' | 'never';
  startTime?: string;
  endTime?: string;
}

async function addQuiz(topic: string, { audience, scoreOpens, ...times }: MadeQuiz) {
  const settings = { ...openSettings(audience), ...(scoreOpens && { scoreOpens }) };
  const formDetails = { topic, ...times };
  ids.set(topic, await makeQuiz(server.app, made.campus, { settings, formDetails }));
}

async function addAssignment(title: string, fields: object) {
  const payload = { title, assignment: 'Write it.', maxMarks: 10, ...fields };
  const { body } = await call(made.campus, 'POST', '/auth/create-assignment', payload);
  ids.set(title, body.data.id);
}

const sheetPath = () => `/classes/${made.a.classId}/marks`;
const readAs = async (person: MadePerson) => (await call(person, 'GET', sheetPath())).body.data;

const studentsSeenBy = async (reader: MadePerson) =>
  (await readAs(reader)).students.map(({ personId }: { personId: string }) => personId).toSorted();

/** A text as a CSV file has it. */
const safe = (value: string | number) => `${value}`.replace(/^(?=[=+])/, "'");

/** The cells of a student by the title of the work. */
async function cellsOf(student: MadePerson, reader = made.owner) {
  const { columns, students } = await readAs(reader);
  const row = students.find(({ personId }: { personId: string }) => personId === student.id);
  return Object.fromEntries(
    columns.map(({ title }: { title: string }, place: number) => [title, row.cells[place]]),
  );
}

test('each cell says what the student did, or why there are no marks', async () => {
  expect(await cellsOf(made.a1)).toEqual({
    running: 5,
    'kept back': 5,
    missed: 'absent',
    'of one section': 'not_asked',
    due: 7.25,
    'without a due time': 'not_yet',
  });
  expect(await cellsOf(made.a2)).toEqual({
    running: 'not_yet',
    'kept back': 'not_yet',
    missed: 'absent',
    'of one section': 'not_yet',
    due: 'to_mark',
    'without a due time': 'not_yet',
  });
});

test('a student with more time is not absent before it has ended', async () => {
  const { a1, owner } = made;
  const url = `/auth/quiz/${idOf('missed')}/extensions`;
  const extension = { userIds: [a1.id], minutes: 24 * 60, reason: 'Ill.' };
  const given = await call(owner, 'POST', url, extension);
  expect(given.status).toBe(200);
  expect(await cellsOf(a1)).toMatchObject({ missed: 'not_yet' });
  expect(await cellsOf(made.a2)).toMatchObject({ missed: 'absent' });
});

test('work that a student has done counts after the audience was narrowed', async () => {
  await server.pool.query(
    'update assignments set for_everyone = false, for_sections = array[$2::uuid] where id = $1',
    [idOf('due'), made.a.sections[1]],
  );
  expect(await cellsOf(made.a1)).toMatchObject({ due: 7.25 });
});

test('staff see the students of their sections, and none of another class', async () => {
  const { a1, a2, owner, teacher, assistant, other, idle, campus, a } = made;
  const both = [a1.id, a2.id].toSorted();
  expect(await studentsSeenBy(owner)).toEqual(both);
  expect(await studentsSeenBy(campus)).toEqual(both);
  expect(await studentsSeenBy(assistant)).toEqual([a1.id]);
  for (const path of ['marks', 'marks.csv', 'marks.xlsx']) {
    for (const reader of [other, idle, a1]) {
      const { status } = await call(reader, 'GET', `/classes/${a.classId}/${path}`);
      expect(status, `of ${path}`).toBe(403);
    }
  }
  const sheets = await Promise.all([owner, teacher, assistant].map(readAs));
  expect(sheets.map(({ mayArrange }) => mayArrange)).toEqual([true, true, false]);
});

test('a student who left the class is in its sheet no more', async () => {
  const gone = await makeListedStudent(server.pool);
  await joinClass(server.pool, made.a, gone, { role: 'student', hasLeft: true });
  const { students } = await readAs(made.owner);
  expect(students).toHaveLength(2);
  const own = await call(gone, 'GET', `/my-classes/${made.a.classId}/marks`);
  expect(own.status).toBe(404);
});

const arrangement = (): Arrangement => ({
  groups: [
    {
      name: '=Tests',
      weight: 60,
      rule: { which: 'best', count: 2 },
      takes: ['quiz'],
      works: [],
    },
    {
      name: 'Labs',
      weight: 40,
      rule: { which: 'all' },
      takes: [],
      works: [idOf('due')],
    },
  ],
  outside: [idOf('of one section')],
  decimals: 1,
  form: {
    columns: [
      { field: 'serial', header: 'S. No.' },
      { field: 'roll_number', header: 'Roll No.' },
      { field: 'name', header: '+Name' },
      { field: 'works', header: '' },
      { field: 'groups', header: '' },
      { field: 'total', header: 'Total' },
      { field: 'remark', header: 'Remarks' },
    ],
    absent: 'AB',
    passPercent: null,
  },
});
const arrange = (person: MadePerson, version: number, changed: object = {}) =>
  call(person, 'PUT', `${sheetPath()}/arrangement`, {
    version,
    arrangement: { ...arrangement(), ...changed },
  });

test('an arrangement is kept for the class, and one made from an older version is refused', async () => {
  const { owner, teacher, assistant } = made;
  expect(await readAs(owner)).toMatchObject({ version: 0, arrangement: UNARRANGED });
  const statusOf = async (...asked: Parameters<typeof arrange>) => (await arrange(...asked)).status;
  expect(await statusOf(assistant, 0)).toBe(403);
  expect(await statusOf(made.other, 0)).toBe(403);
  expect(await statusOf(teacher, 0, { groups: [{}] })).toBe(400);
  expect((await arrange(teacher, 0)).body.data).toEqual({ version: 1 });
  expect((await arrange(owner, 0)).body).toMatchObject({ code: 'arranged_meanwhile' });
  expect((await arrange(owner, 1)).body.data).toEqual({ version: 2 });
  const both = await Promise.all([arrange(owner, 2), arrange(teacher, 2)]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ]);
  const { columns, ...sheet } = await readAs(owner);
  expect(sheet).toMatchObject({ version: 3, arrangement: arrangement() });
  const titles = columns.map(({ title }: { title: string }) => title);
  expect(titles[0]).toBe('missed');
  expect(titles.slice(3)).toEqual(['due', 'of one section', 'without a due time']);
});

test('the exports have the numbers of the page, and run nothing', async () => {
  const { pool, app } = server;
  await pool.query('update people set name = $2 where id = $1', [made.a1.id, '=1+1 "R", <&>']);
  const { version } = await readAs(made.owner);
  if (version === 0) await arrange(made.owner, 0);
  const { columns, students, arrangement: kept } = await readAs(made.owner);
  const { header, rows } = writeForm(kept, columns, students);
  const total = header.indexOf('Total');
  const line = calculateLine(prepareLines(columns, kept), students[0].cells);
  expect(rows[0]?.[total]).toBe(line.total);
  const { headers } = made.owner;
  const csv = await app.inject({ url: `/api/v1${sheetPath()}.csv`, headers });
  expect(csv.headers['content-disposition']).toContain('marks.csv');
  const read = parse(csv.body, { bom: true });
  expect(read).toEqual([header, ...rows].map((row) => row.map(safe)));
  const xlsx = await app.inject({ url: `/api/v1${sheetPath()}.xlsx`, headers });
  const sheet = await readSheet(new Blob([new Uint8Array(xlsx.rawPayload)]));
  expect(sheet).toEqual(
    [header, ...rows].map((row) => row.map((value) => (value === '' ? null : value))),
  );
});

test('an export can have one section only', async () => {
  const { owner, assistant, a, a1, a2 } = made;
  const idsIn = async (person: MadePerson, section: string) => {
    const url = `/api/v1${sheetPath()}.csv?section=${section}`;
    const { body } = await server.app.inject({ url, headers: person.headers });
    return [a1.id, a2.id].filter((id) => body.includes(id));
  };
  expect(await idsIn(owner, a.sections[1])).toEqual([a2.id]);
  expect(await idsIn(assistant, a.sections[0])).toEqual([a1.id]);
  expect(await idsIn(assistant, a.sections[1])).toEqual([]);
});

test('students see their own line, only works for them, and no score that is not released', async () => {
  const { a, b, a1, a2, b1, owner } = made;
  const { version } = await readAs(owner);
  if (version === 0) await arrange(owner, 0);
  const own = async (student: MadePerson) => {
    const { body } = await call(student, 'GET', `/my-classes/${a.classId}/marks`);
    return body.data;
  };
  const first = await own(a1);
  const cells = Object.fromEntries(
    first.columns.map(({ title }: { title: string }, place: number) => [title, first.cells[place]]),
  );
  expect(cells).toMatchObject({ running: 5, 'kept back': 'hidden', due: 7.25 });
  expect(Object.keys(cells)).not.toContain('of one section');
  expect(JSON.stringify(first)).not.toContain(idOf('of one section'));
  expect(JSON.stringify(first)).not.toContain(a2.id);
  const line = calculateLine(prepareLines(first.columns, first.rules), first.cells);
  expect(line).toMatchObject({ isProvisional: true, groups: [{}, { points: 29 }] });
  expect((await own(a2)).columns.map(({ title }: { title: string }) => title)).toContain(
    'of one section',
  );
  expect((await call(b1, 'GET', `/my-classes/${a.classId}/marks`)).status).toBe(404);
  expect((await call(a1, 'GET', `/my-classes/${b.classId}/marks`)).status).toBe(404);
  expect((await call(a1, 'GET', `/my-classes/${randomUUID()}/marks`)).status).toBe(404);
  expect((await call(owner, 'GET', `/my-classes/${a.classId}/marks`)).status).toBe(403);
});

test('a copy of the class has the same arrangement, without its works', async () => {
  const { owner, a } = made;
  const kept = await readAs(owner);
  if (kept.version === 0) await arrange(owner, 0);
  const termId = await makeTerm(server.pool, 300, 400);
  const copy = { copyId: randomUUID(), name: 'Next year', termId };
  const copied = await call(made.campus, 'POST', `/classes/${a.classId}/copies`, copy);
  expect(copied).toMatchObject({ status: 201 });
  const { body } = await call(made.campus, 'GET', `/classes/${copy.copyId}/marks`);
  const { groups, ...others } = arrangement();
  expect(body.data).toMatchObject({
    version: 1,
    arrangement: {
      ...others,
      outside: [],
      groups: groups.map((group) => ({ ...group, works: [] })),
    },
  });
});

test('a sheet of an archived class is read and exported, but not arranged', async () => {
  const { owner, a } = made;
  const setState = (state: string) =>
    server.pool.query('update classes set state = $2 where id = $1', [a.classId, state]);
  await setState('archived');
  const { version, mayArrange, students } = await readAs(owner);
  expect([mayArrange, students.length]).toEqual([false, 2]);
  expect((await arrange(owner, version)).body).toMatchObject({ code: 'archived' });
  expect(await cellsOf(made.a2)).toMatchObject({ 'of one section': 'not_yet' });
  await setState('open');
});
