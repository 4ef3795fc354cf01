import { MANY_VALUES } from '@vlabs/contract/http/endpoint';
import { assert, constantFrom, integer, jsonValue, property } from 'fast-check';
import { expect, test } from 'vitest';
import { refuseCrowdedJson } from './json-bodies.ts';

test('whatever a page may send is read, whatever signs its texts hold', () => {
  assert(
    property(jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify({ value, signs: '[{",\\"]}'.repeat(50_000) });
      expect(refuseCrowdedJson(text, 1000)).toBeNull();
    }),
    { numRuns: 30 },
  );
});

test('the largest quiz, with all variants of all its questions, is read', () => {
  const options = { 1: 'a', 2: 'b', 3: 'c', 4: 'd' };
  const asked = { QuestionTitle: 't', QuestionOptions: options, CorrectAnswer: '1', topic: 'u' };
  const question = { ...asked, key: 'k', Variants: Array.from({ length: 20 }, () => asked) };
  const quiz = { questions: Array.from({ length: 200 }, () => question) };
  expect(refuseCrowdedJson(JSON.stringify(quiz), MANY_VALUES.values)).toBeNull();
});

test('more values, or deeper ones, are refused in whatever form they come', () => {
  const one = constantFrom('1', '[]', '{}', '"\\""', '[""]', '{"a":{}}');
  assert(
    property(one, integer({ min: 40_000, max: 60_000 }), (item, times) => {
      const many = `[${Array.from({ length: times }, () => item).join(',')}]`;
      expect(refuseCrowdedJson(many, 40_000)?.status).toBe(413);
    }),
    { numRuns: 20 },
  );
  expect(refuseCrowdedJson('['.repeat(65), 100)?.status).toBe(400);
  expect(refuseCrowdedJson('{"a":'.repeat(65), 100)?.status).toBe(400);
});

test('truncated text is left to the JSON parser', () => {
  for (const text of ['', '"', '"\\', '[', '{"a', ']', '"\\"']) {
    expect(refuseCrowdedJson(text, 100)).toBeNull();
  }
});
