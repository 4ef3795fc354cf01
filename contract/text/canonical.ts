/**
 * Marks that take no space and that people do not see: zero-width spaces, byte order marks, soft hyphens and marks of
 * direction. They come with texts copied from pages and chats.
 */
const UNSEEN =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/gu;

/** Joiners decide how letters of some scripts and emoji look, but mean nothing at the ends of words. */
const LOOSE_JOINERS =
  /(?<![\p{L}\p{M}\p{S}\uFE0F])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{S}])/gu;

/** In composed form (NFC), and otherwise as it is. */
export const composed = (text: string): string => text.normalize('NFC');

export const withoutUnseen = (text: string): string => text.replaceAll(UNSEEN, '');

/** The form in which texts are stored and compared: composed (NFC), without marks that nobody sees. */
export const canonicalText = (text: string): string =>
  withoutUnseen(text).replaceAll(LOOSE_JOINERS, '').normalize('NFC');

/** Also without joiners, which change how a word looks, but not which word it is. */
export const comparableText = (text: string): string =>
  canonicalText(text).replaceAll(/[\u200C\u200D]/gu, '');

/** One line: a name pasted with line breaks or tabs has spaces there. */
export const canonicalLine = (text: string): string =>
  canonicalText(text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' '));

/** The digit 0 of Arabic, Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, Malayalam, and wide. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xff10];

/** Writes the digits of these scripts as 0 to 9. */
export const withPlainDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((each) => code >= each && code <= each + 9);
    return zero === undefined ? digit : String(code - zero);
  });

/** Writes the dashes that stand for a hyphen or a minus as one. */
export const withPlainDashes = (text: string): string =>
  text.replaceAll(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/gu, '-');

/** A roll number as keyboards write it, with the digits 0 to 9 and `-`; `plain_roll_number` does the same in SQL. */
export const plainRollNumber = (typed: string): string =>
  withPlainDashes(withPlainDigits(comparableText(typed)));
