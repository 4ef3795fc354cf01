import type { ColumnMatch } from '@vlabs/contract/students/student-lists';
import { expect, test } from 'vitest';
import { makeAdmin } from '../../testing/acts/make.ts';
import { importList, lineOf, listOf, previewList } from '../../testing/acts/student-lists.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';
import { makeWorkbook } from '../../testing/acts/workbooks.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool, 'teacher'));

const previewOf = (file: Buffer | string, columnMatch?: ColumnMatch) =>
  previewList(server.app, file, { admin, ...(columnMatch && { columnMatch }) });

/** The suggested match for a list with unknown headings. */
async function guessOf(file: Buffer | string): Promise<ColumnMatch> {
  const { status, body } = await previewOf(file);
  expect([status, body.code]).toEqual([400, 'missing_columns']);
  return body.data.match;
}

const moodleGrades = [
  '"First name","Last name","ID number",Institution,Department,"Email address","Assignment: Loops (Real)","Course total (Real)","Last downloaded from this course"',
  'Asha,Rao,m001,KIIT,CSE,m001@x.edu,8.00,8.00,1763800000',
  'Usha,"de Sousa",m002,KIIT,CSE,m002@x.edu,-,-,1763800000',
].join('\n');
const moodleParticipants =
  '\uFEFFForename,Surname,Username,"Email address",Groups\nAsha,Rao,m001,m001@x.edu,"A 1"\n';
const canvas = [
  'Student,ID,SIS User ID,SIS Login ID,Section,Loops (4711),Final Score',
  '    Points Possible,,,,,10.00,(read only)',
  '"Rao, Asha",1881,c001,c001@x.edu,CSE-1,8.00,80.0',
  '"Behera, Soumya Ranjan",1882,c002,c002@x.edu,CSE-1,,',
].join('\n');
const blackboard = Buffer.from(
  '\uFEFF"Last Name"\t"First Name"\t"Username"\t"Student ID"\t"Last Access"\t"Availability"\t"Quiz 1 [Total Pts: 10 Score] |4711"\n' +
    '"Rao"\t"Asha"\t"asha.rao@x.edu"\t"b001"\t"2026-11-20 10:00:00"\t"Yes"\t"8"\n',
  'utf16le',
);
const classroom = [
  'Last Name,First Name,Email Address,Loops,Arrays',
  'Date,,,2026-11-01,2026-11-08',
  'Points,,,10,10',
  'Rao,Asha,2105001@x.edu,8,9',
  'Nayak,Bibhuti,2105002@x.edu,7,',
  'Dash,Chandan,2105003@x.edu,7,',
].join('\n');

test.each<[string, Buffer | string, ColumnMatch['read'], string[]]>([
  [
    'grades of Moodle',
    moodleGrades,
    {
      'First Name': 'First name',
      'Last Name': 'Last name',
      'Roll no': 'ID number',
      'Email ID': 'Email address',
      Department: 'Department',
    },
    [],
  ],
  [
    'participants of Moodle',
    moodleParticipants,
    {
      'First Name': 'Forename',
      'Last Name': 'Surname',
      'Roll no': 'Username',
      'Email ID': 'Email address',
    },
    ['Groups'],
  ],
  [
    'grades of Canvas',
    canvas,
    { 'Full name': 'Student', 'Roll no': 'SIS User ID', 'Email ID': 'SIS Login ID' },
    ['Section'],
  ],
  [
    'grades of Blackboard',
    blackboard,
    {
      'First Name': 'First Name',
      'Last Name': 'Last Name',
      'Roll no': 'Student ID',
      'Email ID': 'Username',
    },
    [],
  ],
  [
    'grades of Google Classroom',
    classroom,
    {
      'First Name': 'First Name',
      'Last Name': 'Last Name',
      'Roll no': 'Email Address',
      'Email ID': 'Email Address',
    },
    [],
  ],
  [
    'semicolons under a title',
    'School of Computer Engineering;;;\n\nStudent Name;Regd. No;E-mail;Branch\nAsha Rao;s001;s001@x.edu;CSE\n',
    {
      'Full name': 'Student Name',
      'Roll no': 'Regd. No',
      'Email ID': 'E-mail',
      'Course opted': 'Branch',
    },
    [],
  ],
  [
    'a workbook under a title',
    makeWorkbook([
      ['Students of 2027'],
      [],
      ['Sl No', 'Name of the Student', 'Roll Number', 'Mail ID', 'Contact No', 'Section'],
      [{ number: '1' }, 'Asha Rao', { number: '2105001' }, 'a@x.edu', null, 'A'],
    ]),
    {
      'Full name': 'Name of the Student',
      'Roll no': 'Roll Number',
      'Email ID': 'Mail ID',
      'Mobile No': 'Contact No',
    },
    ['Section'],
  ],
])('the columns of %s are guessed', async (_name, file, read, kept) => {
  expect(await guessOf(file)).toEqual({ read, kept });
});

