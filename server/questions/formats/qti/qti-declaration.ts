import { type XmlElement, childOf, childrenOf, textOf } from '../../texts/xml-tree.ts';

/** An answer with its points. */
export interface MapEntry {
  key: string;
  value: number;
  isCaseSensitive: boolean;
}

/** The points of answers, and of all others. */
export interface Mapping {
  entries: MapEntry[];
  /** Points for each answer without an entry. */
  others: number;
  lower: number | null;
  upper: number | null;
}

/** The `mapping` of a response declaration, in order. */
export function readMapping(declaration: XmlElement | undefined): Mapping {
  const mapping = childOf(declaration, 'mapping');
  const entries = mapping ? childrenOf(mapping, 'mapentry') : [];
  const numberOf = (name: string): number | null => {
    const written = mapping?.attributes.get(name)?.trim() ?? '';
    const value = Number(written);
    return written === '' || !Number.isFinite(value) ? null : value;
  };
  return {
    entries: entries.map(({ attributes }) => ({
      key: attributes.get('mapkey') ?? '',
      value: Number(attributes.get('mappedvalue')),
      isCaseSensitive: attributes.get('casesensitive') !== 'false',
    })),
    others: numberOf('defaultvalue') ?? 0,
    lower: numberOf('lowerbound'),
    upper: numberOf('upperbound'),
  };
}

/** Points between the bounds of a mapping. */
export const within = (
  { lower, upper }: Pick<Mapping, 'lower' | 'upper'>,
  points: number,
): number => Math.min(upper ?? Infinity, Math.max(lower ?? -Infinity, points));

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
