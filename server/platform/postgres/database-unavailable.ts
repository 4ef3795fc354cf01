import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from 'pg';

const TRY_AGAIN_MS = 1000;

/** What PostgreSQL says while it ends, starts, has no place or no disk left, ends a silent connection, or takes no changes. */
const AWAY_STATES = /^(08...|57P0[1-5]|25P03|53[13]00|25006)$/;
/** What is said of a connection that is no longer, or never was; a system's own errors have a code. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout |Client (has encountered|was closed)|Query read timeout|Cannot use a pool)/;

/** The database did not answer, or may not be used: the same call may succeed in a moment. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super('The database does not answer.', { cause });
  }
}

/** The address leads to a database that takes no changes. */
export class DatabaseReadOnly extends Error {
  override name = 'DatabaseReadOnly';

  constructor() {
    super('The database takes no changes: it is a standby, or was made read-only.');
  }
}

/** Of an error that the database, or a connection to it, has given. */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseReadOnly) return true;
  if (error instanceof DatabaseError) return AWAY_STATES.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  // A name with several addresses, none of which answers, has an error of each.
  const isOfSystem = 'syscall' in error || error instanceof AggregateError;
  return isOfSystem || LOST_CONNECTION.test(error.message);
}

/** The statement waited for a lock for as long as its connection allows. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '55P03';

/** Gives every error that means that the database is away one name. */
export async function mapConnectionFailure<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw isConnectionFailure(error) && !(error instanceof DatabaseUnavailable)
      ? new DatabaseUnavailable(error)
      : error;
  }
}

/** For what must be kept and nobody would ask for again: tries until the database is back, or it is given up. */
export async function retryUntilAvailable<Result>(
  work: () => Promise<Result>,
  givenUp: AbortSignal,
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
    await delay(TRY_AGAIN_MS, undefined, { signal: givenUp });
  }
}