test('what is refused brings the headings and what stands first below each', async () => {
  const { body } = await previewOf(canvas);
  expect(body.message).toMatch(/^The first line has no column First Name, Last Name, Roll no/);
  expect(body.data.headings.slice(0, 3)).toEqual(['Student', 'ID', 'SIS User ID']);
  expect(body.data.samples.slice(0, 3)).toEqual([
    ['Points Possible', 'Rao, Asha', 'Behera, Soumya Ranjan'],
    ['1881', '1882'],
    ['c001', 'c002'],
  ]);
});

test('a list is read by the columns that the admin has matched', async () => {
  const { status, body } = await previewOf(canvas, await guessOf(canvas));
  expect(status).toBe(200);
  expect(body.data.columns).toEqual(['First Name', 'Last Name', 'Roll no', 'Email ID', 'Section']);
  expect(body.data.rows[1]).toEqual({
    'First Name': 'Asha',
    'Last Name': 'Rao',
    'Roll no': 'c001',
    'Email ID': 'c001@x.edu',
    Section: 'CSE-1',
  });
  expect(body.data.rows[2]).toMatchObject({ 'First Name': 'Soumya Ranjan', 'Last Name': 'Behera' });
  expect(body.data).toMatchObject({ added: 2, problems: [{ line: 2, column: 'Roll no' }] });
});

test('where roll number and address are one column, the roll number stands before the @', async () => {
  const { body } = await previewOf(classroom, await guessOf(classroom));
  expect(body.data.rows[2]).toMatchObject({
    'Roll no': '2105001',
    'Email ID': '2105001@x.edu',
  });
  expect(body.data).toMatchObject({ added: 3 });
  const faulty = new Set(body.data.problems.map(({ line }: { line: number }) => line));
  expect([...faulty]).toEqual([2, 3]);
});

test('columns are matched once: the next list with these headings is read in the same way', async () => {
  const columnMatch = await guessOf(moodleGrades);
  const { body } = await importList(server.app, moodleGrades, { admin, columnMatch });
  expect(body.data).toMatchObject({ state: 'done', added: 2, problems: [] });
  const [heading = '', ...lines] = moodleGrades.split('\n');
  const next = await previewOf(`${heading}\n${lines.join('\n').replaceAll('m00', 'm01')}`);
  expect(next.body.data).toMatchObject({ added: 2, columnChoice: { match: columnMatch } });
  const reordered = await previewOf('Email address,Forename,Surname,ID number\na@x.edu,A,B,1\n');
  expect(reordered.body.code).toBe('missing_columns');
  const again = await importList(server.app, moodleGrades, { admin });
  expect(again.body.data).toMatchObject({ added: 0, unchanged: 2 });
});

test('an import whose columns nobody has matched changes nothing, and says what is missing', async () => {
  const file = 'Name,Number,Mail\nAsha Rao,x1,x1@x.edu\n';
  const { status, body } = await importList(server.app, file, { admin });
  expect([status, body.code]).toEqual([400, 'missing_columns']);
  expect(body.message).toMatch(/^The first line has no column First Name/);
});

test('what a list of another program does not have stays as it is known', async () => {
  await importList(server.app, listOf(lineOf('k001')), { admin });
  const file = 'Student,SIS User ID,SIS Login ID\nAsha Rao,k001,new@x.edu\n';
  const columnMatch = await guessOf(file);
  const { body } = await previewOf(file, columnMatch);
  expect(body.data.lines).toEqual([
    { line: 2, outcome: 'changed', before: { 'Email ID': 'k001@x.edu' } },
  ]);
});

test('a name as a whole that is the same name changes nothing, however it was split', async () => {
  const known = lineOf('n001', 'Soumya').replace('Rao', 'Ranjan Behera');
  await importList(server.app, listOf(known), { admin });
  const file = 'Student,SIS User ID,SIS Login ID\nSoumya Ranjan Behera,n001,n001@x.edu\n';
  const { body } = await previewOf(file, await guessOf(file));
  expect(body.data).toMatchObject({ unchanged: 1 });
});

test.each<[string, ColumnMatch['read'], RegExp]>([
  ['no roll number', { 'Full name': 'Student', 'Email ID': 'SIS Login ID' }, /Roll no/],
  ['no email address', { 'Full name': 'Student', 'Roll no': 'SIS User ID' }, /Email ID/],
  ['no name', { 'Roll no': 'SIS User ID', 'Email ID': 'SIS Login ID' }, /First Name or Full name/],
  [
    'a column that is not there',
    { 'Full name': 'Nobody', 'Roll no': 'SIS User ID', 'Email ID': 'SIS Login ID' },
    /no column Nobody/,
  ],
])('a match with %s is refused with what to do', async (_name, read, message) => {
  const { status, body } = await previewOf(canvas, { read, kept: [] });
  expect([status, body.code]).toEqual([400, 'wrong_columns']);
  expect(body.fields.columnMatch).toMatch(message);
});
