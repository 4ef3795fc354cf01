import { mkdtempSync, readdirSync, rmSync, truncateSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskCache } from './disk-cache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vlabs-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a stored entry is found again, also by the next process', () => {
  new DiskCache(folder, 1000).put('one', Buffer.from('first'));
  expect(new DiskCache(folder, 1000).get('one')?.toString()).toBe('first');
  const next = new DiskCache(folder, 1000);
  expect([next.get('two'), next.get('one')?.toString()]).toEqual([null, 'first']);
  expect(next.uses).toEqual({ hits: 1, misses: 1 });
});

test('a truncated file is rejected and deleted', () => {
  const cache = new DiskCache(folder, 1000);
  cache.put('one', Buffer.from('a longer text'));
  truncateSync(join(folder, 'one'), 40);
  expect(cache.get('one')).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
  expect(cache.bytes).toBe(0);
});

test('beyond the bound the least recently used entry is deleted first', () => {
  const cache = new DiskCache(folder, 400);
  for (const [index, key] of ['old', 'middle', 'new'].entries()) {
    cache.put(key, Buffer.alloc(90));
    utimesSync(join(folder, key), 1000 + index, 1000 + index);
  }
  const later = new DiskCache(folder, 400);
  expect(later.get('old')).not.toBeNull();
  later.put('newest', Buffer.alloc(90));
  expect(['old', 'middle', 'new', 'newest'].filter((key) => later.get(key) !== null)).toEqual([
    'old',
    'new',
    'newest',
  ]);
});

test('an entry that would displace most others is not stored', () => {
  const cache = new DiskCache(folder, 1000);
  cache.put('large', Buffer.alloc(500));
  expect(cache.get('large')).toBeNull();
});
