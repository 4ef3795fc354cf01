import { languageOf } from '@vlabs/contract/runs/languages';
import type { ProgramOfAnswer } from '@vlabs/contract/kinds/kind';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import type { Pool } from 'pg';
import type { Clock } from '../../platform/clock.ts';
import {
  type Judgements,
  type PaperQuestion,
  casesHashOf,
  hashOf,
  judgementKey,
  programOf,
} from '../../quizzes/quizzes.reads.ts';
import { type ProgramRunner, isNotTried, runTestCases } from '../../runs/runs.reads.ts';
import { inTransaction } from '../../platform/postgres/database.ts';
import { type Attempt, lockAttempt } from '../store/attempts.queries.ts';
import { answerOf } from '../rules/earnings.ts';
import { type Judged, addFaults, saveJudgement } from '../store/judgements.queries.ts';

/** After this many faults of ours, the teacher decides. */
export const MAX_FAULTS = 3;
/** The stored part of each output. */
const MAX_OUTPUT_LENGTH = 1000;
const MAX_COMPILE_OUTPUT_LENGTH = 10_000;

/** The fault, which is not counted, if the run did not begin or was ended from outside. */
export const NOT_TRIED = new Error('The program could not be tried.');

export interface ToJudge {
  judged: Judged;
  question: PaperQuestion;
  program: ProgramOfAnswer;
}

/** The programs of an attempt without a judgement by the test cases of this paper. */
export function listToJudge(
  paper: readonly PaperQuestion[],
  attempt: Pick<Attempt, 'quizId' | 'personId' | 'answers' | 'receiptSha256'>,
  judgements: Judgements,
): ToJudge[] {
  const { answers, ...key } = attempt;
  return paper.flatMap((question) => {
    const { number } = question;
    const program = programOf(question, answerOf(answers, number));
    if (!program) return [];
    const { language, text } = program;
    const asked = { number, language, sha256: hashOf(text), casesSha256: casesHashOf(question) };
    if (judgements[judgementKey(asked)] !== undefined) return [];
    return [{ judged: { ...key, ...asked }, question, program }];
  });
}

interface Tried {
  /** After the last fault of ours. */
  isFailed: boolean;
  /** The fault of ours if it should be tried again. */
  fault: unknown;
  /** It has met a time limit. */
  isSlow: boolean;
}
const TRIED: Tried = { isFailed: false, fault: null, isSlow: false };

interface ProgramJudgeServices {
  pool: Pool;
  clock: Clock;
  runs: ProgramRunner;
}

/** Runs programs on their test cases and stores what these say. */
export class ProgramJudge {
  readonly #services: ProgramJudgeServices;

  constructor(services: ProgramJudgeServices) {
    this.#services = services;
  }

  async judge({ judged, question, program }: ToJudge): Promise<Tried> {
    const { pool, clock, runs } = this.#services;
    const { judged: rules } = kindOf(question.kind);
    if (!rules) throw new Error('This kind is not judged.');
    // Without a runner nothing is tried.
    if (!(await runs.getRunsAvailability()).available) return { ...TRIED, fault: NOT_TRIED };
    const source = {
      source: program.text,
      languageId: languageOf(program.language).id,
      teacherFiles: rules.files(question),
    };
    try {
      const { results, compileOutput } = await runTestCases(
        runs,
        source,
        rules.testCases(question),
      );
      await saveJudgement(pool, judged, {
        judgement: rules.write(results.map(({ outcome }) => outcome)),
        report: {
          compileOutput: cut(compileOutput, MAX_COMPILE_OUTPUT_LENGTH),
          results: results.map((result) => ({
            ...result,
            // The test case itself is in the question.
            input: null,
            expectedOutput: null,
            output: cut(result.output, MAX_OUTPUT_LENGTH),
          })),
        },
        tools: runs.nameOf(program.language),
        judgedAt: new Date(clock.nowMs()),
      });
      const isSlow = results.some(({ outcome }) => outcome === 'time_limit');
      return { ...TRIED, isSlow };
    } catch (error) {
      const isTried = !isNotTried(error) && (await runs.getRunsAvailability()).available;
      if (!isTried) return { ...TRIED, fault: NOT_TRIED };
      const faults = await this.#addFaults(judged, 1);
      const isFailed = faults >= MAX_FAULTS;
      return { ...TRIED, isFailed, fault: isFailed ? null : error };
    }
  }

  /** Leaves the program to the teacher. */
  async giveUp({ judged }: ToJudge): Promise<void> {
    await this.#addFaults(judged, MAX_FAULTS);
  }

  /** Returns how many there were; 0 if the attempt was reopened or holds another program by now. */
  #addFaults(judged: Judged, count: number): Promise<number> {
    return inTransaction(this.#services.pool, async (db) => {
      const attempt = await lockAttempt(db, judged);
      const isSame = attempt && attempt.receiptSha256 === judged.receiptSha256;
      return isSame ? addFaults(db, judged, count) : 0;
    });
  }
}

/** Half a character at the end can't be stored. */
const cut = (text: string | null, max: number): string | null =>
  text?.slice(0, max).toWellFormed() ?? null;
