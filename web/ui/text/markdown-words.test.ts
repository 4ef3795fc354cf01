import { wordsOfMarkdown } from '@vlabs/contract/text/markdown-words';
import * as fc from 'fast-check';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, test } from 'vitest';

interface Node {
  type: string;
  value?: string;
  alt?: string | null | undefined;
  children?: Node[];
}

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMath);

function readShown({ value, alt, children = [] }: Node): string {
  return value ?? alt ?? children.map(readShown).join('');
}

const word = fc.constantFrom('sum', 'two', 'a_b', 'é', '2', 'x-y', 'n');
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
const marked = fc
  .tuple(fc.constantFrom('**', '*', '_', '~~', '`', '``', '$'), words)
  .filter(([mark, text]) => mark !== '_' || !text.includes('_'))
  .map(([mark, text]) => `${mark}${text}${mark}`);
const linked = fc
  .tuple(fc.constantFrom('[', '!['), words)
  .map(([begin, text]) => `${begin}${text}](https://a.example/b_c)`);
const escaped = words.map((text) => `\\*${text}\\_`);
const inline = fc
  .array(fc.oneof(words, marked, linked, escaped), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(' '));
const line = fc
  .tuple(fc.constantFrom('', '# ', '### ', '> ', '- ', '* ', '- [x] '), inline)
  .map(([lead, text]) => `${lead}${text}`);

test('a name is the text that a reader of the Markdown sees', () => {
  fc.assert(
    fc.property(line, (markdown) => {
      const shown = readShown(parser.parse(markdown)).replaceAll(/\s+/g, ' ').trim();
      expect(wordsOfMarkdown(markdown)).toBe(shown);
    }),
    { numRuns: 500, seed: 13 },
  );
});
