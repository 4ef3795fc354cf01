import type { Pool } from 'pg';
import { TooMany } from '../errors.ts';
import { makeKeyedGate } from './gate.ts';

/** As many calls as a person may have under way; only their terminals come on top of those. */
const MAX_WAITING = 32;
const RETRY_AFTER_SECONDS = 1;

const gates = new WeakMap<Pool, ReturnType<typeof makeKeyedGate>>();

/**
 * Does what waits in the database for other work of the same person, one after the other. Else each
 * of their calls has a connection while it waits, and a single account holds those of everybody.
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
    `${MAX_WAITING} of your saves and runs are waiting, which is the most at a time. Try again in ${RETRY_AFTER_SECONDS} second.`,
    RETRY_AFTER_SECONDS,
  );
