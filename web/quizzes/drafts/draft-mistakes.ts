import type { DraftContent } from '@vlabs/contract/quizzes/quiz-drafts';
import { findSameOptions, listMistakesOf } from '@vlabs/contract/quizzes/questions';
import { readMoment } from '@vlabs/contract/text/kolkata-time';
import {
  END_BEFORE_START,
  FormDetails,
  NOTHING_TO_EARN,
  QuizForm,
  QuizSettings,
} from '@vlabs/contract/quizzes/quizzes';
import { fieldErrors } from '../../platform/calls/form-errors.ts';
import { countWritten } from './draft-content.ts';

/** The messages of the details form, by field. */
export function listDetailMistakes({ details, questions }: DraftContent): Record<string, string> {
  const mistakes = fieldErrors(FormDetails, details);
  const written = countWritten(questions);
  if (mistakes['TotalQuestions'] === undefined && Number(details.TotalQuestions) < written) {
    mistakes['TotalQuestions'] =
      `You’ve written ${written} questions. Enter ${written} or more, or delete some first.`;
  }
  // The contract compares them only if everything else is valid; here the teacher sees it immediately.
  if (endsBeforeItStarts(details)) mistakes['endTime'] ??= END_BEFORE_START;
  return mistakes;
}

/** Both times are filled in, and End is not after Start. */
export function endsBeforeItStarts({ startTime, endTime }: DraftContent['details']): boolean {
  const [start, end] = [readMoment(startTime), readMoment(endTime)];
  return start !== null && end !== null && end <= start;
}

export function findAudienceMistake({ settings }: DraftContent): string | null {
  return Object.values(fieldErrors(QuizSettings, settings))[0] ?? null;
}

/** The messages of one question, by field. */
export function listQuestionMistakes(
  question: DraftContent['questions'][number],
): Record<string, string> {
  return Object.fromEntries(listMistakesOf(question).map(({ field, message }) => [field, message]));
}

/** A possible problem for students that does not prevent creating the test. */
export function findWarning(question: DraftContent['questions'][number]): string | null {
  if ('Kind' in question) return null;
  const same = findSameOptions(question.QuestionOptions);
  return same && `Options ${same[0]} and ${same[1]} are the same.`;
}

/** The test as it is sent. */
export function writeQuizForm({ details, questions }: DraftContent) {
  return {
    questions: Object.fromEntries(
      questions.map(({ key: _key, ...question }, index) => [String(index + 1), question]),
    ),
    formDetails: details,
  };
}

/** Every question has 0 points. */
export function givesNothing(content: DraftContent): boolean {
  const { error } = QuizForm.safeParse(writeQuizForm(content));
  return error?.issues.some(({ message }) => message === NOTHING_TO_EARN) ?? false;
}

/** The server runs the same checks. */
export const isWhole = (content: DraftContent): boolean =>
  QuizForm.safeParse(writeQuizForm(content)).success;
