import type { Pool } from 'pg';
import { TooMany } from '../errors.ts';
import { makeKeyedGate } from './gate.ts';

/** The limit of concurrent calls per person, without terminals. */
const MAX_WAITING = 32;
const RETRY_AFTER_SECONDS = 1;

const gates = new WeakMap<Pool, ReturnType<typeof makeKeyedGate>>();

/**
 * Serializes work that would wait in the database for other work of the same person. Otherwise each
 * waiting call would hold a connection, and one account could exhaust the pool.
 */
export function runSerially<Result>(
  pool: Pool,
  personId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const gate = gates.get(pool) ?? makeKeyedGate(MAX_WAITING, tooManyWaiting);
  gates.set(pool, gate);
  return gate(personId, work);
}

const tooManyWaiting = () =>
  new TooMany(
    'too_many_at_once',
    `You can have at most ${MAX_WAITING} saves and runs waiting. Try again in ${RETRY_AFTER_SECONDS} second.`,
    RETRY_AFTER_SECONDS,
  );
