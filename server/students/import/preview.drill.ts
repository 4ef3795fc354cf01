import { expect, test } from 'vitest';
import { makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { HEADINGS, lineOf, listOf, previewList } from '../../testing/acts/student-lists.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool, 'teacher'));

const preview = (file: Buffer | string) => previewList(server.app, file, { admin });

async function readRows(file: Buffer | string) {
  const { status, body } = await preview(file);
  expect(status).toBe(200);
  return body.data;
}

const utf16 = (text: string, mark = '\uFEFF') => Buffer.from(`${mark}${text}`, 'utf16le');

test('nine columns are read, and nothing is written', async () => {
  const data = await readRows(listOf(lineOf('0021')));
  expect(data).toEqual({
    importId: expect.any(String),
    columns: HEADINGS,
    rows: [
      {
        'First Name': 'Asha',
        'Last Name': 'Rao',
        'Roll no': '0021',
        'Course opted': 'B.Tech CSE',
        'Email ID': '0021@x.edu',
        'Mobile No': '+919812345678',
        'Mentor Name': 'Dr. Sen',
        'Parent Mobile No': '09812345678',
        'Year of Graduation': '2027',
      },
    ],
    lines: [{ line: 2, outcome: 'added', before: {} }],
    problems: [],
    repairs: [],
    added: 1,
    changed: 0,
    unchanged: 0,
    doubtful: 0,
    columnChoice: null,
  });
  const { rows } = await server.pool.query('select from people where role = 0');
  expect(rows).toHaveLength(0);
});

test('eleven columns in any order and case are read, and unknown ones are kept and shown', async () => {
  const data = await readRows(
    [
      'DEPARTMENT,roll NO.,Section,first_name,Mentor Email ID,last name,EMAIL ID,course opted,mobile-no,Mentor name,Parent  Mobile No,year of graduation',
      'CSE,0021,B 2,Asha,sen@x.edu,Rao,asha@x.edu,B.Tech,1,Dr. Sen,2,2027',
    ].join('\n'),
  );
  expect(data.columns).toContain('Section');
  expect(data.rows[0]).toMatchObject({
    'Roll no': '0021',
    'First Name': 'Asha',
    Department: 'CSE',
    'Mentor Email ID': 'sen@x.edu',
    Section: 'B 2',
  });
  expect(data.problems).toEqual([]);
});

const text = listOf('Zoë,नायर,0021,"B.Tech, CSE",zoe@x.edu,+91 98,"Dr. ""S"" Sen",09,2027');
test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16, low byte first', utf16(text)],
  ['UTF-16, high byte first', utf16(text).swap16()],
  ['UTF-16 without a byte order mark', utf16(listOf(lineOf('0021', 'Zoe')), '')],
  ['line ends of Windows', Buffer.from(text.replaceAll('\n', '\r\n'))],
  ['line ends of old Macs', Buffer.from(text.replaceAll('\n', '\r'))],
  ['semicolons', Buffer.from(text.replaceAll('"B.Tech, CSE"', 'B.Tech CSE').replaceAll(',', ';'))],
  ['tabs', Buffer.from(text.replaceAll('"B.Tech, CSE"', 'B.Tech CSE').replaceAll(',', '\t'))],
  ['a line that says the separator', Buffer.from(`sep=,\r\n${text}`)],
  ['blank lines', Buffer.from(`\n\n${text.replaceAll('\n', '\n\n,,,,\n')}`)],
])('%s is read', async (_name, file) => {
  const data = await readRows(file);
  expect(data.problems).toEqual([]);
  expect(data.rows).toHaveLength(1);
  expect(data.rows[0]['First Name']).toMatch(/^Zo[ëe]$/);
  expect(data.rows[0]['Course opted']).toMatch(/^B.Tech,? CSE$/);
});

test('commas, quotation marks and line breaks live between quotation marks', async () => {
  const data = await readRows(
    listOf('"Asha ""A""",Rao,0021,"B.Tech,\nCSE",a@x.edu,1,"Sen, Dr.",2,2027', lineOf('0022')),
  );
  expect(data.rows[0]).toMatchObject({
    'First Name': 'Asha "A"',
    'Course opted': 'B.Tech,\nCSE',
    'Mentor Name': 'Sen, Dr.',
  });
  expect(data.lines.map(({ line }: { line: number }) => line)).toEqual([2, 4]);
});

