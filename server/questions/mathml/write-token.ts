/** Content without an equivalent TeX form. */
export class NotHeld extends Error {
  override name = 'NotHeld';
}

export interface FormulaElement {
  /** Without a prefix, in lower case. */
  name: string;
  /** Null if it does not exist. */
  attribute: (name: string) => string | null;
  children: (FormulaElement | string)[];
}

/** The words of a text-only element, separated by single spaces. */
export const wordsOf = (element: FormulaElement): string =>
  withoutBreaks(textIn(element)).replaceAll(/^ | $/g, '');

function textIn({ children }: FormulaElement): string {
  const text = children.map((child) => {
    if (typeof child !== 'string') throw new NotHeld();
    return child;
  });
  return text.join('').normalize('NFC');
}

const withoutBreaks = (text: string): string => text.replaceAll(/[ \t\r\n]+/g, ' ');

/** Escaped for formulas; bars are commands, since a bar would end a table cell. */
const IN_FORMULA: Record<string, string> = {
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '#': '\\#',
  '&': '\\&',
  _: '\\_',
  '\\': '\\backslash ',
  '|': '\\vert ',
  '‖': '\\Vert ',
  '^': '\\text{\\textasciicircum}',
  '~': '\\text{\\textasciitilde}',
  "'": '{}^{\\prime}',
  '′': '{}^{\\prime}',
  '`': '\\text{`}',
};
const IN_TEXT: Record<string, string> = {
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '#': '\\#',
  '&': '\\&',
  _: '\\_',
  '\\': '\\textbackslash{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '|': '\\textbar{}',
};
/** Invisible operators: function application, multiplication and the like. */
const INVISIBLE = /[\u2061-\u2064\u200B\u00A0 ]/g;

/** Other characters stand for themselves; a dollar sign would end the formula. */
export function writeSign(sign: string): string {
  if (Object.hasOwn(IN_FORMULA, sign)) return IN_FORMULA[sign] ?? '';
  if (sign === '$' || !/^[\p{L}\p{N}\p{S}\p{P}]$/u.test(sign)) throw new NotHeld();
  return sign;
}

function writeWords(words: string): string {
  const spaced = words.replaceAll('\u00A0', ' ');
  if (spaced.includes('$') || /[^\p{L}\p{M}\p{N}\p{S}\p{P} ]/u.test(spaced)) throw new NotHeld();
  return spaced.replaceAll(/[{}%#&_\\^~|]/g, (sign) => IN_TEXT[sign] ?? '');
}

/** Characters that only formulas have are outside of words. */
const OUTSIDE = /((?![<>=+|~^`$])[\p{S}\u2100-\u214F⟦⟧⦃⦄‼])/u;

function writeTextAs(command: string, words: string): string {
  const parts = words.split(OUTSIDE).filter((part) => part !== '');
  return parts
    .map((part) => (OUTSIDE.test(part) ? writeSign(part) : `\\${command}{${writeWords(part)}}`))
    .join('');
}

const VARIANTS: Record<string, string> = {
  normal: 'mathrm',
  bold: 'mathbf',
  italic: 'mathit',
  'bold-italic': 'boldsymbol',
  'double-struck': 'mathbb',
  script: 'mathscr',
  fraktur: 'mathfrak',
  'sans-serif': 'mathsf',
  monospace: 'mathtt',
};

/** In the requested style, which has Latin letters and digits. */
function inVariant(element: FormulaElement, words: string, written: string): string {
  const variant = element.attribute('mathvariant') ?? '';
  const isPlain = /^[A-Za-z0-9\p{Script=Greek}]+$/u.test(words);
  if (variant === '' || (variant === 'normal' && (words.length > 1 || !isPlain))) return written;
  const command = Object.hasOwn(VARIANTS, variant) ? VARIANTS[variant] : undefined;
  if (command === undefined || !isPlain) throw new NotHeld();
  return `\\${command}{${words}}`;
}

/** One-letter names are italic, longer ones upright. */
export function writeIdentifier(element: FormulaElement): string {
  const words = wordsOf(element).replaceAll(INVISIBLE, '');
  if (words === '') return '';
  if (Array.from(words).length === 1) return inVariant(element, words, writeSign(words));
  const isName = /^\p{L}+$/u.test(words);
  return inVariant(
    element,
    words,
    isName ? `\\operatorname{${words}}` : writeTextAs('text', words),
  );
}

export function writeNumber(element: FormulaElement): string {
  const words = wordsOf(element);
  if (/^[-+−]?[\d.,\u00A0 ]+$/.test(words)) {
    const written = words.replaceAll(',', '{,}').replaceAll(/[\u00A0 ]/g, '\\,');
    return inVariant(element, words, written);
  }
  return words === '' ? '' : inVariant(element, words, writeTextAs('text', words));
}

export function writeOperator(element: FormulaElement): string {
  const words = wordsOf(element).replaceAll(INVISIBLE, '');
  const signs = Array.from(words);
  if (signs.length < 2) return words === '' ? '' : writeSign(words);
  if (/^\p{L}+$/u.test(words)) return `\\operatorname{${words}}`;
  return `\\mathrel{${signs.map(writeSign).join('')}}`;
}

const TEXT_COMMANDS: Record<string, string> = {
  '': 'text',
  normal: 'text',
  bold: 'textbf',
  italic: 'textit',
};

export function writeText(element: FormulaElement): string {
  const text = textIn(element);
  // A trailing space separates words, unless it is only layout.
  const words = text.includes('\n') ? wordsOf(element) : withoutBreaks(text);
  if (words === '' || words === ' ') return '';
  if (/^\u00A0+$/.test(words)) return '\\;';
  const variant = element.attribute('mathvariant') ?? '';
  const command = Object.hasOwn(TEXT_COMMANDS, variant) ? TEXT_COMMANDS[variant] : undefined;
  if (command === undefined) throw new NotHeld();
  return writeTextAs(command, words);
}
