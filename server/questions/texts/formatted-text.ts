import { plainToMarkdown } from '@vlabs/contract/text/plain-text';
import { convertHtml } from './markdown-from-markup.ts';
import { tidy } from '../reading/plain-question.ts';

/** Moodle's names of text formats; `moodle` is plain text that may contain HTML. */
export type TextFormat = 'html' | 'markdown' | 'plain' | 'moodle';

interface Formatted {
  text: string;
  format: TextFormat;
  refusal: string | null;
}

/** A text that may begin with its format, as `[html]`; otherwise the given format applies. */
export function readFormatted(written: string, format: TextFormat = 'moodle'): Formatted {
  const prefix = /^\s*\[(html|markdown|plain|moodle)\]/.exec(written);
  const textFormat = prefix ? toFormat(prefix[1]) : format;
  return convertText(prefix ? written.slice(prefix[0].length) : written, textFormat);
}

function toFormat(name: string | undefined): TextFormat {
  return name === 'html' || name === 'markdown' || name === 'plain' ? name : 'moodle';
}

export function convertText(text: string, format: TextFormat): Formatted {
  if (format === 'html' || (format === 'moodle' && looksLikeHtml(text))) {
    return { ...convertHtml(text), format };
  }
  const written = format === 'markdown' ? text.trim() : plainToMarkdown(trimLines(text));
  return { text: written, format, refusal: null };
}

/** A tag that only web pages have: programs contain `<stdio.h>` and `<int>`. */
const looksLikeHtml = (text: string): boolean =>
  /<(?:br|hr)\s*\/?>|<img\s|<\/(?:p|b|i|em|strong|code|pre|sub|sup|div|span|ul|ol|li|table|(?:m(?:ml)?:)?math)>/i.test(
    text,
  );

/** Spaces at the end of a line are invisible. */
export const trimLines = (text: string): string =>
  tidy(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
