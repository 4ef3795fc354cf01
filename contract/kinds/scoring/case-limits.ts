import { Comparison, ToleranceIs } from '../../runs/test-case.ts';
import { z } from 'zod';
import { Short } from '../texts.ts';
import { readDecimal } from './ratios.ts';

/** How the output of test cases is compared, and the limits of each run. */
export const CaseLimits = z.object({
  comparison: Comparison,
  /** As typed, for `numbers`. */
  tolerance: Short,
  /** `either` if absent. */
  toleranceIs: ToleranceIs.optional(),
  /** For each test case, as typed. */
  seconds: Short,
  megabytes: Short,
});
export type CaseLimits = z.infer<typeof CaseLimits>;

/** Null if it is not a number within the limits. */
function readWithin(typed: string, least: number, most: number): number | null {
  const read = readDecimal(typed.trim());
  if (!read) return null;
  const value = Number(read.over) / Number(read.under);
  return value >= least && value <= most ? value : null;
}

const readTolerance = ({ tolerance }: CaseLimits) => readWithin(tolerance, 0, 1e9);

/** How outputs are compared; exactly if the tolerance is not typed yet. */
export const ruleOf = (limits: CaseLimits) => ({
  comparison: limits.comparison,
  tolerance: readTolerance(limits) ?? 0,
  ...(limits.toleranceIs && { toleranceIs: limits.toleranceIs }),
});

/** The limits of each run; null for one that is not typed yet or out of bounds. */
export const limitsOf = ({ seconds, megabytes }: CaseLimits) => ({
  seconds: readWithin(seconds, 0.1, 15),
  megabytes: readWithin(megabytes, 16, 500),
});

/** As test cases have them; the usual limits where there are none yet. */
export function writeLimits(limits: CaseLimits) {
  const { seconds, megabytes } = limitsOf(limits);
  return {
    timeLimitMs: Math.round((seconds ?? 1) * 1000),
    memoryLimitKb: Math.round((megabytes ?? 256) * 1024),
    ...ruleOf(limits),
  };
}

/** By the path of the limits, such as `Body`. */
export function listLimitMistakes(path: string, limits: CaseLimits) {
  const mistakes: { path: string; message: string }[] = [];
  const add = (field: keyof CaseLimits, message: string) =>
    mistakes.push({ path: `${path}.${field}`, message });
  const { seconds, megabytes } = limitsOf(limits);
  if (seconds === null) add('seconds', 'The time limit is a number of seconds from 0.1 to 15.');
  if (megabytes === null) add('megabytes', 'The memory limit is a number of MB from 16 to 500.');
  if (limits.comparison === 'numbers' && readTolerance(limits) === null)
    add('tolerance', 'The tolerance is a number of 0 or more, such as 0.000001.');
  return mistakes;
}
