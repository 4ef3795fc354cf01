import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { chooseTermOfList } from '../../classes/classes.reads.ts';
import { joinClass, makeTerm } from '../../testing/acts/make-class.ts';
import { makeAdmin, makeListedStudent } from '../../testing/acts/make.ts';
import {
  HEADINGS,
  importList,
  lineOf,
  listOf,
  previewList,
  storeList,
} from '../../testing/acts/student-lists.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';
import { holdStudentList } from '../list/students.queries.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));
const student = beforeTests(() => makeListedStudent(server.pool));

beforeEach(async () => {
  await server.pool.query('delete from classes');
  await server.pool.query('delete from terms');
});

async function classOf(
  termId: string,
  code: string,
  { state = 'open', department = '' } = {},
): Promise<string> {
  const { rows } = await server.pool.query<{ id: string }>(
    `insert into classes (term_id, subject, name, code, state, department, created_by)
     values ($1, 'Algorithms', 'Class ' || $2, $2, $3, $4, $5) returning id`,
    [termId, code, state, department, admin.id],
  );
  return rows[0]?.id ?? '';
}

async function membersOf(classId: string): Promise<string[]> {
  const { rows } = await server.pool.query<{ id: string }>(
    'select person_id as id from class_members where class_id = $1 and left_at is null',
    [classId],
  );
  return rows.map(({ id }) => id);
}

const list = (code: string) => `Roll no,Class code\n${student.id},${code}\n`;

test('a code that a class of a coming term has too means the class of today', async () => {
  const [now, coming] = [
    await makeTerm(server.pool, -10, 10),
    await makeTerm(server.pool, 11, 100),
  ];
  const [today, later] = [await classOf(now, 'CS101'), await classOf(coming, 'CS101')];
  const preview = await previewList(server.app, list('cs101'), { admin });
  expect(preview.body.data).toMatchObject({ added: 1, problems: [], term: { termId: now } });
  await importList(server.app, list('cs101'), { admin });
  expect(await membersOf(today)).toEqual([student.id]);
  expect(await membersOf(later)).toEqual([]);
});

test('the same code in two terms means the class of the term that is chosen', async () => {
  const [now, coming] = [
    await makeTerm(server.pool, -10, 10),
    await makeTerm(server.pool, 11, 100),
  ];
  const [today, later] = [await classOf(now, 'CS101'), await classOf(coming, 'CS101')];
  const preview = await previewList(server.app, list('CS101'), { admin, termId: coming });
  expect(preview.body.data).toMatchObject({ added: 1, term: { termId: coming } });
  await importList(server.app, list('CS101'), { admin, termId: coming });
  expect(await membersOf(today)).toEqual([]);
  expect(await membersOf(later)).toEqual([student.id]);
});

test('between terms the next to begin is meant, and after all of them the latest', async () => {
  const termOf = async () => (await chooseTermOfList(server.pool, null))?.termId;
  expect(await termOf()).toBeUndefined();
  await makeTerm(server.pool, -100, -50);
  const last = await makeTerm(server.pool, -40, -1);
  expect(await termOf()).toBe(last);
  await makeTerm(server.pool, 50, 100);
  const next = await makeTerm(server.pool, 1, 49);
  expect(await termOf()).toBe(next);
  const today = await makeTerm(server.pool, 0, 1);
  expect(await termOf()).toBe(today);
});

test('a code of another term, and one of an archived class, are told at their lines', async () => {
  const [now, coming] = [
    await makeTerm(server.pool, -10, 10),
    await makeTerm(server.pool, 11, 100),
  ];
  await classOf(coming, 'CS101');
  await classOf(now, 'CS102', { state: 'archived' });
  await classOf(coming, 'CS102');
  const file = `Roll no,Class code\n${student.id},CS101\n${student.id},CS102\n`;
  const { body } = await previewList(server.app, file, { admin });
  expect(body.data.problems).toEqual([
    { line: 2, column: '', message: 'No class of this term has this code.' },
    { line: 3, column: '', message: 'The class with this code is archived.' },
  ]);
});

test('an import keeps to the term that was meant when it was asked for, though another begins before its turn', async () => {
  const now = await makeTerm(server.pool, -10, 10);
  const today = await classOf(now, 'CS101');
  const link = await storeList(server.app, list('CS101'), { admin });
  const client = await server.pool.connect();
  await client.query('begin');
  await holdStudentList(client);
  const begun = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/uploadall',
    headers: admin.headers,
    payload: { 'student-file': link, wait: false },
  });
  await classOf(await makeTerm(server.pool, -5, 10), 'CS101');
  await client.query('commit');
  client.release();
  const url = `/api/v1/student-imports/${begun.json().data.importId}`;
  const read = async () => (await server.app.inject({ url, headers: admin.headers })).json().data;
  await expect.poll(read).toMatchObject({ state: 'done', added: 1 });
  expect(await membersOf(today)).toEqual([student.id]);
});

