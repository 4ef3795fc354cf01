import { ALREADY_SUBMITTED, NO_OPTION } from '@vlabs/contract/attempts/attempts';
import { PublicError, conflict, notFound } from '../../platform/errors.ts';
import type { Question } from '../../quizzes/quizzes.reads.ts';
import type { Attempt } from './attempts.queries.ts';

export const unknownQuiz = () => notFound('This test');

export const notStarted = () =>
  conflict('not_started', 'You haven’t started this test. Start it on the Tests page.');

export const notSubmitted = () =>
  conflict('not_submitted', 'This test hasn’t been submitted yet. Submit it first.');

export const closed = ({ submittedAt }: Pick<Attempt, 'submittedAt'>) =>
  conflict('closed', submittedAt ? ALREADY_SUBMITTED : 'The time for this test is over.');

export const unknownQuestion = (number: string) => {
  const message = `This test has no question ${number}.`;
  return new PublicError(400, 'invalid', message, { [`markedAnswers.${number}`]: message });
};

export const noAnswer = (number: string, { isFour }: Pick<Question, 'isFour'>) => {
  const message = isFour ? NO_OPTION : `This isn’t a valid answer to question ${number}.`;
  return new PublicError(400, 'invalid', message, { [`markedAnswers.${number}`]: message });
};
