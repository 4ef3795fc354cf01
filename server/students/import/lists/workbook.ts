import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { PublicError } from '../../../platform/errors.ts';
import { attributeOf, readFormats, showNumber, unescapeXml } from './number-formats.ts';

type Parts = Record<string, Uint8Array>;

/** Many times the size of 100,000 students with eleven columns. */
const MAX_UNPACKED_BYTES = 40 * 1024 * 1024;
const MAX_ENTRIES = 2000;
/** The parts of a workbook with cells, and their locations. */
const READ_PART = /^xl\/[\w ./-]{1,200}\.(?:xml|rels)$/i;
const WORKBOOK = 'xl/workbook.xml';
/** As many as a list has lines. */
const MAX_MERGED = 100_000;
/** The number format of the sheet reader by default. */
const LONG_NUMBER = /^\d(?:\.\d+)?E\+?\d+$/i;

export interface WorkbookRow {
  /** The spreadsheet's line number, from 1. */
  line: number;
  cells: string[];
  /** The columns with a day or a time, from 0. */
  dates: number[];
}

export interface Workbook {
  rows: WorkbookRow[];
  /** What concerns the whole workbook; empty if nothing does. */
  said: string;
  doubts: CellDoubt[];
}

/**
 * The rows of the first sheet that Excel shows, as it shows them. Refuses other files than .xlsx and those that unpack
 * too large.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const parts = unpack(bytes);
  if (!(WORKBOOK in parts)) throw notAWorkbook();
  const { said, doubts, ...sheet } = findSheet(withFailuresShown(parts));
  const rows = (await readCells(sheet)).map((cells, index) => ({
    line: index + 1,
    cells: cells.map(toText),
    dates: cells.flatMap((cell, column) => (isDay(cell) ? [column] : [])),
  }));
  return { rows, said, doubts };
}

function unpack(bytes: Uint8Array): Parts {
  let entries = 0;
  let unpackedBytes = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        entries += 1;
        // The unpacker allocates the declared size, whatever the data expands to.
        // Stored entries have exactly their declared size.
        unpackedBytes += Math.max(size, originalSize);
        if (entries > MAX_ENTRIES || unpackedBytes > MAX_UNPACKED_BYTES) throw tooLarge();
        return READ_PART.test(name);
      },
    });
  } catch (error) {
    throw error instanceof PublicError ? error : notAWorkbook();
  }
}

async function readCells({ parts, place }: { parts: Parts; place: number }) {
  // The sheet is packed again without compression, so that its size is known.
  const packed = zipSync(parts, { level: 0 });
  try {
    return await readSheet(new Blob([new Uint8Array(packed)]), place, {
      trim: false,
      // A phone number stored as a number may lose digits.
      parseNumber: (text) => (LONG_NUMBER.test(text) ? writeOut(text) : text),
    });
  } catch {
    throw notAWorkbook();
  }
}

const FAILED = 't="e"';

/** The reader omits cells with failed formulas; read as text they are reported. */
function withFailuresShown(parts: Parts): Parts {
  return Object.fromEntries(
    Object.entries(parts).map(([name, bytes]) => {
      const isSheet = name.startsWith('xl/worksheets/') && Buffer.from(bytes).includes(FAILED);
      return [name, isSheet ? showFailures(bytes) : bytes];
    }),
  );
}

function showFailures(sheet: Uint8Array): Uint8Array {
  const [start = '', ...cells] = new TextDecoder().decode(sheet).split('<c ');
  const shown = cells.map((cell) => {
    const end = cell.indexOf('>');
    return cell.slice(0, end).replace(FAILED, 't="str"') + cell.slice(end);
  });
  return new TextEncoder().encode([start, ...shown].join('<c '));
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return isDay(value) ? writeDay(value) : '';
}

const isDay = (value: unknown): value is Date =>
  value instanceof Date && !Number.isNaN(value.getTime());

/** A day, a time, or both. Excel counts times alone from the day before 1900. */
function writeDay(moment: Date): string {
  const [day = '', time = ''] = moment.toISOString().split('T');
  const shown = time.slice(0, time.startsWith('00:00:00', 0) || time.slice(6, 8) === '00' ? 5 : 8);
  if (day <= '1900-01-01') return shown;
  return time.startsWith('00:00:00') ? day : `${day} ${shown}`;
}

/** All digits, if the number still has them. */
function writeOut(text: string): string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? String(value) : text;
}

interface Sheet {
  /** Its place in the workbook, from 1. */
  place: number;
  /** What concerns the whole workbook; empty if nothing does. */
  said: string;
  doubts: CellDoubt[];
  parts: Parts;
}

/** Something that an admin has to look at; without a column it concerns the line. */
interface CellDoubt {
  line: number;
  /** From 0. */
  column: number | null;
  message: string;
}

