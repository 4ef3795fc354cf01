import { array, assert, constantFrom, integer, property, string, tuple } from 'fast-check';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { expect, test } from 'vitest';
import { canBeLaidOut } from '@vlabs/contract/text/layout-cost';

const remarkPlugins = [remarkGfm, remarkMath];

const hostile = [
  '![x](http://[) ',
  '> ',
  '>',
  '- ',
  '1. ',
  '*a _b ',
  '*',
  '***a ',
  '[',
  ']',
  '![',
  '[a](',
  '|a',
  '|a|\n|-|\n',
  '$a$ ',
  '~a',
  'a\n=\n',
  '-\n a\n',
  '<a ',
  '[^a]: x\n',
  '&amp',
  '\\',
  'a@b.',
  '`a``b',
  '```\n',
  '    ```\n',
  '````\n',
  '$$\n',
  '~~~\n',
  '<!--\n',
  '\n',
];

test('texts that cost far more than their length are not rendered', () => {
  for (const piece of hostile) {
    // Short enough not to be refused for its length.
    const text = piece.repeat(Math.floor(50_000 / piece.length));
    expect([piece, canBeLaidOut(text)]).toEqual([piece, false]);
  }
});

test('every accepted text can be rendered, whatever it contains', () => {
  const pieces = array(tuple(constantFrom(...hostile, 'a', ' '), integer({ min: 1, max: 1200 })), {
    maxLength: 6,
  });
  assert(
    property(pieces, string(), (parts, other) => {
      const text = parts.map(([piece, times]) => piece.repeat(times)).join('') + other;
      if (!canBeLaidOut(text)) return;
      expect(ReactMarkdown({ children: text, remarkPlugins })).toBeDefined();
    }),
    { numRuns: 80 },
  );
});

test('a statement of several pages with lists, a table, formulas and a long program is rendered', () => {
  const page = [
    '## Part\n\nRead `n` and *n* numbers; print their **sum** (see [the notes](https://example.org)).',
    '1. one\n   - two\n     - three\n\n> a hint, with $x_i^2 \\le 10^9$\n',
    '| n | sum |\n|--:|--:|\n| 1 | 1 |\n| 2 | 3 |\n',
    `\`\`\`c\n${'for (int i = 0; i < n; i++) { a[i] = b[i] * *c & d[i]; }\n'.repeat(60)}\`\`\``,
  ].join('\n\n');
  expect(canBeLaidOut(`${page}\n\n`.repeat(5))).toBe(true);
});

test('text that only looks like a code block is measured', () => {
  const expensive = '>'.repeat(3000);
  expect(canBeLaidOut(`\`\`\`\n    \`\`\`\n\`\`\`\n${expensive}`)).toBe(false);
  expect(canBeLaidOut(`\`\`\`\n\`\`\`\`\n${expensive}`)).toBe(false);
  expect(canBeLaidOut(`$$\n\`\`\`\n$$\n${expensive}`)).toBe(false);
  expect(canBeLaidOut(`\`\`\` a\`\n${expensive}`)).toBe(false);
  expect(canBeLaidOut(`\`\`\`\n${expensive}\n\`\`\``)).toBe(true);
});
