import type { RefusalCode } from '@vlabs/contract/http/refusal-codes';
import { PublicError } from '../../../platform/errors.ts';

export const MAX_LIST_BYTES = 20 * 1024 * 1024;

/** The replacement character for truncated text and wrong encodings. */
export const UNREADABLE_CHARACTER = '\uFFFD';

const refuse = (code: RefusalCode, message: string) => new PublicError(400, code, message);

export function tooLargeList(): PublicError {
  const message = `A student list has at most ${MAX_LIST_BYTES / 1024 / 1024} MB. Split it into several files.`;
  return new PublicError(413, 'too_large', message);
}

/** The text of a CSV file in UTF-8 or UTF-16; refuses other files. */
export function readListText(bytes: Uint8Array): string {
  if (bytes.length === 0) throw emptyFile();
  if (beginsWith(bytes, 'd0cf11e0a1b11ae1')) {
    throw refuse(
      'spreadsheet_file',
      'This is an old (.xls) or password-protected Excel file. In Excel choose Save As, "Excel Workbook (.xlsx)" or "CSV UTF-8", and upload that.',
    );
  }
  const text = decode(bytes);
  if (text.includes('\0')) {
    throw refuse('not_text', 'This is neither a .csv nor an .xlsx file. Choose another.');
  }
  if (text.trim() === '') throw emptyFile();
  return text;
}

const emptyFile = () => refuse('empty_file', 'The file is empty. Choose a .csv or .xlsx file.');

/** Excel workbooks are ZIP archives, like other files. */
export const isArchive = (bytes: Uint8Array): boolean => beginsWith(bytes, '504b0304');

function beginsWith(bytes: Uint8Array, start: string): boolean {
  return Buffer.from(bytes.subarray(0, start.length / 2)).toString('hex') === start;
}

function decode(bytes: Uint8Array): string {
  const encoding = bytes.length >= 2 ? findUtf16(bytes) : null;
  // The decoder removes the byte order mark.
  return new TextDecoder(encoding ?? 'utf-8').decode(bytes);
}

/** Detects the encoding from the byte order mark, or from zero bytes between ASCII characters. */
function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 200);
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const max = start.length / 4;
  if (odd > max && even === 0) return 'utf-16le';
  if (even > max && odd === 0) return 'utf-16be';
  return null;
}

/** Windows-1252 characters at 80 to 9F; undefined ones stay. */
const HIGH_LETTERS =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F' +
  '\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178';
const HIGH_BYTES = new Map(Array.from(HIGH_LETTERS, (letter, index) => [letter, 0x80 + index]));

/** Continuation bytes of UTF-8, as Windows-1252 shows them. */
const MORE = `[\u0080-\u00BF${HIGH_LETTERS}]`;
/**
 * A complete UTF-8 sequence as Windows-1252 shows it. Only the first bytes of scripts in class lists count (Latin,
 * Greek, Cyrillic, Hebrew, Arabic, Indic scripts, dashes), because other pairs may be intended.
 */
const GARBLED = new RegExp(
  `[\u00C2-\u00C5\u00CE-\u00D1\u00D7-\u00DB]${MORE}|[\u00E0-\u00E2]${MORE}{2}`,
);

/** Reports whether a text has sequences such as "Ã©" for "é". */
export const isGarbled = (text: string): boolean => GARBLED.test(text);

/** Reverses UTF-8 read as Windows-1252, once or twice; null if that is ambiguous. */
export function repairGarbled(text: string): string | null {
  const once = decodeAgain(text);
  if (once === null || !isGarbled(once)) return once;
  return decodeAgain(once) ?? once;
}

function decodeAgain(text: string): string | null {
  const bytes: number[] = [];
  for (const letter of text) {
    const byte = HIGH_BYTES.get(letter) ?? letter.codePointAt(0) ?? 256;
    if (byte > 255) return null;
    bytes.push(byte);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes),
    );
  } catch {
    return null;
  }
}
