import { expect, test } from 'vitest';
import { titleOfMarkdown, wordsOfMarkdown } from './markdown-words.ts';
import { plainToMarkdown } from './plain-text.ts';

test.each([
  ['# **Lab 3**: `sort` without the library ##', 'Lab 3: sort without the library'],
  ['> - [ ] ***Read*** ~~two~~ _three_ numbers', 'Read two three numbers'],
  [
    '[The handbook](https://kiit.example/a_b_c "Title") and ![a tree](tree.png)',
    'The handbook and a tree',
  ],
  ['See <https://kiit.example/lab_3>', 'See https://kiit.example/lab_3'],
  ['Print $n^2$ and $$\\sum x$$', 'Print n^2 and \\sum x'],
  ['| a | b |\n|---|---|\n| `c` | d |', 'a b c d'],
  ['Fish &amp; chips &#60;3', 'Fish & chips <3'],
  ['Half a sign **&#55296;** and &#7;&#0;', 'Half a sign &#55296; and &#7;&#0;'],
  ['Escaped \\*stars\\* and \\# marks', 'Escaped *stars* and # marks'],
  ['`a*b*c` and ``x ` y``', 'a*b*c and x ` y'],
])('%s is named %s', (markdown, name) => {
  expect(wordsOfMarkdown(markdown)).toBe(name);
});

test.each([
  'Compute 2*3*4 and 2 ** 3',
  'my_long_name and __init__',
  'a[i] = b[j](x) * 2',
  'From $5 to $10',
  'if (a < b && b > c) { x = !y; }',
  '1. Add two numbers',
  'C# and F#',
  '**Note: read this',
])('%s has no marks, and stays', (text) => {
  expect(wordsOfMarkdown(text)).toBe(text);
});

test('what was typed plainly keeps each of its characters', () => {
  for (const text of ['**x**', '# no heading', '`tick`', '2*3*4', '[a](b)', '> 5', '$x$ & <b>']) {
    expect(wordsOfMarkdown(plainToMarkdown(text))).toBe(text);
  }
});

test('a title is the first line that says anything', () => {
  expect(titleOfMarkdown('\n---\n**\n## Sums\n\nAdd *two* numbers.')).toBe('Sums');
  expect(titleOfMarkdown('Sums\n====\nMore')).toBe('Sums');
  expect(titleOfMarkdown('```c\nint main(void) { return **p; }\n```')).toBe(
    'int main(void) { return **p; }',
  );
  expect(titleOfMarkdown(' \n***\n')).toBe('');
});

test('several lines become one, and code among them stays as it is', () => {
  expect(wordsOfMarkdown('What does **this** print?\n\n```c\n  *p = a_b;\n```\n')).toBe(
    'What does this print? *p = a_b;',
  );
});

test.each(['<', '[', '](', '*a ', '__a ', '`', '$', '\\', '&#', '> ', '# ', '``` ', '|'])(
  'of a text of nothing but %s no more than the first 5,000 characters are read',
  (part) => {
    const text = part.repeat(200_000);
    expect(wordsOfMarkdown(`${text}words`)).toBe(wordsOfMarkdown(text.slice(0, 5000)));
    expect(wordsOfMarkdown(`${text.slice(0, 4985)}>)\`]*__ words`)).toContain('words');
  },
);
