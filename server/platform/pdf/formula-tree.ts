import { XMLParser } from 'fast-xml-parser';
import { renderToString } from 'katex';
import { z } from 'zod';
import type { PrintableText } from './printable-text.ts';
import type { FormulaNode } from './printed-nodes.ts';

/** As on the pages; longer or deeper formulas print as source. */
const MAX_LENGTH = 2000;
const MAX_LEVELS = 24;

/** An element of MathML, by how the parser keeps the order of children. */
const Element = z.record(z.string(), z.unknown());
type Element = z.infer<typeof Element>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
});

/** A part of a formula that has no printed form. */
class Unprintable extends Error {}

/** A TeX formula as KaTeX reads it; null if it is invalid or has a part that has no printed form. */
export function formulaTree(
  source: string,
  isBlock: boolean,
  printable: PrintableText,
): FormulaNode[] | null {
  if (source.length > MAX_LENGTH) return null;
  try {
    const markup = renderToString(source, {
      displayMode: isBlock,
      output: 'mathml',
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
    });
    const [span] = z.array(Element).parse(parser.parse(markup));
    const [semantics] = childrenOf(childrenOf(span)[0]);
    const [content] = childrenOf(semantics);
    return content ? new Formula(printable).nodes([content], 0) : [];
  } catch {
    return null;
  }
}

const nameOf = (element: Element): string => Object.keys(element).find((key) => key !== ':@') ?? '';

function childrenOf(element: Element | undefined): Element[] {
  const children = element?.[nameOf(element)];
  return Array.isArray(children) ? children.filter((child) => nameOf(child) !== '#text') : [];
}

function attributeOf(element: Element, name: string): string {
  const attributes = element[':@'];
  const value =
    typeof attributes === 'object' && attributes !== null ? Reflect.get(attributes, name) : '';
  return typeof value === 'string' ? value : '';
}

function textOf(element: Element): string {
  const children = element[nameOf(element)];
  if (!Array.isArray(children)) return '';
  return children.map((child) => String(child['#text'] ?? '')).join('');
}

const styles: Partial<Record<string, string>> = {
  normal: 'upright',
  bold: 'bold',
  italic: 'italic',
  'bold-italic': 'bold italic',
  'double-struck': 'bb',
  script: 'cal',
  fraktur: 'frak',
  'sans-serif': 'sans',
  monospace: 'mono',
};

const isOneSymbol = (text: string): boolean => /^.?$/su.test(text);
const isDecoration = (mark: string) => mark === '‾' || mark === '\u00AF' || mark === '_';

class Formula {
  readonly #printable: PrintableText;

  constructor(printable: PrintableText) {
    this.#printable = printable;
  }

  nodes(elements: readonly Element[], level: number): FormulaNode[] {
    if (level > MAX_LEVELS) throw new Unprintable();
    return elements.map((element) => this.#node(element, level + 1));
  }

  #part(element: Element | undefined, level: number): FormulaNode[] {
    return element ? this.nodes([element], level) : [];
  }

