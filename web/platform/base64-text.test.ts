import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase64Text, encodeBase64Text } from './base64-text.ts';

test('every text survives a round trip', () => {
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

test('bytes that are not UTF-8 become replacement characters', () => {
  expect(decodeBase64Text(btoa('a\xffb'))).toBe('a\uFFFDb');
});

test('the line breaks that Judge0 puts into base64 are ignored', () => {
  expect(decodeBase64Text('aGVsbG8s\nIEp1ZGdlMAo=\n')).toBe('hello, Judge0\n');
});

test('a byte order mark in the output is kept', () => {
  expect(decodeBase64Text(btoa('\xef\xbb\xbfa'))).toBe('\uFEFFa');
});
