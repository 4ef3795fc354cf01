import type { TraceValue } from '@vlabs/contract/runs/trace/trace';
import { expect, test } from 'vitest';
import { judge } from './answers.ts';
import type { Question } from './questions.ts';

const prints = (text: string): Question => ({ kind: 'prints', text });
const value = (it: TraceValue): Question => ({ kind: 'value', name: 'a', value: it, event: null });
const isRight = (question: Question, answer: string, language = 'python') =>
  judge(question, answer, language).isRight;
const said = (question: Question, answer: string) => judge(question, answer, 'python').words;

test.each([
  ['7', '7\n'],
  ['total 15', 'total 15'],
  ['total 15', '"total 15"'],
  ['1\n2\n3', '1 2 3'],
  ['0.5', '.5'],
  ['2.50', '2.5'],
  ['"quoted"', '"quoted"'],
  ['it is', '“it is”'],
])('for the printed text %j the answer %j is right', (text, answer) => {
  expect(isRight(prints(text), answer)).toBe(true);
});

test.each([
  ['7', '8'],
  ['7', '7 7'],
  ['7', 'seven'],
  ['Total', 'total'],
  ['', '0'],
  ['9007199254740993', '9007199254740992'],
  ['1e999', 'Infinity'],
])('for the printed text %j the answer %j is wrong', (text, answer) => {
  expect(isRight(prints(text), answer)).toBe(false);
});

test.each<[TraceValue, string]>([
  [7, '7'],
  [7, '+7'],
  [7, '7.0'],
  [-3, ' -3 '],
  [['f', '0.5'], '.5'],
  [['f', '0.30000000000000004'], '0.3'],
  [['f', 'nan'], 'nan'],
  [['i', '9007199254740993'], '9007199254740993'],
  ['word', 'word'],
  ['word', '"word"'],
  ['word', "'word'"],
  ['a\n', String.raw`"a\n"`],
  ['', '""'],
  ['7', '7'],
  [true, 'True'],
  [true, 'true'],
  [false, '0'],
  [null, 'None'],
  [null, 'NULL'],
  [['c', 65], 'A'],
  [['c', 65], "'A'"],
  [['c', 65], '65'],
])('for the value %j the answer %j is right', (it, answer) => {
  expect(isRight(value(it), answer)).toBe(true);
});

test.each<[TraceValue, string]>([
  [7, '8'],
  [7, '"seven'],
  [['f', '0.5'], '0.51'],
  [['f', 'nan'], '0'],
  ['word', 'Word'],
  ['word', '"word'],
  [true, 'False'],
  [null, '0'],
  [['c', 65], 'a'],
])('for the value %j the answer %j is wrong', (it, answer) => {
  expect(isRight(value(it), answer)).toBe(false);
});

test('a verdict says in one sentence what is right', () => {
  const which: Question = { kind: 'which', choices: ['a', 'b', 'c'], right: ['a', 'b'] };
  expect(said(prints('7'), '7')).toBe('Right: it prints 7.');
  expect(said(prints('7'), '8')).toBe('It prints 7, not 8.');
  expect(said(prints('total 15'), 'x')).toBe('It prints "total 15", not "x".');
  expect(said(value(7), '7')).toBe('Right: a is 7.');
  expect(said(value(true), 'no')).toBe('a is True, not no.');
  expect(said(which, 'b')).toBe('Right: b changes.');
  expect(said(which, 'c')).toBe('a and b change, not c.');
  expect(said(prints('1\n2\u202e'), 'x\u202e')).toBe(
    String.raw`It prints "1\n2\u202e", not "x\u202e".`,
  );
});
