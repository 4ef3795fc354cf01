import { expect, test } from 'vitest';
import { makeStudent, makeUnregistered } from '../../testing/acts/make.ts';
import { HEADINGS, lineOf, listOf, storeList } from '../../testing/acts/student-lists.ts';
import { setUpImports } from './imports.setup.ts';

const { server, admin, importOf, getAll, find, upload } = setUpImports();

test('a list names the student whose roll number was stored with other dashes, and finds decomposed names', async () => {
  const id = await makeUnregistered(server.pool, { id: 'PH‑४१०१', email: 'ph4101@list.example' });
  const { body } = await importOf(
    `${HEADINGS.join(';')}\nJose\u0301;Behera;PH-4101;B.Tech;ph4101@list.example;;;;2027\n`,
  );
  expect(body).toMatchObject({ data: { state: 'done', added: 0, changed: 1 } });
  expect(await find(id)).toMatchObject({ 'First Name': 'José' });
  const reply = await server.app.inject({
    url: `/api/v1/students?search=${encodeURIComponent('Jose\u0301')}`,
    headers: admin.headers,
  });
  expect(JSON.stringify(reply.json())).toContain(id);
});

test('a list is imported by the link of its file, and getall gives every field back', async () => {
  const { status, body } = await importOf(
    `${HEADINGS.join(';')};Mentor Email ID;Department;Section\n` +
      'Soumya Ranjan;Behera;0021;B.Tech CSE;s@x.edu;+919812345678;Dr. Sen;09812345678;2027;sen@x.edu;CSE;B 2\n',
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    success: true,
    message: 'File has been uploaded successfully',
    data: { state: 'done', added: 1, changed: 0, unchanged: 0, rowsTotal: 1, rowsDone: 1 },
  });
  expect(await find('0021')).toEqual({
    'First Name': 'Soumya Ranjan',
    'Last Name': 'Behera',
    'Roll no': '0021',
    'Course opted': 'B.Tech CSE',
    'Email ID': 's@x.edu',
    'Mobile No': '+919812345678',
    'Mentor Name': 'Dr. Sen',
    'Parent Mobile No': '09812345678',
    'Year of Graduation': '2027',
    'Mentor Email ID': 'sen@x.edu',
    Department: 'CSE',
    Section: 'B 2',
  });
});

test('bad lines are told and left out, and the good ones are kept', async () => {
  const { body } = await importOf(
    listOf(lineOf('0401'), lineOf('0402').replace('0402@x.edu', 'nowhere'), lineOf('0403')),
  );
  expect(body.data).toMatchObject({ added: 2, rowsTotal: 2 });
  expect(body.data.problems).toEqual([
    { line: 3, column: 'Email ID', message: 'Enter a valid email address, like name@example.edu.' },
  ]);
  expect(await find('0402')).toBeUndefined();
});

test('a row of the list and an account with the same roll number are one person', async () => {
  const student = await makeStudent(server.pool, '0701');
  const { body } = await importOf(listOf(lineOf('0701')));
  expect(body.data).toMatchObject({ added: 0, changed: 1 });
  const login = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { id: '0701', password: student.password },
  });
  expect(login.json().user).toMatchObject({ id: '0701', name: 'Asha Rao', email: '0701@x.edu' });
  expect((await getAll()).filter((one) => one['Roll no'] === '0701')).toHaveLength(1);
});

test.each([
  ['another host', 'http://evil.example/v1/storage/buckets/student-lists/files/a/download'],
  ['another protocol', 'file:///etc/passwd'],
  ['another bucket', '/v1/storage/buckets/assignments/files/a/download'],
  ['a file that is not there', '/v1/storage/buckets/student-lists/files/none/download'],
  ['isn’t a link', 'class.csv'],
])('a link to %s is refused, and nothing is fetched', async (_name, link) => {
  const reply = await upload(link);
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ success: false, code: 'not_our_file' });
});

test('a whole link of this server is taken, and a missing one is asked for', async () => {
  const link = await storeList(server.app, listOf(lineOf('0901')), { admin });
  expect((await upload(`http://localhost:80${link}`)).statusCode).toBe(200);
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/uploadall',
    headers: admin.headers,
    payload: {},
  });
  expect(reply.json().fields['student-file']).toBe('The link of the uploaded file is missing.');
});
