import { canBeLaidOut } from '@vlabs/contract/text/layout-cost';
import type { Nodes, Parents, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { formulaTree } from './formula-tree.ts';
import { type PrintableText, MAX_WORD, widthOf } from './printable-text.ts';
import { codeLines } from './code-lines.ts';
import type { PrintedNode } from './printed-nodes.ts';

/** Deeper levels become plain text: the compiler limits how deep content may be nested. */
const MAX_LEVELS = 12;
/** Wider tables print as source: their columns would be narrower than a word. */
const MAX_COLUMNS = 10;
/** In letters, what fits beside each other; the space between two columns takes two. */
const ROW_LETTERS = 84;
const MAX_CODE_LINES = 400;
const MAX_ADDRESS = 1000;

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMath);

/** A Markdown text by how the pages lay it out. A text that they refuse prints as it was written. */
export function markdownTree(source: string, printable: PrintableText): PrintedNode[] {
  if (!canBeLaidOut(source)) return asWritten(source, printable);
  return new Tree(source, printable).blocks(parser.parse(source), 0);
}

const asWritten = (source: string, printable: PrintableText): PrintedNode[] => [
  { n: 'code', lines: codeLines(source, printable, MAX_CODE_LINES), numbers: false },
];

class Tree {
  readonly #source: string;
  readonly #printable: PrintableText;
  /** Words that are longer may break; cells of tables are narrow. */
  #maxWord = MAX_WORD;

  constructor(source: string, printable: PrintableText) {
    this.#source = source;
    this.#printable = printable;
  }

