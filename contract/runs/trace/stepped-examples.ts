import { listCodeBlocks } from '../../text/code-blocks.ts';
import { type Language, languages } from '../languages.ts';

export const MAX_EXAMPLE_SOURCE = 20_000;
export const MAX_EXAMPLE_INPUT = 2000;
/** In one text. */
export const MAX_EXAMPLES = 10;

/** A program in a statement that readers step through. */
export interface SteppedExample {
  language: Language;
  source: string;
  stdin: string;
}

/**
 * An example is a code block whose opening fence says `step` after the language, and then the input, in which `\n`
 * stands for a line end: ```` ```python step 3\n4 ````. Null for other code blocks.
 * @param meta what follows the language
 */
export function readExample(word: string, meta: string, source: string): SteppedExample | null {
  const language = languages.find(({ key }) => key === word)?.key;
  const [first, ...rest] = meta.trim().split(/[ \t]+/);
  if (language === undefined || first !== 'step') return null;
  const input = rest.join(' ');
  const stdin = input ? `${input.replaceAll(String.raw`\n`, '\n')}\n` : '';
  const isLong = source.length > MAX_EXAMPLE_SOURCE || stdin.length > MAX_EXAMPLE_INPUT;
  return isLong ? null : { language, source, stdin };
}

/** The examples of a Markdown text; those beyond MAX_EXAMPLES are left out. */
export function listExamples(markdown: string): SteppedExample[] {
  return listCodeBlocks(markdown)
    .flatMap(({ info, text }) => {
      const [word = '', ...rest] = info.split(/[ \t]+/);
      return readExample(word, rest.join(' '), text) ?? [];
    })
    .slice(0, MAX_EXAMPLES);
}
