import { type Language, languageOf } from '@vlabs/contract/runs/languages';
import { findRowDifference } from '@vlabs/contract/runs/compare-rows';
import { isOfTables, type TestCase, type TestCaseResult } from '@vlabs/contract/runs/test-case';
import type { JudgedPaths, Mistake } from '@vlabs/contract/kinds/kind';
import type { TestedProgram } from '../test-cases/run-test-cases.ts';

/** A program with its results, and the share of the points that they earn. */
export interface TriedProgram {
  language: Language;
  tested: TestedProgram;
  share: number;
}

interface Tried {
  paths: JudgedPaths;
  tests: readonly TestCase[];
  solution: TriedProgram;
  empty: TriedProgram;
  starters: readonly TriedProgram[];
}

/** The highest time limit. */
const MOST_SECONDS = 15;
const LONGEST_EXCERPT = 60;

/** What is wrong with test cases and their solution; each message says what to do. */
export function listProblems(tried: Tried): Mistake[] {
  return [
    ...listOfSolution(tried),
    ...listOfStarters(tried),
    ...listOfEmpty(tried),
    ...listOfTimes(tried),
  ];
}

function listOfSolution({ paths, tests, solution }: Tried): Mistake[] {
  const { results } = solution.tested;
  if (results.some(({ outcome }) => outcome === 'not_compiled')) {
    return [{ path: paths.solution, message: 'The solution does not compile. Correct it.' }];
  }
  return results.flatMap((result) => {
    const found = sayFailure(result, paths, tests[result.number - 1]);
    return found ? [found] : [];
  });
}

function sayFailure(
  result: TestCaseResult,
  paths: JudgedPaths,
  test: TestCase | undefined,
): Mistake | null {
  const { number, outcome } = result;
  const at = number - 1;
  const fails = `The solution fails test case ${number}:`;
  if (outcome === 'passed') return null;
  if (outcome === 'wrong_output') {
    const correct = 'Correct the expected output or the solution.';
    return {
      path: paths.output(at),
      message: `${fails} ${sayDifference(result, test)}. ${correct}`,
    };
  }
  if (outcome === 'time_limit') {
    const raise = 'Raise the time limit, or make the solution faster.';
    return { path: paths.timeLimit(at), message: `${fails} its time ran out. ${raise}` };
  }
  const correct = 'Correct the input or the solution.';
  const why = result.reason === null ? 'it ended with an error' : result.reason;
  return { path: paths.input(at), message: `${fails} ${why}. ${correct}` };
}

/** The first line or row that differs. */
function sayDifference(
  { output, expectedOutput }: TestCaseResult,
  test: TestCase | undefined,
): string {
  if (test && isOfTables(test.comparison)) {
    const isOrdered = test.comparison === 'rows-in-order';
    const said = findRowDifference(output ?? '', expectedOutput ?? '', isOrdered) ?? '';
    return `${said.charAt(0).toLowerCase()}${said.slice(1)}`.replace(/\.$/, '');
  }
  const printed = linesOf(output ?? '');
  const expected = linesOf(expectedOutput ?? '');
  const differing = printed.findIndex((line, at) => line !== expected[at]);
  const at = differing === -1 ? printed.length : differing;
  const place = Math.max(printed.length, expected.length) > 1 ? ` in line ${at + 1}` : '';
  return `it printed ${quote(printed[at])} instead of ${quote(expected[at])}${place}`;
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());

function quote(line: string | undefined): string {
  if (line === undefined || line === '') return 'nothing';
  const isLong = line.length > LONGEST_EXCERPT;
  return isLong ? `${line.slice(0, LONGEST_EXCERPT).toWellFormed()}…` : line;
}

function listOfStarters({ paths, starters }: Tried): Mistake[] {
  return starters
    .filter(({ share }) => share > 0)
    .map((starter) => ({
      path: paths.starter(starter.language),
      message: `The starter in ${languageOf(starter.language).name} earns ${pointsOf(starter)}. Add test cases that it fails.`,
    }));
}

function listOfEmpty({ paths, empty }: Tried): Mistake[] {
  if (empty.share === 0) return [];
  const at = empty.tested.results.findIndex(({ points }) => points > 0);
  const message = `A program that prints nothing earns ${pointsOf(empty)}. Give no points to test cases without an expected output.`;
  return [{ path: paths.output(Math.max(at, 0)), message }];
}

function pointsOf({ share, tested }: TriedProgram): string {
  const points = Number((share * tested.maxPoints).toFixed(2));
  return points === 1 ? '1 point' : `${points} points`;
}

/** The test case that comes closest to its limit decides. */
function listOfTimes({ paths, tests, solution }: Tried): Mistake[] {
  const [closest] = solution.tested.results
    .filter(({ outcome }) => outcome === 'passed')
    .map(({ number, timeSeconds }) => ({
      at: number - 1,
      seconds: timeSeconds ?? 0,
      limitSeconds: (tests[number - 1]?.timeLimitMs ?? 0) / 1000,
    }))
    .toSorted((one, other) => other.seconds / other.limitSeconds - one.seconds / one.limitSeconds);
  if (!closest || closest.seconds * 2 <= closest.limitSeconds) return [];
  const { at, seconds, limitSeconds } = closest;
  const enough = Math.ceil(seconds * 20) / 10;
  const taken = `Test case ${at + 1} takes ${round(seconds)} s of ${limitSeconds} s.`;
  const advice =
    enough > MOST_SECONDS
      ? 'Make its input smaller, so that slower programs of students pass.'
      : `Raise the time limit to at least ${enough} s, so that slower programs of students pass.`;
  return [{ path: paths.timeLimit(at), message: `${taken} ${advice}` }];
}

const round = (seconds: number) => Number(seconds.toFixed(2));
