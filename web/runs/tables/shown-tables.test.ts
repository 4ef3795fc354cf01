import { expect, test } from 'vitest';
import { isNumber, limitRows, nameTable } from './shown-tables.ts';

const tableOf = (rows: number, columns = 1) => ({
  columns: Array.from({ length: columns }, (_, index) => `c${index}`),
  rows: Array.from({ length: rows }, () => Array.from({ length: columns }, () => '1')),
});

const sizes = (...tables: ReturnType<typeof tableOf>[]) =>
  limitRows(tables).map(({ rows, left }) => [rows.length, left]);

test('a page shows the first 2,000 rows or 20,000 cells of all tables', () => {
  expect(sizes(tableOf(1000), tableOf(0), tableOf(3))).toEqual([
    [1000, 0],
    [0, 0],
    [3, 0],
  ]);
  expect(sizes(tableOf(1500), tableOf(1500), tableOf(1))).toEqual([
    [1500, 0],
    [499, 1001],
  ]);
  expect(sizes(tableOf(1000, 100), tableOf(1))).toEqual([[199, 801]]);
  expect(limitRows([tableOf(1, 30_000)])[0]?.columns).toHaveLength(20_000);
});

test('a row that is longer than the names of the columns is cut like others', () => {
  const long = { columns: ['a'], rows: tableOf(3, 15_000).rows };
  const [shown] = limitRows([long]);
  expect(shown?.rows.map((row) => row.length)).toEqual([15_000, 4999]);
  expect(shown?.left).toBe(1);
});

test('a table is named by its place and its rows', () => {
  expect(nameTable([tableOf(1)], 0)).toBe('1 row');
  expect(nameTable([tableOf(1), tableOf(0)], 1)).toBe('Table 2: 0 rows');
});

test('numbers are told from other texts', () => {
  for (const number of ['7', '-7.50', '1e-9', '+0']) expect(isNumber(number)).toBe(true);
  for (const text of ['', 'x7', '7 ', '1.2.3', '2026-11-27']) expect(isNumber(text)).toBe(false);
});
