import { expect, test } from 'vitest';
import { kinds } from '@vlabs/contract/kinds/kinds';
import { program } from '../../testing/acts/program-quiz.ts';
import { casesHashOf, hashOf } from './judged-programs.ts';

const files = [{ path: 'helper.py', text: 'answer = 42\n' }];
const hashWith = (body: object, key: object) =>
  casesHashOf({
    kind: 'program',
    body: { ...program.Body, ...body },
    key: { ...program.Key, ...key },
  });

test('without teacher’s files, judgements that were stored before there were any still count', () => {
  const cases = kinds.program.judged?.testCases({ body: program.Body, key: program.Key }) ?? [];
  const ran = cases.map(({ name: _name, points: _points, ...run }) => run);
  expect(hashWith({}, {})).toBe(hashOf(JSON.stringify(ran)));
  expect(hashWith({ files: [] }, { files: [] })).toBe(hashWith({}, {}));
});

test('other teacher’s files, read only or hidden, have programs judged again', () => {
  const other = [{ path: 'helper.py', text: 'answer = 43\n' }];
  const hashes = [{}, { files }, { files: other }].map((body) => hashWith(body, {}));
  expect(new Set(hashes).size).toBe(3);
  expect(hashWith({}, { files: other })).toBe(hashWith({ files: other }, {}));
});
