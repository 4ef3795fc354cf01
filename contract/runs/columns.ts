const NO_COLUMN = /^(?:[\p{Mn}\p{Me}\u1160-\u11ff\ud7b0-\ud7ff]|(?!\u00ad)\p{Cf})$/u;
/** East Asian letters and signs, and emoji. Of a flag, each of the two letters takes one column. */
const TWO_COLUMNS = new RegExp(
  [
    '^(?:(?![\\u{1f1e6}-\\u{1f1ff}])\\p{Emoji_Presentation}',
    '|[\\u1100-\\u115f\\u2329\\u232a\\u2e80-\\u303e\\u3041-\\ua4cf\\ua960-\\ua97f\\uac00-\\ud7a3]',
    '|[\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6f\\uff01-\\uff60\\uffe0-\\uffe6]',
    '|[\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2ff}\\u{1f200}-\\u{1f265}])$',
  ].join(''),
  'u',
);
/** The code points with mixed columns; the planes above have ideographs, tags and private characters. */
const MIXED = 0x20000;
const IDEOGRAPHS_END = 0x40000;
const PRIVATE_START = 0xf0000;
/** The columns found so far, plus one, by code point: the expressions are slow. */
const known = new Uint8Array(MIXED);

/** The columns that a terminal and GCC give a code point, as C's `wcwidth` does for printable ones. */
export function columnsOf(codePoint: number): 0 | 1 | 2 {
  if (codePoint >= PRIVATE_START) return 1;
  if (codePoint >= MIXED) return codePoint < IDEOGRAPHS_END ? 2 : 0;
  if (known[codePoint] === 0) known[codePoint] = 1 + findColumns(String.fromCodePoint(codePoint));
  const columns = (known[codePoint] ?? 0) - 1;
  return columns === 0 || columns === 2 ? columns : 1;
}

function findColumns(character: string): 0 | 1 | 2 {
  if (NO_COLUMN.test(character)) return 0;
  return TWO_COLUMNS.test(character) ? 2 : 1;
}
