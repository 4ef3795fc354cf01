import { expect, test } from 'vitest';
import { asStorable, isShortEnough, readDrafts, writeDrafts } from './drafts.ts';
import type { ProgramBody } from '@vlabs/contract/kinds/program/program';

const body: Pick<ProgramBody, 'languages' | 'starters'> = {
  languages: ['python', 'c'],
  starters: { c: 'int main() {}\n' },
};

test('without an answer the first allowed language is open', () => {
  expect(readDrafts(body, null)).toEqual({ language: 'python', drafts: {} });
  expect(readDrafts(body, 'no answer')).toEqual({ language: 'python', drafts: {} });
});

test('texts that equal their starters are no answer', () => {
  expect(writeDrafts(body, { language: 'c', drafts: {} })).toBeNull();
  const drafts = { c: '\nint main() {}', python: ' \n' };
  expect(writeDrafts(body, { language: 'c', drafts })).toBeNull();
});

test('an answer has the language that is open, and each text that was written', () => {
  const drafts = { c: 'int main() { return 0; }', python: '' };
  const written = writeDrafts(body, { language: 'python', drafts }) ?? '';
  expect(readDrafts(body, written)).toEqual({ language: 'python', drafts: { c: drafts.c } });
});

const write = (text: string) => writeDrafts(body, { language: 'c', drafts: { c: text } });

test('a program of more than 64 KB is too long', () => {
  expect(isShortEnough(write('x'.repeat(65_536)))).toBe(true);
  expect(isShortEnough(write('x'.repeat(65_537)))).toBe(false);
  expect(isShortEnough(write('क'.repeat(30_000)))).toBe(false);
  expect(isShortEnough(null)).toBe(true);
});

test('characters that can’t be stored are removed', () => {
  expect(asStorable('a\0b')).toBe('ab');
  expect(asStorable('\ud83d').isWellFormed()).toBe(true);
});
