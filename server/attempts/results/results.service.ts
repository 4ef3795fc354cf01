import type { Result } from '@vlabs/contract/attempts/attempts';
import type { Pool } from 'pg';
import { BatchesByKey } from '../../platform/postgres/batches.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/postgres/database.ts';
import {
  type KeyCorrection,
  type PaperQuestion,
  type Quiz,
  findQuiz,
  fullScoreOf,
  listKeyCorrections,
} from '../../quizzes/quizzes.reads.ts';
import { decideOpenings } from '../rules/answers-open.ts';
import { findOpenings } from './opened-results.ts';
import { showAnswers } from './show-answers.ts';
import { listLastSubmitted } from './results.queries.ts';
import { findStateOfAttempts } from './results.queries.ts';
import { asJudgements, listJudgements } from '../store/judgements.queries.ts';
import { separatePrograms } from '../rules/grading.ts';
import { notStarted, notSubmitted, unknownQuiz } from '../store/attempt-refusals.ts';
import {
  type Attempt,
  type AttemptKey,
  findAttempt,
  updateFeedback,
} from '../store/attempts.queries.ts';
import type { DueAttempts } from '../store/due-attempts.ts';
import { listExtensions } from '../store/extensions.queries.ts';
import { type Extension, lastEndMs, plannedEndMs } from '../rules/extensions.ts';
import type { Papers } from '../store/papers.ts';
import { timesOf } from '../rules/quiz-times.ts';
import { explainMissingAttempt } from '../store/require-quiz.ts';

interface ResultsServices {
  pool: Pool;
  clock: Clock;
  graceMs: number;
  papers: Papers;
  due: DueAttempts;
}

export type EndedAttempt = Omit<
  Attempt,
  'startedAt' | 'deadlineAt' | 'sequence' | 'savedAt' | 'tab'
>;

const RESULTS_SHOWN = 12;

/** The result of a submitted attempt, as far as its reader may know it. */
export class Results {
  readonly #services: ResultsServices;
  /** A class that submits together shares queries. */
  readonly #ends: BatchesByKey<null, Ends>;

