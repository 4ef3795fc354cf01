import { strFromU8, unzipSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { packPrograms } from './pack-programs.ts';

afterEach(() => vi.useRealTimers());

const packAt = (now: string, savedAt: string) => {
  vi.setSystemTime(new Date(now));
  return packPrograms(
    new Map([
      ['main.c', { text: 'int main(void) {}\n', at: null }],
      ['versions/001 First.c', { text: 'int main;\n', at: new Date(savedAt) }],
    ]),
  );
};

test('programs are packed into the same bytes whenever they are downloaded', async () => {
  const first = await packAt('2026-11-01T10:00:00Z', '2026-10-01T10:00:00Z');
  expect(await packAt('2026-12-24T11:30:00Z', '2026-10-01T10:00:00Z')).toEqual(first);
  expect(strFromU8(unzipSync(first)['main.c'] ?? new Uint8Array())).toBe('int main(void) {}\n');
});

test('a version has the time when it was saved', async () => {
  const first = await packAt('2026-11-01T10:00:00Z', '2026-10-01T10:00:00Z');
  expect(await packAt('2026-11-01T10:00:00Z', '2026-10-02T10:00:00Z')).not.toEqual(first);
});
