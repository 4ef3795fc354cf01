import type { ReactNode } from 'react';
import { formatShortDay } from '../dates/dates.ts';

export interface Column<Row> {
  /** Value of the sort parameter in the URL. */
  id: string;
  label: string;
  /** Sort key; a column without it can't be sorted. */
  sortBy?: (row: Row) => string | number;
  /** Text for search and export; defaults to the sort key. */
  text?: (row: Row) => string | number;
  /** Footer cell, if a total makes sense. */
  total?: (rows: Row[]) => ReactNode;
  cell: (row: Row) => ReactNode;
  /** Ids, durations and scores use the monospaced font. */
  isCode?: boolean;
  /** The cell's timestamp. If all rows are of one day, only the head shows it. */
  moment?: (row: Row) => string | null;
  /** Hidden by default; still searched and exported. */
  isHiddenAtFirst?: boolean;
}

/** The rows in which every word of the search occurs in some column, ignoring case. */
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

/** Head and rows of a CSV file, without columns that hold only buttons. */
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

/** Columns that can be hidden: all but the first, which identifies the row, and buttons. */
export function listChoices<Row>(columns: Column<Row>[]): Column<Row>[] {
  return columns.filter((column, place) => place > 0 && textOf(column) !== undefined);
}

const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 48 * HALF_HOUR_MS;
/** India is five and a half hours ahead of UTC. */
const dayNumber = (at: string) => Math.floor((Date.parse(at) + 11 * HALF_HOUR_MS) / DAY_MS);

/** Such as `22 Nov 2026` if all moments of the column are of that day; null otherwise. */
export function sharedDay<Row>({ moment }: Column<Row>, rows: readonly Row[]): string | null {
  const moments = moment === undefined ? [] : rows.flatMap((row) => moment(row) ?? []);
  const [first] = moments;
  if (first === undefined) return null;
  const day = dayNumber(first);
  return moments.every((at) => dayNumber(at) === day) ? formatShortDay(first) : null;
}

/**
 * A column with at most this many distinct texts tells the kind of row; each kind may have
 * different buttons.
 */
const FEW_TEXTS = 5;

/**
 * For each column a row with its longest text, and one row of each kind: together they have the
 * width of all rows.
 */
export function findWidest<Row>(columns: Column<Row>[], rows: readonly Row[]): Row[] {
  return [...new Set(columns.flatMap((column) => findWidestOf(column, rows)))];
}

function findWidestOf<Row>(column: Column<Row>, rows: readonly Row[]): Row[] {
  const { moment } = column;
  // Formatted moments have about the same length.
  if (moment !== undefined) return rows.filter((row) => moment(row) !== null).slice(0, 1);
  const read = textOf(column);
  if (read === undefined) return [];
  const texts = new Map(rows.map((row) => [String(read(row)), row]));
  if (texts.size <= FEW_TEXTS) return [...texts.values()];
  let longest = '';
  for (const text of texts.keys()) if (text.length > longest.length) longest = text;
  return rows.filter((row) => row === texts.get(longest));
}
