import { expect, test } from 'vitest';
import { type ProgramKey, program } from './program.ts';

const key = (reveals: ProgramKey['reveals']): ProgramKey => ({
  solution: { language: 'c', text: 'int main(void) {}' },
  cases: [
    { name: 'empty list', input: '0', output: 'none', points: '1', group: '' },
    { name: 'long list', input: '9', output: 'many', points: '2', group: 'overflow' },
    { name: 'longer list', input: '99', output: 'more', points: '2', group: ' overflow' },
  ],
  allOrNothing: false,
  reveals,
});

const release = (reveals: ProgramKey['reveals']) => program.judged?.releaseKey(key(reveals));

test('with points alone, students see which test cases belong together, and nothing by name', () => {
  expect(release('points')).toEqual({
    ...key('points'),
    solution: { language: 'c', text: '' },
    cases: [
      { name: '', input: '', output: '', points: '1', group: '' },
      { name: '', input: '', output: '', points: '2', group: '1' },
      { name: '', input: '', output: '', points: '2', group: '1' },
    ],
  });
});

test('with names, they see names and groups, and neither input, output nor solution', () => {
  const released = JSON.stringify(release('names'));
  expect(released).toContain('long list');
  expect(released).toContain('overflow');
  expect(released).not.toMatch(/99|many|int main/);
});

test('with everything, the key is released as it is', () => {
  expect(release('all')).toEqual(key('all'));
});

test('hidden files are released with everything, and not otherwise', () => {
  const files = [{ path: 'check.c', text: 'int secret;' }];
  const released = (reveals: ProgramKey['reveals']) =>
    program.judged?.releaseKey({ ...key(reveals), files });
  expect(released('points')).not.toHaveProperty('files');
  expect(released('names')).not.toHaveProperty('files');
  expect(released('all')).toHaveProperty('files', files);
});
