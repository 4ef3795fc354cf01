import type { Solution } from '@vlabs/contract/assignments/test-cases';
import { asPlainText } from '@vlabs/contract/runs/plain-text';
import { findLanguage } from '@vlabs/contract/runs/languages';
import type { ProgramChecks } from '@vlabs/contract/runs/program-checks';
import type { TestCase } from '@vlabs/contract/runs/test-case';
import type { JudgedPaths, ProgramOfAnswer } from '@vlabs/contract/kinds/kind';
import { scoreProgram } from '@vlabs/contract/kinds/scoring/programs';
import { NOTHING, WHOLE, readDecimal } from '@vlabs/contract/kinds/scoring/ratios';
import { type ProgramRunner, checkWithMutants } from '../../runs/runs.reads.ts';
import type { Assignment } from '../assignments.queries.ts';

interface Written {
  tests: readonly TestCase[];
  solution: Solution;
}

const paths: JudgedPaths = {
  solution: 'solution.text',
  starter: () => 'starterCode',
  timeLimit: (at) => `tests.${at}.timeLimitMs`,
  input: (at) => `tests.${at}.input`,
  output: (at) => `tests.${at}.expectedOutput`,
};

/** Runs the solution, the starter code and wrong programs on test cases, as the check of a question does. */
export function checkTestCases(
  runner: ProgramRunner,
  assignment: Pick<Assignment, 'starterCode' | 'languageId'>,
  { tests, solution }: Written,
): Promise<ProgramChecks> {
  const points = tests.map((test) => readDecimal(String(test.points)) ?? NOTHING);
  return checkWithMutants(runner, {
    tests: tests.map(withPlainTexts),
    solution,
    starters: startersOf(assignment),
    shareOf: (outcomes) => {
      const judged = points.map((worth, at) => ({
        points: worth,
        outcome: outcomes[at] === 'passed' ? WHOLE : NOTHING,
      }));
      return scoreProgram('sum', [judged]);
    },
    paths,
  });
}

function startersOf({
  starterCode: text,
  languageId,
}: Pick<Assignment, 'starterCode' | 'languageId'>): ProgramOfAnswer[] {
  const language = languageId === null ? null : findLanguage(languageId);
  return language && text.trim() !== '' ? [{ language: language.key, text }] : [];
}

/** As they are stored. */
export const withPlainTexts = (test: TestCase): TestCase => ({
  ...test,
  input: asPlainText(test.input),
  expectedOutput: asPlainText(test.expectedOutput),
});
