import { type XmlElement, childOf, childrenOf, textOf } from '../../texts/xml-tree.ts';

/** An answer with its points. */
export interface MapEntry {
  key: string;
  value: number;
  isCaseSensitive: boolean;
}

/** The `mapping` of a response declaration, in order. */
export function listMapped(declaration: XmlElement | undefined): MapEntry[] {
  const mapping = childOf(declaration, 'mapping');
  const entries = mapping ? childrenOf(mapping, 'mapentry') : [];
  return entries.map(({ attributes }) => ({
    key: attributes.get('mapkey') ?? '',
    value: Number(attributes.get('mappedvalue')),
    isCaseSensitive: attributes.get('casesensitive') !== 'false',
  }));
}

/** The values of its `correctResponse`. */
export function listCorrect(declaration: XmlElement | undefined): string[] {
  const correct = childOf(declaration, 'correctresponse');
  return correct ? childrenOf(correct, 'value').map((value) => textOf(value).trim()) : [];
}

export const choosesOne = (declaration: XmlElement | undefined): boolean =>
  (declaration?.attributes.get('cardinality') ?? 'single') === 'single';

/** The title of a test whose questions have no topic. */
export const UNTITLED = 'Questions';

/** A test's title, unless it is ours. */
export function topicOf(test: XmlElement | null | undefined): string | null {
  const title = test?.attributes.get('title')?.trim() ?? '';
  return title === '' || title === UNTITLED ? null : title;
}
