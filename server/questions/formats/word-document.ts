import { brokenPackage } from '../reading/file-refusals.ts';
import { decodeText } from '../texts/file-text.ts';
import { FORMULA, PICTURE } from './numbered-text.ts';
import { readSigns, readSymbol, shift } from './word-characters.ts';
import {
  type XmlElement,
  childOf,
  childrenOf,
  descendantsOf,
  parseXml,
} from '../texts/xml-tree.ts';

const DOCUMENT = 'word/document.xml';
const NUMBERING = 'word/numbering.xml';

export const isWordDocument = (files: ReadonlyMap<string, Uint8Array>): boolean =>
  files.has(DOCUMENT);

/** Numbered lists count from 1 or a by level; bullets do not count. */
type Numbering = Map<string, Map<string, string>>;

/** The lines of a Word document, with the numbers and letters that Word displays. */
export function readWordLines(files: ReadonlyMap<string, Uint8Array>): string {
  const document = files.get(DOCUMENT);
  if (!document) throw brokenPackage('This package isn’t a Word document.');
  const body = childOf(parseXml(decodeText(document)), 'body');
  const numbering = readNumbering(files.get(NUMBERING));
  const counters = new Map<string, number>();
  const paragraphs = body ? descendantsOf(body, 'p') : [];
  return paragraphs
    .map((paragraph) => labelOf(paragraph, numbering, counters) + textOfParagraph(paragraph))
    .join('\n');
}

function readNumbering(bytes: Uint8Array | undefined): Numbering {
  if (!bytes) return new Map();
  const root = parseXml(decodeText(bytes));
  const abstract = new Map(
    childrenOf(root, 'abstractnum').map((each) => [
      each.attributes.get('abstractnumid') ?? '',
      new Map(
        childrenOf(each, 'lvl').map((level) => [
          level.attributes.get('ilvl') ?? '0',
          childOf(level, 'numfmt')?.attributes.get('val') ?? 'decimal',
        ]),
      ),
    ]),
  );
  return new Map(
    childrenOf(root, 'num').map((each) => {
      const id = childOf(each, 'abstractnumid')?.attributes.get('val') ?? '';
      return [each.attributes.get('numid') ?? '', abstract.get(id) ?? new Map<string, string>()];
    }),
  );
}

function labelOf(
  paragraph: XmlElement,
  numbering: Numbering,
  counters: Map<string, number>,
): string {
  const listed = childOf(childOf(paragraph, 'ppr'), 'numpr');
  const id = childOf(listed, 'numid')?.attributes.get('val');
  if (id === undefined || id === '0') return '';
  const level = childOf(listed, 'ilvl')?.attributes.get('val') ?? '0';
  const kind = numbering.get(id)?.get(level) ?? 'decimal';
  if (kind === 'bullet' || kind === 'none') return '';
  const key = `${id}/${level}`;
  const count = (counters.get(key) ?? 0) + 1;
  counters.set(key, count);
  // A deeper list starts again under each line.
  for (const other of counters.keys()) {
    const [list, depth] = other.split('/');
    if (list === id && Number(depth) > Number(level)) counters.delete(other);
  }
  return kind.endsWith('Letter') ? `${letterAt(count)}) ` : `${count}. `;
}

const letterAt = (count: number): string => String.fromCharCode(97 + ((count - 1) % 26));

function textOfParagraph(paragraph: XmlElement): string {
  return paragraph.children
    .map((node) => (typeof node === 'string' ? '' : textOfPart(node)))
    .join('');
}

const NO_TEXT = new Set(['ppr', 'rpr', 'deltext', 'instrtext']);
const PICTURES = new Set(['drawing', 'pict', 'object']);
const FORMULAS = new Set(['omath', 'omathpara']);

/** Raised and lowered text and symbol fonts as characters. */
function textOfRun(run: XmlElement): string {
  const properties = childOf(run, 'rpr');
  const font = childOf(properties, 'rfonts')?.attributes.get('ascii') ?? '';
  const text = readSigns(textOfParts(run, false), font);
  const kind = childOf(properties, 'vertalign')?.attributes.get('val') ?? 'baseline';
  const isShifted = kind === 'superscript' || kind === 'subscript';
  return isShifted && !text.includes(PICTURE) ? shift(text, kind) : text;
}

const textOfParts = (part: XmlElement, isText: boolean): string =>
  part.children
    .map((node) => (typeof node === 'string' ? (isText ? node : '') : textOfPart(node)))
    .join('');

function textOfPart(part: XmlElement): string {
  if (NO_TEXT.has(part.name) || part.name === 'p') return '';
  if (PICTURES.has(part.name)) return PICTURE;
  if (FORMULAS.has(part.name)) return FORMULA;
  if (part.name === 'tab') return ' ';
  if (part.name === 'br' || part.name === 'cr') return '\n';
  if (part.name === 'nobreakhyphen') return '-';
  if (part.name === 'r') return textOfRun(part);
  if (part.name === 'sym') {
    return readSymbol(part.attributes.get('font') ?? '', part.attributes.get('char') ?? '');
  }
  return textOfParts(part, part.name === 't');
}
