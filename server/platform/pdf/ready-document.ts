import { codeLines } from './code-lines.ts';
import { markdownTree } from './markdown-tree.ts';
import { type PrintableText, widthOf } from './printable-text.ts';
import type { Block, PrintedDocument, PrintedOption } from './printed-document.ts';
import type { PrintedNode } from './printed-nodes.ts';

/** Options with longer texts take a line each. */
const MAX_SHORT_OPTION = 32;
/** In letters of usual width; longer names would meet in the line above each page. */
const MAX_LEFT = 66;
const MAX_RIGHT = 32;
const MAX_FOOTER = 84;
/** In letters, what fits into a line of a heading, of fields, and of all columns of a table. */
const HEADING_WORD = 45;
const FIELD_WORD = 75;
const LOOK_WORD: Record<string, number> = { large: 45, title: 28 };
const TABLE_WORD = 72;
/** A column that is as wide as its content gets no more. */
const MAX_COLUMN_WORD = 20;

/** Lines of programs that fit into a third of a page. More are not worth measuring. */
const MAX_KEPT_LINES = 30;

/** Blocks whose texts are laid out. */
type TextBlock = 'heading' | 'text' | 'markdown' | 'code' | 'options' | 'fields' | 'table';

/** Headings and titles may not be empty. */
const NOTHING = '–';

/** A document as the template reads it. */
export interface ReadyDocument {
  title: string;
  header: { left: string; right: string };
  footer: string;
  hasBindingMargin: boolean;
  date: [number, number, number];
  content: PrintedNode[];
}

/** Makes the texts of documents printable. Statements that documents share are read once. */
export class DocumentReader {
  readonly #printable: PrintableText;
  readonly #trees = new Map<string, PrintedNode[]>();

  constructor(printable: PrintableText) {
    this.#printable = printable;
  }

