import { createHash } from 'node:crypto';

/** The code blocks in a statement, which students may copy. */
export function listCodeBlocks(markdown: string): string[] {
  const blocks: string[] = [];
  let [open, lines]: [string | null, string[]] = [null, []];
  for (const line of markdown.split(/\r?\n/)) {
    const fence = /^ {0,3}(`{3,}|~{3,})([^]*)/.exec(line);
    if (open === null) {
      [open, lines] = [fence?.[1] ?? null, []];
    } else if (fence?.[1]?.startsWith(open) && fence[2]?.trim() === '') {
      blocks.push(lines.join('\n'));
      open = null;
    } else {
      lines.push(line);
    }
  }
  // An unclosed block continues to the end.
  if (open !== null) blocks.push(lines.join('\n'));
  return blocks.filter((block) => block.trim() !== '');
}

/** Identifies the ignored code, to detect changes. */
export function hashLeftOut(leftOut: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(leftOut)).digest('base64url');
}
