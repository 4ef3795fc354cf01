const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  bull: '•',
  middot: '·',
  times: '×',
  divide: '÷',
  plusmn: '±',
  minus: '−',
  deg: '°',
  le: '≤',
  ge: '≥',
  ne: '≠',
  asymp: '≈',
  infin: '∞',
  radic: '√',
  sum: '∑',
  larr: '←',
  rarr: '→',
  harr: '↔',
  and: '∧',
  or: '∨',
  isin: '∈',
  cup: '∪',
  cap: '∩',
  sup2: '²',
  sup3: '³',
  frac12: '½',
  micro: 'µ',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  theta: 'θ',
  lambda: 'λ',
  mu: 'μ',
  pi: 'π',
  sigma: 'σ',
  omega: 'ω',
  Sigma: 'Σ',
  Omega: 'Ω',
  Theta: 'Θ',
  copy: '©',
  reg: '®',
  euro: '€',
  eacute: 'é',
};

/** Characters written by number, or by a name that XML or web pages know; others stay as they are. */
export function decodeCharacters(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]\w{1,9}));/g,
    (whole, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
      const code = Number.parseInt(decimal ?? hexadecimal ?? '', decimal === undefined ? 16 : 10);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

const WRITTEN: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const encodeCharacters = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => WRITTEN[character] ?? character);
