import { isDeepStrictEqual } from 'node:util';
import type { ProgramChecks } from '@vlabs/contract/runs/program-checks';
import type { KindName } from '@vlabs/contract/kinds/kinds';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import { PublicError } from '../../platform/errors.ts';
import {
  type CheckedProgram,
  type ProgramRunner,
  checkProgram,
  checkWithMutants,
} from '../../runs/runs.reads.ts';
import type { NewQuestion } from '../questions/questions.queries.ts';

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
    return checkWithMutants(this.#runs, question);
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
}

/** Null if the answers are no programs. */
function readJudged({ kind: name, body, key }: Asked): CheckedProgram | null {
  const kind = kindOf(name);
  const { judged } = kind;
  if (!judged) return null;
  const halves = { body, key };
  return {
    tests: judged.testCases(halves),
    teacherFiles: judged.files(halves),
    solution: judged.solution(key),
    starters: judged.starters(body),
    shareOf: (outcomes) => kind.score(halves, judged.write(outcomes)),
    paths: judged.paths,
  };
}

const isSameProgram = (one: Asked, other: Asked) =>
  one.kind === other.kind && isDeepStrictEqual([one.body, one.key], [other.body, other.key]);

/** Reports whether the same programs are asked, in this order. */
export function haveSamePrograms(questions: readonly Asked[], checked: readonly Asked[]): boolean {
  const judged = (all: readonly Asked[]) =>
    all.flatMap(({ kind, body, key }) => (isJudged(kind) ? [[kind, body, key]] : []));
  return isDeepStrictEqual(judged(questions), judged(checked));
}

const isJudged = (name: KindName) => kindOf(name).judged !== null;
