/** The kernel keeps so many bytes of a line that a program reads, and drops the rest. */
const MAX_LINE_BYTES = 4095;

/** How many lines of a pasted text are longer than a terminal keeps. */
export function countCutLines(text: string): number {
  const encoder = new TextEncoder();
  return text.split(/\r\n|\r|\n/).filter((line) => encoder.encode(line).length > MAX_LINE_BYTES)
    .length;
}

/** Pieces of at most `length` code units, none of which ends inside a character such as an emoji. */
export function splitTyped(text: string, length: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + length);
    const last = text.charCodeAt(end - 1);
    const isHalf = end < text.length && last >= 0xd800 && last <= 0xdbff && end - start > 1;
    if (isHalf) end -= 1;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}
