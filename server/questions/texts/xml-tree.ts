import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { decodeHTMLStrict } from 'entities/decode';
import { brokenXml, refusedEntities } from '../reading/file-refusals.ts';

export interface XmlElement {
  /** In lower case, without prefix, `qti-` and hyphens, so that QTI 2.1 and 3.0 are equal. */
  name: string;
  /** Normalised in the same way. */
  attributes: Map<string, string>;
  children: XmlNode[];
}
export type XmlNode = XmlElement | string;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // Only single-character references are decoded, so nothing can expand.
  processEntities: false,
  cdataPropName: '#cdata',
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** Parses an XML document; refuses damaged XML and declarations of its own. */
export function parseXml(written: string): XmlElement {
  const text = written.trimStart();
  if (hasDeclarations(text)) throw refusedEntities();
  const roots = readNodes(parseNodes(text)).filter((node) => typeof node !== 'string');
  const [root] = roots;
  if (!root || roots.length > 1) throw brokenXml('');
  return root;
}

/** A document type that only names its definition, which is never loaded. */
const EXTERNAL_TYPE =
  /<!DOCTYPE\s{1,99}[\w:.-]{1,99}(?:\s{1,99}(?:SYSTEM|PUBLIC\s{1,99}(?:"[^"]{0,999}"|'[^']{0,999}'))\s{1,99}(?:"[^"]{0,999}"|'[^']{0,999}'))?\s{0,99}>/i;

/** Declares elements or entities, or more than one document type. */
const hasDeclarations = (text: string): boolean =>
  /<!(?:DOCTYPE|ENTITY)/i.test(withoutLiterals(text).replace(EXTERNAL_TYPE, ''));

const LITERALS: Record<string, string> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' };

/** Without comments, CDATA sections and processing instructions, which declare nothing. */
function withoutLiterals(text: string): string {
  const kept: string[] = [];
  let place = 0;
  for (const { 0: begin, index } of text.matchAll(/<!--|<!\[CDATA\[|<\?/g)) {
    if (index < place) continue;
    kept.push(text.slice(place, index));
    const end = LITERALS[begin] ?? '';
    const found = text.indexOf(end, index + begin.length);
    if (found < 0) return kept.join(' ');
    place = found + end.length;
  }
  return [...kept, text.slice(place)].join(' ');
}

/** The parser throws plain errors. */
function parseNodes(text: string): unknown {
  const checked = findBreak(text);
  if (checked !== null) throw brokenXml(checked);
  try {
    return parser.parse(text);
  } catch {
    throw brokenXml('');
  }
}

function findBreak(text: string): string | null {
  try {
    const checked = XMLValidator.validate(text);
    return checked === true ? null : ` near line ${checked.err.line}`;
  } catch {
    return '';
  }
}

function readNodes(value: unknown): XmlNode[] {
  return Array.isArray(value) ? value.flatMap(readNode) : [];
}

/** The parser returns an object with one key, the name, next to `:@` for attributes. */
function readNode(value: unknown): XmlNode[] {
  if (typeof value !== 'object' || value === null) return [];
  const { ':@': attributes, ...named } = Object.fromEntries(Object.entries(value));
  const [entry] = Object.entries(named);
  if (!entry) return [];
  const [name, content] = entry;
  if (name === '#text') return [decodeHTMLStrict(String(content))];
  if (name === '#cdata') return [rawText(content)];
  return [
    { name: plainName(name), attributes: readAttributes(attributes), children: readNodes(content) },
  ];
}

/** CDATA is literal text. */
function rawText(content: unknown): string {
  const [first]: unknown[] = Array.isArray(content) ? content : [];
  const [raw]: unknown[] = typeof first === 'object' && first !== null ? Object.values(first) : [];
  return typeof raw === 'string' ? raw : '';
}

function readAttributes(value: unknown): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).map(([name, text]) => [plainName(name), decodeHTMLStrict(String(text))]),
  );
}

const plainName = (name: string): string =>
  name.toLowerCase().replace(/^qti-/, '').replaceAll('-', '');

/** Direct children with a name. */
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((node) => typeof node !== 'string').filter((node) => node.name === name);

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element && childrenOf(element, name)[0];

/** Descendants with a name, in document order. */
export function descendantsOf(element: XmlElement, ...names: string[]): XmlElement[] {
  return element.children.flatMap((node) => {
    if (typeof node === 'string') return [];
    const below = descendantsOf(node, ...names);
    return names.includes(node.name) ? [node, ...below] : below;
  });
}

/** The names of all descendants. */
export const listNames = (element: XmlElement): string[] =>
  element.children.flatMap((node) =>
    typeof node === 'string' ? [] : [node.name, ...listNames(node)],
  );

/** The text of an element and its descendants. */
export function textOf(element: XmlElement | undefined): string {
  if (!element) return '';
  return element.children.map((node) => (typeof node === 'string' ? node : textOf(node))).join('');
}
