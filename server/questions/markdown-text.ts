/** A longer text is longer than any question may be. */
const LONGEST = 30_000;

/**
 * Plain text as Markdown that reads the same: only what would turn into something else is marked
 * with a backslash. Formulas between `\(` and `\)`, or `\[` and `\]`, become ours between dollars.
 */
export function escapeMarkdown(
  text: string,
  { isAtLineStart }: { isAtLineStart: boolean },
): string {
  if (text.length > LONGEST) return text;
  const parts = text.split(/\\\((.{1,500}?)\\\)|\\\[(.{1,500}?)\\\]|\$\$([^$]{1,500})\$\$/);
  const written: string[] = [];
  for (let index = 0; index < parts.length; index += 4) {
    const [plain = '', inline, display, dollars] = parts.slice(index, index + 4);
    written.push(escapePlain(plain, isAtLineStart && index === 0));
    if (inline !== undefined) written.push(`$${inline.trim()}$`);
    const block = display ?? dollars;
    if (block !== undefined) written.push(`$$${block.trim()}$$`);
  }
  return written.join('');
}

function escapePlain(text: string, isAtLineStart: boolean): string {
  const escaped = text
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replaceAll(/[`$]/g, '\\$&')
    .replaceAll(/\*(?=\S)|(?<=\S)\*/g, '\\*')
    .replaceAll(/(?<!\w)_(?=\S)|(?<=\S)_(?!\w)/g, '\\_')
    .replaceAll(/~(?=\S)|(?<=\S)~/g, '\\~')
    .replaceAll(/<(?=[a-zA-Z/!?])/g, '\\<')
    .replaceAll(/&(?=#?\w{1,31};)/g, '\\&')
    .replaceAll(/\[(?=\^)|\](?=[([:])/g, '\\$&');
  if (!isAtLineStart) return escaped;
  return escaped
    .replace(/^(#{1,6}(?:\s|$)|[-+](?:\s|$)|>|={2,}|-{3,}|\|)/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}
