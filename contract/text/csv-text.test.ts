import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { csvText } from './csv-text.ts';

const withoutMark = (text: string) => text.slice(1);

test('lines end as spreadsheets end them, and the text says that it is UTF-8', () => {
  expect(
    csvText([
      ['Roll no', 'Marks'],
      ['0021', 7.5],
    ]),
  ).toBe('\uFEFFRoll no,Marks\r\n0021,7.5\r\n');
});

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(withoutMark(csvText([['Das, Rohan', 'said "hi"', 'two\nlines']]))).toBe(
    '"Das, Rohan","said ""hi""","two\nlines"\r\n',
  );
});

test.each(['=1+1', '+91 98', '-2', '@sum', '\t=1', '\r=1'])(
  'a spreadsheet runs no formula in %j',
  (text) => {
    expect(withoutMark(csvText([[text]]))).toMatch(/^"?'/);
  },
);

test('no text whatever begins a cell with what a spreadsheet runs', () => {
  assert(
    property(string(), (text) => {
      expect(withoutMark(csvText([[text]]))).not.toMatch(/^"?[=+\-@\t\r]\S/);
    }),
  );
});

test('a number keeps its sign, and what is no number is an empty cell', () => {
  expect(withoutMark(csvText([[-2, Number.NaN]]))).toBe('-2,\r\n');
});
