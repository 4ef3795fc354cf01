import type { ProgramChecks } from '@vlabs/contract/runs/program-checks';
import { languageOf } from '@vlabs/contract/runs/languages';
import type { ProgramOfAnswer } from '@vlabs/contract/kinds/kind';
import { Unavailable } from '../../platform/errors.ts';
import { mapTwoAtATime } from '../../platform/two-at-a-time.ts';
import { tryMutants } from './try-mutants.ts';
import { type ProgramRunner, runTestCases } from '../test-cases/run-test-cases.ts';
import type { CheckedProgram } from './checked-program.ts';
import { type TriedProgram, listProblems } from './program-problems.ts';

/** The checks that a test must pass to be published. */
type SoundnessChecks = Omit<ProgramChecks, 'mutants'>;

/** Runs the solution, the starters and an empty program on all test cases. */
export async function checkProgram(
  runner: ProgramRunner,
  checked: CheckedProgram,
): Promise<SoundnessChecks> {
  await requireRunner(runner);
  const { tests, solution: own, paths } = checked;
  const nothing = { language: own.language, text: languageOf(own.language).emptyProgram };
  const programs = [own, nothing, ...checked.starters];
  const [solution, empty, ...starters] = await mapTwoAtATime(programs, (program) =>
    tryProgram(runner, checked, program),
  );
  if (!solution || !empty) throw new Error('A program was not run.');
  const { results, compileOutput } = solution.tested;
  const times = results.map(({ timeSeconds }) => timeSeconds ?? 0);
  return {
    solution: {
      compileOutput,
      cases: results.map(({ number, outcome, timeSeconds }) => ({ number, outcome, timeSeconds })),
    },
    starters: starters.map(({ language, share }) => ({ language, share })),
    empty: { share: empty.share },
    times: {
      slowestSeconds: slowestOf(solution),
      leavesFactorOfTwo: tests.every(
        ({ timeLimitMs }, at) => (times[at] ?? 0) * 2000 <= timeLimitMs,
      ),
    },
    problems: listProblems({ paths, tests, solution, empty, starters }),
  };
}

/** All checks, with the wrong programs that would earn full points. */
export async function checkWithMutants(
  runner: ProgramRunner,
  checked: CheckedProgram,
): Promise<ProgramChecks> {
  const checks = await checkProgram(runner, checked);
  const mutants =
    checks.problems.length === 0
      ? await tryMutants(runner, checked)
      : { made: 0, tried: 0, survivors: [] };
  return { ...checks, mutants };
}

async function requireRunner(runner: ProgramRunner): Promise<void> {
  if ((await runner.getRunsAvailability()).available) return;
  const message = 'Programs can’t be run right now. Try again in a minute.';
  throw new Unavailable('not_ready', message, 60);
}

async function tryProgram(
  runner: ProgramRunner,
  { tests, teacherFiles = [], shareOf }: CheckedProgram,
  { language, text }: ProgramOfAnswer,
): Promise<TriedProgram> {
  const program = { languageId: languageOf(language).id, source: text, teacherFiles };
  const tested = await runTestCases(runner, program, tests);
  const { over, under } = shareOf(tested.results.map(({ outcome }) => outcome));
  return { language, tested, share: Number(over) / Number(under) };
}

function slowestOf({ tested }: TriedProgram): number | null {
  const times = tested.results.flatMap(({ timeSeconds }) =>
    timeSeconds === null ? [] : [timeSeconds],
  );
  return times.length === 0 ? null : Math.max(...times);
}
