/** From and to in a text. */
export interface Range {
  from: number;
  to: number;
}

/** An editor counts each line break as one character: the text with such breaks, and its ranges. */
export function withPlainBreaks(
  text: string,
  ranges: readonly Range[],
): { text: string; ranges: Range[] } {
  const dropped: number[] = [];
  for (let at = text.indexOf('\r\n'); at !== -1; at = text.indexOf('\r\n', at + 2))
    dropped.push(at);
  const place = (offset: number) => offset - countBelow(dropped, offset);
  return {
    text: text.replaceAll(/\r\n?/g, '\n'),
    ranges: ranges.map(({ from, to }) => ({ from: place(from), to: place(to) })),
  };
}

/** Counts the lower ones among ascending numbers. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
