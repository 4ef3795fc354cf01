import { expect, test } from 'vitest';
import { findWait } from './archive-wait.ts';

const HOUR_MS = 3_600_000;
const END_MS = Date.parse('2026-11-27T10:00:00Z');
const none = { attempts: 2, unsubmitted: 0, unjudged: 0, unjudgedSince: null };

const waitAt = (nowMs: number, attempts: Partial<typeof none> | object = {}) =>
  findWait({ lastEndMs: END_MS, graceMs: 60_000, attempts: { ...none, ...attempts }, nowMs });

test('a test waits for its last end and the time for late requests', () => {
  expect(waitAt(END_MS + 60_000)).toEqual({ for: 'end', until: '2026-11-27T10:01:00.000Z' });
  expect(waitAt(END_MS + 60_001)).toBe(null);
});

test('then for attempts that are not submitted', () => {
  expect(waitAt(END_MS + HOUR_MS, { unsubmitted: 3 })).toEqual({ for: 'submissions', count: 3 });
  expect(waitAt(END_MS + HOUR_MS, { attempts: 0 })).toEqual({ for: 'attempts' });
});

test('and for judgements, until a day after the last submission that waits', () => {
  const since = new Date(END_MS + 2 * HOUR_MS);
  const waiting = { unjudged: 1, unjudgedSince: since };
  expect(waitAt(END_MS + 26 * HOUR_MS, waiting)).toEqual({
    for: 'judging',
    count: 1,
    until: '2026-11-28T12:00:00.000Z',
  });
  expect(waitAt(END_MS + 26 * HOUR_MS + 1, waiting)).toBe(null);
});
