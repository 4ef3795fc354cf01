import { expect, test } from 'vitest';
import { statementBody } from './statement-body.ts';

test('a heading that says the title again is left out, any other stays', () => {
  const title = 'Sum of numbers';
  expect(statementBody({ title, text: '# Sum of numbers\n\nRead them.' })).toBe('\nRead them.');
  expect(statementBody({ title, text: '## Sum of numbers ##' })).toBe('');
  expect(statementBody({ title, text: '# Sums\n\nRead them.' })).toBe('# Sums\n\nRead them.');
  expect(statementBody({ title, text: '# **Sum** of `numbers`\n\nRead.' })).toBe('\nRead.');
  expect(statementBody({ title, text: 'Sum of numbers' })).toBe('Sum of numbers');
});
