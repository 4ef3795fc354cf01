import { expect, test } from 'vitest';
import { kinds } from '../kinds.ts';
import { programPrinted } from './printed.ts';

const { blank } = kinds.program;
const shown = { path: 'stack.h', text: 'int push(int);' };
const hidden = { path: 'check.c', text: 'int secret;' };
const body = Object.assign({}, blank.body, { files: [shown] });
const key = Object.assign({}, blank.key, { files: [hidden] });

test('a paper to fill in shows the read-only files, and hidden ones stand beside the solution only', () => {
  const paper = programPrinted({ body, key: undefined }, {});
  expect(paper).toContainEqual({ part: 'program', label: 'stack.h', text: shown.text });
  expect(JSON.stringify(paper)).not.toContain('secret');
  const withKey = programPrinted({ body, key }, {});
  const label = 'Hidden file check.c';
  expect(withKey).toContainEqual({ part: 'program', label, text: hidden.text });
});
