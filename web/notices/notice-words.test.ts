import { NoticeKind, type Notice } from '@vlabs/contract/notices/notices';
import { expect, test } from 'vitest';
import { detailOf, placeOf, titleOf } from './notice-words.ts';

const now = Date.parse('2026-11-21T05:00:00.000Z');

const notice: Notice = {
  name: 'change 1',
  kind: 'new_test',
  at: '2026-11-21T04:30:00.000Z',
  isRead: false,
  workId: '5e0f6c50-3f0f-4a8e-8f37-2d1f7f5a0b11',
  title: 'Stacks',
  startsAt: '2026-11-23T04:30:00.000Z',
  endsAt: '2026-11-23T06:30:00.000Z',
  wasStartsAt: null,
  wasEndsAt: '2026-11-22T06:30:00.000Z',
  text: '',
  marks: null,
  maxMarks: null,
};

test.each(NoticeKind.options)('%s has words and a page', (kind) => {
  expect(titleOf({ ...notice, kind })).toMatch(/^[A-Z][a-z ]+: Stacks$/);
  expect(placeOf({ ...notice, kind })).toMatch(/^\/(tests|assignments|account)/);
});

test('times are in Asia/Kolkata, and changed times are shown next to the previous ones', () => {
  expect(detailOf(notice, now)).toBe(
    '23 Nov 2026, 10:00\u00A0AM (in 2 days) to 23 Nov 2026, 12:00\u00A0PM',
  );
  expect(detailOf({ ...notice, kind: 'assignment_due' }, now)).toBe(
    'Now 23 Nov 2026, 12:00\u00A0PM (in 2 days). Before: 22 Nov 2026, 12:00\u00A0PM (tomorrow)',
  );
  expect(detailOf({ ...notice, kind: 'assignment_due', endsAt: null }, now)).toMatch(
    /^Now no due time\./,
  );
});

test('marks are shown with the text of their comment', () => {
  const marked = {
    ...notice,
    kind: 'marks' as const,
    marks: 7,
    maxMarks: 10,
    text: '**Good** `sort`',
  };
  expect(detailOf(marked, now)).toBe('7 of 10. Good sort');
  expect(detailOf({ ...marked, text: '' }, now)).toBe('7 of 10.');
});
