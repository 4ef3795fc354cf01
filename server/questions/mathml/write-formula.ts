import { BARS, CLOSING, DELIMITERS, ENCLOSING, LARGE, OPENING, OVER, UNDER } from './signs.ts';
import {
  type FormulaElement,
  NotHeld,
  wordsOf,
  writeIdentifier,
  writeNumber,
  writeOperator,
  writeSign,
  writeText,
} from './write-token.ts';

export type { FormulaElement };

/** The formula size that pages render. */
const MAX_LENGTH = 2000;
const MAX_LEVELS = 30;

/**
 * Converts MathML to TeX that renders the same. Null if any part has no TeX form, or it is larger than the pages
 * render.
 */
export function writeFormula({ children }: FormulaElement): string | null {
  try {
    const tex = writeRow(children).replaceAll(/ {2,}/g, ' ').trim();
    return tex !== '' && tex.length <= MAX_LENGTH && countLevels(tex) <= MAX_LEVELS ? tex : null;
  } catch (error) {
    if (error instanceof NotHeld) return null;
    throw error;
  }
}

function countLevels(tex: string): number {
  let levels = 0;
  let max = 0;
  for (const sign of tex) {
    if (sign === '{' || sign === '[') levels += 1;
    if (sign === '}' || sign === ']') levels -= 1;
    max = Math.max(max, levels);
  }
  return max;
}

const WRITERS: Record<string, (element: FormulaElement) => string> = {
  mi: writeIdentifier,
  mn: writeNumber,
  mo: writeOperator,
  mtext: writeText,
  mspace: writeSpace,
  mrow: ({ children }) => writeRow(children),
  mstyle: ({ children }) => writeRow(children),
  mpadded: ({ children }) => writeRow(children),
  mphantom: ({ children }) => `\\phantom{${writeRow(children)}}`,
  semantics: ({ children }) => writeAll(children.slice(0, firstElement(children) + 1)),
  mfrac: writeFraction,
  msqrt: ({ children }) => `\\sqrt{${writeRow(children)}}`,
  mroot: (element) => {
    const [radicand = '', index = ''] = writeParts(element, 2);
    return `\\sqrt[{${index}}]{${radicand}}`;
  },
  msub: (element) => writeScripts(element, '_'),
  msup: (element) => writeScripts(element, '^'),
  msubsup: (element) => writeScripts(element, '_', '^'),
  munder: (element) => writeAround(element, 'under'),
  mover: (element) => writeAround(element, 'over'),
  munderover: (element) => writeAround(element, 'under', 'over'),
  mfenced: writeFenced,
  menclose: writeEnclosed,
  mtable: writeTable,
  none: () => '',
};

function write(element: FormulaElement): string {
  const writer = Object.hasOwn(WRITERS, element.name) ? WRITERS[element.name] : undefined;
  if (!writer) throw new NotHeld();
  return writer(element);
}

/** Between elements only white space is allowed. */
function elementsOf(children: FormulaElement['children']): FormulaElement[] {
  return children.flatMap((child) => {
    if (typeof child !== 'string') return [child];
    if (child.trim() !== '') throw new NotHeld();
    return [];
  });
}

const firstElement = (children: FormulaElement['children']): number =>
  children.findIndex((child) => typeof child !== 'string');

const writeAll = (children: FormulaElement['children']): string =>
  elementsOf(children).map(write).join(' ');

/** Exactly this many parts, each as a group. */
function partsOf({ children }: FormulaElement, count: number): FormulaElement[] {
  const parts = elementsOf(children);
  if (parts.length !== count) throw new NotHeld();
  return parts;
}

const writeParts = (element: FormulaElement, count: number): string[] =>
  partsOf(element, count).map(write);

interface Fence {
  opening: string;
  written: string[];
  isTall: boolean;
}

/** Brackets grow with their content. */
function writeRow(children: FormulaElement['children']): string {
  const elements = elementsOf(children);
  const fences: Fence[] = [{ opening: '', written: [], isTall: false }];
  const put = (written: string, isTall: boolean) => {
    const fence = fences.at(-1);
    fence?.written.push(written);
    if (fence) fence.isTall ||= isTall;
  };
  const end = (closing: string | null) => {
    const { opening = '', written = [], isTall = false } = fences.pop() ?? {};
    const inner = written.join(' ');
    if (isTall) put(`\\left${opening} ${inner} \\right${closing ?? '.'}`, true);
    else put(`${opening}${inner}${closing ?? ''}`, false);
  };
  for (let place = 0; place < elements.length; place += 1) {
    const element = elements[place];
    if (!element) continue;
    const sign = signOf(element);
    const between = findBetweenBars(elements, place);
    if (between) {
      const bar = BARS[sign] ?? '';
      put(`\\left${bar} ${write(between)} \\right${bar}`, true);
      place += 2;
    } else if (Object.hasOwn(OPENING, sign)) {
      fences.push({ opening: OPENING[sign] ?? '', written: [], isTall: false });
    } else if (Object.hasOwn(CLOSING, sign) && fences.length > 1) end(CLOSING[sign] ?? '');
    else put(write(element), isTall(element));
  }
  while (fences.length > 1) end(null);
  return fences[0]?.written.join(' ') ?? '';
}

