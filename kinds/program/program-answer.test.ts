import { expect, test, vi } from 'vitest';
import { MAX_PROGRAM_ANSWER, readProgramAnswer, writeProgramAnswer } from './program-answer.ts';

const deep = (open: string, close: string) => open.repeat(1000) + close.repeat(1000);

test('an answer of brackets is refused before it is parsed', () => {
  const parse = vi.spyOn(JSON, 'parse');
  const answers = [
    '['.repeat(MAX_PROGRAM_ANSWER),
    deep('[', ']'),
    `{"language":"c","drafts":{"c":${deep('{"a":', '}').replace('{}', '{"a":1}')}}}`,
    `{"language":"c","drafts":{"c":${deep('[', ']')}}}`,
    `${' '.repeat(MAX_PROGRAM_ANSWER)}{"language":"c","drafts":{}}`,
  ];
  expect(answers.map(readProgramAnswer)).toEqual(answers.map(() => null));
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

test('a program may have whatever brackets, quotes and backslashes it likes', () => {
  for (const text of ['[[[[{{{{', '"[', '\\"[{', '\\\\', '"\\', 'int a[] = {1, {2}, {"["}};']) {
    const answer = { language: 'c' as const, drafts: { c: text, cpp: text } };
    expect(readProgramAnswer(writeProgramAnswer(answer))).toEqual(answer);
  }
});
