import type { Pool } from 'pg';
import type { Database } from '../platform/database.ts';
import type { Caller } from '../platform/serve.ts';
import { inTurn } from '../platform/turns.ts';
import { MOST_IN_BATCH, MOST_WAITING } from './judge0-information.ts';
import {
  badRequest,
  batchTooLarge,
  queueIsFull,
  tooManyThisDay,
  tooManyThisMinute,
  tooManyUnderWay,
} from './run-refusals.ts';
import { getLoad, lockOwner } from './runs.queries.ts';

/** A student's, waiting or running. */
const MOST_UNDER_WAY = 2;
const MOST_PER_MINUTE = 30;
/** Runs are kept for months with all that goes in and comes out. */
const MOST_PER_DAY = 2000;
const MOST_BYTES_PER_DAY = 500 * 1_048_576;

/** People are; a service has room for a whole class, and an admin for what a class needs. */
export const isLimited = ({ role }: Caller): boolean => role !== 'service' && role !== 'admin';

/** No roll number has a space in it, so no service is taken for a person. */
export function ownerOf(caller: Caller): string {
  return caller.role === 'service' ? `service ${caller.id}` : caller.id;
}

/** Who is counted under a lock waits for it without a connection; the others do not wait. */
export const inTurnOf = <Result>(
  pool: Pool,
  caller: Caller,
  work: () => Promise<Result>,
): Promise<Result> => (isLimited(caller) ? inTurn(pool, ownerOf(caller), work) : work());

/**
 * Refuses runs that are too many. Gives the priorities of those that are not: everyone's first run
 * goes before anyone's second, so nobody fills the queue against the others, and no run goes before
 * an earlier one of its owner. What waits is counted without a lock, so a burst may pass its limit
 * by a few.
 * @param sentAhead how many of this server wait at a runner already
 */
export async function requireRoom(
  db: Database,
  caller: Caller,
  { count, sentAhead }: { count: number; sentAhead: number },
): Promise<number[]> {
  const owner = ownerOf(caller);
  // A service is not limited, and many of its runs may be added at the same time.
  if (isLimited(caller)) await lockOwner(db, owner);
  const load = await getLoad(db, owner, {
    mostPerMinute: MOST_PER_MINUTE - count + 1,
    countsDay: isLimited(caller),
  });
  if (load.waiting + sentAhead + count > MOST_WAITING) throw queueIsFull();
  if (isLimited(caller)) {
    if (count > MOST_UNDER_WAY) throw batchTooLarge(MOST_UNDER_WAY, count);
    if (load.underWay + count > MOST_UNDER_WAY) throw tooManyUnderWay(MOST_UNDER_WAY);
    if (load.secondsLeft > 0) throw tooManyThisMinute(MOST_PER_MINUTE, load.secondsLeft);
    const isDayOver = load.dayRuns + count > MOST_PER_DAY || load.dayBytes > MOST_BYTES_PER_DAY;
    if (isDayOver) throw tooManyThisDay();
  }
  const { underWay, highestPriority } = load;
  return Array.from({ length: count }, (_, index) => Math.max(underWay + index, highestPriority));
}

/** Whose runs this caller may read; null for everyone's. */
export const readableOwner = (caller: Caller): string | null =>
  caller.role === 'admin' ? null : ownerOf(caller);

export function requireBatchSize(size: number): void {
  if (size === 0) throw badRequest('there should be at least one submission in a batch');
  if (size > MOST_IN_BATCH) {
    throw badRequest(
      `number of submissions in a batch should be less than or equal to ${MOST_IN_BATCH}`,
    );
  }
}
