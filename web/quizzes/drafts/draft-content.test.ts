import type { DraftContent } from '@vlabs/contract/quizzes/quiz-drafts';
import { array, assert, boolean, integer, oneof, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import {
  emptyContent,
  emptyQuestion,
  fitQuestions,
  insertQuestions,
  moveQuestion,
  removeQuestion,
  takeOver,
} from './draft-content.ts';

const written = (QuestionTitle: string) => ({ ...emptyQuestion(), QuestionTitle });

function contentOf(titles: string[], total = String(titles.length)): DraftContent {
  const content = emptyContent();
  return {
    ...content,
    details: { ...content.details, TotalQuestions: total },
    questions: titles.map(written),
  };
}

const titlesOf = ({ questions }: DraftContent) => questions.map((q) => q.QuestionTitle);

test('there are as many blocks as Total Questions says', () => {
  const content = fitQuestions(contentOf(['first'], '3'));
  expect(titlesOf(content)).toEqual(['first', '', '']);
  const fewer = fitQuestions({ ...content, details: { ...content.details, TotalQuestions: '2' } });
  expect(titlesOf(fewer)).toEqual(['first', '']);
});

test('what was written is never taken away by a smaller Total Questions', () => {
  const content = fitQuestions(contentOf(['a', '', 'b', ''], '1'));
  expect(titlesOf(content)).toEqual(['a', 'b']);
  expect(content.details.TotalQuestions).toBe('2');
});

test('a Total Questions that is no number leaves everything as it is', () => {
  const content = contentOf(['a'], 'ten');
  expect(fitQuestions(content)).toBe(content);
});

test('the last question is emptied and not deleted', () => {
  const content = removeQuestion(contentOf(['a']), 0);
  expect(titlesOf(content)).toEqual(['']);
  expect(content.details.TotalQuestions).toBe('1');
});

test('drafts for review fill empty blocks first, and the rest is added', () => {
  const content = takeOver(contentOf(['a', '', 'b']), [written('x'), written('y')]);
  expect(titlesOf(content)).toEqual(['a', 'x', 'b', 'y']);
  expect(content.details.TotalQuestions).toBe('4');
});

test('whatever is added, deleted and moved, Total Questions follows and every question stays once', () => {
  const step = record({
    move: boolean(),
    remove: boolean(),
    from: integer({ min: 0, max: 9 }),
    to: integer({ min: 0, max: 9 }),
  });
  assert(
    property(array(oneof(step), { maxLength: 30 }), (steps) => {
      let content = contentOf(['start']);
      for (const { move, remove, from, to } of steps) {
        if (move) content = moveQuestion(content, from, to);
        else if (remove) content = removeQuestion(content, from);
        else content = insertQuestions(content, to, [written('new')]);
        expect(content.details.TotalQuestions).toBe(String(content.questions.length));
        const keys = content.questions.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
      }
    }),
  );
});
