import { isDeepStrictEqual } from 'node:util';
import type { ProgramChecks } from '@vlabs/contract/quizzes/program-checks';
import type { KindName } from '@vlabs/kinds/kinds';
import { kindOf } from '@vlabs/kinds/kinds';
import { PublicError, Unavailable } from '../../platform/errors.ts';
import type { ProgramRunner } from '../../runs/runs.reads.ts';
import { tryMutants } from '../mutants/try-mutants.ts';
import type { NewQuestion } from '../questions/questions.queries.ts';
import { type JudgedQuestion, checkProgram } from './check-program.ts';

/** Each save of a student carries all programs of the test. */
const MAX_PROGRAMS = 20;

type Asked = Pick<NewQuestion, 'kind' | 'body' | 'key'>;

/** Runs the programs of questions before they are published. */
export class ProgramCheckRuns {
  readonly #runs: ProgramRunner;

  constructor(runs: ProgramRunner) {
    this.#runs = runs;
  }

  /** All checks of one question, with the wrong programs that would earn full points. */
  async check(asked: Asked): Promise<ProgramChecks> {
    const question = readJudged(asked);
    if (!question) {
      throw new PublicError(400, 'invalid', 'This question has no program to run.');
    }
    await this.#requireRunner();
    const checks = await checkProgram(this.#runs, question);
    const mutants =
      checks.problems.length === 0
        ? await tryMutants(this.#runs, question)
        : { made: 0, tried: 0, survivors: [] };
    return { ...checks, mutants };
  }

  /** Refuses questions whose programs have problems. Questions like a known one were checked before. */
  async requireSound(
    questions: readonly NewQuestion[],
    known: readonly Asked[] = [],
  ): Promise<void> {
    if (questions.filter(({ kind }) => isJudged(kind)).length > MAX_PROGRAMS) {
      const message = `A test has at most ${MAX_PROGRAMS} programs.`;
      throw new PublicError(400, 'invalid', message);
    }
    for (const asked of questions) {
      const question = readJudged(asked);
      if (!question || known.some((one) => isSameProgram(one, asked))) continue;
      await this.#requireRunner();
      const { problems } = await checkProgram(this.#runs, question);
      const [first] = problems;
      if (!first) continue;
      const fields = problems.map(({ path, message }) => [
        `questions.${asked.number}.${path}`,
        message,
      ]);
      const message = `Question ${asked.number}: ${first.message}`;
      throw new PublicError(400, 'invalid', message, Object.fromEntries(fields));
    }
  }

  async #requireRunner(): Promise<void> {
    if ((await this.#runs.getRunsAvailability()).available) return;
    const message = 'Programs can’t be run right now. Try again in a minute.';
    throw new Unavailable('not_ready', message, 60);
  }
}

/** Null if the answers are no programs. */
function readJudged({ kind: name, body, key }: Asked): JudgedQuestion | null {
  const kind = kindOf(name);
  return kind.judged && { kind, judged: kind.judged, halves: { body, key } };
}

const isSameProgram = (one: Asked, other: Asked) =>
  one.kind === other.kind && isDeepStrictEqual([one.body, one.key], [other.body, other.key]);

/** Reports whether the same programs are asked, in this order. */
export function haveSamePrograms(questions: readonly Asked[], checked: readonly Asked[]): boolean {
  const judged = (all: readonly Asked[]) =>
    all.flatMap(({ kind, body, key }) => (isJudged(kind) ? [[kind, body, key]] : []));
  return isDeepStrictEqual(judged(questions), judged(checked));
}

const isJudged = (name: KindName | null) => kindOf(name).judged !== null;
