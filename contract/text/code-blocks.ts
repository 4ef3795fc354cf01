/** At the start of a line, or of an item of a list. */
const FENCE = /^( *(?:(?:\d{1,9}[.)]|[-*+]) +)?)(`{3,}|~{3,})([^]*)/;

export interface CodeBlock {
  /** What follows the opening fence, such as `python`. */
  info: string;
  text: string;
}

/** Further indented, it is a part of the block. */
const isEnd = (before: string, rest: string, indent: number): boolean =>
  before.trim() === '' && rest.trim() === '' && before.length < indent + 4;

/** The code blocks between fences in Markdown, in order. Those in lists are indented, and their lines lose that. */
export function listCodeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { fence: string; info: string; lines: string[]; indent: number } | null = null;
  const close = ({ info, lines }: NonNullable<typeof open>) =>
    blocks.push({ info, text: lines.join('\n') });
  for (const line of markdown.split(/\r?\n/)) {
    const [, before = '', fence, rest = ''] = FENCE.exec(line) ?? [];
    const indent = before.length;
    if (open === null) {
      if (fence !== undefined) open = { fence, info: rest.trim(), lines: [], indent };
    } else if (fence?.startsWith(open.fence) && isEnd(before, rest, open.indent)) {
      close(open);
      open = null;
    } else {
      const own = line.length - line.trimStart().length;
      open.lines.push(line.slice(Math.min(own, open.indent)));
    }
  }
  // An unclosed block continues to the end.
  if (open !== null) close(open);
  return blocks.filter(({ text }) => text.trim() !== '');
}
