import type { Database } from '../platform/database.ts';
import {
  type PaperQuestion,
  type Question,
  type Quiz,
  listQuestions,
  makePaper,
} from '../quizzes/quizzes.reads.ts';
import { hasAttempts } from './attempt-lists.queries.ts';
import { unknownQuestion } from './attempt-refusals.ts';
import type { Marks } from './marks.ts';

/** More quizzes than are sat at one time. */
const MOST_KEPT = 100;

/**
 * The questions as each student is asked them. Nothing changes the questions of a quiz that someone
 * has started, so those are kept in memory, and a class that starts or submits reads them once.
 */
export class Papers {
  readonly #kept = new Map<string, readonly Question[]>();

  async getPaper(db: Database, quiz: Quiz, personId: string): Promise<PaperQuestion[]> {
    return makePaper(quiz, await this.#listQuestions(db, quiz.uniqueId), personId);
  }

  /** Refuses marks of questions that the quiz does not have. */
  async requireQuestions(db: Database, quizId: string, marks: Marks): Promise<void> {
    const { length } = await this.#listQuestions(db, quizId);
    const unknown = Object.keys(marks).find((number) => Number(number) > length);
    // Of a quiz without questions nothing is known here; whoever saves is told why elsewhere.
    if (length > 0 && unknown !== undefined) throw unknownQuestion(unknown);
  }

  async #listQuestions(db: Database, quizId: string): Promise<readonly Question[]> {
    const kept = this.#kept.get(quizId);
    if (kept) return kept;
    // Asked first: what is read after somebody has started is final.
    const isFinal = await hasAttempts(db, quizId);
    const questions = await listQuestions(db, quizId);
    if (isFinal) this.#keep(quizId, questions);
    return questions;
  }

  #keep(quizId: string, questions: readonly Question[]): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(quizId, questions);
  }
}
