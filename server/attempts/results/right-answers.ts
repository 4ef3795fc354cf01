import type { Database } from '../../platform/postgres/database.ts';
import {
  type Quiz,
  isRight,
  listQuestions,
  makePaper,
  scoredAnswer,
} from '../../quizzes/quizzes.reads.ts';
import { listSubmittedAnswers } from '../store/attempt-lists.queries.ts';
import { answerOf } from '../rules/earnings.ts';

export interface RightAnswers {
  /** Submitted attempts. */
  attempts: number;
  /** Correct answers by the teacher's question number. */
  right: Map<number, number>;
}

/** Each student's answers are graded with that student's paper. */
export async function countRightAnswers(db: Database, quiz: Quiz): Promise<RightAnswers> {
  const submitted = await listSubmittedAnswers(db, quiz.uniqueId);
  const questions = await listQuestions(db, quiz.uniqueId);
  const right = new Map(questions.map(({ number }) => [number, 0]));
  for (const { personId, answers, judgements, paper } of submitted) {
    for (const asked of makePaper(quiz, questions, paper ?? personId)) {
      const { number } = asked;
      const { scored } = scoredAnswer(asked, answerOf(answers, number), judgements);
      if (!isRight(asked, scored)) continue;
      right.set(asked.originalNumber, (right.get(asked.originalNumber) ?? 0) + 1);
    }
  }
  return { attempts: submitted.length, right };
}
