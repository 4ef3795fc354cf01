import type { Pool } from 'pg';
import type { Database } from '../../platform/postgres/database.ts';
import { PublicError, TooMany } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/serve.ts';
import { runSerially } from '../../platform/jobs/serial-work.ts';
import { RunNotEnded, type RunRequest } from '../store/run.ts';
import { getLoad, lockOwner, listCheckAges } from '../store/runs.queries.ts';
import { isTestRunTag } from '@vlabs/contract/runs/runs-in-tests';

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

/** What a slot completes within a minute; a short program takes about 150 ms. */
const MAX_WAITING_PER_SLOT = 400;
/** Used while the number of slots is unknown. */
const MIN_MAX_WAITING = 100;
/** A student's runs, waiting or running. */
const MAX_UNDER_WAY = 2;
const MAX_PER_MINUTE = 30;
/** Runs are kept for months with their input and output. */
const MAX_PER_DAY = 2000;
const MAX_BYTES_PER_DAY = 500 * 1_048_576;
const HOUR_SECONDS = 3600;

/** Maximum number of waiting runs over all owners; further runs are refused. */
export const maxWaitingOn = (slots: number): number =>
  Math.max(MIN_MAX_WAITING, slots * MAX_WAITING_PER_SLOT);

/** The owner of a run. */
export interface RunOwner {
  id: string;
  /** True for people. Services and admins may run programs for a whole class. */
  isLimited: boolean;
  /** Its runs come after all with a lower priority; 0 by default. */
  leastPriority?: number;
}

/**
 * Owner of the server's own runs, which come after those of people. No person or service has this ID, so only admins
 * can read them.
 */
export const THE_SERVER: RunOwner = { id: 'the server', isLimited: false, leastPriority: 10 };

export const runOwnerOf = (caller: Caller): RunOwner => ({
  id: ownerOf(caller),
  isLimited: caller.role !== 'service' && caller.role !== 'admin',
});

/** Roll numbers contain no space, so a service's ID can't collide with a person's. */
export function ownerOf(caller: Caller): string {
  return caller.role === 'service' ? `service ${caller.id}` : caller.id;
}

/** Owners with limits queue for the lock without holding a connection; others don't wait. */
export const serializePerOwner = <Result>(
  pool: Pool,
  { id, isLimited }: RunOwner,
  work: () => Promise<Result>,
): Promise<Result> => (isLimited ? runSerially(pool, id, work) : work());

/**
 * Refuses runs beyond the limits and returns the priorities of the accepted ones. Everyone's first
 * run starts before anyone's second, and an owner's runs start in order. Waiting runs are counted
 * without a lock, so a burst may exceed the limit by a few.
 * @param sentAhead this server's runs that are queued at a runner
 * @param slots of all runners
 */
export async function requireCapacity(
  db: Database,
  owner: RunOwner,
  { count, sentAhead, slots }: { count: number; sentAhead: number; slots: number },
): Promise<number[]> {
  // A service has no limits, so its runs can be added concurrently.
  if (owner.isLimited) await lockOwner(db, owner.id);
  const load = await getLoad(db, owner.id, {
    maxPerMinute: MAX_PER_MINUTE - count + 1,
    countsDay: owner.isLimited,
  });
  if (load.waiting + sentAhead + count > maxWaitingOn(slots)) throw queueIsFull();
  if (owner.isLimited) {
    if (count > MAX_UNDER_WAY) throw tooManyAtOnce(count);
    if (load.underWay + count > MAX_UNDER_WAY) throw tooManyUnderWay();
    if (load.secondsLeft > 0) throw tooManyThisMinute(load.secondsLeft);
    const isDayOver = load.dayRuns + count > MAX_PER_DAY || load.dayBytes > MAX_BYTES_PER_DAY;
    if (isDayOver) throw tooManyThisDay();
  }
  const { underWay, highestPriority } = load;
  const { leastPriority = 0 } = owner;
  return Array.from({ length: count }, (_, index) =>
    Math.max(underWay + index, highestPriority, leastPriority),
  );
}

/** The owner whose runs this caller may read; null for all owners. */
export const readableOwner = (caller: Caller): string | null =>
  caller.role === 'admin' ? null : ownerOf(caller);

/** Whether a program for the server was not run to its end, through no fault of a runner. */
export const isNotTried = (error: unknown): boolean =>
  error instanceof RunNotEnded || (error instanceof PublicError && error.code === QUEUE_FULL);

const QUEUE_FULL = 'queue_full';
export const queueIsFull = () => new PublicError(503, QUEUE_FULL, 'queue is full');

const tooManyUnderWay = () =>
  new TooMany(
    'too_many_runs',
    `You can run at most ${MAX_UNDER_WAY} programs at a time. Wait until one ends or stop one, then try again in 1 second.`,
    1,
  );

const tooManyAtOnce = (count: number) =>
  new TooMany(
    'too_many_runs',
    `You can run at most ${MAX_UNDER_WAY} programs at a time, and this batch has ${count}. Send ${MAX_UNDER_WAY} or fewer.`,
    1,
  );

const tooManyThisMinute = (seconds: number) =>
  new TooMany(
    'too_many_runs',
    `You can run at most ${MAX_PER_MINUTE} programs per minute. Try again in ${seconds} second${seconds === 1 ? '' : 's'}.`,
    seconds,
  );

const tooManyThisDay = () =>
  new TooMany(
    'too_many_runs',
    'You have reached the daily limit for running programs. Try again tomorrow, or ask your teacher.',
    HOUR_SECONDS,
  );
