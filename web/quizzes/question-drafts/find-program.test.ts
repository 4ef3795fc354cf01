import { expect, test } from 'vitest';
import {
  asksForOutput,
  comparePrinted,
  compareWithKey,
  findProgram,
  plainText,
} from './find-program.ts';

const title = 'What does this print?\n\n```python\nprint(6 * 7)\n```\nThink.';
const options = { 1: '13', 2: '`42`', 3: '42.0', 4: 'Nothing' };

test('the program of a question is found by the language of its block', () => {
  expect(findProgram(title)).toEqual({ languageId: 71, source: 'print(6 * 7)' });
  expect(findProgram('```C++\r\nint main() {}\r\n```')).toMatchObject({ languageId: 54 });
  expect(findProgram('```\nprint(1)\n```')).toBeNull();
  expect(findProgram('```sql\nselect 1\n```')).toBeNull();
  expect(findProgram('`print(1)`')).toBeNull();
});

test('only the words around the program ask for its output', () => {
  expect(asksForOutput(title)).toBe(true);
  expect(asksForOutput('How often is the loop entered?\n```python\nprint(1)\n```')).toBe(false);
});

test('code marks, line ends and spaces at the ends do not count', () => {
  expect(plainText(' `42` ')).toBe('42');
  expect(plainText('```\n1 \n2\n```')).toBe('1\n2');
  expect(plainText('a\r\nb\n')).toBe('a\nb');
});

test('the marked answer is verified, or what is printed is told', () => {
  expect(comparePrinted('42\n', options, '2')).toEqual({ is: 'verified', printed: '42' });
  expect(comparePrinted('42\n', options, '1')).toEqual({
    is: 'wrong-key',
    printed: '42',
    option: '2',
  });
  expect(comparePrinted('7\n', options, '2')).toMatchObject({ option: null });
});

const isOf = (question: Parameters<typeof compareWithKey>[1], printed = '42\n') =>
  compareWithKey(printed, question).is;

test('what is printed is compared with options, and as a typed answer with the key', () => {
  const Body = { options: ['41', '`42`'] };
  const one = (...right: number[]) => ({
    Kind: 'single' as const,
    Body,
    Key: { right, cost: '0' },
  });
  expect(isOf(one(2))).toBe('verified');
  expect(isOf(one(1))).toBe('wrong-key');
  expect(isOf(one(1), '7\n')).toBe('wrong-key');
  expect(isOf(one())).toBe('printed');
  const both = { right: [1, 2], rule: 'all_or_nothing' };
  expect(isOf({ Kind: 'several', Body, Key: both })).toBe('verified');
  const answers = [{ text: '42', worth: '100' }];
  const Key = { answers, ignoresCase: false, foldsSpaces: true };
  const typed = { Kind: 'short_text' as const, Body: {}, Key };
  expect(isOf(typed)).toBe('verified');
  expect(isOf(typed, '43\n')).toBe('wrong-key');
  expect(isOf(typed, 'two\nlines\n')).toBe('printed');
});
