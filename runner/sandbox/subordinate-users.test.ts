import { expect, test } from 'vitest';
import { findSubordinates } from './subordinate-users.ts';

const lab = ['lab', '1001'];

test.each([
  ['the same range', 'lab:100000:65536\n', 'lab:100000:65536\n', 100_000],
  ['a number instead of a name', '1001:200000:256', 'lab:200000:300', 200_000],
  ['another user first', 'a:1:9999\nlab:5000:1000', 'a:1:9999\nlab:4000:1256', 5000],
  ['ranges that overlap enough', 'lab:1000:500', 'lab:1200:500', 1200],
  ['a second range', 'lab:1000:10\nlab:3000:256', 'lab:3000:256', 3000],
])('%s is found', (_, users, groups, first) => {
  expect(findSubordinates(users, groups, lab)).toBe(first);
});

test.each([
  ['no file', '', ''],
  ['users only', 'lab:100000:65536', ''],
  ['too few', 'lab:100000:255', 'lab:100000:65536'],
  ['ranges that do not overlap', 'lab:1000:300', 'lab:2000:300'],
  ['those of another user', 'lab2:100000:65536', 'lab2:100000:65536'],
  ['root', 'lab:0:65536', 'lab:0:65536'],
  ['a malformed line', 'lab:100000', 'lab:-1:65536'],
])('%s gives none', (_, users, groups) => {
  expect(findSubordinates(users, groups, lab)).toBeNull();
});
