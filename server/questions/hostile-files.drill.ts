import { expect, test } from 'vitest';
import { makeOverlappingArchive } from '../testing/acts/overlapping-archive.ts';
import { readArchive } from './texts/archive.ts';
import { convertHtml } from './texts/markdown-from-markup.ts';
import { isGift } from './formats/gift.ts';
import { readNumberedText } from './formats/numbered-text.ts';

/** Quadratic time would take many minutes. */
const MILLION = 1_000_000;

test.each([
  ['a brace with signs that never closes', '{='.repeat(MILLION)],
  ['nothing but empty lines', '\n'.repeat(MILLION)],
  ['nothing but spaces before a letter', `${' '.repeat(MILLION)}x`],
])('a file is told from GIFT in time that grows with it: %s', (_name, text) => {
  expect(isGift(text)).toBe(false);
});

test.each([
  ['a number that never comes', `Q1. x\nq${' '.repeat(MILLION)}x`],
  ['signs of an answer', `1. x\na) 1\nanswer${':'.repeat(MILLION)}`],
  ['blanks before an option', `1. x\na)${' '.repeat(MILLION)}x`],
  ['numbers that count on and on', `Q1. x\n${'1. x\n1) y\n'.repeat(MILLION / 5)}`],
  ['letters that never become options', `Q1. x\n${'a) (x) (y)\n'.repeat(MILLION / 5)}`],
])('typed questions are read in time that grows with them: %s', (_name, text) => {
  expect(readNumberedText(text)).not.toEqual([]);
});

test('a package that names one entry many times, as of no size, is refused before it fills the memory', () => {
  const file = makeOverlappingArchive(
    { times: 50, bytes: new Uint8Array(MILLION) },
    (index) => `${index + 10}.xml`,
  );
  expect(() => readArchive(file)).toThrow('This package expands to more than 20 MB.');
});

test.each([
  ['paragraphs', '<p>a</p>'],
  ['words in bold', '<b>x</b> '],
  ['lists in lists', '<ul><li>'],
  ['bold in bold', '<b>'],
  ['quotes in quotes', '<div><blockquote>'],
  ['cells', '<table><tr><td>x|'],
  ['tags that do not end', '<a <a'],
  ['marks of Markdown', '*_`[$\\('],
])(
  'a formatted text of a million characters is converted in time that grows with it: %s',
  (_name, part) => {
    const html = part.repeat(MILLION / part.length);
    expect(convertHtml(html).text.length).toBeLessThan(20 * MILLION);
  },
);
