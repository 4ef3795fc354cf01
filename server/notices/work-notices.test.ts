import { expect, test } from 'vitest';
import { chooseChanges } from './notices.service.ts';

const noon = new Date('2026-11-21T06:30:00.000Z');
const later = new Date('2026-11-28T06:30:00.000Z');

const change = (
  word: 'opened' | 'times' | 'withdrawn',
  { isOpen = true, endsAt = later }: { isOpen?: boolean; endsAt?: Date | null } = {},
) => ({ kind: 'quiz' as const, change: word, at: noon, endsAt, isOpen });

const [opened, times, withdrawn] = [change('opened'), change('times'), change('withdrawn')];
const closed = (word: Parameters<typeof change>[0]) => change(word, { isOpen: false });

test.each([
  ['what is opened is new', [opened], [opened]],
  ['of several other times the last count', [opened, times, change('times')], [opened, times]],
  [
    'an audience that grew makes nothing new to who had it',
    [opened, times, opened],
    [opened, times],
  ],
  ['what was withdrawn and opened again is new', [opened, times, withdrawn, opened], [opened]],
  [
    'what was withdrawn is told as that alone',
    [closed('opened'), closed('times'), closed('withdrawn')],
    [closed('withdrawn')],
  ],
  ['to leave the audience tells nothing', [closed('opened'), closed('times')], []],
  ['what was withdrawn before it was known tells nothing', [closed('withdrawn')], []],
  ['a change of what was never opened to the student tells nothing', [times], []],
])('%s', (_name, changes, reported) => {
  expect(chooseChanges(changes)).toEqual(reported);
});

test('a quiz that was over when it was made is no news, an assignment that was due is', () => {
  const over = change('opened', { endsAt: new Date(noon.getTime() - 1) });
  expect(chooseChanges([over])).toEqual([]);
  expect(chooseChanges([{ ...over, kind: 'assignment' }])).toHaveLength(1);
});
