import type { RefusalCode } from '@vlabs/contract/refusal-codes';
import { PublicError } from '../../../platform/errors.ts';

export const MAX_LIST_BYTES = 20 * 1024 * 1024;

/** The replacement character for truncated text and wrong encodings. */
export const UNREADABLE_CHARACTER = '\uFFFD';

const refuse = (code: RefusalCode, message: string) => new PublicError(400, code, message);

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
