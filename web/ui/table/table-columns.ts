import type { ReactNode } from 'react';
import { formatShortDay } from '../dates/dates.ts';

export interface Column<Row> {
  /** Stands in the address bar while the table is sorted by this column. */
  id: string;
  label: string;
  /** What the column is sorted by; a column without it is not sorted. */
  sortBy?: (row: Row) => string | number;
  /** What is searched and exported; what the column is sorted by, when not said. */
  text?: (row: Row) => string | number;
  /** What stands below all rows, where a sum means something. */
  total?: (rows: Row[]) => ReactNode;
  cell: (row: Row) => ReactNode;
  /** Ids, durations and scores stand in the type of code. */
  isCode?: boolean;
  /** The point in time in its cells: where all rows are of one day, the head alone tells the day. */
  moment?: (row: Row) => string | null;
  /** Shown once somebody chooses it; searched and exported all the same. */
  isHiddenAtFirst?: boolean;
}

/** The rows that hold every word of the search in one column or another, whatever the case. */
export function searchRows<Row>(columns: Column<Row>[], rows: Row[], search: string): Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = textColumns(columns)
      .map((read) => read(row))
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The head and the rows of a CSV file; columns of buttons alone are left out. */
export function exportLines<Row>(columns: Column<Row>[], rows: Row[]): (string | number)[][] {
  const shown = columns.filter((column) => textOf(column) !== undefined);
  const reads = textColumns(columns);
  return [shown.map(({ label }) => label), ...rows.map((row) => reads.map((read) => read(row)))];
}

function textColumns<Row>(columns: Column<Row>[]): ((row: Row) => string | number)[] {
  return columns.flatMap((column) => textOf(column) ?? []);
}

function textOf<Row>({ text, sortBy }: Column<Row>) {
  return text ?? sortBy;
}

/** Columns that may be left out: all but the first, which says of whom a row is, and buttons. */
export function listChoices<Row>(columns: Column<Row>[]): Column<Row>[] {
  return columns.filter((column, place) => place > 0 && textOf(column) !== undefined);
}

const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 48 * HALF_HOUR_MS;
/** Kolkata is five and a half hours ahead. */
const dayNumber = (at: string) => Math.floor((Date.parse(at) + 11 * HALF_HOUR_MS) / DAY_MS);

/** `22 Nov 2026` where every moment of the column is of that day; null where they are of several, or none. */
export function sharedDay<Row>({ moment }: Column<Row>, rows: readonly Row[]): string | null {
  const moments = moment === undefined ? [] : rows.flatMap((row) => moment(row) ?? []);
  const [first] = moments;
  if (first === undefined) return null;
  const day = dayNumber(first);
  return moments.every((at) => dayNumber(at) === day) ? formatShortDay(first) : null;
}

/** So few texts in a column say what kind of row it is: each kind may have other buttons. */
const FEW_TEXTS = 5;

/** Of each column a row with its longest text, and one of each kind: together they are as wide as all rows. */
export function findWidest<Row>(columns: Column<Row>[], rows: readonly Row[]): Row[] {
  return [...new Set(columns.flatMap((column) => findWidestOf(column, rows)))];
}

function findWidestOf<Row>(column: Column<Row>, rows: readonly Row[]): Row[] {
  const { moment } = column;
  // Moments are about as long as each other.
  if (moment !== undefined) return rows.filter((row) => moment(row) !== null).slice(0, 1);
  const read = textOf(column);
  if (read === undefined) return [];
  const texts = new Map(rows.map((row) => [String(read(row)), row]));
  if (texts.size <= FEW_TEXTS) return [...texts.values()];
  let longest = '';
  for (const text of texts.keys()) if (text.length > longest.length) longest = text;
  return rows.filter((row) => row === texts.get(longest));
}