  #node(element: Element, level: number): FormulaNode {
    const children = childrenOf(element);
    const [first, second, third] = children;
    switch (nameOf(element)) {
      case 'mrow':
      case 'mstyle':
      case 'mpadded': {
        return this.#row(children, level);
      }
      case 'mi': {
        return this.#letters(element, children, level);
      }
      case 'mo': {
        return this.#operator(element, children, level);
      }
      case 'mn': {
        return this.#styled(element, { f: 'number', t: this.#text(element) });
      }
      case 'mtext': {
        return this.#styled(element, { f: 'text', t: this.#text(element) });
      }
      case 'mspace': {
        return { f: 'space', em: readEm(attributeOf(element, 'width')) };
      }
      case 'mfrac': {
        const isBinomial = attributeOf(element, 'linethickness').startsWith('0');
        const [over, under] = [this.#part(first, level), this.#part(second, level)];
        return { f: isBinomial ? 'binomial' : 'fraction', over, under };
      }
      case 'msqrt': {
        return { f: 'root', index: null, c: this.nodes(children, level) };
      }
      case 'mroot': {
        return { f: 'root', index: this.#part(second, level), c: this.#part(first, level) };
      }
      case 'msub':
      case 'munder': {
        return this.#scripts(element, [first, undefined, second], level);
      }
      case 'msup':
      case 'mover': {
        return this.#scripts(element, [first, second, undefined], level);
      }
      case 'msubsup':
      case 'munderover': {
        return this.#scripts(element, [first, third, second], level);
      }
      case 'mtable': {
        return this.#table(element, children, level);
      }
      default: {
        throw new Unprintable();
      }
    }
  }

  #row(children: Element[], level: number): FormulaNode {
    const first = children[0];
    const isFenced = first !== undefined && attributeOf(first, 'fence') === 'true';
    return { f: isFenced ? 'fenced' : 'row', c: this.nodes(children, level) };
  }

  #letters(element: Element, children: Element[], level: number): FormulaNode {
    // KaTeX nests elements in letters and operators.
    if (children.length > 0) return { f: 'row', c: this.nodes(children, level) };
    const text = this.#text(element);
    if (!isOneSymbol(text)) return { f: 'operator', t: text };
    return this.#styled(element, text);
  }

  #operator(element: Element, children: Element[], level: number): FormulaNode {
    if (children.length > 0) return { f: 'row', c: this.nodes(children, level) };
    const text = textOf(element).replaceAll(/[\u2061-\u2064]/g, '');
    if (text === '') return { f: 'space', em: textOf(element) === '' ? 0 : 0.17 };
    const shown = text === '∣' ? '|' : this.#printable.ofSymbols(text);
    return isOneSymbol(shown) ? shown : { f: 'operator', t: shown };
  }

  #styled(element: Element, content: FormulaNode): FormulaNode {
    const variant = attributeOf(element, 'mathvariant');
    const style = styles[variant];
    if (variant !== '' && !style) throw new Unprintable();
    return style ? { f: 'styled', style, c: [content] } : content;
  }

  #scripts(
    element: Element,
    [base, top, bottom]: [Element | undefined, Element | undefined, Element | undefined],
    level: number,
  ): FormulaNode {
    const body = this.#part(base, level);
    const isLimits = nameOf(element).startsWith('mu') || nameOf(element) === 'mover';
    const only = top ?? bottom;
    const mark = only && nameOf(only) === 'mo' ? textOf(only) : '';
    if (isLimits && !(top && bottom) && mark !== '') {
      if (isDecoration(mark)) return { f: 'line', base: body, isOver: top !== undefined };
      if (attributeOf(element, 'accent') === 'true') return { f: 'accent', base: body, mark };
    }
    const [over, under] = [top, bottom].map((one) => (one ? this.#part(one, level) : null));
    return { f: 'scripts', base: body, top: over ?? null, bottom: under ?? null, isLimits };
  }

  #table(element: Element, rows: Element[], level: number): FormulaNode {
    // A numbered equation is a table as wide as the page.
    if (attributeOf(element, 'width') !== '') throw new Unprintable();
    const cells = rows.map((row) =>
      childrenOf(row).map((cell) => this.nodes(childrenOf(cell), level + 1)),
    );
    const count = Math.max(0, ...cells.map((row) => row.length));
    const aligned = attributeOf(element, 'columnalign').split(' ');
    const align = Array.from({ length: count }, (_, index) => aligned[index] || 'center');
    return { f: 'rows', align, rows: cells };
  }

  #text = (element: Element): string => this.#printable.ofSymbols(textOf(element));
}

function readEm(width: string): number {
  const em = /^(-?[\d.]+)em$/.exec(width)?.[1];
  const length = em === undefined ? 0 : Number(em);
  return Number.isFinite(length) ? Math.min(Math.max(length, -2), 8) : 0;
}
