import { writePlainly } from './compare-numbers.ts';
import { type Cell, parseTables, type ResultTable } from './result-tables.ts';

/** Longer rows are cut in sentences. */
const SHOWN_CHARACTERS = 200;

/**
 * Says in a sentence how the tables of an output first differ from the expected ones; null if they agree. Columns
 * agree by place and by name, whatever the case of its letters. Numbers agree by value. Takes linear time.
 * @param isOrdered the rows must have the expected order
 */
export function findRowDifference(
  output: string,
  expected: string,
  isOrdered: boolean,
): string | null {
  const [printed, wanted] = [parseTables(output), parseTables(expected)];
  if (printed.length !== wanted.length)
    return countSentence(printed.length, wanted.length, 'table');
  for (const [index, table] of wanted.entries()) {
    const given = printed[index];
    const difference =
      given && (compareColumns(given, table) ?? compareRows(given, table, isOrdered));
    if (difference) return wanted.length === 1 ? difference : `Table ${index + 1}: ${difference}`;
  }
  return null;
}

const countOf = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

const countSentence = (printed: number, wanted: number, word: string) =>
  `There ${printed === 1 ? 'is' : 'are'} ${countOf(printed, word)} instead of ${wanted}.`;

function compareColumns({ columns }: ResultTable, wanted: ResultTable): string | null {
  if (columns.length !== wanted.columns.length)
    return countSentence(columns.length, wanted.columns.length, 'column');
  for (const [index, name] of wanted.columns.entries()) {
    const given = columns[index] ?? '';
    if (given.toLowerCase() !== name.toLowerCase())
      return `Column ${index + 1} is named ${shorten(given)} instead of ${shorten(name)}.`;
  }
  return null;
}

function compareRows(given: ResultTable, wanted: ResultTable, isOrdered: boolean): string | null {
  const printed = given.rows.map(keyOf);
  const expected = wanted.rows.map(keyOf);
  const counts = new Map<string, number>();
  for (const key of printed) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const [index, key] of expected.entries()) {
    const count = counts.get(key) ?? 0;
    if (count === 0) return `This row is missing: ${writeRow(wanted.rows[index])}`;
    counts.set(key, count - 1);
  }
  const extra = printed.findIndex((key) => counts.get(key) !== 0);
  if (extra !== -1) return `This row does not belong there: ${writeRow(given.rows[extra])}`;
  const moved = isOrdered ? expected.findIndex((key, index) => key !== printed[index]) : -1;
  if (moved === -1) return null;
  return `The rows are in another order: row ${moved + 1} should be ${writeRow(wanted.rows[moved])}`;
}

/** Equal for rows that agree. */
const keyOf = (row: readonly Cell[]) =>
  JSON.stringify(row.map((cell) => (cell === null ? null : (writePlainly(cell) ?? cell))));

function shorten(text: string): string {
  const shown = text === '' ? '""' : text;
  return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
}

const writeRow = (row: readonly Cell[] = []) =>
  shorten(row.map((cell) => (cell === null ? 'NULL' : cell === '' ? '""' : cell)).join(', '));
