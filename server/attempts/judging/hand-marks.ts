import type { z } from 'zod';
import type { markProgram } from '@vlabs/contract/attempts/judging';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import { NOTHING, dividedBy, readDecimal } from '@vlabs/contract/kinds/scoring/ratios';
import type { Pool } from 'pg';
import { requireOpenClassOf } from '../../classes/classes.reads.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { PublicError, markedMeanwhile, notFound } from '../../platform/errors.ts';
import { publishTask } from '../../platform/events/tasks.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import {
  BY_HAND,
  type PaperQuestion,
  type Quiz,
  findQuiz,
  programOf,
  quizSubject,
} from '../../quizzes/quizzes.reads.ts';
import {
  type Attempt,
  type AttemptKey,
  lockAttempt,
  countHandMarks,
  insertSteps,
} from '../store/attempts.queries.ts';
import type { AttemptWatch } from '../store/attempt-watch.ts';
import { answerOf } from '../rules/earnings.ts';
import { scoreOf } from '../rules/grading.ts';
import type { Arrival } from '../../platform/connections/arrival.ts';
import { notStarted, notSubmitted, unknownQuiz } from '../store/attempt-refusals.ts';
import type { Papers } from '../store/papers.ts';
import {
  asJudgements,
  deleteByHand,
  insertJudgeJobs,
  listJudgements,
  saveJudgement,
  updateJudgedScore,
} from '../store/judgements.queries.ts';

interface HandMarksServices {
  pool: Pool;
  clock: Clock;
  papers: Papers;
  watch: AttemptWatch;
}

type Mark = z.output<typeof markProgram.body>;

/** Points that a teacher gives a program, in place of its test cases. */
export class HandMarks {
  readonly #services: HandMarksServices;

  constructor(services: HandMarksServices) {
    this.#services = services;
  }

  /** Returns the new score; null while other programs of the attempt are judged. */
  mark(
    arrival: Arrival,
    key: AttemptKey & { number: number },
    { points, reason, markVersion }: Mark,
  ): Promise<number | null> {
    const { pool, papers, clock, watch } = this.#services;
    const { quizId, personId, number } = key;
    return inTransaction(pool, async (db) => {
      await requireOpenClassOf(db, { quiz: quizId });
      const attempt = await lockAttempt(db, key);
      if (!attempt) throw notStarted();
      if (!attempt.submittedAt || attempt.receiptSha256 === null) throw notSubmitted();
      // Read under the lock, so a key correction is either complete or waiting.
      const quiz = await findQuiz(db, quizId);
      if (!quiz) throw unknownQuiz();
      const paper = await papers.getPaper(db, quiz, attempt.paper ?? personId);
      const question = paper.find((one) => one.number === number && kindOf(one.kind).judged);
      if (!question) throw notFound('This program');
      const saved = (await countHandMarks(db, key)).get(number) ?? 0;
      if (saved !== markVersion) throw markedMeanwhile();
      const now = new Date(clock.nowMs());
      await deleteByHand(db, key, number);
      if (points !== null) await saveByHand(db, { attempt, quiz, question, points, now });
      const judgements = asJudgements(await listJudgements(db, key));
      const score = scoreOf(paper, { ...attempt, judgements }, quiz);
      const { receiptSha256 } = attempt;
      await updateJudgedScore(db, key, { score, receiptSha256, now });
      if (score === null) await insertJudgeJobs(db, [{ quizId, personId }]);
      await recordMark(db, { arrival, attempt, quiz, number, points, score, reason });
      watch.notify(db, quizId);
      publishTask(db, { kind: 'judging', id: quizId });
      return score;
    });
  }
}

interface ByHand {
  attempt: Attempt;
  quiz: Quiz;
  question: PaperQuestion;
  points: number;
  now: Date;
}

async function saveByHand(db: Database, { attempt, quiz, question, points, now }: ByHand) {
  const { quizId, personId, answers } = attempt;
  const { number, kind } = question;
  const max = question.points ?? quiz.scorePerQuestion;
  if (points > max) {
    const message = `This question has ${max} ${max === 1 ? 'point' : 'points'}. Give at most as many.`;
    throw new PublicError(400, 'invalid', message, { points: message });
  }
  const share = dividedBy(
    readDecimal(String(points)) ?? NOTHING,
    readDecimal(String(max)) ?? NOTHING,
  );
  const { judged } = kindOf(kind);
  if (!judged) throw new Error('This kind is not judged.');
  const language = programOf(question, answerOf(answers, number))?.language ?? 'c';
  const asked = { quizId, personId, number, language, sha256: '', casesSha256: BY_HAND };
  await saveJudgement(db, asked, {
    judgement: judged.writeByHand(share),
    report: { compileOutput: null, results: [] },
    tools: null,
    judgedAt: now,
  });
}

interface RecordedMark {
  arrival: Arrival;
  attempt: Attempt;
  quiz: Quiz;
  number: number;
  points: number | null;
  score: number | null;
  reason: string;
}

async function recordMark(db: Database, mark: RecordedMark): Promise<void> {
  const { arrival, attempt, quiz, number, points, score, reason } = mark;
  const { quizId, personId, score: before } = attempt;
  const { personId: by, address, browser, arrivedAtMs } = arrival;
  const details = { question: number, points, before, after: score, reason };
  const at = new Date(arrivedAtMs);
  await insertSteps(db, [
    { quizId, personId, at, step: 'hand-mark', by, address, browser, details },
  ]);
  await recordAct(db, {
    action: 'mark-program',
    personId,
    subject: quizSubject(quiz),
    details: { question: number, points, reason },
  });
}
