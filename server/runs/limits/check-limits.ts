import { isTestRunTag } from '@vlabs/contract/runs/runs-in-tests';
import { TooMany } from '../../platform/errors.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { RunRequest } from '../store/program.ts';
import { listCheckAges } from '../store/runs.queries.ts';

/** Checks that a student may make at once; then one more every 20 seconds. */
const MAX_CHECKS = 6;
const REFILL_SECONDS = 20;
/** A bucket that was not used for so long is full. */
const LOOK_BACK_SECONDS = 2 * MAX_CHECKS * REFILL_SECONDS;

/** A run of the samples inside a test. */
export const isCheck = ({ assignment, inputs }: Pick<RunRequest, 'assignment' | 'inputs'>) =>
  inputs !== null && isTestRunTag(assignment);

/**
 * Seconds until another check may be made, by a token bucket; 0 for now.
 * @param ages of the accepted checks in seconds, oldest first
 */
export function secondsUntilCheck(ages: readonly number[]): number {
  let left = MAX_CHECKS;
  let before = ages[0] ?? 0;
  for (const age of ages) {
    left = Math.min(MAX_CHECKS, left + (before - age) / REFILL_SECONDS) - 1;
    before = age;
  }
  left = Math.min(MAX_CHECKS, left + before / REFILL_SECONDS);
  return left >= 1 ? 0 : Math.ceil((1 - left) * REFILL_SECONDS);
}

/** Refuses a check beyond the limit. */
export async function requireCheck(db: Database, owner: string): Promise<void> {
  const seconds = secondsUntilCheck(await listCheckAges(db, owner, LOOK_BACK_SECONDS));
  if (seconds === 0) return;
  throw new TooMany(
    'too_many_runs',
    `You can check at most ${MAX_CHECKS} times in a row, then once every ${REFILL_SECONDS} seconds. Try again in ${seconds} second${seconds === 1 ? '' : 's'}.`,
    seconds,
  );
}
