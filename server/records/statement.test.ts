import { expect, test } from 'vitest';
import { divideStatement } from './statement.ts';

test('the text below a heading Algorithm or Procedure is the algorithm, all else the aim', () => {
  const text = '## Aim\nSort numbers.\n\n## Algorithm\n1. Compare.\n2. Swap.\n\n## Notes\nUse C.';
  expect(divideStatement(text)).toEqual({
    aim: 'Sort numbers.\n\n## Notes\nUse C.',
    algorithm: '1. Compare.\n2. Swap.',
  });
  expect(divideStatement('# procedure of the lab\nMix.').algorithm).toBe('Mix.');
});

test('a statement without such headings is the aim as it is, and code has no headings', () => {
  const text = 'Write it.\n\n```\n# Algorithm\n```';
  expect(divideStatement(text)).toEqual({ aim: text, algorithm: '' });
  expect(divideStatement('')).toEqual({ aim: '', algorithm: '' });
});
