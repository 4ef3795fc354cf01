import { kindOf } from '@vlabs/contract/kinds/kinds';
import { type PaperQuestion, programOf } from '../../quizzes/quizzes.reads.ts';
import type { AttemptKey } from '../store/attempts.queries.ts';
import { answerOf } from '../rules/earnings.ts';
import type { Answers } from '../rules/answers.ts';
import { changeBetween } from '../rules/text-changes.ts';
import type { NewWriting } from '../store/submissions.queries.ts';

interface Saved extends AttemptKey {
  paper: readonly PaperQuestion[];
  before: Answers;
  after: Answers;
  at: Date;
}

/** What has changed of the programs that count. A program in another language begins with its whole text. */
export function changesOfPrograms({
  quizId,
  personId,
  paper,
  before,
  after,
  at,
}: Saved): NewWriting[] {
  return paper.flatMap((question): NewWriting[] => {
    const { number, kind } = question;
    const answer = answerOf(after, number);
    if (!kindOf(kind).judged || answer === answerOf(before, number)) return [];
    const [old, now] = [programOf(question, answerOf(before, number)), programOf(question, answer)];
    if (!now) return [];
    const written = { quizId, personId, number, at, language: now.language };
    if (old?.language !== now.language) {
      return [{ ...written, from: null, removed: null, added: now.text }];
    }
    const change = changeBetween(old.text, now.text);
    return change ? [{ ...written, ...change }] : [];
  });
}
