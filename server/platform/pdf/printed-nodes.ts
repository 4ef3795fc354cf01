import type { CodeLine } from './code-lines.ts';

/** The content of a document as the template reads it from JSON. A string is text. */
export type PrintedNode =
  | string
  | {
      n: 'paragraph' | 'strong paragraph' | 'quote' | 'inlines' | 'emphasis' | 'strong' | 'delete';
      c: PrintedNode[];
    }
  | { n: 'list'; start: number | null; items: PrintedNode[][] }
  | { n: 'code'; lines: CodeLine[]; numbers: boolean }
  | {
      n: 'table';
      align: string[];
      shares: (number | null)[] | null;
      rows: PrintedNode[][][];
      rowMm: number | null;
    }
  | { n: 'rule' | 'line break' | 'rest of page' | 'new page' }
  | { n: 'mono'; t: string }
  | { n: 'link'; address: string; c: PrintedNode[] }
  | { n: 'formula'; isBlock: boolean; alt: string; c: FormulaNode[] }
  | { n: 'heading'; level: number; text: string; aside: string; anchor: string | null }
  | { n: 'text'; look: string; text: string }
  | {
      n: 'options';
      options: { letter: string; remark: string; isFramed: boolean; c: PrintedNode[] }[];
      isShort: boolean;
    }
  | { n: 'fields'; fields: [string, string][]; columns: number }
  | {
      n: 'contents';
      align: string[];
      shares: (number | null)[];
      head: string[];
      rows: { cells: string[]; anchor: string }[];
    }
  | { n: 'signatures'; titles: string[] }
  | { n: 'lines'; count: number }
  | { n: 'boxes'; label: string; count: number }
  | { n: 'circles'; rows: { label: string; letters: string[] }[] }
  | { n: 'keep'; isLong: boolean; c: PrintedNode[] }
  | { n: 'center'; c: PrintedNode[] }
  | { n: 'numbered'; number: string; aside: string; c: PrintedNode[] }
  | { n: 'boxed letter'; letter: string; c: PrintedNode[] }
  | { n: 'space'; mm: number };

/** A part of a formula. A string is one symbol. */
export type FormulaNode =
  | string
  | { f: 'row'; c: FormulaNode[] }
  | { f: 'text' | 'number' | 'operator'; t: string }
  | { f: 'styled'; style: string; c: FormulaNode[] }
  | { f: 'fraction' | 'binomial'; over: FormulaNode[]; under: FormulaNode[] }
  | {
      f: 'scripts';
      base: FormulaNode[];
      top: FormulaNode[] | null;
      bottom: FormulaNode[] | null;
      isLimits: boolean;
    }
  | { f: 'accent'; base: FormulaNode[]; mark: string }
  | { f: 'line'; base: FormulaNode[]; isOver: boolean }
  | { f: 'root'; index: FormulaNode[] | null; c: FormulaNode[] }
  | { f: 'fenced'; c: FormulaNode[] }
  | { f: 'space'; em: number }
  | { f: 'rows'; align: string[]; rows: FormulaNode[][][] };
