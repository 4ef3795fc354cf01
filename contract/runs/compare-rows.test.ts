import { array, assert, constantFrom, integer, option, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { findRowDifference } from './compare-rows.ts';
import { type Cell, parseTables } from './result-tables.ts';

const anyOrder = (output: string, expected: string) => findRowDifference(output, expected, false);
const inOrder = (output: string, expected: string) => findRowDifference(output, expected, true);

/** As the drivers of the SQL languages write a cell. */
const writeCell = (cell: Cell) =>
  cell === null
    ? 'NULL'
    : cell === '' || cell === 'NULL' || /[",\n\r]|^\s|\s$/.test(cell)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
const writeTable = (rows: readonly Cell[][]) =>
  rows.map((row) => `${row.map(writeCell).join(',')}\n`).join('');

const cell = option(string({ unit: constantFrom('a', '"', ',', '\n', ' ', 'NULL', '7', 'é') }));
const rows = (columns: number) =>
  array(array(cell, { minLength: columns, maxLength: columns }), { maxLength: 8 });
const header = ['one', 'two'];

test('every table that is written is read again', () => {
  assert(
    property(array(rows(2), { minLength: 1, maxLength: 3 }), (tables) => {
      const text = tables.map((table) => writeTable([header, ...table])).join('\n');
      expect(parseTables(text)).toEqual(tables.map((all) => ({ columns: header, rows: all })));
    }),
  );
});

test('any text is read, and agrees with itself', () => {
  const characters = constantFrom('"', ',', '\n', ' ', '\t', 'a', 'NULL', '1', '\r\n');
  assert(
    property(string({ unit: characters }), (text) => {
      expect(inOrder(text, text)).toBeNull();
    }),
    { numRuns: 1000 },
  );
});

test('rows agree in any order, and only in theirs if the order counts', () => {
  assert(
    property(rows(2), integer({ min: 0, max: 7 }), (table, by) => {
      const moved = [...table.slice(by), ...table.slice(0, by)];
      const [one, other] = [table, moved].map((each) => writeTable([header, ...each]));
      expect(anyOrder(one ?? '', other ?? '')).toBeNull();
    }),
  );
  expect(inOrder('n\n1\n2\n', 'n\n2\n1\n')).toBe(
    'The rows are in another order: row 1 should be 2',
  );
});

test('a row that is missing, or too often there, is named', () => {
  expect(anyOrder('n,m\n1,a\n', 'n,m\n1,a\n1,a\n')).toBe('This row is missing: 1, a');
  expect(anyOrder('n,m\n1,a\n1,a\n', 'n,m\n1,a\n')).toBe('This row does not belong there: 1, a');
  expect(anyOrder('n\n', 'n\n')).toBeNull();
});

test('NULL is neither an empty text nor the word', () => {
  expect(anyOrder('n\nNULL\n', 'n\nNULL\n')).toBeNull();
  expect(anyOrder('n\n""\n', 'n\nNULL\n')).toBe('This row is missing: NULL');
  expect(anyOrder('n\n"NULL"\n', 'n\nNULL\n')).toBe('This row is missing: NULL');
  expect(anyOrder('n,m\n,1\n', 'n,m\n"",1\n')).toBeNull();
});

test('numbers agree by value, and fractions to fifteen digits', () => {
  const same = ['70', '70.000', '7e1', '+70', '0070.0'];
  for (const number of same) expect(anyOrder(`n\n${number}\n`, 'n\n70\n')).toBeNull();
  expect(anyOrder('n\n0.30000000000000004\n', 'n\n0.3\n')).toBeNull();
  expect(anyOrder('n\n0.9999999999999999\n', 'n\n1\n')).toBeNull();
  expect(anyOrder('n\n-0\n', 'n\n0.0\n')).toBeNull();
  expect(anyOrder('n\n0.31\n', 'n\n0.3\n')).toBe('This row is missing: 0.3');
  expect(anyOrder('n\n9007199254740993\n', 'n\n9007199254740992\n')).not.toBeNull();
  expect(anyOrder('n\n70a\n', 'n\n70\n')).not.toBeNull();
});

test('columns agree by place and name, whatever the case of its letters', () => {
  expect(anyOrder('Name,N\na,1\n', 'name,n\na,1\n')).toBeNull();
  expect(anyOrder('name\na\n', 'name,n\na,1\n')).toBe('There is 1 column instead of 2.');
  expect(anyOrder('count\n1\n', 'total\n1\n')).toBe('Column 1 is named count instead of total.');
});

test('tables are counted, and the one that differs is named', () => {
  const two = 'n\n1\n\nm\n2\n';
  expect(anyOrder(two, `\n\n${two}\n\n`)).toBeNull();
  expect(anyOrder('n\n1\n', two)).toBe('There is 1 table instead of 2.');
  expect(anyOrder('', 'n\n')).toBe('There are 0 tables instead of 1.');
  expect(anyOrder('n\n1\n\nm\n3\n', two)).toBe('Table 2: This row is missing: 2');
});

test('outputs of other programs and systems are read too', () => {
  expect(anyOrder('\uFEFFn, m\r\n1,  "a b" \r\n', 'n,m\n1,a b\n')).toBeNull();
  expect(parseTables('n\n"a\nb')).toEqual([{ columns: ['n'], rows: [['a\nb']] }]);
  expect(parseTables('n\n"a"b\n')).toEqual([{ columns: ['n'], rows: [['ab']] }]);
});

test('a hundred thousand cells, quotes, blanks or digits are compared in time that grows with them', () => {
  for (const part of ['1\n', '"', ' ', '9', ',', 'NULL\n', '" "\n']) {
    const text = `n\n${part.repeat(100_000 / part.length)}`;
    expect(inOrder(text, text)).toBeNull();
    expect(anyOrder(text, `${text}\nx\n`)).not.toBeNull();
  }
});

test('a sentence shows no more than the beginning of a long row', () => {
  const said = anyOrder('n\n', `n\n${'x'.repeat(1000)}\n`) ?? '';
  expect(said).toBe(`This row is missing: ${'x'.repeat(200)}…`);
});
