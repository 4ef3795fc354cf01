import { expect, test } from 'vitest';
import { readQuestionFile } from '../read-file.ts';

const textOf = (options: string[], ending: string): string =>
  `1. Which?\n${options.map((text, place) => `${'abcd'.charAt(place)}) ${text}`).join('\n')}\n${ending}`;
const csvOf = (options: string[], answer: string): string =>
  `Question,A,B,C,D,Correct\n2+2?,${options.join(',')},${answer}\n`;

/** The options and the position of the correct one, or the reason why the question is not imported. */
function read(file: string) {
  const { questions, notRead } = readQuestionFile(Buffer.from(file));
  const [question] = questions;
  return question && 'options' in question
    ? [question.options, question.correctAnswer]
    : notRead[0]?.reason;
}

test('a star at the end of an option is a part of it where a line tells the answer', () => {
  const options = ['char*', 'char', 'char&', 'int*'];
  const kept = ['char\\*', 'char', 'char&', 'int\\*'];
  expect(read(textOf(options, 'Answer: b\n'))).toEqual([kept, 2]);
  expect(read(textOf(['int', 'int*', 'char', 'float'], 'Answer: c'))).toEqual([
    ['int', 'int\\*', 'char', 'float'],
    3,
  ]);
});

test('without such a line the only star marks the right option, and several mark none', () => {
  expect(read(textOf(['int', 'long *', 'char', 'float'], ''))).toEqual([
    ['int', 'long', 'char', 'float'],
    2,
  ]);
  const unmarked = 'None of its options is marked as correct.';
  expect(read(textOf(['char*', 'char', 'char&', 'int*'], ''))).toBe(unmarked);
  expect(read(textOf(['p', '*p', '&p', '**p'], ''))).toBe(unmarked);
});

test('a mark and an answer line that name different options are listed', () => {
  expect(read(textOf(['one', 'two ✓', 'three', 'four'], 'Answer: c'))).toBe(
    'Its answer line and its marked option differ.',
  );
});

test('an answer that names one option and is the text of another is listed, not guessed', () => {
  const reported = 'Its answer 4 is ambiguous: it names one option and is the text of another.';
  expect(read(csvOf(['3', '4', '5', '6'], '4'))).toBe(reported);
  expect(read(textOf(['2', '4', '8', '16'], 'Answer: 4'))).toBe(reported);
  expect(read(csvOf(['b', 'a', 'd', 'c'], 'A'))).toMatch(/^Its answer A is ambiguous/);
});

test('an answer that can mean one option alone is taken', () => {
  expect(read(csvOf(['3', '4', '5', '6'], 'B'))).toEqual([['3', '4', '5', '6'], 2]);
  expect(read(csvOf(['3', '2', '5', '6'], '2'))).toEqual([['3', '2', '5', '6'], 2]);
  expect(read(csvOf(['3', '4', '5', '6'], '6'))).toEqual([['3', '4', '5', '6'], 4]);
  expect(read(textOf(['2', '4', '8', '16'], 'Answer: b) 4'))).toEqual([['2', '4', '8', '16'], 2]);
});
