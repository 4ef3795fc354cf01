/** The text without a heading at its start that only says the title again. */
export function statementBody({ title, text }: { title: string; text: string }): string {
  const [, heading, rest] = /^\s*#{1,6}[ \t]+([^\n]*?)[ \t#]*(?:\n([^]*))?$/.exec(text) ?? [];
  return heading?.trim() === title.trim() ? (rest ?? '') : text;
}
