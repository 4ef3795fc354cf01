import { type Language, languageOf, languages } from '@vlabs/contract/runs/languages';
import { assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { ProgramScanner } from './program-scanner.ts';

function tokensOf(language: (typeof languages)[number], text: string) {
  const scanner = new ProgramScanner(text, language.syntax);
  const tokens: { kind: string; start: number; end: number; text: string }[] = [];
  while (scanner.next()) {
    const { kind, start, end } = scanner;
    tokens.push({ kind, start, end, text: text.slice(start, end) });
  }
  return tokens;
}

test.each(languages)('comments and texts of $name hide what is in them', (language) => {
  const { lineComments, blockComments = [], longTexts = [], quotes = `"'` } = language.syntax;
  const lines = lineComments.map((begin) => `${begin} hidden\n`);
  const around = [...blockComments, ...longTexts].map(([begin, end]) => `${begin} hidden ${end}`);
  const texts = quotes.split('').map((quote) => `${quote}hidden${quote}`);
  for (const part of [...lines, ...around, ...texts]) {
    const words = tokensOf(language, `one ${part} two`).filter(({ kind }) => kind === 'word');
    expect([part, words.map(({ text }) => text)]).toEqual([part, ['one', 'two']]);
  }
});

const read = (key: Language, text: string) =>
  tokensOf(languageOf(key), text).map((token) => token.text);

test('what is special in one language is read there, and only there', () => {
  expect(read('rust', 'x: &\'a str = r#"a"b"#; \'c\'')).toEqual([
    'x',
    ':',
    '&',
    "'",
    'a',
    'str',
    '=',
    'r#"a"b"#',
    ';',
    "'c'",
  ]);
  expect(read('cpp', 'R"(a)b")" u8"x" a<-1')).toEqual(['R"(a)b")"', 'u8"x"', 'a', '<', '-', '1']);
  expect(read('go', 'c <- 1')).toEqual(['c', '<-', '1']);
  expect(read('r', 'x <- y %in% z')).toEqual(['x', '<-', 'y', '%in%', 'z']);
  expect(read('javascript', 'a === b ?? `c`')).toEqual(['a', '===', 'b', '??', '`c`']);
  expect(read('csharp', '$"a" + @"b"')).toEqual(['$"a"', '+', '@"b"']);
  expect(read('lua', '--[[ a ]] b ~= c -- d')).toEqual(['b', '~=', 'c']);
});

test('any text is read to its end, in tokens that follow each other', () => {
  assert(
    property(
      constantFrom(...languages),
      string({ unit: 'binary', maxLength: 200 }),
      (one, text) => {
        let at = 0;
        for (const { start, end } of tokensOf(one, text)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(text.length);
      },
    ),
    { numRuns: 2000 },
  );
});
