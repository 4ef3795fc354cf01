/** JSON with sorted names, indented and with a line ending, so that equal values have equal texts. */
export const canonicalJson = (value: unknown): string =>
  `${JSON.stringify(value, (_name, part: unknown) => sorted(part), 2)}\n`;

function sorted(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  const members = Object.entries(part).toSorted(([one], [other]) => compare(one, other));
  return Object.fromEntries(members);
}

/** By code units, whatever the language of the machine. */
export function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
