import { array, assert, constantFrom, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { withPlainBreaks } from './marked-text.ts';

test('marks stay on their words whatever breaks the lines have', () => {
  const text = 'one\r\ntwo\r\nthree\rfour\nfive';
  const from = text.indexOf('three');
  const marked = withPlainBreaks(text, [{ from, to: from + 5 }]);
  expect(marked.text).toBe('one\ntwo\nthree\nfour\nfive');
  const [range] = marked.ranges;
  expect(marked.text.slice(range?.from, range?.to)).toBe('three');
});

test('what is marked says the same with plain breaks', () => {
  const piece = constantFrom('a', 'bc', '\n', '\r\n', ' ');
  assert(
    property(array(piece), nat(20), nat(20), (pieces, from, length) => {
      const text = pieces.join('');
      const range = { from: Math.min(from, text.length), to: Math.min(from + length, text.length) };
      const plain = withPlainBreaks(text, [range]);
      const before = text.slice(range.from, range.to).replaceAll('\r\n', '\n').replace(/\r$/, '');
      const after = plain.text.slice(plain.ranges[0]?.from, plain.ranges[0]?.to);
      expect([before, `\n${before}`, `${before}\n`, before.replace(/^\n/, '')]).toContain(after);
    }),
  );
});
