import { titleOfMarkdown } from '@vlabs/contract/text/markdown-words';

/** The file name without extension, or the first line of the text without markup. */
export function titleFrom(fileName: string, text: string): string {
  const title = titleOfMarkdown(text) || fileName.replace(/\.[A-Za-z0-9]{1,8}$/, '');
  return [...new Intl.Segmenter('en').segment(title)]
    .slice(0, 100)
    .map(({ segment }) => segment)
    .join('')
    .slice(0, 200);
}
