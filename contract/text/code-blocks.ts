export interface CodeBlock {
  /** What follows the opening fence, such as `python`. */
  info: string;
  text: string;
}

/** The code blocks between fences in Markdown, in order. */
export function listCodeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { fence: string; info: string; lines: string[] } | null = null;
  const close = ({ info, lines }: NonNullable<typeof open>) =>
    blocks.push({ info, text: lines.join('\n') });
  for (const line of markdown.split(/\r?\n/)) {
    const [, fence, rest = ''] = /^ {0,3}(`{3,}|~{3,})([^]*)/.exec(line) ?? [];
    if (open === null) {
      if (fence !== undefined) open = { fence, info: rest.trim(), lines: [] };
    } else if (fence?.startsWith(open.fence) && rest.trim() === '') {
      close(open);
      open = null;
    } else {
      open.lines.push(line);
    }
  }
  // An unclosed block continues to the end.
  if (open !== null) close(open);
  return blocks.filter(({ text }) => text.trim() !== '');
}
