import type { Markup } from './markup.ts';
import { readHtml } from './markup.ts';
import { writeWords } from './markdown-text.ts';

const BLOCKS = new Set(
  'p div section article h1 h2 h3 h4 h5 h6 blockquote table dl dt dd ul ol hr prompt itembody rubricblock'.split(
    ' ',
  ),
);
const HIDDEN = new Set(['script', 'style', 'head', 'title', 'template']);
const PICTURES = new Set(
  'img picture video audio object iframe embed svg canvas applet math mmultiscripts'.split(' '),
);
const MARKS: Record<string, string> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  del: '~~',
  s: '~~',
};
const CODE = new Set(['code', 'tt', 'kbd', 'samp', 'var']);

type Opened = Extract<Markup, { kind: 'open' }>;

export interface Converted {
  text: string;
  /** It shows what no text can: a picture, a film, a formula drawn by other means. */
  hasPicture: boolean;
}

export const convertHtml = (html: string): Converted => convertMarkup(readHtml(html));

/** Markdown that reads as the formatted text does. */
export function convertMarkup(markup: Iterable<Markup>): Converted {
  const writer = new MarkdownWriter();
  for (const part of markup) {
    if (part.kind === 'text') writer.text(part.text);
    else if (part.kind === 'open') writer.open(part);
    else writer.close(part.name);
  }
  return writer.finish();
}

class MarkdownWriter {
  #text = '';
  /** White space before the next text. */
  #gap = '';
  /** Marks of emphasis that wait for their text, since none may begin with a space. */
  #waiting: string[] = [];
  #hidden = 0;
  #lists: { ordered: boolean; items: number; first: number }[] = [];
  /** Where an open link leads; an empty one leads nowhere. */
  #link = '';
  #code: { kind: 'span' | 'block' | 'source'; text: string; language: string } | null = null;
  #rows = 0;
  #cells = 0;
  #hasPicture = false;

