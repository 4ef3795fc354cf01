import { assert, constantFrom, jsonValue, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { findUnstorableText } from './storable-text.ts';

test('well-formed text of any script is stored, in any position', () => {
  const text = string({ unit: 'binary' }).filter((value) => !value.includes('\0'));
  assert(
    property(text, (value) => {
      expect(findUnstorableText({ list: [{ [value]: value }], value })).toBeNull();
    }),
  );
});

test('a NUL or half of a pair is found at any depth, as a value and as a name', () => {
  const bad = constantFrom('a\0', '\ud800', 'x\udfff');
  assert(
    property(jsonValue({ noUnicodeString: true }), bad, (around, text) => {
      expect(findUnstorableText({ around, deep: [[{ text }]] })).not.toBeNull();
      expect(findUnstorableText({ around, deep: [{ [text]: 1 }] })).not.toBeNull();
    }),
  );
});

test('the field at fault is named', () => {
  expect(findUnstorableText({ name: '\0' })).toBe('name');
  expect(findUnstorableText({ questions: [{ title: 'a' }, { title: '\0' }] })).toBe(
    'questions.1.title',
  );
  expect(findUnstorableText('\0')).toBe('');
});

test('what is no text is let through', () => {
  for (const value of [undefined, null, 1, true, Number.NaN]) {
    expect(findUnstorableText(value)).toBeNull();
  }
});