  /** Throws away the texts read so far if there are many. */
  forget(): void {
    if (this.#trees.size > 1000) this.#trees.clear();
  }

  read(document: PrintedDocument): ReadyDocument {
    const { header, at, hasBindingMargin } = document;
    return {
      title: this.#line(document.title, 200) || NOTHING,
      header: {
        left: this.#line(header.left, MAX_LEFT),
        right: this.#line(header.right, MAX_RIGHT),
      },
      footer: this.#line(document.footer, MAX_FOOTER),
      hasBindingMargin,
      date: [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()],
      content: this.#blocks(document.blocks),
    };
  }

  #blocks = (blocks: Block[]): PrintedNode[] => blocks.flatMap((block) => this.#block(block));

  #block(block: Block): PrintedNode[] {
    switch (block.block) {
      case 'heading': {
        const { level, aside = '', anchor = null } = block;
        const text = this.#printable.of(block.text, HEADING_WORD);
        return [
          {
            n: 'heading',
            level,
            text: text === '' ? NOTHING : text,
            aside: this.#printable.of(aside, MAX_COLUMN_WORD),
            anchor,
          },
        ];
      }
      case 'text': {
        const { look = 'plain' } = block;
        const text = this.#printable.of(block.text, LOOK_WORD[look]);
        return [{ n: 'text', look, text }];
      }
      case 'markdown': {
        return this.#markdown(block.text);
      }
      case 'code': {
        const lines = codeLines(block.text, this.#printable, block.maxLines);
        return [{ n: 'code', lines, numbers: block.hasLineNumbers }];
      }
      case 'options': {
        return [this.#options(block.options)];
      }
      case 'fields': {
        const { columns = 1 } = block;
        const fields = block.fields.map(([name, value]): [string, string] => [
          this.#printable.of(name, MAX_COLUMN_WORD),
          this.#printable.of(value, FIELD_WORD / columns - 5),
        ]);
        return [{ n: 'fields', fields, columns }];
      }
      case 'table': {
        const { columns, rowMm = null } = block;
        const align = columns.map((column) => column.align ?? 'left');
        const shares = columns.map(({ share }) => share);
        const head = columns.map(({ title }) => title);
        const widths = wordsOf(shares);
        const rows = [head, ...block.rows].map((row) =>
          row.map((cell, at) => [this.#printable.of(cell, widths[at])]),
        );
        return [{ n: 'table', align, shares, rows, rowMm }];
      }
      default: {
        return [this.#layout(block)];
      }
    }
  }

  /** Blocks that arrange others, or are to be filled in. */
  #layout(block: Exclude<Block, { block: TextBlock }>): PrintedNode {
    const of = (text: string): string => this.#printable.of(text);
    switch (block.block) {
      case 'contents': {
        const align = block.columns.map((column) => column.align ?? 'left');
        const shares = block.columns.map(({ share }) => share);
        const head = block.columns.map(({ title }) => of(title));
        const rows = block.rows.map(({ cells, anchor }) => ({ cells: cells.map(of), anchor }));
        return { n: 'contents', align, shares, head, rows };
      }
      case 'signatures': {
        return { n: 'signatures', titles: block.titles.map(of) };
      }
      case 'keep': {
        const c = this.#blocks(block.blocks);
        return { n: 'keep', isLong: linesOf(c) > MAX_KEPT_LINES, c };
      }
      case 'center': {
        return { n: 'center', c: this.#blocks(block.blocks) };
      }
      case 'numbered': {
        const c = this.#blocks(block.blocks);
        return { n: 'numbered', number: of(block.number), aside: of(block.aside), c };
      }
      case 'boxed letter': {
        const c = this.#blocks(block.blocks);
        return { n: 'boxed letter', letter: of(block.letter), c };
      }
      case 'boxes': {
        return { n: 'boxes', label: of(block.label), count: block.count };
      }
      case 'circles': {
        return { n: 'circles', rows: block.rows };
      }
      case 'lines': {
        return { n: 'lines', count: block.count };
      }
      case 'space': {
        return { n: 'space', mm: block.mm };
      }
      default: {
        return { n: block.block };
      }
    }
  }

  #options(options: PrintedOption[]): PrintedNode {
    return {
      n: 'options',
      isShort: options.every(({ text, remark = '' }) => isShort(text) && remark.length < 30),
      options: options.map(({ letter, text, remark = '', isFramed = false }) => ({
        letter,
        remark: this.#printable.of(remark),
        isFramed,
        c: this.#markdown(text),
      })),
    };
  }

  #markdown(text: string): PrintedNode[] {
    const known = this.#trees.get(text);
    if (known) return known;
    const tree = markdownTree(text, this.#printable);
    this.#trees.set(text, tree);
    return tree;
  }

  #line(text: string, max: number): string {
    const line = this.#printable.ofCode(text.replaceAll(/\s+/g, ' ').slice(0, 4 * max));
    let width = 0;
    let shown = '';
    for (const character of line) {
      width += widthOf(character);
      if (width > max) return `${shown}…`;
      shown += character;
    }
    return shown;
  }
}

const isShort = (text: string) => text.length <= MAX_SHORT_OPTION && !/[\n`$!]/.test(text);

/** The longest word of each column. */
function wordsOf(shares: readonly (number | null)[]): number[] {
  const auto = shares.filter((share) => share === null).length;
  const own = Math.min(MAX_COLUMN_WORD, TABLE_WORD / shares.length);
  const whole = shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  const left = TABLE_WORD - auto * Math.min(own, 12);
  return shares.map((share) => Math.max(6, share === null ? own : (left * share) / whole));
}

const linesOf = (nodes: readonly PrintedNode[]): number =>
  nodes.reduce((sum, node) => {
    if (typeof node === 'string') return sum;
    if (node.n === 'code') return sum + node.lines.length;
    return sum + (node.n === 'numbered' ? linesOf(node.c) : 0);
  }, 0);