test('what our export marks against formulas is read as it was', async () => {
  const data = await readRows(listOf(lineOf('0021').replace('+91', "'+91")));
  expect(data.rows[0]['Mobile No']).toBe('+919812345678');
});

test('each faulty line has its messages, and spoils no other line', async () => {
  const data = await readRows(
    listOf(
      lineOf('0021'),
      lineOf('0022').replace('0022,', ','),
      lineOf('0023').replace('0023@x.edu', 'no address'),
      lineOf('0021', 'Twin').replace('0021@', 'twin@'),
      lineOf('0024').replace('+919812345678', '9.19812E+11'),
      `${lineOf('0025')},and,more`,
      lineOf('00 26'),
      lineOf('0027', ''),
      lineOf('0028').replace('0028@', '0021@'),
      lineOf('0029', '"Broken'),
      lineOf('teacher'),
      lineOf('0030'),
    ),
  );
  expect(data.added).toBe(2);
  expect(data.rows).toHaveLength(12);
  const messages = data.problems.map(
    ({ line, column, message }: Record<string, string>) => `${line} ${column}: ${message}`,
  );
  expect(messages).toEqual([
    '3 Roll no: Roll no is empty. Fill it in.',
    '4 Email ID: Enter a valid email address, like name@example.edu.',
    '5 Roll no: Roll no 0021 is already on line 2. Remove one of the two lines.',
    '6 Mobile No: A spreadsheet has shortened this number. Format the column as text and enter the number again.',
    '7 : This line has 11 cells, but the first line has 9. Put texts that contain a separator in quotation marks.',
    '8 Roll no: A roll number has no spaces in it.',
    '8 Email ID: Enter a valid email address, like name@example.edu.',
    '9 First Name: First Name is empty. Fill it in.',
    '10 Email ID: Email ID 0021@x.edu is already on line 2. Remove one of the two lines.',
    '11 : This line has an unbalanced quotation mark. Correct it.',
    '12 Roll no: teacher is the id of an admin. Correct the roll number.',
  ]);
});

test('a character in another encoding is told at its line', async () => {
  const file = Buffer.from(listOf(lineOf('0021'), lineOf('0022', 'Zo\u00EB')), 'latin1');
  const data = await readRows(file);
  expect(data.added).toBe(1);
  expect(data.problems).toEqual([
    {
      line: 3,
      column: 'First Name',
      message: 'This contains an unreadable character. Save the list as "CSV UTF-8".',
    },
  ]);
});

test.each([
  ['an empty file', Buffer.alloc(0), 400, 'empty_file'],
  ['a blank file', '\uFEFF \n\n', 400, 'empty_file'],
  ['an Excel file', Buffer.from('504b030414000600', 'hex'), 400, 'spreadsheet_file'],
  ['an old (.xls)', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 400, 'spreadsheet_file'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 400, 'not_text'],
  ['a list without headings', lineOf('0021'), 400, 'missing_columns'],
  ['a heading that stands twice', `${HEADINGS.join(',')},roll no\n`, 400, 'repeated_column'],
  ['headings alone', HEADINGS.join(','), 400, 'no_students'],
])('%s is refused with what to do', async (_name, file, status, code) => {
  const reply = await preview(file);
  expect(reply.status).toBe(status);
  expect(reply.body).toMatchObject({ success: false, code, message: expect.stringMatching(/\.$/) });
});

test('missing columns are named', async () => {
  const { body } = await preview('Roll no,First Name\n1,Asha\n');
  expect(body.message).toContain('no column Last Name, Course opted, Email ID');
});

test('a file larger than a list can be is refused, and one without a file too', async () => {
  const large = await preview(Buffer.alloc(20 * 1024 * 1024 + 1, 'a'));
  expect([large.status, large.body.code]).toEqual([413, 'too_large']);
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/students/preview',
    headers: admin.headers,
    payload: {},
  });
  expect(reply.statusCode).toBe(400);
});

test('an email address of somebody else is told with whose it is', async () => {
  const other = await makeStudent(server.pool, '9001');
  const data = await readRows(listOf(lineOf('0021').replace('0021@x.edu', other.email)));
  expect(data.problems[0].message).toBe(
    '9001@example.edu is already the email address of 9001. Correct it.',
  );
});
