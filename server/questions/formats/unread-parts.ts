import { shorten } from '../reading/plain-question.ts';
import { type XmlElement, textOf } from '../texts/xml-tree.ts';

/** Elements by name, with the children that are read or that mean nothing here. Others are not looked into. */
export type Structure = Readonly<Record<string, ReadonlySet<string>>>;

export const oneOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** The children that no reader looks at, at each element of a structure. */
export function findUnread(element: XmlElement, structure: Structure): XmlElement[] {
  const known = Object.hasOwn(structure, element.name) ? structure[element.name] : undefined;
  if (!known) return [];
  return element.children.flatMap((node) => {
    if (typeof node === 'string') return [];
    return known.has(node.name) ? findUnread(node, structure) : [node];
  });
}

/** Says what is lost of a question. */
export const listUnread = (element: XmlElement, structure: Structure): string[] =>
  findUnread(element, structure).map((unread) => `Its ${nameOf(unread)} was not imported.`);

/** An element with the beginning of its text, for the report. */
export function nameOf(element: XmlElement): string {
  const text = shorten(textOf(element));
  const name = `part “${element.name.slice(0, 40)}”`;
  return text === '' ? name : `${name} (${text})`;
}
