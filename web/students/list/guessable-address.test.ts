import { expect, test } from 'vitest';
import { containsRollNumber } from './guessable-address.ts';

test.each([
  ['2105001', '2105001@kiit.ac.in', true],
  ['CS21-7', 'a.rao.cs21-7@example.edu', true],
  [' 2105001 ', 'x2105001y@example.edu', true],
  ['2105001', 'asha.rao@2105001.example', false],
  ['2105001', 'asha.rao@example.edu', false],
  ['2105001', '', false],
  ['', 'asha.rao@example.edu', false],
])('whether the address of %s contains it: %s, %s', (rollNumber, email, contains) => {
  expect(containsRollNumber({ 'Roll no': rollNumber, 'Email ID': email })).toBe(contains);
});

test('a line without these columns has no guessable address', () => {
  expect(containsRollNumber({})).toBe(false);
});
