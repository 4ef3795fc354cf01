import { kindOf } from '@vlabs/contract/kinds/kinds';
import { type PaperQuestion, programOf } from '../../quizzes/quizzes.reads.ts';
import type { AttemptKey } from '../store/attempts.queries.ts';
import { answerOf } from '../rules/earnings.ts';
import type { Answers } from '../rules/answers.ts';
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

/** A change of a text: from a character on, so many were replaced by others. Characters are UTF-16 code units. */
interface TextChange {
  from: number;
  removed: number;
  added: string;
}

/** The shortest single change that makes one text the other; null if they are equal. */
export function changeBetween(before: string, after: string): TextChange | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  let same = 0;
  while (
    same < shorter - from &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  )
    same += 1;
  // No half of a character of two units is stored.
  while (from > 0 && isHalf(after, from)) from -= 1;
  while (same > 0 && isHalf(after, after.length - same)) same -= 1;
  return {
    from,
    removed: before.length - same - from,
    added: after.slice(from, after.length - same),
  };
}

/** Whether a cut there would separate the two units of a character. */
function isHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