test('a class list that names classes too is read in the term that is chosen', async () => {
  const coming = await makeTerm(server.pool, 11, 100);
  const [now, roll] = [await makeTerm(server.pool, -10, 10), randomUUID().slice(0, 8)];
  const [today, later] = [await classOf(now, 'CS101'), await classOf(coming, 'CS101')];
  const file = `${HEADINGS.join(',')},Class code\n${lineOf(roll)},CS101\n`;
  const preview = await previewList(server.app, file, { admin, termId: coming });
  expect(preview.body.data).toMatchObject({ inClasses: { added: 1 }, term: { termId: coming } });
  await importList(server.app, file, { admin, termId: coming });
  expect(await membersOf(today)).toEqual([]);
  expect(await membersOf(later)).toEqual([roll]);
  const plain = await previewList(server.app, listOf(lineOf(roll)), { admin });
  expect(plain.body.data).not.toHaveProperty('term');
});

test('a term that is not there is refused at its field', async () => {
  await makeTerm(server.pool, -10, 10);
  for (const termId of [randomUUID(), 'autumn']) {
    const answers = [
      await previewList(server.app, list('CS101'), { admin, termId }),
      await importList(server.app, list('CS101'), { admin, termId }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(body.fields).toHaveProperty('termId');
    }
  }
});

test('the preview names the class, its department, its owner and the term of each code', async () => {
  const termId = await makeTerm(server.pool, -10, 10);
  const classId = await classOf(termId, 'CS101', { department: 'CSE' });
  await joinClass(server.pool, { classId }, admin, { role: 'owner' });
  await joinClass(server.pool, { classId }, student, { role: 'student' });
  const file = `Roll no,Class code\n${student.id},cs101\nnobody,CS101\n${student.id},NONE\n`;
  const named = {
    term: { termId, name: expect.any(String) },
    classes: [
      {
        classId,
        code: 'CS101',
        name: 'Class CS101',
        department: 'CSE',
        owners: [{ personId: admin.id, name: admin.name }],
        lines: 2,
      },
    ],
  };
  expect((await previewList(server.app, file, { admin })).body.data).toMatchObject(named);
});

test('a code that two departments have in the term is told at its lines, and puts nobody into either class', async () => {
  const termId = await makeTerm(server.pool, -10, 10);
  const classes = [
    await classOf(termId, 'CS101', { department: 'CSE' }),
    await classOf(termId, 'cs101'),
  ];
  const message =
    'Two classes of this term have the code CS101: Class cs101 (no department), Class CS101 (CSE). Change the code of one.';
  const reported = { added: 0, problems: [{ line: 2, column: '', message }] };
  const preview = await previewList(server.app, list('CS101'), { admin });
  expect(preview.body.data).toMatchObject({ ...reported, classes: [] });
  const { body } = await importList(server.app, list('CS101'), { admin });
  expect(body.data).toMatchObject(reported);
  for (const classId of classes) expect(await membersOf(classId)).toEqual([]);
  await classOf(termId, 'CS101', { department: 'ECE' });
  await classOf(termId, 'CS101', { department: 'IT' });
  const more = await previewList(server.app, list('CS101'), { admin });
  expect(more.body.data.problems[0].message).toMatch(/^4 classes of this term .* and 1 more\./);
});

test('a code that an archived class of another department has too means the open class', async () => {
  const termId = await makeTerm(server.pool, -10, 10);
  const open = await classOf(termId, 'CS101', { department: 'CSE' });
  await classOf(termId, 'CS101', { department: 'ECE', state: 'archived' });
  await importList(server.app, list('CS101'), { admin });
  expect(await membersOf(open)).toEqual([student.id]);
});

test('two departments may have one code in a term, and one department may not have it twice', async () => {
  const termId = await makeTerm(server.pool, -10, 10);
  const make = async (department: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/classes',
      headers: admin.headers,
      payload: { name: 'Sets', subject: 'Sets', termId, code: 'CS101', department },
    });
  expect((await make('CSE')).statusCode).toBe(201);
  expect((await make('ECE')).statusCode).toBe(201);
  const again = await make('cse');
  expect(again.statusCode).toBe(400);
  expect(again.json().fields.code).toContain('of this term and department has this code');
});
