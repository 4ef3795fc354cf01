import { setImmediate } from 'node:timers/promises';
import type { QuestionProgress } from '@vlabs/contract/attempts/attempt-control';
import { wordsOfMarkdown } from '@vlabs/contract/text/markdown-words';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import type { Pool } from 'pg';
import { listVisiblePeople } from '../../classes/classes.reads.ts';
import type { Caller } from '../../platform/http/serve.ts';
import { BatchesByKey } from '../../platform/postgres/batches.ts';
import { type Question, type Quiz, findQuiz, orderOf } from '../../quizzes/quizzes.reads.ts';
import { answerOf } from '../rules/earnings.ts';
import { isAnswered } from '../rules/grading.ts';
import type { Answers } from '../rules/answers.ts';
import { unknownQuiz } from '../store/attempt-refusals.ts';
import type { Papers } from '../store/papers.ts';
import { listAnswerVersions, listAnswersOf } from './question-progress.queries.ts';

/** More quizzes than are watched at a time. */
const MAX_KEPT = 20;
/** Attempts whose answers are in memory together; each may have several long programs. */
const READ_AT_ONCE = 25;
/** Attempts that are looked at before other calls have their turn. */
const IN_ONE_TURN = 5;
/** Characters of a question that are shown, and that are read for them. */
const [MAX_TEXT, MAX_READ] = [160, 1000];

/** What one student has answered. */
interface Answered {
  /** Of the answers. */
  version: string;
  /** The teacher's numbers of all questions, in the student's order, which stays the same. */
  order: readonly number[];
  /** Those of the answered ones. */
  numbers: readonly number[];
}

/** By person. */
type AnsweredByEach = ReadonlyMap<string, Answered>;

interface Asked {
  quiz: Quiz;
  questions: readonly Question[];
}

/**
 * Counts answers by question while students work. A shuffled quiz has another order for each student, so each attempt
 * is read once and again only after its answers change. Callers who ask together share the reading.
 */
export class ProgressByQuestion {
  readonly #services: { pool: Pool; papers: Papers };
  readonly #kept = new Map<string, AnsweredByEach>();
  readonly #readings = new BatchesByKey<Asked, AnsweredByEach>(async (quizId, requests) => {
    const [asked] = requests;
    const answered = asked ? await this.#read(asked) : new Map<string, Answered>();
    this.#keep(quizId, answered);
    return requests.map(() => answered);
  });

  constructor(services: { pool: Pool; papers: Papers }) {
    this.#services = services;
  }

  /** Of everyone who has started; for staff, of those in scope. */
  async count(caller: Caller, quizId: string): Promise<QuestionProgress> {
    const { pool, papers } = this.#services;
    const quiz = await findQuiz(pool, quizId);
    if (!quiz) throw unknownQuiz();
    const questions = await papers.listQuestions(pool, quiz);
    const answered = await this.#readings.do(quizId, { quiz, questions });
    const personIds = [...answered.keys()];
    const seen =
      caller.role === 'staff'
        ? await listVisiblePeople(pool, { staffId: caller.id, quizId }, personIds)
        : new Set(personIds);
    const counts = new Map<number, number>();
    for (const [personId, { numbers }] of answered) {
      if (!seen.has(personId)) continue;
      for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    const shown = questions.flatMap(({ kind, number, title }) =>
      kindOf(kind).asksNothing
        ? []
        : [{ number, text: shorten(title), answered: counts.get(number) ?? 0 }],
    );
    return { started: seen.size, questions: shown };
  }

  async #read({ quiz, questions }: Asked): Promise<AnsweredByEach> {
    const { pool } = this.#services;
    const { uniqueId } = quiz;
    const known = this.#kept.get(uniqueId);
    const attempts = await listAnswerVersions(pool, uniqueId);
    const answered = new Map<string, Answered>();
    const changed: string[] = [];
    for (const { personId, version } of attempts) {
      const before = known?.get(personId);
      if (before?.version === version) answered.set(personId, before);
      else changed.push(personId);
    }
    const byNumber = new Map(questions.map((question) => [question.number, question]));
    for (let from = 0; from < changed.length; from += READ_AT_ONCE) {
      const personIds = changed.slice(from, from + READ_AT_ONCE);
      const read = await listAnswersOf(pool, uniqueId, personIds);
      for (const [place, { personId, version, answers, paper }] of read.entries()) {
        // Papers are ordered by hashes and programs are read, so other calls have their turn.
        if (place % IN_ONE_TURN === 0) await setImmediate();
        const order = known?.get(personId)?.order ?? orderOf(quiz, questions, paper ?? personId);
        const numbers = listAnswered(order, byNumber, answers);
        answered.set(personId, { version, order, numbers });
      }
    }
    return answered;
  }

  #keep(quizId: string, answered: AnsweredByEach): void {
    this.#kept.delete(quizId);
    this.#kept.set(quizId, answered);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** In the teacher's numbering. */
function listAnswered(
  order: readonly number[],
  byNumber: ReadonlyMap<number, Question>,
  answers: Answers,
): number[] {
  return order.filter((number, index) => {
    const question = byNumber.get(number);
    return question !== undefined && isAnswered(question, answerOf(answers, index + 1));
  });
}

function shorten(title: string): string {
  const words = wordsOfMarkdown(title.slice(0, MAX_READ));
  // Not half a character.
  const text = words.slice(0, MAX_TEXT).replace(/\p{Cs}$/u, '');
  return words.length > MAX_TEXT ? `${text.trimEnd()}…` : text;
}
