import { expect, test, vi } from 'vitest';
import { MAX_PROGRAM_ANSWER, readProgramAnswer, writeProgramAnswer } from './program-answer.ts';

const written = (text: string) => writeProgramAnswer({ language: 'c', drafts: { c: text } });
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

test('an answer is parsed once, however often it is read, until many others were read', () => {
  const parse = vi.spyOn(JSON, 'parse');
  const parsesOf = (answer: string) => parse.mock.calls.filter(([text]) => text === answer).length;
  const answer = written('int main;');
  const reads = [answer, `${answer} `.trim(), answer].map(readProgramAnswer);
  expect(reads.map((read) => read?.drafts.c)).toEqual(['int main;', 'int main;', 'int main;']);
  expect(parsesOf(answer)).toBe(1);
  for (let other = 0; other < 100; other += 1)
    readProgramAnswer(written(`${other}`.padEnd(60_000)));
  readProgramAnswer(answer);
  expect(parsesOf(answer)).toBe(2);
  parse.mockRestore();
});
