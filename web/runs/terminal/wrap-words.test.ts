import { expect, test } from 'vitest';
import { wrapWords } from './wrap-words.ts';

test('a notice is wrapped between words, and no word is lost', () => {
  expect(wrapWords('You are 3rd in the queue.', 12)).toEqual(['You are 3rd', 'in the', 'queue.']);
  expect(wrapWords('You are next.', 80)).toEqual(['You are next.']);
  expect(wrapWords('a reallylongword b', 6)).toEqual(['a', 'reallylongword', 'b']);
});
