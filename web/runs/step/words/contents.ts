import type { TraceAggregate, TracePair, TraceValue } from '@vlabs/contract/runs/trace/trace';

/** The pairs of a map or of fields; none for other kinds. */
export const pairsOf = (parts: TraceAggregate): readonly TracePair[] =>
  parts[0] === 'map' || parts[0] === 'fields' ? parts[3] : [];

/** The elements of an array, list, tuple or set; none for other kinds. */
export const elementsOf = (parts: TraceAggregate): readonly TraceValue[] =>
  parts[0] === 'map' || parts[0] === 'fields' ? [] : parts[3];

/** Elements that an entry stands for: several that are not set are one entry. */
const lengthOfEntry = (entry: TraceValue): number =>
  Array.isArray(entry) && entry[0] === 'u' ? (entry[1] ?? 1) : 1;

/** The index of each element, such as `3`, or those that it stands for, such as `4–7`. */
export function indexesOf(elements: readonly TraceValue[]): string[] {
  let index = 0;
  return elements.map((element) => {
    const first = index;
    index += lengthOfEntry(element);
    return index - first > 1 ? `${first}–${index - 1}` : String(first);
  });
}

/** How many elements an object has beyond those of its content. */
export function countMissing(parts: TraceAggregate): number {
  if (parts[0] === 'opaque') return 0;
  const elements = elementsOf(parts).reduce((sum: number, one) => sum + lengthOfEntry(one), 0);
  return Math.max(0, parts[2] - elements - pairsOf(parts).length);
}
