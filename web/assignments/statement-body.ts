/** The text without a heading at its start that only says the title again. */
export function statementBody({ title, text }: { title: string; text: string }): string {
  const [first = '', ...rest] = text.trimStart().split('\n');
  const [, heading] = /^#{1,6}[ \t]([^]*)/.exec(first) ?? [];
  const words = heading?.replace(/(?<![ \t#])[ \t#]+$/, '');
  return words?.trim() === title.trim() ? rest.join('\n') : text;
}
