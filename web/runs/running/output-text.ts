const LINES_IN_BLOCK = 250;

/** A block of whole lines. The browser does not lay out blocks out of view. */
export interface TextBlock {
  text: string;
  lineCount: number;
}

/**
 * Splits a text between lines. Joined with line breaks, the blocks are the text without its last
 * line break.
 */
export function blocksOf(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let start = 0;
  let lineCount = 0;
  let position = 0;
  while (position < text.length) {
    const lineBreak = text.indexOf('\n', position);
    const end = lineBreak === -1 ? text.length : lineBreak;
    lineCount += 1;
    position = end + 1;
    if (lineCount === LINES_IN_BLOCK || position >= text.length) {
      blocks.push({ text: text.slice(start, end), lineCount });
      start = position;
      lineCount = 0;
    }
  }
  return blocks;
}

/** Length of the longest line in characters, to reserve the width of blocks out of view. */
export function longestLineLength(text: string): number {
  let longest = 0;
  let start = 0;
  while (start <= text.length) {
    const lineBreak = text.indexOf('\n', start);
    const end = lineBreak === -1 ? text.length : lineBreak;
    longest = Math.max(longest, end - start);
    start = end + 1;
  }
  return longest;
}

/**
 * Makes visible: trailing blanks, tabs, carriage returns, other control characters and line ends.
 * A last line without the mark has no line break.
 */
export function withInvisibleShown(text: string): string {
  return text
    .replace(/(?<![ \t\r])[ \t\r]+$/gm, (blanks) =>
      blanks.replaceAll(' ', '·').replaceAll('\r', '␍'),
    )
    .replaceAll('\t', '→\t')
    .replace(CONTROL_CHARACTERS, pictureOf)
    .replaceAll('\n', '↵\n');
}

// All control characters except tab and line feed.
const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** Unicode has a picture of each control character at offset U+2400. */
function pictureOf(character: string): string {
  if (character === '\n' || character === '\t') return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '␡' : '\uFFFD';
}

/** Formats a byte count. */
export function sizeInWords(byteCount: number): string {
  if (byteCount < 1024) return `${byteCount} bytes`;
  const kilobytes = byteCount / 1024;
  return kilobytes < 1024
    ? `${kilobytes.toFixed(kilobytes < 10 ? 1 : 0)} KiB`
    : `${(kilobytes / 1024).toFixed(1)} MiB`;
}
