import { emptyFile, notText } from '../reading/file-refusals.ts';

/** Decodes by byte order mark, XML declaration or content; otherwise as Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = findUtf16(bytes) ?? findDeclared(bytes);
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Refuses binary content. Line breaks become those of Unix. */
export function readFileText(bytes: Uint8Array): string {
  if (bytes.length === 0) throw emptyFile();
  const text = decodeText(bytes);
  if (text.includes('\0')) throw notText();
  if (text.trim() === '') throw emptyFile();
  return text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n');
}

/** The encoding in the first line of XML, if it is supported. */
function findDeclared(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^\s{0,99}<\?xml[^>?]*\sencoding\s?=\s?["']([\w.:-]{1,40})["']/.exec(start)?.[1];
  if (declared === undefined || /^utf-?(?:8|16)/i.test(declared)) return null;
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return null;
  }
}

function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0) return 'utf-16le';
  return first === 0 && second === 0x3c ? 'utf-16be' : null;
}
