import { expect, test } from 'vitest';
import { makeAdmin } from '../../testing/acts/make.ts';
import { makeClass, makeTerm } from '../../testing/acts/make-class.ts';
import {
  HEADINGS,
  lineOf,
  listOf,
  makeForm,
  previewList,
} from '../../testing/acts/student-lists.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';
import { makeSecondServer } from '../../testing/test-app.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool, 'teacher'));

const preview = (file: Buffer | string, by = admin) => previewList(server.app, file, { admin: by });

async function send(path: string, payload: object = {}, { headers } = admin) {
  const url = `/api/v1/student-imports/${path}`;
  const reply = await server.app.inject({ method: 'POST', url, headers, payload });
  return { status: reply.statusCode, body: reply.json() };
}

async function getImport(importId: string) {
  const url = `/api/v1/student-imports/${importId}`;
  const reply = await server.app.inject({ url, headers: admin.headers });
  return reply.statusCode === 200 ? reply.json().data : reply.statusCode;
}

const applied = (importId: string) =>
  expect.poll(() => getImport(importId)).toMatchObject({ state: 'done' });

async function count(table: 'files' | 'student_imports') {
  const { rows } = await server.pool.query(`select count(*)::int as n from ${table}`);
  return rows[0].n;
}

async function listParts(importId: string) {
  const { rows } = await server.pool.query(
    'select from student_import_parts where import_id = $1',
    [importId],
  );
  return rows;
}

/** Makes the stored files unreadable, so that nothing can be parsed again. */
const spoilFiles = () =>
  server.pool.query(`update files set storage_key = gen_random_uuid() where chunks_total = 1`);

test('a previewed list is imported by its id as it was parsed, without reading the file again', async () => {
  const { body } = await preview(listOf(lineOf('3001'), lineOf('3002')));
  const { importId, added } = body.data;
  expect(added).toBe(2);
  expect(await getImport(importId)).toMatchObject({ state: 'planned' });
  await spoilFiles();
  expect((await send(`${importId}/apply`)).status).toBe(200);
  await applied(importId);
  expect(await getImport(importId)).toMatchObject({ added: 2, changed: 0, problems: [] });
  expect(await listParts(importId)).toHaveLength(0);
  expect((await send(`${importId}/apply`)).status).toBe(404);
});

test('a list that one server planned is imported through another', async () => {
  const { importId } = (await preview(listOf(lineOf('3006')))).body.data;
  const second = await makeSecondServer(server);
  const reply = await second.app.inject({
    method: 'POST',
    url: `/api/v1/student-imports/${importId}/apply`,
    headers: admin.headers,
    payload: {},
  });
  expect(reply.statusCode).toBe(200);
  await applied(importId);
  await second.close();
});

test('doubtful lines are decided without reading the file again, and imported as shown', async () => {
  const short = `${lineOf('3011')}\nBina,Rao,3012`;
  const { body } = await preview(listOf(...short.split('\n')));
  const { importId } = body.data;
  expect(body.data).toMatchObject({ added: 1, doubtful: 1 });
  await spoilFiles();
  const again = await send(`${importId}/preview`, { alsoDoubtful: true });
  expect(again.body.data).toMatchObject({ importId, added: 2, doubtful: 1 });
  await send(`${importId}/apply`);
  await applied(importId);
  expect(await getImport(importId)).toMatchObject({ added: 2 });
});

test('a list with other headings waits for its columns, and is not sent again', async () => {
  const file = 'Nr,Who,Mail\n3021,Asha Rao,3021@x.edu\n';
  const refused = await preview(file);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ code: 'missing_columns' });
  const { importId, headings } = refused.body.data;
  expect(headings).toEqual(['Nr', 'Who', 'Mail']);
  const columnMatch = {
    read: { 'Roll no': 'Nr', 'Full name': 'Who', 'Email ID': 'Mail' },
    kept: [],
  };
  const matched = await send(`${importId}/preview`, { columnMatch });
  expect(matched.body.data).toMatchObject({ added: 1, columnChoice: { match: columnMatch } });
  await send(`${importId}/apply`);
  await applied(importId);
});

test('a previewed list belongs to its admin', async () => {
  const other = await makeAdmin(server.pool, 'another');
  const { importId } = (await preview(listOf(lineOf('3031')))).body.data;
  expect((await send(`${importId}/preview`, {}, other)).status).toBe(404);
  expect((await send(`${importId}/apply`, {}, other)).status).toBe(404);
});

test('of the lists that an admin looks at, five are kept, each with its file', async () => {
  const many = await makeAdmin(server.pool, 'curious');
  const files = await count('files');
  const ids: string[] = [];
  for (let list = 0; list < 6; list += 1) {
    ids.push((await preview(listOf(lineOf(`304${list}`)), many)).body.data.importId);
  }
  const [first, ...kept] = await Promise.all(ids.map(getImport));
  expect(first).toBe(404);
  expect(kept.map(({ state }) => state)).toEqual(Array(5).fill('planned'));
  expect(await count('files')).toBe(files + 5);
});

