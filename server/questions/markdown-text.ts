import { escapeMarkdown } from '@vlabs/contract/plain-text';

/**
 * Words of a formatted text as Markdown that reads the same. Formulas between `\(` and `\)`, or `\[`
 * and `\]`, become ours between dollars.
 */
export function writeWords(text: string, isAtLineStart: boolean): string {
  const parts = text.split(/\\\((.{1,500}?)\\\)|\\\[(.{1,500}?)\\\]|\$\$([^$]{1,500})\$\$/);
  const written: string[] = [];
  for (let index = 0; index < parts.length; index += 4) {
    const [plain = '', inline, display, dollars] = parts.slice(index, index + 4);
    written.push(escapeMarkdown(plain, { isAtLineStart: isAtLineStart && index === 0 }));
    if (inline !== undefined) written.push(`$${inline.trim()}$`);
    const block = display ?? dollars;
    if (block !== undefined) written.push(`$$${block.trim()}$$`);
  }
  return written.join('');
}
