import type { Pool } from 'pg';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { type Jobs, addJob } from '../../platform/jobs/jobs.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { mapTwoAtATime } from '../../platform/two-at-a-time.ts';
import {
  type Question,
  casesHashOf,
  findQuiz,
  listQuestions,
  makePaper,
} from '../../quizzes/quizzes.reads.ts';
import type { ProgramRunner } from '../../runs/runs.reads.ts';
import { readScoredAttempts } from '../results/results.queries.ts';
import { JUDGE_PRIORITY } from '../store/judgements.queries.ts';
import { ProgramJudge, type ToJudge, listToJudge } from './program-judge.ts';

/** The job that runs all submitted programs of a question on other test cases. */
const JOB = 'judge-key';

const Payload = z.object({ quizId: z.uuid(), number: z.int(), key: z.unknown() });

interface KeyJudgingServices {
  pool: Pool;
  clock: Clock;
  jobs: Jobs;
  runs: ProgramRunner;
}

/**
 * Judges submitted programs by test cases that are not the key yet. Judgements are stored by their test cases, so
 * those of the present key stay, and the new ones count once the key is corrected.
 */
export class KeyJudging {
  readonly #services: KeyJudgingServices;
  readonly #judge: ProgramJudge;

  /** Created before the jobs are started. */
  constructor(services: KeyJudgingServices) {
    this.#services = services;
    this.#judge = new ProgramJudge(services);
    services.jobs.handle(JOB, (payload) => this.#judgeAll(Payload.parse(payload)), {
      maxAtOnce: 1,
    });
  }

  /** @param corrected the question with the key to judge by */
  async addJob(db: Database, quizId: string, corrected: Question): Promise<void> {
    const { number, key } = corrected;
    await addJob(db, {
      name: JOB,
      payload: { quizId, number, key },
      key: `${JOB} ${quizId} ${number} ${casesHashOf(corrected)}`,
      priority: JUDGE_PRIORITY,
    });
  }

  async #judgeAll({ quizId, number, key }: z.infer<typeof Payload>): Promise<void> {
    const waiting = await this.#listWaiting(quizId, number, key);
    const outcomes = await mapTwoAtATime(waiting, (next) => this.#judge.judge(next));
    const failed = outcomes.find(({ fault }) => fault !== null);
    // The queue repeats the job after a pause.
    if (failed) throw failed.fault;
  }

  async #listWaiting(quizId: string, number: number, key: unknown): Promise<ToJudge[]> {
    const { pool } = this.#services;
    const quiz = await findQuiz(pool, quizId);
    if (!quiz) return [];
    const questions = (await listQuestions(pool, quizId)).map((question) =>
      question.number === number ? { ...question, key } : question,
    );
    const waiting: ToJudge[] = [];
    for await (const attempt of readScoredAttempts(pool, quizId)) {
      const { personId, paper, judgements } = attempt;
      if (attempt.score === null) continue;
      const asked = makePaper(quiz, questions, paper ?? personId).filter(
        (question) => question.originalNumber === number,
      );
      const { answers, receiptSha256 } = attempt;
      waiting.push(...listToJudge(asked, { quizId, personId, answers, receiptSha256 }, judgements));
    }
    return waiting;
  }
}