  blocks({ children }: Parents | Root, level: number): PrintedNode[] {
    return children.flatMap((child) => this.#block(child, level + 1));
  }

  #block(node: Nodes, level: number): PrintedNode[] {
    if (level > MAX_LEVELS) return [this.#paragraph([this.#text(plainText(node))])];
    switch (node.type) {
      case 'paragraph': {
        const [only] = node.children;
        const isFormula = node.children.length === 1 && only?.type === 'inlineMath';
        if (isFormula && this.#sourceOf(only).startsWith('$$')) {
          return [this.#formula(only.value, true)];
        }
        return [this.#paragraph(this.#inlines(node, level))];
      }
      case 'heading': {
        return [{ n: 'strong paragraph', c: this.#inlines(node, level) }];
      }
      case 'blockquote': {
        return [{ n: 'quote', c: this.blocks(node, level) }];
      }
      case 'list': {
        const start = node.ordered ? (node.start ?? 1) : null;
        const items = node.children.map((item) => [
          ...(typeof item.checked === 'boolean'
            ? [this.#paragraph([item.checked ? '[x]' : '[ ]'])]
            : []),
          ...this.blocks(item, level),
        ]);
        return [{ n: 'list', start, items }];
      }
      case 'code': {
        return [
          {
            n: 'code',
            lines: codeLines(node.value, this.#printable, MAX_CODE_LINES),
            numbers: false,
          },
        ];
      }
      case 'math': {
        return [this.#formula(node.value, true)];
      }
      case 'table': {
        return [this.#table(node, level)];
      }
      case 'thematicBreak': {
        return [{ n: 'rule' }];
      }
      case 'html': {
        return [this.#paragraph([this.#text(node.value)])];
      }
      case 'footnoteDefinition': {
        return [this.#paragraph([this.#text(`[${node.identifier}]`)]), ...this.blocks(node, level)];
      }
      case 'definition': {
        return [];
      }
      default: {
        return [this.#paragraph([this.#inline(node, level)])];
      }
    }
  }

  #paragraph = (c: PrintedNode[]): PrintedNode => ({ n: 'paragraph', c });

  #table(node: Extract<Nodes, { type: 'table' }>, level: number): PrintedNode {
    const columns = node.children[0]?.children.length ?? 0;
    if (columns > MAX_COLUMNS || columns === 0) {
      const { start, end } = node.position ?? {};
      const source = this.#source.slice(start?.offset, end?.offset);
      return {
        n: 'code',
        lines: codeLines(source, this.#printable, MAX_CODE_LINES),
        numbers: false,
      };
    }
    const align = Array.from({ length: columns }, (_, index) => node.align?.[index] ?? 'left');
    this.#maxWord = maxWordIn(node, columns);
    const rows = node.children.map(({ children }) =>
      Array.from({ length: columns }, (_, index) => {
        const cell = children[index];
        return cell ? this.#inlines(cell, level) : [];
      }),
    );
    this.#maxWord = MAX_WORD;
    return { n: 'table', align, shares: null, rowMm: null, rows };
  }

  #sourceOf = ({ position }: Nodes): string =>
    this.#source.slice(position?.start.offset, position?.end.offset);

  #inlines({ children }: Parents, level: number): PrintedNode[] {
    return children.map((child) => this.#inline(child, level + 1));
  }

  #inline(node: Nodes, level: number): PrintedNode {
    if (level > MAX_LEVELS) return this.#text(plainText(node));
    switch (node.type) {
      case 'text':
      case 'html': {
        return this.#text(node.value);
      }
      case 'emphasis':
      case 'strong':
      case 'delete': {
        return { n: node.type, c: this.#inlines(node, level) };
      }
      case 'inlineCode': {
        return { n: 'mono', t: this.#text(node.value) };
      }
      case 'inlineMath': {
        return this.#formula(node.value, false);
      }
      case 'break': {
        return { n: 'line break' };
      }
      case 'link': {
        return this.#link(node.url, this.#inlines(node, level));
      }
      case 'image': {
        return this.#text(`[Picture: ${node.alt === '' || !node.alt ? node.url : node.alt}]`);
      }
      case 'footnoteReference': {
        return this.#text(`[${node.identifier}]`);
      }
      default: {
        return 'children' in node
          ? { n: 'inlines', c: this.#inlines(node, level) }
          : this.#text(plainText(node));
      }
    }
  }

  #formula(source: string, isBlock: boolean): PrintedNode {
    const tree = formulaTree(source, isBlock, this.#printable);
    const alt = this.#printable.of(source);
    if (tree === null) return { n: 'mono', t: alt };
    return { n: 'formula', isBlock, alt, c: tree };
  }

  #link(url: string, c: PrintedNode[]): PrintedNode {
    const isAddress =
      URL.parse(url)?.protocol.match(/^(?:https?|mailto):$/) && url.length <= MAX_ADDRESS;
    if (!isAddress) return { n: 'inlines', c };
    return { n: 'link', address: encodeURI(url.toWellFormed()), c };
  }

  #text = (text: string): string => this.#printable.of(text.replaceAll('\n', ' '), this.#maxWord);
}

/** The characters of a node without its marks, without recursion. */
function plainText(node: Nodes): string {
  let text = '';
  const open: Nodes[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if ('value' in next) text += next.value;
    else if ('alt' in next) text += next.alt ?? '';
    if ('children' in next) open.push(...next.children.toReversed());
  }
  return text;
}

/** The length up to which words of a table need no break for all columns to fit into the page. */
function maxWordIn({ children }: Extract<Nodes, { type: 'table' }>, columns: number): number {
  const longest = Array.from({ length: columns }, (_, at) =>
    children.reduce((most, row) => {
      const cell = row.children[at];
      const words = cell ? plainText(cell).split(/\s/) : [];
      return words.reduce((max, word) => Math.max(max, lettersOf(word)), most);
    }, 0),
  );
  const room = ROW_LETTERS - 2 * columns;
  let max = MAX_WORD;
  const needed = () => longest.reduce((sum, letters) => sum + Math.min(letters, max), 0);
  while (max > 6 && needed() > room) max -= 1;
  return max;
}

const lettersOf = (word: string): number =>
  Array.from(word.slice(0, MAX_WORD)).reduce((sum, character) => sum + widthOf(character), 0);
