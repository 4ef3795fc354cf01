import { wordsOfMarkdown } from '@vlabs/contract/text/markdown-words';

/** The text without a leading heading that repeats the title. */
export function statementBody({ title, text }: { title: string; text: string }): string {
  const [first = '', ...rest] = text.trimStart().split('\n');
  const saysTitle = /^#{1,6}[ \t]/.test(first) && wordsOfMarkdown(first) === title.trim();
  return saysTitle ? rest.join('\n') : text;
}
