/** The letters that Windows-1252 has at 80 to 9F; what it has none for stands as it is. */
const HIGH_LETTERS =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F' +
  '\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178';
const HIGH_BYTES = new Map(Array.from(HIGH_LETTERS, (letter, index) => [letter, 0x80 + index]));

/** What the second byte of a letter in UTF-8 looks like, and those after it. */
const MORE = `[\u0080-\u00BF${HIGH_LETTERS}]`;
/**
 * A whole letter of UTF-8 as Windows-1252 shows it. Only first bytes of the scripts that class lists
 * are in count (Latin, Greek, Cyrillic, Hebrew, Arabic, those of India, dashes): other pairs may be meant.
 */
const GARBLED = new RegExp(
  `[\u00C2-\u00C5\u00CE-\u00D1\u00D7-\u00DB]${MORE}|[\u00E0-\u00E2]${MORE}{2}`,
);

/** Whether letters stand in it as "Ã©" stands for "é". */
export const isGarbled = (text: string): boolean => GARBLED.test(text);

/** The text as it was before UTF-8 was taken for Windows-1252, once or twice; null where that is not certain. */
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
