import { expect, test } from 'vitest';
import { addSent, mergeAnswers, type Unacknowledged } from './kept-answers.ts';

const long = (end: string) => `${'x'.repeat(60_000)}${end}`;

/** What a page remembers after it sent these texts of question 1 without a reply. */
function afterSending(...texts: string[]): Unacknowledged {
  let state: Unacknowledged = { base: {}, answers: {}, sent: {} };
  for (const text of texts) {
    const answers = { 1: text };
    state = { ...state, answers, sent: addSent({ ...state, answers }) };
  }
  return state;
}

test('a long text that arrived without a reply is recognised as this page’s own', () => {
  const state = afterSending(long('a'), long('b'));
  expect(JSON.stringify(state.sent).length).toBeLessThan(200);
  expect(mergeAnswers({ 1: long('a') }, state)).toEqual({ 1: long('b') });
});

test('a long text of another page wins over this page’s', () => {
  expect(mergeAnswers({ 1: long('z') }, afterSending(long('a')))).toEqual({ 1: long('z') });
});

test('long texts that a page of an earlier version remembers whole are recognised', () => {
  const state = { base: {}, answers: { 1: long('b') }, sent: { 1: [long('a')] } };
  expect(mergeAnswers({ 1: long('a') }, state)).toEqual({ 1: long('b') });
});

test('a text is remembered once, and only the latest texts are', () => {
  const { sent } = afterSending('a', 'b', 'a', ...Array.from({ length: 1000 }, (_, at) => `${at}`));
  expect(sent[1]).toHaveLength(400);
  expect(sent[1]?.at(-1)).toBe('999');
});