  open({ name, className, href, start }: Opened): void {
    if (HIDDEN.has(name)) this.#hidden += 1;
    if (PICTURES.has(name)) this.#hasPicture = true;
    if (this.#code) this.#openInCode(name, className);
    else if (name === 'pre') this.#openBlock(className);
    else if (CODE.has(name)) this.#code = { kind: 'span', text: '', language: '' };
    else if (name === 'br') this.#gap = this.#cells > 0 ? ' ' : '  \n';
    else if (name === 'li') this.#openItem();
    else if (name === 'tr') this.#openRow();
    else if (name === 'td' || name === 'th') this.#cells += 1;
    else if (name === 'sub' || name === 'sup') this.#put(name === 'sub' ? '$_{' : '$^{');
    else if (Object.hasOwn(MARKS, name)) this.#waiting.push(MARKS[name] ?? '');
    else if (name === 'a') this.#openLink(href);
    else if (BLOCKS.has(name)) this.#block();
    if (name === 'ul' || name === 'ol') this.#openList(name === 'ol', start);
    if (name === 'table') this.#rows = 0;
  }

  close(name: string): void {
    if (HIDDEN.has(name)) this.#hidden = Math.max(0, this.#hidden - 1);
    if (this.#code) this.#closeInCode(name);
    else if (name === 'td' || name === 'th') this.#put(' |');
    else if (name === 'tr') this.#closeRow();
    else if (name === 'sub' || name === 'sup') this.#put('}$');
    else if (Object.hasOwn(MARKS, name)) this.#closeMark(MARKS[name] ?? '');
    else if (name === 'a') this.#closeLink();
    else if (BLOCKS.has(name)) this.#block();
    if (name === 'ul' || name === 'ol') this.#lists.pop();
  }

  text(text: string): void {
    if (this.#hidden > 0) return;
    if (this.#code) {
      this.#code.text += text;
      return;
    }
    const words = text.replaceAll(/[ \t\r\n\u00A0]+/g, ' ');
    if (words.startsWith(' ')) this.#space();
    const inner = words.trim();
    if (inner === '') return;
    const written = writeWords(inner, this.#isAtLineStart());
    this.#putSpan(written);
    if (words.endsWith(' ')) this.#space();
  }

  finish(): Converted {
    if (this.#code) this.#endCode();
    return { text: this.#text.trim(), hasPicture: this.#hasPicture };
  }

  #isAtLineStart(): boolean {
    return this.#waiting.length === 0 && (this.#text === '' || this.#gap.includes('\n'));
  }

  #space(): void {
    if (this.#gap === '') this.#gap = ' ';
  }

  #block(): void {
    this.#gap = this.#lists.length > 0 || this.#cells > 0 ? this.#gap || ' ' : '\n\n';
  }

  #put(text: string): void {
    const isSpaced = this.#gap === ' ' && this.#text.endsWith(' ');
    if (this.#text !== '' && !isSpaced) this.#text += this.#gap;
    this.#gap = '';
    this.#text += this.#waiting.join('') + text;
    this.#waiting = [];
  }

  /** A bar in a cell would end it. */
  #putSpan(written: string): void {
    this.#put(this.#cells > 0 ? written.replaceAll('|', '\\|') : written);
  }

  #closeMark(mark: string): void {
    // Marks around nothing are left out.
    if (this.#waiting.length > 0) this.#waiting.pop();
    else this.#text += mark;
  }

  #openItem(): void {
    const list = this.#lists.at(-1);
    const indent = '   '.repeat(Math.max(0, this.#lists.length - 1));
    if (list) list.items += 1;
    this.#gap = this.#text.endsWith('\n') || this.#text === '' ? '' : '\n';
    if (this.#lists.length <= 1 && list?.items === 1) this.#gap = '\n\n';
    this.#put(`${indent}${list?.ordered === true ? `${list.first + list.items - 1}.` : '-'} `);
  }

  #openList(ordered: boolean, start: string): void {
    const first = start === '' ? 1 : Number(start.slice(0, 6)) || 0;
    this.#lists.push({ ordered, items: 0, first });
  }

  /** Only an address of the web is one that a student may follow. */
  #openLink(href: string): void {
    if (this.#link !== '' || !/^(?:https?:\/\/|mailto:)[^\s<>\\]+$/i.test(href)) return;
    this.#link = href;
    this.#waiting.push('[');
  }

  #closeLink(): void {
    if (this.#link === '') return;
    this.#closeMark(`](<${this.#link}>)`);
    this.#link = '';
  }

  #openRow(): void {
    this.#gap = this.#rows === 0 ? '\n\n' : '\n';
    this.#cells = 0;
    this.#put('| ');
  }

  #closeRow(): void {
    this.#rows += 1;
    if (this.#rows === 1) this.#text += `\n|${' --- |'.repeat(Math.min(this.#cells, 50))}`;
    this.#cells = 0;
    this.#gap = '\n';
  }

  #openBlock(className: string): void {
    const isSource = /(?:^|\s)markdown(?:\s|$)/.test(className);
    this.#code = { kind: isSource ? 'source' : 'block', text: '', language: '' };
  }

  #openInCode(name: string, className: string): void {
    if (!this.#code) return;
    if (name === 'br') this.#code.text += '\n';
    const language = /\blanguage-([\w+#-]{1,20})/.exec(className)?.[1];
    if (name === 'code' && language !== undefined) this.#code.language = language;
  }

  #closeInCode(name: string): void {
    const isSpan = this.#code?.kind === 'span';
    if (isSpan ? CODE.has(name) : name === 'pre') this.#endCode();
  }

  #endCode(): void {
    const code = this.#code;
    this.#code = null;
    if (!code) return;
    if (code.kind === 'span') this.#putSpan(writeCodeSpan(code.text));
    else if (code.kind === 'source') this.#putBlock(code.text);
    else this.#putBlock(writeCodeBlock(code.text, code.language));
  }

  #putBlock(text: string): void {
    this.#gap = '\n\n';
    this.#put(text);
    this.#gap = '\n\n';
  }
}

function writeCodeSpan(code: string): string {
  const text = code.replaceAll(/\s+/g, ' ');
  if (text.trim() === '') return text;
  const fence = '`'.repeat(longestRun(text) + 1);
  const room = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${room}${text}${room}${fence}`;
}

function writeCodeBlock(code: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${language}\n${code.replace(/^\n/, '').replace(/(?<!\n)\n+$/, '')}\n${fence}`;
}

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);
