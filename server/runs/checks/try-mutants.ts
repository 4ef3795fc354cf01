import type { ProgramChecks } from '@vlabs/contract/runs/program-checks';
import { languageOf } from '@vlabs/contract/runs/languages';
import { WHOLE, isSame } from '@vlabs/contract/kinds/scoring/ratios';
import type { CheckedProgram } from './checked-program.ts';
import { type ProgramRunner, runTestCases } from '../test-cases/run-test-cases.ts';
import type { WrittenProgram } from '../store/written-program.ts';
import { mapTwoAtATime } from '../../platform/two-at-a-time.ts';
import { type Mutant, mutate } from '../mutants/mutate.ts';

/** No further mutants are run after this time. */
const BOUND_MS = 20_000;

/** Runs wrong programs, and lists those that earn full points. */
export async function tryMutants(
  runner: ProgramRunner,
  checked: CheckedProgram,
  boundMs = BOUND_MS,
): Promise<ProgramChecks['mutants']> {
  const { solution, teacherFiles = [] } = checked;
  const { language, text } = solution;
  const mutants = mutate(language, text);
  const languageId = languageOf(language).id;
  const endMs = performance.now() + boundMs;
  const tried = await mapTwoAtATime(mutants, async (mutant) => {
    if (performance.now() >= endMs) return null;
    const program = { languageId, source: mutant.source, teacherFiles };
    return { mutant, survives: await earnsAll(runner, checked, program) };
  });
  const ran = tried.filter((one) => one !== null);
  return {
    made: mutants.length,
    tried: ran.length,
    survivors: ran
      .filter(({ survives }) => survives)
      .map(({ mutant }) => show(mutant))
      .toSorted((one, other) => one.line - other.line),
  };
}

const show = ({ line, before, after }: Mutant) => ({ line, before, after });

/** Most mutants fail the first test case with points, so that one is run alone first. */
async function earnsAll(
  runner: ProgramRunner,
  { tests, shareOf }: CheckedProgram,
  program: WrittenProgram,
): Promise<boolean> {
  const first = tests.filter(({ points }) => points > 0).slice(0, 1);
  const { results: ofFirst } = await runTestCases(runner, program, first);
  if (ofFirst.some(({ outcome }) => outcome !== 'passed')) return false;
  const { results } = await runTestCases(runner, program, tests);
  const outcomes = results.map(({ outcome }) => outcome);
  return isSame(shareOf(outcomes), WHOLE);
}
