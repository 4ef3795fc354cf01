const linesInBlock = 250;

/** A run of whole lines: blocks out of sight cost the browser nothing. */
export interface TextBlock {
  text: string;
  lineCount: number;
}

/** Cuts a text between lines; the blocks one below the other are the text, without a last line break. */
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
    if (lineCount === linesInBlock || position >= text.length) {
      blocks.push({ text: text.slice(start, end), lineCount });
      start = position;
      lineCount = 0;
    }
  }
  return blocks;
}

/** Length of the longest line in characters, so that a block out of sight can reserve its width. */
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
 * Draws what the eye cannot see: blanks at the end of a line, tabs, carriage returns and other control characters, and
 * where each line ends. A last line without the sign has no line break.
 */
export function withInvisibleShown(text: string): string {
  return text
    .replace(/(?<![ \t\r])[ \t\r]+$/gm, (blanks) =>
      blanks.replaceAll(' ', '·').replaceAll('\r', '␍'),
    )
    .replaceAll('\t', '→\t')
    .replace(controlCharacters, pictureOf)
    .replaceAll('\n', '↵\n');
}

// The control characters but tab and line feed.
const controlCharacters = /\p{Cc}/gu;

/** Unicode keeps a picture of each control character at the same distance from U+2400. */
function pictureOf(character: string): string {
  if (character === '\n' || character === '\t') return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '␡' : '\uFFFD';
}

/** How many characters of a stream are what was kept of it, in words. */
export function sizeInWords(byteCount: number): string {
  if (byteCount < 1024) return `${byteCount} bytes`;
  const kilobytes = byteCount / 1024;
  return kilobytes < 1024
    ? `${kilobytes.toFixed(kilobytes < 10 ? 1 : 0)} KiB`
    : `${(kilobytes / 1024).toFixed(1)} MiB`;
}
