import { hash } from 'node:crypto';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import type { PaperSet } from '@vlabs/contract/questions/question-papers';
import {
  type PaperQuestion,
  type Question,
  type Quiz,
  makePaper,
} from '../../quizzes/quizzes.reads.ts';

export interface SetOfTest {
  set: PaperSet;
  questions: PaperQuestion[];
  /** Differs when the content differs, so that a reprint after a change can be told from the first one. */
  code: string;
}

/**
 * A set of a test. With several sets, questions and options are shuffled as for students, whatever the test's settings.
 * Questions stay in order if a text stands between them, because some are about it.
 */
export function layOutSet(
  quiz: Quiz,
  questions: readonly Question[],
  { set, sets }: { set: PaperSet; sets: number },
): SetOfTest {
  const isShuffled = sets > 1;
  const hasTexts = questions.some(({ kind }) => kindOf(kind).asksNothing);
  const shuffled = {
    ...quiz,
    shuffleQuestions: isShuffled && !hasTexts,
    shuffleOptions: isShuffled,
  };
  const paper = makePaper(shuffled, questions, `Set ${set}`);
  const content = paper.map(({ kind, title, body, points }) => ({ kind, title, body, points }));
  const code = hash('sha256', JSON.stringify([set, content]))
    .slice(0, 6)
    .toUpperCase();
  return { set, questions: paper, code };
}
