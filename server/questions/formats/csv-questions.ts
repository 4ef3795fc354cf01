import { CsvError, parse } from 'csv-parse/sync';
import { PublicError } from '../../platform/errors.ts';
import { MAX_ITEMS, tooManyItems } from '../reading/file-refusals.ts';
import { type Found, shorten } from '../reading/plain-question.ts';

const TITLES = /^(?:question(?:title|text)?|title|stem|text)$/;
const OPTION = /^(?:option|choice|answer|opt)?(10|[1-9a-j])$/;
const CORRECT = /^(?:correct|right)?(?:answer|option|choice|ans|key)s?$|^(?:correct|right)$/;
const WRONG = /^(?:incorrect|wrong)(?:answer|option|choice)?\d?$/;
/** Some programs put a title or notes above the headings. */
const MAX_TITLE_LINES = 10;
const TOPICS = /^(?:topic|category|chapter|unit)$/;
const POINTS = /^(?:points?|marks?|score)$/;
const IGNORED = /^(?:no|sno|srno|number|id|questionno|questionnumber)?$/;

interface Columns {
  title: number;
  options: number[];
  /** Several columns if each has one correct answer; none if the first option is the correct one. */
  correct: number[];
  topic: number;
  points: number;
  /** Headings of ignored columns. */
  others: string[];
}

export function isCsv(text: string): boolean {
  const { separator, body } = splitSeparator(text);
  const lines = body.split('\n', MAX_TITLE_LINES).filter((line) => line.length <= 2000);
  return lines.some((line) => line.includes(separator) && hasHeadings(line, separator));
}

function hasHeadings(line: string, separator: string): boolean {
  if (line.split('"').length % 2 === 0) return false;
  return findColumns(readRecords(line, separator)[0] ?? []) !== null;
}

/** Several lines with the same number of cells. */
export function isTable(text: string): boolean {
  const { separator, body } = splitSeparator(text);
  const lines = body.split('\n', MAX_TITLE_LINES).filter((line) => line.trim() !== '');
  const [head = 0, next = 0] = lines.map((line) => line.split(separator).length);
  return head > 4 && next === head;
}

/** Excel reads, and some programs write, the separator in a line of its own. */
function splitSeparator(text: string): { separator: string; body: string } {
  const whole = text.trimStart();
  const separatorLine = /^"?sep=([,;\t|])"?[ \t]*\n/i.exec(whole);
  if (separatorLine)
    return { separator: separatorLine[1] ?? ',', body: whole.slice(separatorLine[0].length) };
  const start = whole.slice(0, 20_000).split('\n', MAX_TITLE_LINES).join('\n');
  return { separator: findSeparator(start), body: whole };
}