const signOf = (element: FormulaElement | undefined): string =>
  element?.name === 'mo' ? wordsOf(element) : '';

/** Tall content with the same bar on both sides. */
function findBetweenBars(elements: readonly FormulaElement[], place: number) {
  const sign = signOf(elements[place]);
  const [, between, last] = elements.slice(place, place + 3);
  const isPair = Object.hasOwn(BARS, sign) && between && signOf(last) === sign;
  return isPair && isTall(between) ? between : null;
}

const TALL = new Set(['mfrac', 'mtable', 'munder', 'munderover', 'mroot', 'msqrt']);
const isTall = ({ name, children }: FormulaElement): boolean =>
  TALL.has(name) || children.some((child) => typeof child !== 'string' && isTall(child));

function writeSpace(element: FormulaElement): string {
  if (element.attribute('linebreak') === 'newline') throw new NotHeld();
  return '\\;';
}

function writeFraction(element: FormulaElement): string {
  const [above = '', below = ''] = writeParts(element, 2);
  const hasLine = !/^0(?:\.0*)?(?:[a-z%]{0,2})$/.test(element.attribute('linethickness') ?? '');
  return hasLine ? `\\frac{${above}}{${below}}` : `\\genfrac{}{}{0pt}{}{${above}}{${below}}`;
}

/** Single characters and named operators take scripts directly, everything else as a group. */
function writeBase(element: FormulaElement): string {
  const written = write(element).trim();
  const isSingle = Array.from(written).length === 1 || /^\\[a-zA-Z]+$/.test(written);
  return isSingle || /^\\operatorname\{\p{L}+\}$/u.test(written) ? written : `{${written}}`;
}

function writeScripts(element: FormulaElement, ...signs: ('_' | '^')[]): string {
  const [base, ...scripts] = partsOf(element, signs.length + 1);
  const written = scripts.map((script, place) => `${signs[place]}{${writeScript(script)}}`);
  return (base ? writeBase(base) : '') + written.join('');
}

/** Primes in an exponent are already raised. */
function writeScript(element: FormulaElement): string {
  const sign = signOf(element);
  return /^['′]{1,3}$/.test(sign) ? '\\prime '.repeat(sign.length).trim() : write(element);
}

function writeAround(element: FormulaElement, ...sides: ('under' | 'over')[]): string {
  const [base, ...parts] = partsOf(element, sides.length + 1);
  if (!base) throw new NotHeld();
  const written = write(base).trim();
  if (LARGE.test(written)) {
    const scripts = parts.map((part, place) => {
      const sign = sides[place] === 'under' ? '_' : '^';
      return `${sign}{${write(part)}}`;
    });
    return written + scripts.join('');
  }
  return parts.reduce((inner, part, place) => writeSide(inner, part, sides[place]), written);
}

function writeSide(inner: string, part: FormulaElement, side: 'under' | 'over' | undefined) {
  const sign = signOf(part);
  const marks = side === 'under' ? UNDER : OVER;
  const mark = Object.hasOwn(marks, sign) ? marks[sign] : undefined;
  if (!mark) return `\\${side}set{${write(part)}}{${inner}}`;
  return `\\${Array.from(inner).length === 1 ? mark[0] : mark[1]}{${inner}}`;
}

function delimiterOf(sign: string): string {
  if (!Object.hasOwn(DELIMITERS, sign)) throw new NotHeld();
  return DELIMITERS[sign] ?? '';
}

function writeFenced(element: FormulaElement): string {
  const of = (name: string, otherwise: string) => (element.attribute(name) ?? otherwise).trim();
  const [opening, closing] = [delimiterOf(of('open', '(')), delimiterOf(of('close', ')'))];
  const separators = Array.from(of('separators', ',').replaceAll(/\s/g, ''), writeSign);
  const parts = elementsOf(element.children).map((part, place) => {
    const separator = separators[place - 1] ?? separators.at(-1) ?? '';
    return place === 0 ? write(part) : `${separator} ${write(part)}`;
  });
  const inner = parts.join(' ');
  if (isTall(element)) return `\\left${opening} ${inner} \\right${closing}`;
  return `${opening === '.' ? '' : opening} ${inner} ${closing === '.' ? '' : closing}`.trim();
}

function writeEnclosed(element: FormulaElement): string {
  const notation = element.attribute('notation')?.trim() ?? '';
  const command = Object.hasOwn(ENCLOSING, notation) ? ENCLOSING[notation] : undefined;
  if (command === undefined) throw new NotHeld();
  return `\\${command}{${writeRow(element.children)}}`;
}

function writeTable({ children }: FormulaElement): string {
  const rows = elementsOf(children).map((row) => {
    if (row.name !== 'mtr') throw new NotHeld();
    return elementsOf(row.children)
      .map((cell) => {
        if (cell.name !== 'mtd') throw new NotHeld();
        return writeRow(cell.children);
      })
      .join(' & ');
  });
  return `\\begin{matrix} ${rows.join(' \\\\ ')} \\end{matrix}`;
}
