import type { ProgramChecks } from '@vlabs/contract/quizzes/program-checks';
import { type Language, languageOf } from '@vlabs/contract/running/languages';
import type { Halves, Kind, ProgramOfAnswer } from '@vlabs/kinds/kind';
import { type ProgramRunner, runTestCases } from '../../runs/runs.reads.ts';
import { type TriedProgram, listProblems } from './program-problems.ts';
import { mapTwoAtATime } from '../../platform/two-at-a-time.ts';

/** A question whose answers are programs. */
export interface JudgedQuestion {
  kind: Kind;
  judged: NonNullable<Kind['judged']>;
  halves: Halves;
}

/** Programs that compile, read nothing and print nothing. */
const EMPTY: Record<Language, string> = {
  c: 'int main(void) { return 0; }',
  cpp: 'int main() { return 0; }',
  java: 'class Main { public static void main(String[] arguments) {} }',
  python: 'pass',
};

/** The checks that a test must pass to be published. */
export type SoundnessChecks = Omit<ProgramChecks, 'mutants'>;

/** Runs the solution, the starters and an empty program on all test cases. */
export async function checkProgram(
  runner: ProgramRunner,
  question: JudgedQuestion,
): Promise<SoundnessChecks> {
  const { judged, halves } = question;
  const tests = judged.testCases(halves);
  const own = judged.solution(halves.key);
  const nothing = { language: own.language, text: EMPTY[own.language] };
  const programs = [own, nothing, ...judged.starters(halves.body)];
  const [solution, empty, ...starters] = await mapTwoAtATime(programs, (program) =>
    tryProgram(runner, question, program),
  );
  if (!solution || !empty) throw new Error('A program was not run.');
  const { results, compileOutput } = solution.tested;
  const slowestSeconds = slowestOf(solution);
  const limitSeconds = (tests[0]?.timeLimitMs ?? 0) / 1000;
  return {
    solution: {
      compileOutput,
      cases: results.map(({ number, outcome, timeSeconds }) => ({ number, outcome, timeSeconds })),
    },
    starters: starters.map(({ language, share }) => ({ language, share })),
    empty: { share: empty.share },
    times: { slowestSeconds, leavesFactorOfTwo: (slowestSeconds ?? 0) * 2 <= limitSeconds },
    problems: listProblems({ paths: judged.paths, limitSeconds, solution, empty, starters }),
  };
}

async function tryProgram(
  runner: ProgramRunner,
  { kind, judged, halves }: JudgedQuestion,
  { language, text }: ProgramOfAnswer,
): Promise<TriedProgram> {
  const program = { languageId: languageOf(language).id, source: text };
  const tested = await runTestCases(runner, program, judged.testCases(halves));
  const outcomes = tested.results.map(({ outcome }) => outcome);
  const { over, under } = kind.score(halves, judged.write(outcomes));
  return { language, tested, share: Number(over) / Number(under) };
}

function slowestOf({ tested }: TriedProgram): number | null {
  const times = tested.results.flatMap(({ timeSeconds }) =>
    timeSeconds === null ? [] : [timeSeconds],
  );
  return times.length === 0 ? null : Math.max(...times);
}