test('a list that is not applied is deleted after a day, with its file', async () => {
  const files = await count('files');
  const other = await makeAdmin(server.pool, 'forgetful');
  const { importId } = (await preview(listOf(lineOf('3051')), other)).body.data;
  expect(await count('files')).toBe(files + 1);
  await server.pool.query(
    `select graphile_worker.add_job('forget-planned-import', json_build_object('importId', $1::text),
       job_key => $2)`,
    [importId, `forget-planned-import ${importId}`],
  );
  await expect.poll(() => getImport(importId)).toBe(404);
  expect(await count('files')).toBe(files);
});

test('a list that is refused after it was read leaves nothing behind', async () => {
  const before = [await count('files'), await count('student_imports')];
  const file = `Roll no,Class code\n3061,CS101\n`;
  const termId = '00000000-0000-4000-8000-000000000000';
  expect((await previewList(server.app, file, { admin, termId })).status).toBe(400);
  expect([await count('files'), await count('student_imports')]).toEqual(before);
});

test('a file that cannot be read leaves nothing behind', async () => {
  const before = [await count('files'), await count('student_imports')];
  expect((await preview('')).status).toBe(400);
  expect([await count('files'), await count('student_imports')]).toEqual(before);
});

test('many previews at once leave at most five lists, and no file without one', async () => {
  const hasty = await makeAdmin(server.pool, 'hasty');
  const files = await count('files');
  const statuses = new Set<number>();
  for (let round = 0; round < 4; round += 1) {
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, list) => preview(listOf(lineOf(`307${round}${list}`)), hasty)),
    );
    for (const { status } of replies) statuses.add(status);
  }
  for (const status of statuses) expect([200, 404]).toContain(status);
  const { rows } = await server.pool.query(
    `select count(*)::int as n from student_imports where person_id = $1`,
    [hasty.id],
  );
  expect(rows[0].n).toBeGreaterThan(0);
  expect(await count('files')).toBe(files + rows[0].n);
});

test('a list with a name or a cell that the database cannot hold as it is is answered in a sentence', async () => {
  const long = `Asha,${'x'.repeat(2099)}\u{1F600}tail,3081,MCA,3081@x.edu,1,M,2,2027`;
  expect((await preview(listOf(long))).status).toBe(200);
  const { headers, payload } = makeForm(listOf(lineOf('3082')), {}, 'a'.repeat(1001));
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/students/preview',
    headers: { ...headers, ...admin.headers },
    payload,
  });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toMatch(/name/);
});

/** One term for all: of two at the same time, a list may take either. */
let termId: string | undefined;

async function makeClassWithCode(code: string): Promise<void> {
  const { classId } = await makeClass(server.pool, admin);
  termId ??= await makeTerm(server.pool, 0, 100);
  await server.pool.query('update classes set code = $2, term_id = $3 where id = $1', [
    classId,
    code,
    termId,
  ]);
}

test('the preview refuses a new student as a teacher at the same line as the import', async () => {
  await makeClassWithCode('NEW1');
  const list = `${HEADINGS.join(',')},Class code,Role\n${lineOf('3051')},NEW1,teacher\n${lineOf('3052')},NEW1,`;
  const { body } = await preview(list);
  const message = 'They are a student, so they can assist but not teach.';
  const problems = [{ line: 2, column: '', message }];
  expect.soft(body.data).toMatchObject({ added: 2, inClasses: { added: 1, problems } });
  await send(`${body.data.importId}/apply`);
  await applied(body.data.importId);
  expect(await getImport(body.data.importId)).toMatchObject({ added: 2, problems });
});

test('what has changed since the preview counts when the list is imported', async () => {
  await makeClassWithCode('NEW2');
  const list = `${HEADINGS.join(',')},Class code\n${lineOf('3061')},NEW2\n${lineOf('3062')},NEW2`;
  const { body } = await preview(list);
  expect(body.data).toMatchObject({ added: 2, inClasses: { added: 2, problems: [] } });
  await server.pool.query(`insert into people (id, name, role) values ('3061', 'Asha Rao', 1)`);
  await server.pool.query(`update classes set state = 'archived' where code = 'NEW2'`);
  await send(`${body.data.importId}/apply`);
  await applied(body.data.importId);
  expect(await getImport(body.data.importId)).toMatchObject({
    added: 1,
    problems: [
      { line: 2, message: expect.stringContaining('is the id of an admin') },
      { line: 3, message: 'The class with this code is archived.' },
    ],
  });
});
