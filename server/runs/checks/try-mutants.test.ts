import { kinds } from '@vlabs/contract/kinds/kinds';
import { NOTHING } from '@vlabs/contract/kinds/scoring/ratios';
import { expect, test } from 'vitest';
import { program } from '../../testing/acts/program-quiz.ts';
import { tryMutants } from './try-mutants.ts';

test('no wrong program is run after the time is over, and the number of tried ones says so', async () => {
  const { judged } = kinds.program;
  if (!judged) throw new Error('Programs are judged.');
  const runner = {
    runProgram: () => Promise.reject(new Error('A program was run.')),
    nameOf: () => 'Python',
    getRunsAvailability: () => Promise.resolve({ available: true }),
  };
  const halves = { body: program.Body, key: program.Key };
  const checked = {
    tests: judged.testCases(halves),
    solution: judged.solution(program.Key),
    starters: [],
    shareOf: () => NOTHING,
    paths: judged.paths,
  };
  const { made, tried, survivors } = await tryMutants(runner, checked, 0);
  expect(made).toBeGreaterThan(0);
  expect([tried, survivors]).toEqual([0, []]);
});
