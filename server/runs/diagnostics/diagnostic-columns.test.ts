import { expect, test } from 'vitest';
import { ofCompiler, ofProgram } from './diagnostics.setup.ts';

const ofCharacters = (text: string) => Array.from(text).length;
const ofColumns = (text: string) =>
  text.replaceAll(/\p{Emoji_Presentation}|\p{Script=Han}/gu, '..').length;
const ofBytes = (text: string) => Buffer.byteLength(text);

test.each([
  ['Devanagari', '  const char *s = "फ़रीदा"; int a = oops;', 36],
  ['a family', '  const char *t = "👨‍👩‍👧"; int b = oops;', 37],
  ['joined letters before a tab', '  const char *u = "क्ष"; \tint c = oops;', 41],
  ['Japanese, a flag and an accent', '  const char *v = "日本🇮🇳❤️é"; int d = oops;', 39],
])('GCC marks the right character after %s', (_what, line, column) => {
  const found = ofCompiler('main.c', line, `main.c:1:${column}: error: ‘oops’ undeclared`);
  expect(found[0]?.column).toBe(line.indexOf('oops') + 1);
});

test('javac marks the right character after an emoji and Devanagari', () => {
  const line = '\tString t = "👨‍👩‍👧 फ़री"; int b = oops;';
  const caret = `\t${' '.repeat(line.indexOf('oops') - 1)}^`;
  const output = `Main.java:1: error: cannot find symbol\n${line}\n${caret}\n1 error`;
  expect(ofCompiler('Main.java', line, output)[0]?.column).toBe(line.indexOf('oops') + 1);
});

const wide = 's = "👨‍👩‍👧फ़री日本"; ';

test.each([
  {
    who: 'a traceback',
    before: `${wide}a = 1 `,
    marked: '/ 0',
    marks: '^~~',
    count: ofCharacters,
    ending: 'ZeroDivisionError: x',
  },
  {
    who: 'a traceback of Python 3.13',
    before: `${wide}a = 1 `,
    marked: '/ 0',
    marks: '^~~',
    count: ofColumns,
    ending: 'ZeroDivisionError: x',
  },
  {
    who: 'the parser of Python 3.11',
    before: `${wide}a = (`,
    marked: '1 2)',
    marks: '^^^',
    count: ofBytes,
    ending: 'SyntaxError: invalid syntax',
  },
  {
    who: 'the compiler of Python 3.11',
    before: wide,
    marked: 'return 5',
    marks: '^^^^^^^^',
    count: ofBytes,
    ending: "SyntaxError: 'return' outside function",
  },
  {
    who: 'the tokenizer',
    before: `${wide}print("abc" `,
    marked: '"भभ',
    marks: '^',
    count: ofCharacters,
    ending: 'SyntaxError: unterminated string literal',
  },
  {
    who: 'the parser of Python 3.12',
    before: `${wide}x = (`,
    marked: '1 2)',
    marks: '^^^',
    count: ofCharacters,
    ending: 'SyntaxError: invalid syntax',
  },
])(
  'Python marks the right character after emoji, Devanagari and Japanese for $who',
  ({ before, marked, marks, count, ending }) => {
    const lines = [
      '  File "script.py", line 2',
      `    ${before}${marked}`,
      `    ${' '.repeat(count(before))}${marks}`,
      ending,
    ];
    const source = `if True:\n\t${before}${marked}\n`;
    const found = ofProgram('script.py', source, lines.join('\n'));
    expect(found[0]?.column).toBe(before.length + 2);
  },
);

test('Python marks the whole line if it repeats only a part of an f-string', () => {
  const stderr =
    '  File "script.py", line 1\n    (1 2)\n     ^^^\nSyntaxError: f-string: invalid syntax';
  expect(ofProgram('script.py', 'x = f"{1 2}"', stderr)[0]?.column).toBeNull();
});
