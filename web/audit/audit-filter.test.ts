import { expect, test } from 'vitest';
import { readAuditFilter, readBefore } from './audit-filter.ts';

test('the address says what is looked for', () => {
  const address = new URLSearchParams(
    'q= trees &person=2105001&action=correct-key&from=2026-11-01&to=2026-11-21&before=17',
  );
  expect(readAuditFilter(address)).toEqual({
    search: 'trees',
    person: '2105001',
    action: 'correct-key',
    from: '2026-11-01',
    to: '2026-11-21',
  });
  expect(readBefore(address)).toBe(17);
});

test('what is not known narrows nothing', () => {
  const address = new URLSearchParams('action=fly&from=yesterday&to=2026-99-99&before=-3');
  expect(readAuditFilter(address)).toEqual({});
  expect(readBefore(address)).toBeNull();
});
