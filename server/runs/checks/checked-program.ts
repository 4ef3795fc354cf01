import type { TestCase, TestOutcome } from '@vlabs/contract/runs/test-case';
import type { JudgedPaths, ProgramOfAnswer } from '@vlabs/contract/kinds/kind';
import type { TextFile } from '@vlabs/contract/runs/program-text';
import type { Ratio } from '@vlabs/contract/kinds/scoring/ratios';

/** A solution with the test cases that it must pass. */
export interface CheckedProgram {
  tests: readonly TestCase[];
  /** Every program runs with them. */
  teacherFiles?: readonly TextFile[];
  solution: ProgramOfAnswer;
  /** The programs that students begin with, which must earn nothing. */
  starters: readonly ProgramOfAnswer[];
  /** The share of the points that a program with these outcomes earns. */
  shareOf: (outcomes: TestOutcome[]) => Ratio;
  paths: JudgedPaths;
}
