import { expect, test } from 'vitest';
import { HEADINGS as headingsOfLists } from '../../../testing/acts/student-lists.ts';
import { packWorkbook } from '../../../testing/acts/workbooks.ts';
import { readStudentList } from './student-list.ts';

const HEADINGS = [...headingsOfLists, 'Born'];
const FORMATS = [
  'General',
  '0000000',
  '&quot;CS&quot;0000',
  '00-000',
  'yyyy\\-mm\\-dd hh:mm',
  '0.0E+00',
];

const styles = `<styleSheet><numFmts>${FORMATS.map(
  (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`,
).join('')}</numFmts><cellXfs count="${FORMATS.length}">${FORMATS.map(
  (_, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`,
).join('')}</cellXfs></styleSheet>`;

const bytes = (text: string) => new TextEncoder().encode(text);
const inline = (place: string, text: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const number = (value: string, format: number) => (place: string) =>
  `<c r="${place}" s="${format}"><v>${value}</v></c>`;
const word = (text: string) => (place: string) => inline(place, text);

/** A class list whose students have these roll numbers. */
function listOf(
  rolls: ((place: string) => string)[],
  { merged = '', born }: { merged?: string; born?: (place: string) => string } = {},
  more: Record<string, Uint8Array> = {},
) {
  const heading = HEADINGS.map((text, at) => inline(`${String.fromCharCode(65 + at)}1`, text));
  const rows = rolls.map((roll, at) => {
    const line = at + 2;
    const cells = [inline(`A${line}`, 'Asha'), inline(`B${line}`, 'Rao'), roll(`C${line}`)];
    const rest = [
      inline(`E${line}`, `a${line}@x.edu`),
      born?.(`J${line}`) ?? inline(`J${line}`, 'x'),
    ];
    return `<row r="${line}">${[...cells, ...rest].join('')}</row>`;
  });
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">${heading.join('')}</row>${rows.join('')}</sheetData>${merged}</worksheet>`;
  return packWorkbook({ sheet }, { 'xl/styles.xml': bytes(styles), ...more });
}

async function read(file: Uint8Array) {
  const list = await readStudentList(file, null);
  if (list.kind !== 'list') throw new Error('It was not read as a class list.');
  return {
    rolls: list.rows.map(({ cells }) => cells['Roll no']),
    born: list.rows.map(({ cells }) => cells['Born']),
    problems: list.problems.map(({ line, column, message }) => ({ line, column, message })),
  };
}

test('numbers are read as their formats show them, and texts that look like numbers as texts', async () => {
  const found = await read(
    listOf([
      number('21059', 1),
      number('42', 2),
      number('12345', 3),
      word('1E5'),
      word('2E1'),
      number('9.1987654321E+11', 0),
    ]),
  );
  expect(found).toMatchObject({
    rolls: ['0021059', 'CS0042', '12-345', '1E5', '2E1', '919876543210'],
    problems: [],
  });
});

test('numbers that Excel shows in a way that cannot be followed are doubtful, with all over 15 digits', async () => {
  const { problems } = await read(listOf([number('1234567890123450', 0), number('12', 5)]));
  expect(problems).toMatchObject([
    { line: 2, column: 'Roll no', message: expect.stringContaining('only 15 digits') },
    { line: 3, column: 'Roll no', message: expect.stringContaining('format of its own') },
  ]);
});

test('a date is doubtful as a roll number, and kept with its time in a column of dates', async () => {
  const born = number('38000.4375', 4);
  const found = await read(listOf([number('46000', 4), word('7')], { born }));
  expect(found.problems).toMatchObject([{ line: 2, column: 'Roll no' }]);
  expect(found.born).toEqual(['2004-01-14 10:30', '2004-01-14 10:30']);
});

test('cells merged down to the end of the sheet are said where the list has lines', async () => {
  const merged = '<mergeCells count="1"><mergeCell ref="C2:C1048576"/></mergeCells>';
  const { problems } = await read(listOf([word('7'), word('8')], { merged }));
  expect(problems.map(({ line }) => line)).toEqual([2, 3]);
});

test('merged cells and a hidden first sheet are said', async () => {
  const merged = '<mergeCells count="1"><mergeCell ref="C2:C3"/></mergeCells>';
  const { problems } = await read(listOf([word('7'), word('8'), word('9')], { merged }));
  expect(problems).toMatchObject([
    { line: 2, column: 'Roll no', message: expect.stringContaining('C2 to C3 are merged') },
    { line: 3, column: '' },
  ]);
  const hidden = listOf([word('7')], {}, hiddenFirst());
  const found = await read(hidden);
  expect(found.rolls).toEqual(['7']);
  expect(found.problems).toMatchObject([
    { line: 1, message: expect.stringContaining('hidden. The sheet “Class” was read') },
  ]);
});

/** A hidden sheet before the list's. */
function hiddenFirst(): Record<string, Uint8Array> {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const sheets =
    '<sheet name="Old" sheetId="2" state="hidden" r:id="rId9"/><sheet name="Class" sheetId="1" r:id="rId1"/>';
  const links = [
    ['rId9', 'worksheet', 'worksheets/sheet2.xml'],
    ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
    ['rId2', 'styles', 'styles.xml'],
    ['rId3', 'sharedStrings', 'sharedStrings.xml'],
  ].map(
    ([id, type, to]) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${to}"/>`,
  );
  return {
    'xl/workbook.xml': bytes(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': bytes(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}</Relationships>`,
    ),
    'xl/worksheets/sheet2.xml': bytes(
      `<worksheet xmlns="${main}"><sheetData><row r="1">${inline('A1', 'Old')}</row></sheetData></worksheet>`,
    ),
  };
}