  constructor(services: ResultsServices) {
    this.#services = services;
    this.#ends = new BatchesByKey(async (quizId, askers: readonly null[]) => {
      const ends = await findEnds(services.pool, quizId);
      return askers.map(() => ends);
    });
  }

  async getResult(key: AttemptKey, reader: 'student' | 'admin'): Promise<Result> {
    const { pool, due } = this.#services;
    const found = await findAttempt(pool, key);
    if (!found && reader === 'student') throw await explainMissingAttempt(pool, key);
    if (!found) throw (await findQuiz(pool, key.quizId)) ? notStarted() : unknownQuiz();
    return this.showResult(await due.settle(found), reader);
  }

  /** Of a student's last submissions. */
  async listOwnResults(personId: string) {
    const { pool, clock, graceMs } = this.#services;
    const submitted = await listLastSubmitted(pool, personId, RESULTS_SHOWN);
    const opened = await findOpenings(pool, submitted, { nowMs: clock.nowMs(), graceMs });
    return opened.map(({ quizId, submittedAt, score, isScoreOpen, ...attempt }) => ({
      uniqueId: quizId,
      topic: attempt.topic,
      submittedAt: submittedAt.toISOString(),
      score: isScoreOpen ? score : null,
      totalScore: attempt.totalScore,
      isMarkedAgain: attempt.isMarkedAgain,
    }));
  }

  async showResult(
    attempt: EndedAttempt,
    reader: 'student' | 'admin',
    knownQuiz: Quiz | null = null,
  ): Promise<Result> {
    const { submittedAt, submittedBy, score, receiptSha256, answered } = attempt;
    const isWhole = submittedAt && submittedBy && receiptSha256 !== null;
    if (!isWhole) throw notSubmitted();
    const quiz = knownQuiz ?? (await findQuiz(this.#services.pool, attempt.quizId));
    if (!quiz) throw unknownQuiz();
    const ends = await this.#ends.do(quiz.uniqueId, null);
    const openings = this.#openingsOf(quiz, ends);
    const asked = quiz.totalQuestions - quiz.notAsked;
    const seesScore = reader === 'admin' || openings.isScoreOpen;
    const seesAnswers = reader === 'admin' || openings.areAnswersOpen;
    const hasPrograms = quiz.judgedKinds.length > 0;
    const paper = seesAnswers || hasPrograms ? await this.#getPaper(quiz, attempt) : null;
    return {
      totalQuestions: asked,
      answered,
      unanswered: asked - answered,
      score: seesScore ? score : null,
      totalScore: fullScoreOf(quiz),
      scoreOpensAt: asMoment(openings.scoreOpensAtMs),
      submittedAt: submittedAt.toISOString(),
      submittedBy,
      ...((ends.isBeingJudged || score === null) && { isBeingJudged: true as const }),
      receipt: { answers: answered, sha256: receiptSha256, ...showPrograms(paper, attempt) },
      answersOpenAt: asMoment(openings.answersOpenAtMs),
      ...(paper &&
        seesAnswers && { questions: await this.#showAnswers(quiz, paper, { attempt, reader }) }),
      feedback: attempt.feedback,
      topic: quiz.topic,
      ...showMarkedAgain(ends.corrections, submittedAt, seesAnswers ? paper : null),
    };
  }

  async keepFeedback(key: AttemptKey, feedback: string): Promise<void> {
    const { pool } = this.#services;
    if ((await updateFeedback(pool, key, feedback)) > 0) return;
    if (await findAttempt(pool, key)) throw notSubmitted();
    throw await explainMissingAttempt(pool, key, notSubmitted());
  }

  async #showAnswers(
    quiz: Quiz,
    paper: readonly PaperQuestion[],
    { attempt, reader }: { attempt: EndedAttempt; reader: 'student' | 'admin' },
  ) {
    const { answers } = attempt;
    const judged =
      quiz.judgedKinds.length > 0 ? await listJudgements(this.#services.pool, attempt) : [];
    const judgements = asJudgements(judged);
    return showAnswers(paper, quiz, {
      answers,
      keptShares: attempt.keptShares,
      judgements,
      reader,
    });
  }

  #openingsOf(quiz: Quiz, { extensions, latestOpenDeadlineMs, isBeingJudged }: Ends) {
    const { clock, graceMs } = this.#services;
    const ends = {
      lastEndMs: lastEndMs(timesOf(quiz), extensions),
      plannedEndMs: plannedEndMs(timesOf(quiz), extensions),
      latestOpenDeadlineMs,
      graceMs,
      isBeingJudged,
    };
    return decideOpenings(quiz, ends, clock.nowMs());
  }

  #getPaper(quiz: Quiz, { personId, paper }: EndedAttempt): Promise<PaperQuestion[]> {
    const { papers, pool } = this.#services;
    return papers.getPaper(pool, quiz, paper ?? personId);
  }
}

/** The programs of a receipt; nothing without one. */
function showPrograms(
  paper: readonly PaperQuestion[] | null,
  { answers }: Pick<Attempt, 'answers'>,
): Pick<Result['receipt'], 'programs'> {
  const { programs } = separatePrograms(paper ?? [], answers);
  return Object.keys(programs).length > 0 ? { programs } : {};
}

function showMarkedAgain(
  corrections: readonly KeyCorrection[],
  submittedAt: Date,
  paper: readonly PaperQuestion[] | null,
): Pick<Result, 'markedAgain'> {
  const later = corrections.filter(({ correctedAt }) => correctedAt >= submittedAt);
  if (later.length === 0) return {};
  const markedAgain = later.map(({ number, correctedAt }) => ({
    number: paper?.find((asked) => asked.originalNumber === number)?.number ?? null,
    at: correctedAt.toISOString(),
  }));
  return { markedAgain };
}

/** What determines release together with the quiz's times, and later corrections. */
interface Ends {
  extensions: readonly Extension[];
  latestOpenDeadlineMs: number | null;
  corrections: readonly KeyCorrection[];
  isBeingJudged: boolean;
}

async function findEnds(db: Database, quizId: string): Promise<Ends> {
  const { latestOpen, isBeingJudged } = await findStateOfAttempts(db, quizId);
  const extensions = await listExtensions(db, [quizId]);
  const corrections = await listKeyCorrections(db, quizId);
  return {
    extensions,
    latestOpenDeadlineMs: latestOpen?.getTime() ?? null,
    corrections,
    isBeingJudged,
  };
}

function asMoment(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
