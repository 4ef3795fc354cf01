import { Arrangement, UNARRANGED } from '@vlabs/contract/marks/arrangement';
import { groupOf } from '@vlabs/contract/marks/lines';
import { expect, test } from 'vitest';
import {
  addGroup,
  changeGroup,
  moveColumn,
  placeWork,
  readDraft,
  removeGroup,
  setTaker,
  startDraft,
} from './arrange-draft.ts';

const work = { id: '00000000-0000-4000-8000-000000000001', kind: 'quiz' as const };
const start = () => startDraft({ version: 0, arrangement: UNARRANGED });

test('a sheet that nobody arranged begins with tests and assignments of equal weight', () => {
  const proposed = Arrangement.parse(readDraft(start()));
  expect(proposed.groups).toMatchObject([
    { name: 'Tests', weight: 50, takes: ['quiz'], rule: { which: 'all' } },
    { name: 'Assignments', weight: 50, takes: ['assignment'] },
  ]);
  expect(proposed.form).toEqual(UNARRANGED.form);
});

test('an arrangement that nobody changes stays as it is', () => {
  const changed = changeGroup(start(), 0, { which: 'best', count: '2', weight: '12.5' });
  const arrangement = Arrangement.parse(readDraft({ ...changed, passPercent: '40' }));
  const again = startDraft({ version: 1, arrangement });
  expect(readDraft(again)).toEqual(arrangement);
});

test('a work is named only where the groups would place it otherwise', () => {
  const inOther = placeWork(start(), work, 1);
  expect(inOther.groups.map(({ works }) => works)).toEqual([[], [work.id]]);
  expect(groupOf(work, inOther)).toBe(1);
  const nowhere = placeWork(inOther, work, null);
  expect(nowhere).toMatchObject({ groups: [{ works: [] }, { works: [] }], outside: [work.id] });
  const back = placeWork(nowhere, work, 0);
  expect(back).toMatchObject({ groups: [{ works: [] }, { works: [] }], outside: [] });
});

test('one group at most takes a kind', () => {
  const changed = setTaker(addGroup(start()), 'quiz', 2);
  expect(changed.groups.map(({ takes }) => takes)).toEqual([[], ['assignment'], ['quiz']]);
  expect(setTaker(changed, 'quiz', null).groups[2]?.takes).toEqual([]);
  expect(removeGroup(changed, 0).groups.map(({ key }) => key)).toEqual([1, 2]);
});

test('a weight that is no number is refused with its field', () => {
  const wrong = readDraft(changeGroup(start(), 1, { weight: 'ten' }));
  expect(Arrangement.safeParse(wrong).error?.issues[0]?.path).toEqual(['groups', 1, 'weight']);
});

test('columns change places with their neighbours', () => {
  const fields = (draft: ReturnType<typeof start>) => draft.columns.map(({ field }) => field);
  const moved = moveColumn(start(), 0, 1);
  expect(fields(moved).slice(0, 2)).toEqual(['roll_number', 'serial']);
  expect(fields(moveColumn(start(), 0, -1))).toEqual(fields(start()));
});
