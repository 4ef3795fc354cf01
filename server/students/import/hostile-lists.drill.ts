import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { makeAdmin } from '../../testing/acts/make.ts';
import { HEADINGS, lineOf, listOf, previewList } from '../../testing/acts/student-lists.ts';
import { makeOverlappingArchive } from '../../testing/acts/overlapping-archive.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';
import { countProcesses } from '../../testing/count-processes.ts';
import { makeWorkbook, packWorkbook } from '../../testing/acts/workbooks.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool, 'teacher'));

const MB = 1024 * 1024;
const headings = HEADINGS.join(',');
const sheetOf = (rows: string) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
const cell = (place: string) => `<c r="${place}" t="inlineStr"><is><t>a</t></is></c>`;

/** A workbook whose parts declare too small a size. */
function understated(workbook: Buffer, from: number, to: number): Buffer {
  const file = Buffer.from(workbook);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(from);
  for (let at = file.indexOf(size); at >= 0; at = file.indexOf(size, at + 4)) {
    file.writeUInt32LE(to, at);
  }
  return file;
}

const zeros = packWorkbook({ sheet: '' }, { 'xl/worksheets/sheet1.xml': new Uint8Array(50 * MB) });

test.each<[string, () => Buffer | string, string]>([
  ['a megabyte of commas', () => ','.repeat(MB), 'too_many_columns'],
  [
    '100,000 columns',
    () => `${Array.from({ length: 100_000 }, (_, i) => `c${i}`).join(',')}\n`,
    'too_many_columns',
  ],
  [
    '1,001 columns beside those of the class list',
    () =>
      `${headings},${Array.from({ length: 1001 }, (_, i) => `c${i}`).join(',')}\n${lineOf('1')}\n`,
    'too_many_columns',
  ],
  [
    'more cells than a list may have',
    () =>
      `${headings},${Array.from({ length: 990 }, (_, i) => `c${i}`).join(',')}\n${'a,b,c\n'.repeat(3000)}`,
    'too_many_cells',
  ],
  [
    '100,001 lines',
    () => listOf(...Array.from({ length: 100_001 }, () => 'a,b,c')),
    'too_many_students',
  ],
  ['a workbook that unpacks to 50 MB of zeros', () => zeros, 'too_large'],
  [
    'a workbook that unpacks to more than it says',
    () => understated(zeros, 50 * MB, 1000),
    'spreadsheet_file',
  ],
  [
    'a workbook of thousands of parts',
    () =>
      packWorkbook(
        { sheet: sheetOf('') },
        Object.fromEntries(
          Array.from({ length: 3000 }, (_, i) => [`xl/${i}.xml`, new Uint8Array()]),
        ),
      ),
    'too_large',
  ],
  [
    'a row that is a thousand million rows below',
    () => packWorkbook({ sheet: sheetOf(`<row r="1000000000">${cell('A1000000000')}</row>`) }, {}),
    'too_hard',
  ],
  [
    'rows that each end in the last column',
    () =>
      packWorkbook({
        sheet: sheetOf(
          Array.from(
            { length: 20_000 },
            (_, i) => `<row r="${i + 1}">${cell(`XFD${i + 1}`)}</row>`,
          ).join(''),
        ),
      }),
    'too_hard',
  ],
  [
    'a cell in a column that no sheet has',
    () => packWorkbook({ sheet: sheetOf(`<row r="1">${cell('ZZZZZZ1')}</row>`) }),
    'too_hard',
  ],
  [
    'a text that no table of texts has',
    () => packWorkbook({ sheet: sheetOf('<row r="1"><c r="A1" t="s"><v>7</v></c></row>') }),
    'spreadsheet_file',
  ],
  ['a sheet that is no XML', () => packWorkbook({ sheet: '<<<>' }), 'spreadsheet_file'],
  ['an empty workbook', () => makeWorkbook([]), 'empty_file'],
  [
    'a workbook that names one part many times, as of no size',
    () =>
      makeOverlappingArchive({ times: 50, bytes: new Uint8Array(MB) }, (i) => `xl/${i + 10}.xml`),
    'too_large',
  ],
  [
    'another archive',
    () => Buffer.from(zipSync({ 'a.txt': new Uint8Array(3) })),
    'spreadsheet_file',
  ],
])('%s is refused, and the server goes on', async (_name, make, code) => {
  const { status, body } = await previewList(server.app, make(), { admin });
  expect([body.code, status >= 400 && status < 500]).toEqual([code, true]);
  expect(body.message).toMatch(/\.$/);
});

test('entities of a workbook are not made longer', async () => {
  const bomb = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]>`;
  const sharedStrings = `${bomb}<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${'&c;'.repeat(100)}</t></si></sst>`;
  const sheet = sheetOf('<row r="1"><c r="A1" t="s"><v>0</v></c></row>');
  const { body } = await previewList(server.app, packWorkbook({ sheet, sharedStrings }), { admin });
  expect(JSON.stringify(body).length).toBeLessThan(10_000);
});

test('formulas in a list are told and never written unseen', async () => {
  const list = listOf(
    lineOf('0021', '=HYPERLINK(""http://x"")'),
    lineOf('0022').replace('+919812345678', '=1+1'),
    lineOf('=A1').replace('=A1@', 'c@'),
  );
  const { body } = await previewList(server.app, list, { admin });
  expect(body.data).toMatchObject({ added: 0, doubtful: 1 });
});

test('headings and names that objects have of their own are texts like any other', async () => {
  const list = `${headings},__proto__,constructor\n${lineOf('0021')},a,b\n`;
  const { body } = await previewList(server.app, list, { admin });
  expect(body.data).toMatchObject({ added: 1, problems: [] });
  expect(body.data.columns.slice(-2)).toEqual(['__proto__', 'constructor']);
  expect(body.data.rows[0].constructor).toBe('b');
});

test('40,000 lines are read in a process of their own, so that the server goes on answering', async () => {
  const list = listOf(...Array.from({ length: 40_000 }, (_, index) => lineOf(`r${index}`)));
  const processes = await countProcesses(async () => {
    const { body } = await previewList(server.app, list, { admin });
    expect(body.data).toMatchObject({ added: 40_000, problems: [] });
  });
  expect(processes).toBe(1);
});