const textOf = (parts: Parts, name: string) =>
  new TextDecoder().decode(parts[name] ?? new Uint8Array());

/** The first sheet that Excel shows, with its numbers written as Excel shows them. */
function findSheet(parts: Parts): Sheet {
  const sheets = [...textOf(parts, WORKBOOK).matchAll(/<(?:\w{1,20}:)?sheet\s[^>]{0,2000}>/g)].map(
    ([tag]) => ({
      name: unescapeXml(attributeOf(tag, 'name')),
      relation: attributeOf(tag, 'r:id'),
      isHidden: /hidden$/i.test(attributeOf(tag, 'state')),
    }),
  );
  const at = Math.max(
    0,
    sheets.findIndex(({ isHidden }) => !isHidden),
  );
  const sheet = sheets[at];
  const name = findPart(parts, sheet?.relation ?? '');
  const doubts: CellDoubt[] = [];
  const said =
    at === 0
      ? ''
      : `The first sheet of this workbook is hidden. The sheet “${sheet?.name ?? ''}” was read, the first that Excel shows.`;
  const place = at + 1;
  if (name === null) return { place, said, doubts, parts };
  const written = textOf(parts, name);
  const shown = withShownNumbers(written, readFormats(textOf(parts, 'xl/styles.xml')), doubts);
  doubts.push(...listMerged(written));
  return { place, said, doubts, parts: { ...parts, [name]: new TextEncoder().encode(shown) } };
}

function findPart(parts: Parts, relation: string): string | null {
  const relations = textOf(parts, 'xl/_rels/workbook.xml.rels');
  for (const [tag] of relations.matchAll(/<Relationship\s[^>]{0,2000}>/g)) {
    if (relation === '' || attributeOf(tag, 'Id') !== relation) continue;
    const target = attributeOf(tag, 'Target').replace(/^\/(?:xl\/)?/, '');
    const name = `xl/${target}`;
    return name in parts ? name : null;
  }
  return null;
}

/** Numbers become the texts that their formats show; what cannot be followed is a doubt. */
function withShownNumbers(sheet: string, formats: readonly string[], doubts: CellDoubt[]): string {
  const [start = '', ...cells] = sheet.split('<c ');
  const shown = cells.map((cell) => {
    const end = cell.indexOf('>');
    const tag = ` ${cell.slice(0, end)}`;
    const type = attributeOf(tag, 't');
    if (type !== '' && type !== 'n') return cell;
    const value = /<v>([^<]{1,40})<\/v>/.exec(cell);
    if (!value) return cell;
    const found = showNumber(value[1] ?? '', formats[Number(attributeOf(tag, 's'))] ?? '#0');
    if (found === 'raw') return cell;
    const place = placeOf(attributeOf(tag, 'r'));
    if ('doubt' in found) {
      if (place) doubts.push({ ...place, message: found.doubt });
      return cell;
    }
    const rest = cell.slice(end).replace(value[0], `<v>${escapeXml(found.text)}</v>`);
    return `${cell.slice(0, end).replace(/(^|\s)t="n"/, '')} t="str"${rest}`;
  });
  return [start, ...shown].join('<c ');
}

/** Cells below the first of merged ones are empty, though Excel shows the value over all of them. */
function listMerged(sheet: string): CellDoubt[] {
  const doubts: CellDoubt[] = [];
  for (const [, from = '', to = ''] of sheet.matchAll(
    /<mergeCell\s[^>]{0,200}?ref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"/g,
  )) {
    const [first, last] = [placeOf(from), placeOf(to)];
    if (!first || !last) continue;
    for (let line = first.line; line <= last.line && doubts.length < MAX_MERGED; line++) {
      const message = `The cells ${from} to ${to} are merged: only the first has the value, the others are empty. Take them apart and fill in each.`;
      doubts.push({ line, column: line === first.line ? first.column : null, message });
    }
  }
  return doubts;
}

/** `B12`: line 12, column 1. */
function placeOf(address: string): { line: number; column: number } | null {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(address) ?? [];
  if (digits === '') return null;
  const column = Array.from(letters, (letter) => letter.charCodeAt(0) - 64).reduce(
    (sum, letter) => sum * 26 + letter,
    0,
  );
  return { line: Number(digits), column: column - 1 };
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function tooLarge(): PublicError {
  const message =
    'This workbook expands to more than 40 MB. Save only the list as "CSV UTF-8" and upload that.';
  return new PublicError(413, 'too_large', message);
}

function notAWorkbook(): PublicError {
  const message =
    'This isn’t a readable Excel workbook (.xlsx). Open it in Excel, choose Save As, "Excel Workbook (.xlsx)" or "CSV UTF-8", and upload that.';
  return new PublicError(400, 'spreadsheet_file', message);
}
