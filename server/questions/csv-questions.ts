import { CsvError, parse } from 'csv-parse/sync';
import { PublicError } from '../platform/errors.ts';
import { MOST_ITEMS, tooManyItems } from './file-refusals.ts';
import { type Found, shorten } from './plain-question.ts';

const TITLES = /^(?:question(?:title|text)?|title|stem|text)$/;
const OPTION = /^(?:option|choice|answer|opt)?([1-8a-h])$/;
const CORRECT = /^(?:correct|right)?(?:answer|option|choice|ans|key)$|^(?:correct|right)$/;
const TOPICS = /^(?:topic|category|chapter|unit)$/;
const IGNORED = /^(?:no|sno|srno|number|id|questionno|questionnumber)?$/;

interface Columns {
  title: number;
  options: number[];
  correct: number;
  topic: number;
  /** Headings of what is not taken along. */
  others: string[];
}

export function isCsv(text: string): boolean {
  const line = text.trimStart().split('\n', 1)[0] ?? '';
  if (line.length > 2000) return false;
  const [head = []] = readRecords(line, findSeparator(line));
  return findColumns(head) !== null;
}

/** One question a line under headings: question, option 1 to 4 (or A to D), correct, topic. */
export function readCsv(text: string): {
  found: Found[];
  notes: { item: string; reason: string }[];
} {
  const body = text.trimStart();
  const records = readRecords(body, findSeparator(body.split('\n', 1)[0] ?? ''));
  const columns = findColumns(records[0] ?? []);
  if (!columns) throw missingHeadings();
  const lines = records.slice(1).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  if (lines.length > MOST_ITEMS) throw tooManyItems();
  const notes = columns.others.map((heading) => ({
    item: `Column “${shorten(heading)}”`,
    reason: 'This column is left out: it is neither question, option, correct answer nor topic.',
  }));
  return { found: lines.map((cells) => readLine(cells, columns)), notes };
}

function readRecords(text: string, separator: string): string[][] {
  try {
    return parse(text, {
      delimiter: separator,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      record_delimiter: ['\n'],
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = 'A quotation mark of this CSV file is never closed. Close it and import again.';
    throw new PublicError(400, 'broken_file', message);
  }
}

function findSeparator(line: string): string {
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: line.split(mark).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.mark ?? ',';
}

function findColumns(headings: readonly string[]): Columns | null {
  const names = headings.map((heading) => heading.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  const find = (pattern: RegExp) => names.findIndex((name) => pattern.test(name));
  const options = names
    .flatMap((name, place) => {
      const label = OPTION.exec(name)?.[1];
      return label === undefined ? [] : [{ place, order: Number.parseInt(label, 36) }];
    })
    .toSorted((one, other) => one.order - other.order)
    .map(({ place }) => place);
  const columns = { title: find(TITLES), options, correct: find(CORRECT), topic: find(TOPICS) };
  if (columns.title < 0 || columns.correct < 0 || options.length < 2) return null;
  const known = new Set([columns.title, columns.correct, columns.topic, ...options]);
  const others = headings.filter((_, place) => {
    return !known.has(place) && !IGNORED.test(names[place] ?? '');
  });
  return { ...columns, others };
}

function readLine(cells: readonly string[], columns: Columns): Found {
  const cell = (place: number) => (cells[place] ?? '').trim();
  const title = cell(columns.title);
  const texts = columns.options.map(cell);
  // A list with room for five options leaves the last ones empty.
  while (texts.length > 4 && texts.at(-1) === '') texts.pop();
  const right = findNamedOption(cell(columns.correct), texts);
  if (typeof right === 'string') return { title, reason: right };
  const options = texts.map((text, place) => ({ text, isRight: place === right }));
  return { title, options, topic: columns.topic < 0 ? null : cell(columns.topic), leftOut: [] };
}

/** The place of the option that an answer names by letter, number or text, or why it names none. */
export function findNamedOption(answer: string, options: readonly string[]): number | string {
  const named = answer.trim();
  const label = /^(?:option\s*)?\(?([1-8a-h])[).]?$/i.exec(named)?.[1]?.toLowerCase();
  if (label !== undefined) {
    const place = /\d/.test(label) ? Number(label) - 1 : label.charCodeAt(0) - 97;
    return place < options.length ? place : `Its answer ${named} is none of its options.`;
  }
  const place = options.findIndex((text) => text.trim() === named);
  if (named !== '' && place >= 0) return place;
  if (/^[1-8a-h](?:\s*(?:[,;&/+]|and)\s*[1-8a-h])+$/i.test(named)) {
    return 'It takes several right answers; a question here has exactly one.';
  }
  if (named === '') return 'None of its options is marked as right.';
  return 'Its answer is none of its options.';
}

function missingHeadings(): PublicError {
  const message =
    'The first line of this CSV file must name its columns: question, option 1 to option 4, correct.';
  return new PublicError(400, 'missing_headings', message);
}
