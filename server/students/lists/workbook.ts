import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { PublicError } from '../../platform/errors.ts';

/** Many times what 100,000 students with eleven columns take. */
const MAX_UNPACKED_BYTES = 40 * 1024 * 1024;
const MAX_ENTRIES = 2000;
/** The parts of a workbook that hold its cells, and where they are. */
const READ_PART = /^xl\/[\w ./-]{1,200}\.(?:xml|rels)$/i;
const WORKBOOK = 'xl/workbook.xml';
/** As the reader of sheets writes a number that it was not told how to read. */
const LONG_NUMBER = /^\d(?:\.\d+)?E\+?\d+$/i;

export interface WorkbookRow {
  /** As the spreadsheet numbers it, from 1. */
  line: number;
  cells: string[];
}

/** The rows of the first sheet of an .xlsx workbook. Refuses what is none, and what grows too large. */
export async function readWorkbook(bytes: Uint8Array): Promise<WorkbookRow[]> {
  const parts = unpack(bytes);
  if (!(WORKBOOK in parts)) throw notAWorkbook();
  const rows = await readFirstSheet(parts);
  return rows.map((cells, index) => ({ line: index + 1, cells: cells.map(toText) }));
}

function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  let entries = 0;
  let unpackedBytes = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        entries += 1;
        // The unpacker makes room for just so much, whatever the packed bytes turn into; what is not
        // packed is taken as long as it says.
        unpackedBytes += Math.max(size, originalSize);
        if (entries > MAX_ENTRIES || unpackedBytes > MAX_UNPACKED_BYTES) throw tooLarge();
        return READ_PART.test(name);
      },
    });
  } catch (error) {
    throw error instanceof PublicError ? error : notAWorkbook();
  }
}

async function readFirstSheet(parts: Record<string, Uint8Array>) {
  // What is handed on is as large as it says: it is packed anew, without any pressing together.
  const packed = zipSync(withFailuresShown(parts), { level: 0 });
  try {
    return await readSheet(new Blob([new Uint8Array(packed)]), 1, {
      trim: false,
      // A telephone number as a number may lose digits.
      parseNumber: (text) => text,
    });
  } catch {
    throw notAWorkbook();
  }
}

const FAILED = 't="e"';

/** The reader leaves cells out in which a formula failed: as texts they are told. */
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
  if (typeof value === 'string') return LONG_NUMBER.test(value) ? writeOut(value) : value;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    return value.toISOString().slice(0, 10);
  }
  return '';
}

/** All digits, where a number still has them. */
function writeOut(text: string): string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? String(value) : text;
}

function tooLarge(): PublicError {
  const message =
    'This workbook grows larger than 40 MB when it is opened. Save the list alone as "CSV UTF-8" and upload that.';
  return new PublicError(413, 'too_large', message);
}

function notAWorkbook(): PublicError {
  const message =
    'This cannot be read as an Excel workbook (.xlsx). Open it in Excel, choose Save As, "Excel Workbook (.xlsx)" or "CSV UTF-8", and upload that.';
  return new PublicError(400, 'spreadsheet_file', message);
}