/** One question per line below headings: question, option 1 to 4 (or A to D), correct, topic. */
export function readCsv(text: string): {
  found: Found[];
  notes: { item: string; reason: string }[];
} {
  const { separator, body } = splitSeparator(text);
  const records = readRecords(body, separator);
  const head = records.slice(0, MAX_TITLE_LINES).findIndex((cells) => findColumns(cells));
  const columns = findColumns(records[head] ?? []);
  if (!columns) throw missingHeadings(records[0] ?? []);
  const lines = records.slice(head + 1).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  if (lines.length > MAX_ITEMS) throw tooManyItems();
  const notes = columns.others.map((heading) => ({
    item: `Column “${shorten(heading)}”`,
    reason:
      'This column was not imported: it is neither question, option, correct answer, topic nor points.',
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
    const message = 'This CSV file has an unclosed quotation mark. Close it and import again.';
    throw new PublicError(400, 'broken_file', message);
  }
}

const SEPARATORS = [',', ';', '\t', '|'];

/** The one that makes headings or equal lines, since answers may have decimal commas; else the most frequent. */
function findSeparator(start: string): string {
  const lines = start.split('\n').filter((line) => line.trim() !== '' && line.length <= 2000);
  const counts = SEPARATORS.map((mark) => ({ mark, count: start.split(mark).length }));
  const candidates = counts
    .toSorted((one, other) => other.count - one.count)
    .map(({ mark }) => mark);
  const heads = (mark: string) =>
    lines.some((line) => line.includes(mark) && hasHeadings(line, mark));
  return (
    candidates.find(heads) ?? candidates.find((mark) => isEven(lines, mark)) ?? candidates[0] ?? ','
  );
}

/** The first lines have the same number of cells. */
function isEven(lines: readonly string[], separator: string): boolean {
  const [head = 0, ...others] = lines.map((line) => line.split(separator).length);
  return head > 4 && others.length > 0 && others.every((count) => count === head);
}

function findColumns(headings: readonly string[]): Columns | null {
  const names = headings.map(plainHeading);
  const find = (pattern: RegExp) => names.findIndex((name) => pattern.test(name));
  const list = (pattern: RegExp) =>
    names.flatMap((name, place) => (pattern.test(name) ? [place] : []));
  const correct = find(CORRECT);
  const wrong = list(WRONG);
  const letters = list(/^[a-j]$/);
  const answers = list(/^answer\d$/);
  const numbered = names
    .flatMap((name, place) => {
      const label = OPTION.exec(name)?.[1];
      return label === undefined
        ? []
        : [{ place, order: label === '10' ? 10 : Number.parseInt(label, 36) }];
    })
    .toSorted((one, other) => one.order - other.order)
    .map(({ place }) => place);
  let columns = { options: numbered, correct: [correct] };
  if (correct >= 0 && wrong.length > 0) columns = { options: [correct, ...wrong], correct: [] };
  // Moodle letters the options, and numbers the correct answers.
  else if (correct < 0 && letters.length > 1) columns = { options: letters, correct: answers };
  const title = find(TITLES);
  const isKnown = columns.correct.every((place) => place >= 0) && columns.options.length > 1;
  if (title < 0 || !isKnown || (wrong.length === 0 && columns.correct.length === 0)) return null;
  const topic = find(TOPICS);
  const points = find(POINTS);
  const known = new Set([title, topic, points, ...columns.correct, ...columns.options]);
  const others = headings.filter(
    (_, place) => !known.has(place) && !IGNORED.test(names[place] ?? ''),
  );
  return { title, ...columns, topic, points, others };
}

/** Kahoot adds the maximum text length to each heading. */
const plainHeading = (heading: string): string =>
  heading
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/max\d{1,4}characters$/, '')
    .replace(/chooseatleastone$/, '');

function readLine(cells: readonly string[], columns: Columns): Found {
  const cell = (place: number) => (cells[place] ?? '').trim();
  const title = cell(columns.title);
  const texts = columns.options.map(cell);
  // Questions with fewer options leave the last columns empty.
  while (texts.length > 2 && texts.at(-1) === '') texts.pop();
  const named = columns.correct.map(cell).filter((answer) => answer !== '');
  const right = columns.correct.length === 0 ? [0] : findNamedOptions(named.join(', '), texts);
  if (typeof right === 'string') return { title, reason: right };
  const options = texts.map((text, place) => ({ text, isRight: right.includes(place) }));
  const topic = columns.topic < 0 ? null : cell(columns.topic);
  // Spreadsheets write decimal commas where the language has them.
  const points = cell(columns.points).replace(/^(\d{1,9}),(\d{1,9})$/, '$1.$2');
  return { title, options, topic, points, isPlain: true, leftOut: [] };
}

const SEVERAL = /^(?:10|[1-9a-j])(?:\s*(?:[,;&/+]|and)\s*(?:10|[1-9a-j]))+$/i;

/** The options that an answer names: one by letter, number or text, or several as `A, C`; or why it names none. */
export function findNamedOptions(
  answer: string,
  options: readonly string[],
): readonly number[] | string {
  const found = findNamedOption(answer, options);
  if (typeof found === 'number') return [found];
  if (!SEVERAL.test(answer.trim())) return found;
  // Few, however long the answer is: each looks through all options.
  const labels = new Set(answer.toLowerCase().match(/(?<![a-z\d])(?:10|[1-9a-j])(?![a-z\d])/g));
  const places = [...labels].map((label) => findNamedOption(label, options));
  const wrong = places.find((place) => typeof place === 'string');
  return wrong ?? places.filter((place) => typeof place === 'number');
}

/** The option that an answer names by letter, number or text, or why it names none. */
function findNamedOption(answer: string, options: readonly string[]): number | string {
  const named = answer.trim();
  const place = options.findIndex((text) => text.trim().toLowerCase() === named.toLowerCase());
  const label = /^(?:option\s*)?\(?(10|[1-9a-j])[).]?$/i.exec(named)?.[1]?.toLowerCase();
  if (label !== undefined) {
    const labelled = /\d/.test(label) ? Number(label) - 1 : label.charCodeAt(0) - 97;
    if (labelled < options.length && (place < 0 || place === labelled)) return labelled;
    if (labelled < options.length) {
      return `Its answer ${named} is ambiguous: it names one option and is the text of another.`;
    }
    return place < 0 ? `Its answer ${named} isn’t one of its options.` : place;
  }
  if (named !== '' && place >= 0) return place;
  if (named === '') return 'None of its options is marked as correct.';
  return 'Its answer isn’t one of its options.';
}

function missingHeadings(seen: readonly string[]): PublicError {
  const named = seen.slice(0, 8).map((heading) => `“${shorten(heading.slice(0, 30))}”`);
  const message = `The first line of this CSV file must name its columns: question, option 1 to option 4, correct. It has ${named.join(', ')}.`;
  return new PublicError(400, 'missing_headings', message);
}
