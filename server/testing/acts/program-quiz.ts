import type { TestApp } from '../test-app.ts';
import type { MadePerson } from './make.ts';
import { makeQuestion, makeQuiz } from './make-quiz.ts';
import { mixedSettings } from './mixed-quiz.ts';

/** The text that the editor begins with. */
export const STARTER = '# Read two numbers and print their sum.\n';
export const SUM = 'a, b = map(int, input().split())\nprint(a + b)\n';
/** Right for one of the three test cases. */
export const DOUBLE = 'a, b = map(int, input().split())\nprint(a * 2)\n';

/** Three test cases of 1, 2 and 3 points. */
export const program = {
  QuestionTitle: 'Print the sum of two numbers.',
  Kind: 'program',
  Points: 6,
  Body: {
    languages: ['python', 'c'],
    starters: { python: STARTER },
    samples: [{ input: '1 2\n', output: '3\n' }],
    comparison: 'ignoring-space',
    tolerance: '0',
    seconds: '10',
    megabytes: '256',
  },
  Key: {
    solution: { language: 'python', text: SUM },
    cases: [
      { name: 'equal', input: '4 4\n', output: '8\n', points: '1', group: '' },
      { name: 'secret name', input: '40 2\n', output: '42\n', points: '2', group: '' },
      { name: 'negative', input: '-71 -20\n', output: '-91\n', points: '3', group: '' },
    ],
    allOrNothing: false,
    reveals: 'points',
  },
};

/** The answer with this text, and the drafts in other languages. */
export const answerWith = (text: string, language = 'python', drafts: object = {}) =>
  JSON.stringify({ language, drafts: { ...drafts, [language]: text } });

/** Question 1 has four options, of which the second is correct; question 2 is a program. */
export const makeProgramQuiz = (
  server: Pick<TestApp, 'app'>,
  admin: MadePerson,
  changes: object = {},
) =>
  makeQuiz(server.app, admin, {
    questions: { 1: makeQuestion('2'), 2: program },
    settings: mixedSettings,
    ...changes,
  });

/** Publishes a draft without running its programs, where there is no runner. */
export async function publishUnchecked(
  { pool }: Pick<TestApp, 'pool'>,
  quizId: string,
): Promise<string> {
  await pool.query(`update quizzes set status = 'published' where unique_id = $1`, [quizId]);
  return quizId;
}
