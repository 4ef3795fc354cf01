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
