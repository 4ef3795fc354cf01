import { expect, test } from 'vitest';
import { makeAdmin } from '../../testing/acts/make.ts';
import { importList, lineOf, listOf, previewList } from '../../testing/acts/student-lists.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';
import { makeWorkbook } from '../../testing/acts/workbooks.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool, 'teacher'));

const previewOf = (file: Buffer | string) => previewList(server.app, file, { admin });

test('a class list is read from a workbook, numbers with all their digits', async () => {
  const { body } = await previewOf(
    makeWorkbook([
      [
        'First Name',
        'Last Name',
        'Roll no',
        'Course opted',
        'Email ID',
        'Mobile No',
        'Mentor Name',
        'Parent Mobile No',
        'Year of Graduation',
        'Joined',
      ],
      [
        'Zoë',
        'नायर',
        { number: '2105901' },
        'B.Tech <CSE> & more',
        'z@x.edu',
        { number: '9.1987654321E+11' },
        { xml: (place) => `<c r="${place}" t="inlineStr"><is><t>Dr. Sen</t></is></c>` },
        { xml: (place) => `<c r="${place}" t="str"><f>A1</f><v>09876543210</v></c>` },
        { number: '2027' },
        { xml: (place) => `<c r="${place}" s="1"><v>46000</v></c>` },
      ],
      ['Asha', null, '0021', null, 'a@x.edu'],
    ]),
  );
  expect(body.data.problems).toEqual([]);
  expect(body.data.rows).toEqual([
    {
      'First Name': 'Zoë',
      'Last Name': 'नायर',
      'Roll no': '2105901',
      'Course opted': 'B.Tech <CSE> & more',
      'Email ID': 'z@x.edu',
      'Mobile No': '919876543210',
      'Mentor Name': 'Dr. Sen',
      'Parent Mobile No': '09876543210',
      'Year of Graduation': '2027',
      Joined: '2025-12-09',
    },
    expect.objectContaining({ 'Roll no': '0021', 'Last Name': '', 'Mobile No': '' }),
  ]);
  expect(body.data.lines.map(({ line }: { line: number }) => line)).toEqual([2, 3]);
});

test('a cell of a workbook in which a failed formula is told at its line', async () => {
  const headings = ['Name', 'Roll Number', 'Mail ID'];
  const failed = { xml: (place: string) => `<c r="${place}" t="e"><f>1/0</f><v>#DIV/0!</v></c>` };
  const file = makeWorkbook([headings, ['Asha Rao', failed, 'a@x.edu']]);
  const { match: columnMatch } = (await previewOf(file)).body.data;
  const { body } = await previewList(server.app, file, { admin, columnMatch });
  expect(body.data.problems).toMatchObject([{ line: 2, column: 'Roll no' }]);
  expect(body.data.problems[0].message).toMatch(/failed formula/);
});

test('what a spreadsheet has spoilt is repaired, shown and written', async () => {
  const list = listOf(
    lineOf('2105901.0').replace('+919812345678', '9876543210.0').replace('2105901.0@', '901@'),
    lineOf('2105902').replace('+919812345678', 'nan').replace('Asha', 'JosÃ©'),
    lineOf('\u200B2105903')
      .replace('+919812345678', '="0987654321"')
      .replace('\u200B2105903@', '903@'),
  );
  const { body } = await previewOf(list);
  expect(body.data).toMatchObject({ added: 3, problems: [] });
  expect(body.data.repairs).toEqual([
    { line: 2, column: 'Roll no', from: '2105901.0', to: '2105901' },
    { line: 2, column: 'Mobile No', from: '9876543210.0', to: '9876543210' },
    { line: 3, column: 'First Name', from: 'JosÃ©', to: 'José' },
    { line: 3, column: 'Mobile No', from: 'nan', to: '' },
    { line: 4, column: 'Roll no', from: '\u200B2105903', to: '2105903' },
    { line: 4, column: 'Mobile No', from: '="0987654321"', to: '0987654321' },
  ]);
  await importList(server.app, list, { admin });
  const reply = await server.app.inject({
    url: '/api/v1/students/2105902',
    headers: admin.headers,
  });
  expect(reply.json().data).toMatchObject({ firstName: 'José', mobile: '' });
});

test('a roll number that was repaired is the same as the one that was not', async () => {
  const { body } = await previewOf(listOf(lineOf('77'), lineOf('77.0').replace('77.0@', 'b@')));
  expect(body.data.problems[0].message).toMatch(/^Roll no 77 is already on line 2/);
});
