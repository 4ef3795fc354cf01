import { emptyFile, notText } from './file-refusals.ts';

/** Text in UTF-8 or UTF-16, told by its byte order mark or by its zero bytes; else in Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = findUtf16(bytes);
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Refuses what is no text at all. Line ends are those of Unix. */
export function readFileText(bytes: Uint8Array): string {
  if (bytes.length === 0) throw emptyFile();
  const text = decodeText(bytes);
  if (text.includes('\0')) throw notText();
  if (text.trim() === '') throw emptyFile();
  return text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n');
}

function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0) return 'utf-16le';
  return first === 0 && second === 0x3c ? 'utf-16be' : null;
}
