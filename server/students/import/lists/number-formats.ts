/** A number of a cell as its format shows it, `raw` if the format changes only how it looks, or a doubt. */
export type Shown = { text: string } | { doubt: string } | 'raw';

/** Formats without a code in the file: 0 is General, 1 to 4 have digits, 49 is text. */
const PLAIN_IDS = new Set(['0', '1', '2', '3', '4', '37', '38', '39', '40', '49']);
const DATE_IDS = /^(?:1[4-9]|2[0-2]|2[7-9]|3[0-6]|4[5-7]|5[0-8])$/;
/** Excel keeps so many digits of a number; the others become 0. */
const MAX_DIGITS = 15;

const WITH_DECIMALS = /^(?:#,##)?0(?:\.[0#]{1,30})?$/;

const TOO_LONG =
  'Excel keeps only 15 digits of a number, so the last ones may be lost. Format the column as text and enter the number again.';
const SHOWN_OTHERWISE =
  'Excel shows this number in a format of its own, which cannot be followed here. Check the number.';

/** The formats of the workbook's styles: a code, or the number of a built-in one. */
export function readFormats(styles: string): string[] {
  const codes = new Map<string, string>();
  for (const [tag] of styles.matchAll(/<numFmt\s[^>]{0,2000}>/g)) {
    codes.set(attributeOf(tag, 'numFmtId'), unescapeXml(attributeOf(tag, 'formatCode')));
  }
  const from = styles.indexOf('<cellXfs');
  const section = from < 0 ? '' : styles.slice(from, styles.indexOf('</cellXfs>', from));
  return Array.from(section.matchAll(/<xf\s[^>]{0,2000}>/g), ([tag]) => {
    const id = attributeOf(tag, 'numFmtId') || '0';
    return codes.get(id) ?? `#${id}`;
  });
}

export function attributeOf(tag: string, name: string): string {
  const from = tag.indexOf(` ${name}="`);
  if (from < 0) return '';
  const start = from + name.length + 3;
  const end = tag.indexOf('"', start);
  return end < 0 ? '' : tag.slice(start, end);
}

const entities: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };
export const unescapeXml = (text: string): string =>
  text.replaceAll(/&(quot|apos|lt|gt|amp);/g, (_, name: string) => entities[name] ?? '');

/** Shows a number as Excel does. */
export function showNumber(written: string, format: string): Shown {
  const value = Number(written);
  if (!Number.isFinite(value)) return 'raw';
  if (isDate(format)) return 'raw';
  if (Number.isInteger(value) && Math.abs(value) >= 10 ** MAX_DIGITS) return { doubt: TOO_LONG };
  if (/^#\d+$/.test(format)) {
    return PLAIN_IDS.has(format.slice(1)) ? 'raw' : { doubt: SHOWN_OTHERWISE };
  }
  if (WITH_DECIMALS.test(format)) return 'raw';
  const tokens = splitFormat(format);
  if (tokens === null) return { doubt: SHOWN_OTHERWISE };
  const holders = tokens.filter(({ isDigit }) => isDigit).map(({ text }) => text);
  const isOnlyDigits = tokens.every(({ isDigit, text }) => isDigit || text === '');
  if (holders.length === 0 || (isOnlyDigits && !holders.slice(1).includes('0'))) return 'raw';
  if (!Number.isInteger(value) || value < 0) return { doubt: SHOWN_OTHERWISE };
  return { text: fill(tokens, String(value)) };
}

interface Token {
  text: string;
  isDigit: boolean;
}

/** Digits and texts of a format's part for numbers from 0; null if it has anything else. */
function splitFormat(format: string): Token[] | null {
  if (/^(?:general|@)$/i.test(format)) return [];
  const tokens: Token[] = [];
  const token = /"([^"]*)"|\\(.)|([0#])|([-+/():\s!&~{}=<>])|(\[\$-?[\dA-Fa-f]*\])|(.)/gsy;
  for (const [, quoted, escaped, digit, literal, locale, other] of format.matchAll(token)) {
    if (other === ';') break;
    if (other !== undefined) return null;
    if (locale !== undefined) continue;
    tokens.push({
      text: quoted ?? escaped ?? digit ?? literal ?? '',
      isDigit: digit !== undefined,
    });
  }
  return tokens;
}

/** Fills the places of digits from the right; further digits stand before the first place. */
function fill(tokens: readonly Token[], digits: string): string {
  let left = digits;
  const first = tokens.findIndex(({ isDigit }) => isDigit);
  const parts: string[] = [];
  for (let at = tokens.length - 1; at >= 0; at--) {
    const { text = '', isDigit = false } = tokens[at] ?? {};
    if (!isDigit) {
      parts.push(text);
    } else if (at === first) {
      parts.push(left === '' && text === '0' ? '0' : left);
      left = '';
    } else {
      parts.push(left.slice(-1) || (text === '0' ? '0' : ''));
      left = left.slice(0, -1);
    }
  }
  return parts.toReversed().join('');
}

/** Codes of days and times, outside of texts and colours. */
function isDate(format: string): boolean {
  const id = /^#(\d+)$/.exec(format)?.[1];
  if (id !== undefined) return DATE_IDS.test(id);
  return /[dmyhs]/i.test(
    format.replaceAll(/"[^"]*"|\\.|\[[^[\]]*\]/gs, '').replace(/general/i, ''),
  );
}
