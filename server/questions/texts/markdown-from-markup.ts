import { type Markup, readHtml } from './markup.ts';
import { escapeMarkdown } from '@vlabs/contract/text/plain-text';
import { type FormulaElement, writeFormula } from '../mathml/write-formula.ts';

/** Larger formulas are not real. */
const MAX_ELEMENTS = 1000;
const MAX_DEPTH = 50;
const MAX_CHARACTERS = 5000;

/** An unknown character reference. */
const UNKNOWN = /&[A-Za-z]\w*;/;

/** Converts the content of `<math>` to TeX piece by piece. */
class FormulaReader {
  readonly #math: FormulaElement = { name: 'math', attribute: () => null, children: [] };
  readonly #open: FormulaElement[] = [this.#math];
  /** Nested `math` elements, including itself. */
  #maths = 1;
  #elements = 0;
  #characters = 0;
  #isWhole = true;

  open(name: string, attribute: FormulaElement['attribute']): void {
    if (name === 'math') this.#maths += 1;
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS || this.#open.length > MAX_DEPTH) this.#isWhole = false;
    if (!this.#isWhole) return;
    const element = { name, attribute, children: [] };
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
  }

  /** Reports whether this was the end of the formula. */
  close(name: string): boolean {
    if (name === 'math') this.#maths -= 1;
    if (this.#open.pop()?.name !== name) this.#isWhole = false;
    return this.#maths === 0;
  }

  text(text: string): void {
    this.#characters += text.length;
    if (this.#characters > MAX_CHARACTERS || UNKNOWN.test(text)) this.#isWhole = false;
    if (this.#isWhole) this.#open.at(-1)?.children.push(text);
  }

  /** Equivalent TeX; null if there is none. */
  finish(): string | null {
    return this.#isWhole && this.#maths === 0 ? writeFormula(this.#math) : null;
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

const BLOCKS = new Set(
  'p div section article h1 h2 h3 h4 h5 h6 blockquote table dl dt dd ul ol hr prompt itembody rubricblock'.split(
    ' ',
  ),
);
const HIDDEN = new Set(['script', 'style', 'head', 'title', 'template']);
const PICTURES = new Set(
  'img picture video audio object iframe embed svg canvas applet'.split(' '),
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

/** Maximum depth of nested lists. */
const MAX_INDENT = 20;

type Opened = Extract<Markup, { kind: 'open' }>;

export const SHOWS_PICTURE = 'It has a picture, which isn’t supported.';
const HAS_FORMULA =
  'It has a MathML formula that isn’t supported; write it between dollar signs, such as $x^2$.';
/** Word's formulas in pages it wrote. */
const FORMULAS = new Set(['math', 'omath', 'omathpara']);

export interface Converted {
  text: string;
  /** Why it cannot be imported: a picture, a film, or another kind of formula. */
  refusal: string | null;
}

/** Why one of these texts cannot be imported, or null. */
export const findRefusal = (texts: readonly Pick<Converted, 'refusal'>[]): string | null =>
  texts.find(({ refusal }) => refusal !== null)?.refusal ?? null;

export const convertHtml = (html: string): Converted => convertMarkup(readHtml(html));

/** Converts formatted text to equivalent Markdown. */
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
  /** In parts: appending to one long text repeatedly would take quadratic time. */
  readonly #parts: string[] = [];
  #lastCharacter = '';
  /** The pending end of a formula; adjacent formulas are merged. */
  #dollar = '';
  /** White space before the next text. */
  #gap = '';
  /** Emphasis markers that wait for their text, since they cannot precede a space. */
  #waiting: string[] = [];
  #hidden = 0;
  #lists: { ordered: boolean; items: number; first: number }[] = [];
  /** The target of an open link; an empty one leads nowhere. */
  #link = '';
  #code: { kind: 'span' | 'block' | 'source'; text: string; language: string } | null = null;
  /** Open raised and lowered texts. */
  #scripts = 0;
  #rows = 0;
  #cells = 0;
  #refusal: string | null = null;
  #formula: { reader: FormulaReader; mark: '$' | '$$' } | null = null;

  open(part: Opened): void {
    if (this.#formula) this.#formula.reader.open(part.name, part.attribute);
    else if (part.name === 'math' && !this.#code && this.#hidden === 0) {
      const mark = part.attribute('display') === 'block' ? '$$' : '$';
      this.#formula = { reader: new FormulaReader(), mark };
    } else this.#openPart(part);
  }

  #openPart({ name, attribute }: Opened): void {
    const of = (wanted: string) => attribute(wanted) ?? '';
    if (HIDDEN.has(name)) this.#hidden += 1;
    if (PICTURES.has(name)) this.#refusal ??= SHOWS_PICTURE;
    if (FORMULAS.has(name)) this.#refusal ??= HAS_FORMULA;
    if (this.#code) this.#openInCode(name, of('class'));
    else if (name === 'pre') this.#openBlock(of('class'));
    else if (CODE.has(name)) this.#code = { kind: 'span', text: '', language: '' };
    else if (name === 'br') this.#gap = this.#cells > 0 ? ' ' : '  \n';
    else if (name === 'li') this.#openItem();
    else if (name === 'tr') this.#openRow();
    else if (name === 'td' || name === 'th') this.#cells += 1;
    else if (name === 'sub' || name === 'sup') this.#openScript(name === 'sub' ? '_{' : '^{');
    else if (Object.hasOwn(MARKS, name)) this.#waiting.push(MARKS[name] ?? '');
    else if (name === 'a') this.#openLink(of('href'));
    else if (BLOCKS.has(name)) this.#block();
    if (name === 'ul' || name === 'ol') this.#openList(name === 'ol', of('start'));
    if (name === 'table') this.#rows = 0;
  }

  close(name: string): void {
    if (!this.#formula) this.#closePart(name);
    else if (this.#formula.reader.close(name)) this.#endFormula();
  }

  #endFormula(): void {
    if (!this.#formula) return;
    const { reader, mark } = this.#formula;
    this.#formula = null;
    const tex = reader.finish();
    if (tex === null) this.#refusal ??= HAS_FORMULA;
    else this.#put(this.#scripts > 0 ? tex : `${mark}${tex}${mark}`);
  }

  /** A nested one belongs to the same formula. */
  #openScript(sign: string): void {
    this.#put(this.#scripts > 0 ? sign : `$${sign}`);
    this.#scripts += 1;
  }

  #closeScript(): void {
    if (this.#scripts === 0) return;
    this.#scripts -= 1;
    this.#put(this.#scripts > 0 ? '}' : '}$');
  }

  #closePart(name: string): void {
    if (HIDDEN.has(name)) this.#hidden = Math.max(0, this.#hidden - 1);
    if (this.#code) this.#closeInCode(name);
    else if (name === 'td' || name === 'th') this.#put(' |');
    else if (name === 'tr') this.#closeRow();
    else if (name === 'sub' || name === 'sup') this.#closeScript();
    else if (Object.hasOwn(MARKS, name)) this.#closeMark(MARKS[name] ?? '');
    else if (name === 'a') this.#closeLink();
    else if (BLOCKS.has(name)) this.#block();
    if (name === 'ul' || name === 'ol') this.#lists.pop();
  }

  text(text: string): void {
    if (this.#formula) {
      this.#formula.reader.text(text);
      return;
    }
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
    this.#endFormula();
    this.#add('');
    return { text: this.#parts.join('').trim(), refusal: this.#refusal };
  }

  #isAtLineStart(): boolean {
    return this.#waiting.length === 0 && (this.#isEmpty() || this.#gap.includes('\n'));
  }

  #space(): void {
    if (this.#gap === '') this.#gap = ' ';
  }

  #block(): void {
    this.#gap = this.#lists.length > 0 || this.#cells > 0 ? this.#gap || ' ' : '\n\n';
  }

  #put(text: string): void {
    const isSpaced = this.#gap === ' ' && this.#lastCharacter === ' ';
    const gap = this.#isEmpty() || isSpaced ? '' : this.#gap;
    this.#gap = '';
    const written = this.#waiting.join('') + text;
    const isNext = this.#dollar !== '' && gap === '' && /^\$(?!\$)/.test(written);
    const added = isNext ? `{}${written.slice(1)}` : this.#dollar + gap + written;
    this.#dollar = /[^\\$]\$$/.test(added) ? '$' : '';
    this.#append(this.#dollar === '' ? added : added.slice(0, -1));
    this.#waiting = [];
  }

  #add(text: string): void {
    this.#append(this.#dollar + text);
    this.#dollar = '';
  }

  #append(text: string): void {
    if (text === '') return;
    this.#parts.push(text);
    this.#lastCharacter = text.slice(-1);
  }

  #isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** A bar would end the cell. */
  #putSpan(written: string): void {
    this.#put(this.#cells > 0 ? written.replaceAll('|', '\\|') : written);
  }

  #closeMark(mark: string): void {
    // Markers around nothing are dropped.
    if (this.#waiting.length > 0) this.#waiting.pop();
    else this.#add(mark);
  }

  #openItem(): void {
    const list = this.#lists.at(-1);
    const indent = '   '.repeat(Math.min(MAX_INDENT, Math.max(0, this.#lists.length - 1)));
    if (list) list.items += 1;
    this.#gap = this.#lastCharacter === '\n' || this.#isEmpty() ? '' : '\n';
    if (this.#lists.length <= 1 && list?.items === 1) this.#gap = '\n\n';
    this.#put(`${indent}${list?.ordered === true ? `${list.first + list.items - 1}.` : '-'} `);
  }

  #openList(ordered: boolean, start: string): void {
    const first = start === '' ? 1 : Number(start.slice(0, 6)) || 0;
    this.#lists.push({ ordered, items: 0, first });
  }

  /** Only web addresses are allowed for students. */
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
    if (this.#rows === 1) this.#add(`\n|${' --- |'.repeat(Math.min(this.#cells, 50))}`);
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

/**
 * Converts words of formatted text to Markdown that reads the same. Formulas between `\(` and `\)`, or `\[` and
 * `\]`, get dollar signs. Adjacent ones are merged: four dollar signs would not be a formula.
 */
function writeWords(text: string, isAtLineStart: boolean): string {
  const parts = text.split(/\\\((.{1,500}?)\\\)|\\\[(.{1,500}?)\\\]|\$\$([^$]{1,500})\$\$/);
  const written: string[] = [];
  let end = '';
  for (let index = 0; index < parts.length; index += 4) {
    const [plain = '', inline, display, dollars] = parts.slice(index, index + 4);
    const block = display ?? dollars;
    const words = escapeMarkdown(plain, { isAtLineStart: isAtLineStart && index === 0 });
    const isApart = words !== '' || end === '';
    if (isApart) written.push(end, words);
    if (inline !== undefined) {
      written.push(isApart ? '$' : end === '$' ? '{}' : `${end} $`, inline.trim());
      end = '$';
    } else if (block !== undefined) {
      written.push(isApart ? '$$' : `${end} $$`, block.trim());
      end = '$$';
    } else if (!isApart) written.push(end);
  }
  return written.join('');
}
