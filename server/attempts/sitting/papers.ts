import type { Database } from '../../platform/postgres/database.ts';
import {
  type PaperQuestion,
  type Question,
  type Quiz,
  listQuestions,
  makePaper,
} from '../../quizzes/quizzes.reads.ts';
import { hasAttempts } from '../control/attempt-lists.queries.ts';
import { unknownQuestion } from './attempt-refusals.ts';
import { type AttemptKey, findAttempt } from '../attempts.queries.ts';
import type { Answers } from './answers.ts';
import { whyNoAttempt } from './whose-quiz.ts';

/** More quizzes than are sat at one time. */
const MAX_KEPT = 100;

interface Kept {
  /** Of the quiz as it was read before its questions; null: only how many there are is known. */
  keyVersion: number | null;
  questions: readonly Question[];
}

/**
 * The questions as each student is asked them. Nothing changes the questions of a quiz that someone
 * has started but a correction of their key, and that gives the quiz another version of it; so they
 * are kept in memory under that version, and a class that starts or submits reads them once.
 */
export class Papers {
  readonly #kept = new Map<string, Kept>();

  /** The quiz must have been read for this very call: its version says which key counts. */
  async getPaper(
    db: Database,
    quiz: Quiz,
    student: Parameters<typeof makePaper>[2],
  ): Promise<PaperQuestion[]> {
    return makePaper(quiz, await this.#listQuestions(db, quiz), student);
  }

  /** Refuses answers of questions that the quiz does not have, and tells nobody else how many it has. */
  async requireQuestions(db: Database, key: AttemptKey, answers: Answers): Promise<void> {
    const { quizId } = key;
    // Whatever the key, a quiz that somebody sits keeps as many questions as it has.
    const kept = this.#kept.get(quizId)?.questions;
    const { length } = kept ?? (await this.#readQuestions(db, quizId, null));
    const unknown = Object.keys(answers).find((number) => Number(number) > length);
    // Of a quiz without questions nothing is known here; whoever saves is told why elsewhere.
    if (length === 0 || unknown === undefined) return;
    throw (await findAttempt(db, key)) ? unknownQuestion(unknown) : await whyNoAttempt(db, key);
  }

  async #listQuestions(db: Database, { uniqueId, keyVersion }: Quiz): Promise<readonly Question[]> {
    const kept = this.#kept.get(uniqueId);
    if (kept?.keyVersion === keyVersion) return kept.questions;
    return this.#readQuestions(db, uniqueId, keyVersion);
  }

  async #readQuestions(
    db: Database,
    quizId: string,
    keyVersion: number | null,
  ): Promise<readonly Question[]> {
    // Asked first: what is read after somebody has started is final.
    const isFinal = await hasAttempts(db, quizId);
    const questions = await listQuestions(db, quizId);
    if (isFinal) this.#keep(quizId, { keyVersion, questions });
    return questions;
  }

  #keep(quizId: string, kept: Kept): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(quizId, kept);
  }
}
