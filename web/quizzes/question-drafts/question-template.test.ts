import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { plainText } from './find-program.ts';
import {
  chooseWrongAnswers,
  drawNumbers,
  fillIn,
  listMisreadings,
  listPlaceholders,
  writeForm,
} from './question-template.ts';

const template = 'int a = {{a}}; for (int i = 0; i < {{ b }}; i++) a += {{a}};';

test('placeholders are found once each and filled in everywhere', () => {
  expect(listPlaceholders(template)).toEqual(['a', 'b']);
  expect(fillIn(template, { a: 3, b: 4 })).toBe('int a = 3; for (int i = 0; i < 4; i++) a += 3;');
  expect(fillIn('{{c}}', { a: 1 })).toBe('{{c}}');
});

test('the numbers that are drawn lie in their ranges and are all different', () => {
  assert(
    property(integer({ min: -9, max: 9 }), integer({ min: 0, max: 9 }), (from, width) => {
      const drawn = drawNumbers([{ name: 'a', from, to: from + width }], 5);
      const values = drawn.map(({ a = NaN }) => a);
      expect(new Set(values).size).toBe(values.length);
      expect(values.every((value) => value >= from && value <= from + width)).toBe(true);
      expect(values.length).toBeLessThanOrEqual(width + 1);
    }),
  );
});

test('a program is misread at one place each, and never in its texts', () => {
  const source =
    '#include <stdio.h>\nint main(void) {\n  for (int i = 0; i < 3; i++)\n    printf("%d < ", i + 1);\n}';
  const misread = listMisreadings({ source, languageId: 50 }).map((program) => program.source);
  expect(misread).toContain(source.replace('i < 3', 'i <= 3'));
  expect(misread).toContain(source.replace('i + 1', 'i - 1'));
  expect(misread.every((text) => text.includes('"%d < "') && text.includes('<stdio.h>'))).toBe(
    true,
  );
});

test('wrong answers are what misreadings print, filled up with close numbers', () => {
  expect(chooseWrongAnswers('12', ['15\n', '12\n', '9', ''])).toEqual(['15', '9', '13']);
  expect(chooseWrongAnswers('abc', ['abd', 'ab', 'b'])).toEqual(['abd', 'ab', 'b']);
  expect(chooseWrongAnswers('abc', ['abd'])).toBeNull();
});

test('the right answer stands at its place', () => {
  assert(
    property(integer({ min: 0, max: 3 }), (place) => {
      const form = writeForm('What?', '12', ['15', '9', '13'], place);
      expect(form.CorrectAnswer).toBe(String(place + 1));
      const options = Object.values(form.QuestionOptions).map(plainText);
      expect(options[place]).toBe('12');
      expect(options.toSorted()).toEqual(['12', '13', '15', '9']);
    }),
  );
});
