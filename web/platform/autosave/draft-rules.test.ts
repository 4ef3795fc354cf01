import type { Draft } from '@vlabs/contract/programs/programs';
import { expect, test } from 'vitest';
import { meet } from './draft-rules.ts';

const savedAt = '2026-11-21T05:12:07.000Z';
const kept: Draft = { part: '54', revision: 3, text: 'kept', savedAt, isFromThisDevice: false };
const local = { text: 'local', revision: 3, savedAt, isChanged: false };

test('a browser without a draft takes the draft of the server', () => {
  expect(meet({ ...local, text: null, revision: 0 }, kept)).toBe('take');
  expect(meet({ ...local, text: null, revision: 0 }, null)).toBe('nothing');
});

test('a draft typed offline is sent if nothing else was saved meanwhile', () => {
  expect(meet({ ...local, isChanged: true }, kept)).toBe('send');
  expect(meet({ ...local, revision: 0, isChanged: true }, null)).toBe('send');
});

test('a draft of another device is taken if nothing was typed here since', () => {
  expect(meet({ ...local, revision: 2 }, kept)).toBe('take');
});

test('the student chooses between two drafts that both changed', () => {
  expect(meet({ ...local, revision: 2, isChanged: true }, kept)).toBe('choose');
  expect(meet({ ...local, revision: 0 }, kept)).toBe('choose');
});

test('a browser that missed the reply to its save continues from it', () => {
  const own = { ...kept, isFromThisDevice: true };
  expect(meet({ ...local, revision: 2, isChanged: true }, own)).toBe('send');
});

test('the same text needs no choice', () => {
  expect(meet({ ...local, text: 'kept', revision: 0, isChanged: true }, kept)).toBe('agree');
});
