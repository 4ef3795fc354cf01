import { KIND_NAMES, kinds } from '@vlabs/contract/kinds/kinds';
import type { QuizSettings } from '@vlabs/contract/quizzes/quizzes';
import type { TestApp } from '../test-app.ts';
import { makeQuestion, makeQuiz } from './make-quiz.ts';
import type { MadePerson } from './make.ts';

export const single = {
  QuestionTitle: 'Which are **colours** of light?',
  Kind: 'single',
  Points: 2,
  Body: { options: ['red', 'seven'] },
  Key: { right: [1], cost: '1/3' },
};
export const several = {
  QuestionTitle: 'Which are even?',
  Kind: 'several',
  Points: '3',
  Body: { options: ['1', '2', '3', '4', '6'] },
  Key: { right: [2, 4, 5], rule: 'plus_minus' },
};
export const trueFalse = {
  QuestionTitle: 'A stack is first in, last out.',
  Kind: 'true_false',
  Body: {},
  Key: { right: 'true', cost: '0' },
};
export const number = {
  QuestionTitle: 'How long is it?',
  Kind: 'number',
  Points: 4,
  Body: { unit: 'required' },
  Key: {
    answers: [{ by: 'absolute', value: '3.14', tolerance: '0.01', to: '', worth: '100' }],
    units: [
      { name: 'm', factor: '1' },
      { name: 'cm', factor: '100' },
    ],
    unitCost: '50',
  },
};
export const shortText = {
  QuestionTitle: 'Which word?',
  Kind: 'short_text',
  Points: 1,
  Body: {},
  Key: {
    answers: [
      { text: 'recursion', worth: '100' },
      { text: 'recurs*', worth: '100/3' },
    ],
    ignoresCase: true,
    foldsSpaces: true,
  },
};
export const textBlock = {
  QuestionTitle: 'Read this program.',
  Kind: 'text_block',
  Body: {},
  Key: {},
};
/** Question 1 has four options, of which the second is correct. */
export const mixedQuestions = {
  1: makeQuestion('2'),
  2: single,
  3: several,
  4: trueFalse,
  5: number,
  6: shortText,
  7: textBlock,
};
/** Programs have their own tests, which need a runner. */
export const MIXED_KINDS = KIND_NAMES.filter((name) => !kinds[name].judged);
/** Choice questions score 5 each; the others score their points. */
export const FULL_SCORE = 20;

export const mixedSettings: QuizSettings = {
  audience: { everyone: true, courses: [], years: [], rollNumbers: [] },
  scoreOpens: 'at_once',
  answersOpen: 'at_end',
  shuffleQuestions: false,
  shuffleOptions: false,
};
export const makeMixedQuiz = (server: TestApp, admin: MadePerson, changes: object = {}) =>
  makeQuiz(server.app, admin, {
    formDetails: { TotalQuestions: '7' },
    questions: mixedQuestions,
    settings: mixedSettings,
    ...changes,
  });
