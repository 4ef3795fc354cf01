/** Verifying more takes so long that others notice. A provider that lists 150 groups of a person sends less. */
const MAX_TAGS = 500;
const MAX_ATTRIBUTES = 500;
const MAX_DEPTH = 32;

const OPENING = /^\s*<\?xml[^<>]*\?>\s*/;
const TAG =
  /<(\/?)([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const UNKNOWN_ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/;

type Attributes = Map<string, string>;

/** What can be seen in a response before its signatures are verified. */
export interface ScannedResponse {
  /** Of the outermost element. */
  attributes: Attributes;
  /** Local names of all elements. */
  elements: string[];
  /** Of all signatures, digests and transformations. */
  algorithms: string[];
}

/**
 * Admits only well-formed XML of a few hundred elements and attributes, without a document type, comments, CDATA and
 * instructions: parsers treat those differently, and none of them is needed in a response. Throws otherwise.
 */
export function scanResponse(xml: string): ScannedResponse {
  if (UNKNOWN_ENTITY.test(xml)) throw new Error('The response has an entity of its own.');
  const found: ScannedResponse = { attributes: new Map(), elements: [], algorithms: [] };
  const open: string[] = [];
  let [at, tags, attributeCount] = [OPENING.exec(xml)?.[0].length ?? 0, 0, 0];
  while (at < xml.length) {
    const next = xml.indexOf('<', at);
    const textEnd = next === -1 ? xml.length : next;
    if (open.length === 0 && xml.slice(at, textEnd).trim() !== '') throw outside();
    if (next === -1) break;
    if (open.length === 0 && tags > 0) throw outside();
    const tag = readTag(xml, next);
    at = tag.end;
    tags += 1;
    attributeCount += tag.attributes.size;
    if (tags > MAX_TAGS || attributeCount > MAX_ATTRIBUTES) throw tooLarge();
    if (!tag.isClosing) note(found, tag);
    if (tag.isClosing && open.pop() !== tag.name) throw new Error('The elements do not match.');
    if (tag.isOpening && open.push(tag.name) > MAX_DEPTH) throw tooLarge();
  }
  if (open.length > 0 || tags === 0) throw new Error('The response is incomplete.');
  return found;
}

interface Tag {
  name: string;
  attributes: Attributes;
  isOpening: boolean;
  isClosing: boolean;
  end: number;
}

function readTag(xml: string, at: number): Tag {
  TAG.lastIndex = at;
  const match = TAG.exec(xml);
  if (!match) throw new Error('The response has something other than elements and texts.');
  const [, slash, name = '', written = '', empty] = match;
  const attributes: Attributes = new Map();
  for (const [, key = '', double, single = ''] of written.matchAll(ATTRIBUTE)) {
    if (attributes.has(key)) throw new Error('An attribute is there twice.');
    attributes.set(key, double ?? single);
  }
  const isClosing = slash === '/';
  if (isClosing && (attributes.size > 0 || empty === '/')) throw new Error('A tag is malformed.');
  return {
    name,
    attributes,
    isClosing,
    isOpening: !isClosing && empty !== '/',
    end: TAG.lastIndex,
  };
}

function note(found: ScannedResponse, { name, attributes }: Tag): void {
  if (found.elements.length === 0) found.attributes = attributes;
  found.elements.push(localNameOf(name));
  for (const [key, value] of attributes) {
    if (localNameOf(key) === 'Algorithm') found.algorithms.push(value);
  }
}

const localNameOf = (name: string) => name.slice(name.indexOf(':') + 1);

const tooLarge = () => new Error('The response has too many elements or attributes.');
const outside = () => new Error('The response has something around it.');
