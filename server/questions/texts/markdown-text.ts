import { escapeMarkdown } from '@vlabs/contract/text/plain-text';

/**
 * Converts words of formatted text to Markdown that reads the same. Formulas between `\(` and `\)`, or `\[` and
 * `\]`, get dollar signs. Adjacent ones are merged: four dollar signs would not be a formula.
 */
export function writeWords(text: string, isAtLineStart: boolean): string {
  const parts = text.split(/\\\((.{1,500}?)\\\)|\\\[(.{1,500}?)\\\]|\$\$([^$]{1,500})\$\$/);
  const written: string[] = [];
  let end = '';
  for (let index = 0; index < parts.length; index += 4) {
    const [plain = '', inline, display, dollars] = parts.slice(index, index + 4);
    const block = display ?? dollars;
    const words = escapeMarkdown(plain, { isAtLineStart: isAtLineStart && index === 0 });
    const isApart = words !== '' || end === '';
    if (isApart) written.push(end, words);
    if (inline !== undefined) {
      written.push(isApart ? '$' : end === '$' ? '{}' : `${end} $`, inline.trim());
      end = '$';
    } else if (block !== undefined) {
      written.push(isApart ? '$$' : `${end} $$`, block.trim());
      end = '$$';
    } else if (!isApart) written.push(end);
  }
  return written.join('');
}
