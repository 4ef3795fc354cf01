import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase64Text, encodeBase64Text } from './base64-text.ts';

test('every text comes back as it was sent', () => {
  assert(
    property(string({ unit: 'grapheme' }), (text) => {
      expect(decodeBase64Text(encodeBase64Text(text))).toBe(text);
    }),
  );
});

test('a program of a megabyte is encoded', () => {
  const text = 'नमस्ते\n'.repeat(50_000);
  expect(decodeBase64Text(encodeBase64Text(text))).toBe(text);
});

test('bytes that are no UTF-8 are shown as replacement marks', () => {
  expect(decodeBase64Text(btoa('a\xffb'))).toBe('a\uFFFDb');
});

test('the line breaks that Judge0 puts into base64 are passed over', () => {
  expect(decodeBase64Text('aGVsbG8s\nIEp1ZGdlMAo=\n')).toBe('hello, Judge0\n');
});

test('a byte order mark that the program printed is kept', () => {
  expect(decodeBase64Text(btoa('\xef\xbb\xbfa'))).toBe('\uFEFFa');
});
