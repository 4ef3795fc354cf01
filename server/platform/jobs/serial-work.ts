import type { Pool } from 'pg';
import { TooMany } from '../errors.ts';
import { PlacesPerKey } from './places.ts';

/** The limit of concurrent calls per person, without terminals. */
const MAX_WAITING = 32;
const RETRY_AFTER_SECONDS = 1;

const lines = new WeakMap<Pool, PlacesPerKey>();

/**
 * Serializes work that would wait in the database for other work of the same person. Otherwise each
 * waiting call would hold a connection, and one account could exhaust the pool.
 */
export function runSerially<Result>(
  pool: Pool,
  personId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const line =
    lines.get(pool) ?? new PlacesPerKey(1, { maxWaiting: MAX_WAITING, refuse: tooManyWaiting });
  lines.set(pool, line);
  return line.run(personId, work);
}

const tooManyWaiting = () =>
  new TooMany(
    'too_many_at_once',
    `You can have at most ${MAX_WAITING} saves and runs waiting. Try again in ${RETRY_AFTER_SECONDS} second.`,
    RETRY_AFTER_SECONDS,
  );
