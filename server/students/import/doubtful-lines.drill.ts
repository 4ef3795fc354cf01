import { expect, test } from 'vitest';
import { makeAdmin } from '../../testing/acts/make.ts';
import {
  HEADINGS,
  importList,
  lineOf,
  listOf,
  previewList,
} from '../../testing/acts/student-lists.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool, 'teacher'));

const importOf = async (file: string, alsoDoubtful = false) =>
  (await importList(server.app, file, { admin, alsoDoubtful })).body.data;
const previewOf = async (file: string, alsoDoubtful = false) =>
  (await previewList(server.app, file, { admin, alsoDoubtful })).body.data;

async function find(id: string) {
  const reply = await server.app.inject({ url: '/api/v1/auth/getall/', headers: admin.headers });
  const students: Record<string, string>[] = reply.json().studentsData;
  return students.find((student) => student['Roll no'] === id);
}

test('a line that was cut off is shown as a problem and erases nothing', async () => {
  await importOf(listOf(lineOf('0101'), lineOf('0102')));
  const cut = listOf('Asha,Rao,0101,MCA,0101@x.edu', lineOf('0102', 'Usha'));
  const preview = await previewOf(cut);
  expect(preview).toMatchObject({ changed: 1, doubtful: 1 });
  expect(preview.lines).toEqual([
    { line: 2, outcome: 'doubtful', before: { 'Course opted': 'B.Tech CSE' } },
    { line: 3, outcome: 'changed', before: { 'First Name': 'Asha' } },
  ]);
  expect(preview.problems).toEqual([
    {
      line: 2,
      column: '',
      canBeWritten: true,
      message:
        'This line has 5 cells, but the first line has 9: it may have been cut off. Missing values stay unchanged.',
    },
  ]);
  const done = await importOf(cut);
  expect(done).toMatchObject({ changed: 1, problems: [{ line: 2 }] });
  expect(await find('0101')).toMatchObject({
    'Course opted': 'B.Tech CSE',
    'Mobile No': '+919812345678',
    'Mentor Name': 'Dr. Sen',
  });
});

test('a line that was cut off and is written all the same keeps what it does not say', async () => {
  await importOf(listOf(lineOf('0201')));
  const cut = listOf('Asha,Rao,0201,MCA,0201@x.edu');
  const done = await importOf(cut, true);
  expect(done).toMatchObject({ changed: 1, problems: [] });
  expect(await find('0201')).toMatchObject({
    'Course opted': 'MCA',
    'Mobile No': '+919812345678',
    'Mentor Name': 'Dr. Sen',
    'Year of Graduation': '2027',
  });
  const url = '/api/v1/audit/lines?action=import-students';
  const [line] = (await server.app.inject({ url, headers: admin.headers })).json().data.lines;
  expect(line.details).toEqual({ alsoDoubtful: true });
});

test('a new student on a line that was cut off waits for the admin too', async () => {
  const cut = listOf('Asha,Rao,0301,MCA,0301@x.edu');
  expect(await importOf(cut)).toMatchObject({ added: 0, problems: [{ line: 2 }] });
  expect(await find('0301')).toBeUndefined();
  expect(await previewOf(cut, true)).toMatchObject({ added: 1, doubtful: 1 });
  expect(await importOf(cut, true)).toMatchObject({ added: 1, problems: [] });
});

test('a line that empties a field is written only where the admin says so', async () => {
  await importOf(`${HEADINGS.join(',')},Section\n${lineOf('0401')},B 2\n`);
  const emptied = `${HEADINGS.join(',')},Section\n${lineOf('0401').replace('Dr. Sen', '').replace('2027', '')},\n`;
  const preview = await previewOf(emptied);
  expect(preview.lines).toEqual([
    {
      line: 2,
      outcome: 'doubtful',
      before: { 'Mentor Name': 'Dr. Sen', 'Year of Graduation': '2027', Section: 'B 2' },
    },
  ]);
  expect(preview.problems).toContainEqual({
    line: 2,
    column: 'Mentor Name',
    message: 'This is empty and would delete "Dr. Sen".',
    canBeWritten: true,
  });
  expect(preview.problems).toHaveLength(3);
  await importOf(emptied);
  expect(await find('0401')).toMatchObject({ 'Mentor Name': 'Dr. Sen', Section: 'B 2' });
  expect(await importOf(emptied, true)).toMatchObject({ changed: 1, problems: [] });
  expect(await find('0401')).toMatchObject({ 'Mentor Name': '', Section: '' });
});

test('what was empty may stay empty, and an email address is never taken away', async () => {
  const line = lineOf('0501').replace('Dr. Sen', '');
  await importOf(listOf(line));
  const preview = await previewOf(listOf(line.replace('0501@x.edu', '').replace('2027', '2028')));
  expect(preview).toMatchObject({ changed: 1, doubtful: 0, problems: [] });
});

test('a whole name in the column of the first name loses nothing', async () => {
  await importOf(listOf(lineOf('0601')));
  const moved = listOf(lineOf('0601').replace('Asha,Rao', 'Asha Rao,'));
  expect(await previewOf(moved)).toMatchObject({ changed: 1, doubtful: 0 });
  const lost = listOf(lineOf('0601').replace('Asha,Rao', 'Asha,'));
  expect((await previewOf(lost)).problems).toMatchObject([{ column: 'Last Name' }]);
});

test('an address that a waiting line would leave is not free for another', async () => {
  await importOf(listOf(lineOf('0701'), lineOf('0702')));
  const list = listOf(
    lineOf('0701').replace('0701@', 'new0701@').replace('Dr. Sen', ''),
    lineOf('0702').replace('0702@', '0701@'),
  );
  const waiting = await previewOf(list);
  expect(waiting.lines.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'doubtful',
    'faulty',
  ]);
  expect(await previewOf(list, true)).toMatchObject({ changed: 2 });
  expect(await importOf(list, true)).toMatchObject({ changed: 2, problems: [] });
});
