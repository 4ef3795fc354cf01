import { assert, date, property } from 'fast-check';
import { expect, test } from 'vitest';
import { readMoment, writeKolkataField, writeKolkataMoment } from './kolkata-time.ts';

test('a time without a zone is meant in Asia/Kolkata', () => {
  expect(readMoment('2026-11-21T10:30')?.toISOString()).toBe('2026-11-21T05:00:00.000Z');
  expect(readMoment('2026-11-21T10:30:15')?.toISOString()).toBe('2026-11-21T05:00:15.000Z');
});

test('a time with a zone keeps it', () => {
  expect(readMoment('2026-11-21T10:30Z')?.toISOString()).toBe('2026-11-21T10:30:00.000Z');
  expect(readMoment('2026-11-21T10:30:00.000-02:00')?.toISOString()).toBe(
    '2026-11-21T12:30:00.000Z',
  );
});

test.each(['', '2026-02-30T10:00', '2026-11-21', '21/11/2026 10:30', '2026-11-21T24:30', 'now'])(
  '%j is no moment',
  (text) => {
    expect(readMoment(text)).toBeNull();
  },
);

test('what a field shows is read back as the same second', () => {
  const min = new Date('2000-01-02');
  const max = new Date('2099-12-30');
  assert(
    property(date({ min, max, noInvalidDate: true }), (moment) => {
      moment.setUTCMilliseconds(0);
      expect(readMoment(writeKolkataField(moment))).toEqual(moment);
    }),
  );
});

test('a moment just after midnight in Asia/Kolkata begins with the day there', () => {
  const written = writeKolkataMoment(new Date('2026-11-20T18:31:00.000Z'));
  expect(written).toBe('2026-11-21T00:01:00.000+05:30');
  expect(readMoment(written)?.toISOString()).toBe('2026-11-20T18:31:00.000Z');
});
