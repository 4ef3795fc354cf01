import { kindOf } from '@vlabs/contract/kinds/kinds';
import type { Database } from '../../platform/postgres/database.ts';
import {
  type PaperQuestion,
  type Question,
  type Quiz,
  findQuiz,
  listQuestions,
  makePaper,
} from '../../quizzes/quizzes.reads.ts';
import { hasAttempts } from './attempt-lists.queries.ts';
import { noAnswer, unknownQuestion } from './attempt-refusals.ts';
import { type AttemptKey, findAttempt } from './attempts.queries.ts';
import { countAnswered } from '../rules/grading.ts';
import type { Answers } from '../rules/answers.ts';
import { explainMissingAttempt } from './require-quiz.ts';

/** More quizzes than are sat at a time. */
const MAX_KEPT = 100;

interface Kept {
  /** Of the quiz as read before its questions; null if only their number is known. */
  keyVersion: number | null;
  questions: readonly Question[];
  /** How it orders them, if that matters for answers. */
  quiz: Quiz | null;
}

/** Answers that the quiz takes. */
interface Accepted {
  /** The number of answered questions. */
  answered: number;
  /** The questions of the paper that are programs. */
  programs: readonly PaperQuestion[];
}

/**
 * The questions as each student is asked them. After the first start, only key corrections change questions, and
 * they change the key version. So questions are cached under that version, and a class that starts or submits reads
 * them once.
 */
export class Papers {
  readonly #kept = new Map<string, Kept>();

  /** The quiz must be read in the same call: its version says which key counts. */
  async getPaper(
    db: Database,
    quiz: Quiz,
    student: Parameters<typeof makePaper>[2],
  ): Promise<PaperQuestion[]> {
    return makePaper(quiz, await this.listQuestions(db, quiz), student);
  }

  /** The numbers of the questions that ask for a program, in the teacher's numbering. */
  async listPrograms(db: Database, quiz: Quiz): Promise<number[]> {
    const questions = await this.listQuestions(db, quiz);
    return questions.filter(({ kind }) => kindOf(kind).judged).map(({ number }) => number);
  }

  /**
   * Refuses answers to questions that the quiz does not have or that their kind does not accept, without revealing
   * the questions. Returns the number of answered questions, and those that are programs.
   */
  async requireAnswers(db: Database, key: AttemptKey, answers: Answers): Promise<Accepted> {
    const { quizId } = key;
    // Key corrections change neither the set of questions nor their order.
    const asked = this.#kept.get(quizId) ?? (await this.#readQuestions(db, quizId, null));
    // An unknown quiz; the caller learns the reason elsewhere.
    if (asked.questions.length === 0) {
      return { answered: Object.keys(answers).length, programs: [] };
    }
    const paper = asked.quiz && makePaper(asked.quiz, asked.questions, key.personId);
    const refusal = findRefusal(paper ?? asked.questions, answers);
    if (refusal === null) {
      const programs = (paper ?? []).filter(({ kind }) => kindOf(kind).judged);
      return { answered: countAnswered(programs, answers), programs };
    }
    throw (await findAttempt(db, key)) ? refusal : await explainMissingAttempt(db, key);
  }

  /** In the teacher's order. The quiz must be read in the same call. */
  async listQuestions(db: Database, { uniqueId, keyVersion }: Quiz): Promise<readonly Question[]> {
    const kept = this.#kept.get(uniqueId);
    if (kept?.keyVersion === keyVersion) return kept.questions;
    return (await this.#readQuestions(db, uniqueId, keyVersion)).questions;
  }

  async #readQuestions(db: Database, quizId: string, keyVersion: number | null): Promise<Kept> {
    // Read first: questions read after a start are final.
    const isFinal = await hasAttempts(db, quizId);
    const questions = await listQuestions(db, quizId);
    // If all have four options, any order accepts the same answers.
    const areAlike = questions.every(({ isFour }) => isFour);
    const quiz = areAlike ? null : await findQuiz(db, quizId);
    const read = { keyVersion, questions, quiz };
    if (isFinal) this.#keep(quizId, read);
    return read;
  }

  #keep(quizId: string, kept: Kept): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(quizId, kept);
  }
}

/** The first answer that is none, in the order of the student's paper. */
function findRefusal(
  asked: readonly Pick<Question, 'kind' | 'isFour' | 'body'>[],
  answers: Answers,
) {
  const given = Object.entries(answers);
  const unknown = given.find(([number]) => Number(number) > asked.length);
  if (unknown) return unknownQuestion(unknown[0]);
  for (const [number, answer] of given) {
    const question = asked[Number(number) - 1];
    if (question && !kindOf(question.kind).isAnswer(question.body, answer)) {
      return noAnswer(number, question);
    }
  }
  return null;
}
