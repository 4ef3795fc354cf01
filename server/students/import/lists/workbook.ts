import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { PublicError } from '../../../platform/errors.ts';
import { type CellDoubt, findSheet } from './sheets.ts';

/** Many times the size of 100,000 students with eleven columns. */
const MAX_UNPACKED_BYTES = 40 * 1024 * 1024;
const MAX_ENTRIES = 2000;
/** The parts of a workbook with cells, and their locations. */
const READ_PART = /^xl\/[\w ./-]{1,200}\.(?:xml|rels)$/i;
const WORKBOOK = 'xl/workbook.xml';
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

function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
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

async function readCells({ parts, place }: { parts: Record<string, Uint8Array>; place: number }) {
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
function withFailuresShown(parts: Record<string, Uint8Array>): Record<string, Uint8Array> {
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
