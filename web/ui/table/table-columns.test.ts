import { expect, test } from 'vitest';
import { type Column, findWidest, listChoices, sharedDay } from './table-columns.ts';

interface Row {
  name: string;
  state: string;
  at: string | null;
}

const column = (id: string, read: (row: Row) => string): Column<Row> => ({
  id,
  label: id,
  sortBy: read,
  cell: read,
});
const at: Column<Row> = { ...column('at', (row) => row.at ?? ''), moment: (row) => row.at };
const buttons: Column<Row> = { id: 'actions', label: 'Actions', cell: () => null };
const columns = [
  column('name', ({ name }) => name),
  column('state', ({ state }) => state),
  at,
  buttons,
];

const row = (name: string, moment: string | null, state = 'Working'): Row => ({
  name,
  state,
  at: moment,
});

test('the head shows a day only if all moments are of that day in Kolkata', () => {
  const late = row('a', '2026-11-22T18:29:59.000Z');
  const early = row('b', '2026-11-21T18:30:00.000Z');
  const none = row('c', null);
  expect(sharedDay(at, [late, none, early])).toBe('22 Nov 2026');
  expect(sharedDay(at, [late, row('d', '2026-11-22T18:30:00.000Z')])).toBeNull();
  expect(sharedDay(at, [none])).toBeNull();
  expect(sharedDay(buttons, [late])).toBeNull();
});

test('the identifying column and the buttons cannot be hidden', () => {
  expect(listChoices(columns).map(({ id }) => id)).toEqual(['state', 'at']);
});

test('the longest text of a column and each kind of row keep the columns wide', () => {
  const rows = [
    ...Array.from({ length: 300 }, (_, place) => row(`Student ${place}`, null)),
    row('A student with a long name', null),
    row('b', '2026-11-22T18:29:59.000Z'),
    row('c', null, 'Submitted'),
  ];
  const widest = findWidest(columns, rows).map(({ name }) => name);
  expect(widest).toEqual(['A student with a long name', 'b', 'c']);
});
