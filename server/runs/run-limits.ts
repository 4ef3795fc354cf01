import type { Pool } from 'pg';
import type { Database } from '../platform/postgres/database.ts';
import { PublicError, TooMany } from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import { runSerially } from '../platform/jobs/serial-work.ts';
import { getLoad, lockOwner } from './runs.queries.ts';

/** As many programs wait as are done within a minute; a short one takes a slot for some 150 ms. */
const MAX_WAITING_PER_SLOT = 400;
/** While no runner has said how many slots there are. */
const MIN_MAX_WAITING = 100;
/** A student's, waiting or running. */
const MAX_UNDER_WAY = 2;
const MAX_PER_MINUTE = 30;
/** Runs are kept for months with all that goes in and comes out. */
const MAX_PER_DAY = 2000;
const MAX_BYTES_PER_DAY = 500 * 1_048_576;
const HOUR_SECONDS = 3600;

/** Waiting runs of everyone on so many slots of all runners; runs beyond are refused. */
export const maxWaitingOn = (slots: number): number =>
  Math.max(MIN_MAX_WAITING, slots * MAX_WAITING_PER_SLOT);

/** Whose a run is. */
export interface RunOwner {
  id: string;
  /** People are; a service has room for a whole class, and an admin for what a class needs. */
  isLimited: boolean;
}

/** Of runs that the server itself wants. Neither a person nor a service has this name, so nobody reads them but admins. */
export const THE_SERVER: RunOwner = { id: 'the server', isLimited: false };

export const runOwnerOf = (caller: Caller): RunOwner => ({
  id: ownerOf(caller),
  isLimited: caller.role !== 'service' && caller.role !== 'admin',
});

/** No roll number has a space in it, so no service is taken for a person. */
export function ownerOf(caller: Caller): string {
  return caller.role === 'service' ? `service ${caller.id}` : caller.id;
}

/** Who is counted under a lock waits for it without a connection; the others do not wait. */
export const serializePerOwner = <Result>(
  pool: Pool,
  { id, isLimited }: RunOwner,
  work: () => Promise<Result>,
): Promise<Result> => (isLimited ? runSerially(pool, id, work) : work());

/**
 * Refuses runs that are too many. Gives the priorities of those that are not: everyone's first run
 * goes before anyone's second, so nobody fills the queue against the others, and no run goes before
 * an earlier one of its owner. What waits is counted without a lock, so a burst may pass its limit
 * by a few.
 * @param sentAhead how many of this server wait at a runner already
 * @param slots of all runners
 */
export async function requireCapacity(
  db: Database,
  owner: RunOwner,
  { count, sentAhead, slots }: { count: number; sentAhead: number; slots: number },
): Promise<number[]> {
  // A service is not limited, and many of its runs may be added at the same time.
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
  return Array.from({ length: count }, (_, index) => Math.max(underWay + index, highestPriority));
}

/** Whose runs this caller may read; null for everyone's. */
export const readableOwner = (caller: Caller): string | null =>
  caller.role === 'admin' ? null : ownerOf(caller);

export const queueIsFull = () => new PublicError(503, 'queue_full', 'queue is full');

const tooManyUnderWay = () =>
  new TooMany(
    'too_many_runs',
    `${MAX_UNDER_WAY} of your programs are under way, which is the most at a time. Wait until one ends or stop it, and try again in 1 second.`,
    1,
  );

const tooManyAtOnce = (count: number) =>
  new TooMany(
    'too_many_runs',
    `At most ${MAX_UNDER_WAY} of your programs may be under way at a time, and this batch has ${count}. Send ${MAX_UNDER_WAY} or fewer.`,
    1,
  );

const tooManyThisMinute = (seconds: number) =>
  new TooMany(
    'too_many_runs',
    `You have run ${MAX_PER_MINUTE} programs within a minute, which is the most. Try again in ${seconds} second${seconds === 1 ? '' : 's'}.`,
    seconds,
  );

const tooManyThisDay = () =>
  new TooMany(
    'too_many_runs',
    'You have run more programs within a day than are kept of one person. Try again tomorrow, or ask your teacher.',
    HOUR_SECONDS,
  );
