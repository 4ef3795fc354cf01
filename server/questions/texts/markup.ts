import { decodeHTMLStrict } from 'entities/decode';
import type { XmlElement, XmlNode } from './xml-tree.ts';

/** A formatted text as events: open, close, and text. */
export type Markup =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attribute: (name: string) => string | null }
  | { kind: 'close'; name: string };

const VOID = new Set(['br', 'hr', 'img', 'input', 'col', 'wbr', 'embed', 'source']);

/** Parses HTML leniently, in linear time: nothing needs to be closed or quoted. */
export function* readHtml(html: string): Generator<Markup> {
  let place = 0;
  while (place < html.length) {
    const start = findTag(html, place);
    if (start > place) yield { kind: 'text', text: decodeHTMLStrict(html.slice(place, start)) };
    if (start >= html.length) return;
    const isComment = html.startsWith('<!--', start);
    const end = html.indexOf(isComment ? '-->' : '>', start);
    if (end < 0) {
      yield { kind: 'text', text: decodeHTMLStrict(html.slice(start)) };
      return;
    }
    if (!isComment) yield* readTag(html.slice(start + 1, end));
    place = end + (isComment ? 3 : 1);
  }
}

/** The start of the next tag or comment; a lone `<` is text. */
function findTag(html: string, from: number): number {
  for (let start = html.indexOf('<', from); start >= 0; start = html.indexOf('<', start + 1)) {
    if (/[a-zA-Z/!]/.test(html.charAt(start + 1))) return start;
  }
  return html.length;
}

/** In the first part of a tag, whose length is limited. */
const ATTRIBUTE = /\s([a-zA-Z-]{1,30})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]*))/g;
const TAG_LENGTH = 2000;

function readAttributes(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', ...values] of tag.slice(0, TAG_LENGTH).matchAll(ATTRIBUTE)) {
    const value = decodeHTMLStrict(values.find((one) => one !== undefined) ?? '');
    if (!attributes.has(name.toLowerCase())) attributes.set(name.toLowerCase(), value);
  }
  return attributes;
}

function* readTag(tag: string): Generator<Markup> {
  // Formula elements may have a prefix.
  const name = /^\/?(?:m(?:ml)?:)?([a-zA-Z][a-zA-Z0-9]*)/i.exec(tag)?.[1]?.toLowerCase();
  if (name === undefined) return;
  if (tag.startsWith('/')) {
    yield { kind: 'close', name };
    return;
  }
  let read: Map<string, string> | null = null;
  const attribute = (wanted: string) => (read ??= readAttributes(tag)).get(wanted) ?? null;
  yield { kind: 'open', name, attribute };
  if (VOID.has(name) || tag.endsWith('/')) yield { kind: 'close', name };
}

/** The same events from XML elements; `skip` omits parts that are not text of the question. */
export function* readElements(
  nodes: readonly XmlNode[],
  skip: (element: XmlElement) => boolean = () => false,
): Generator<Markup> {
  for (const node of nodes) {
    if (typeof node === 'string') {
      yield { kind: 'text', text: node };
      continue;
    }
    if (skip(node)) continue;
    const { name, attributes } = node;
    yield { kind: 'open', name, attribute: (wanted) => attributes.get(wanted) ?? null };
    yield* readElements(node.children, skip);
    yield { kind: 'close', name };
  }
}
