import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from 'pg';

const TRY_AGAIN_MS = 1000;

/** SQLSTATEs for: shutting down, starting, out of connections or disk, idle timeout, read-only. */
const UNAVAILABLE_STATES = /^(08...|57P0[1-5]|25P03|53[13]00|25006)$/;
/** Driver messages for lost or failed connections; system errors have a code instead. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout |Client (has encountered|was closed)|Query read timeout|Cannot use a pool)/;

/** The database did not respond or can't be used at the moment; the call can be retried. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super('The database does not answer.', { cause });
  }
}

/** The database at this address is read-only. */
export class DatabaseReadOnly extends Error {
  override name = 'DatabaseReadOnly';

  constructor() {
    super('The database is read-only: it is a standby, or was made read-only.');
  }
}

/** Whether an error of the database or a connection means that the database is unavailable. */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseReadOnly) return true;
  if (error instanceof DatabaseError) return UNAVAILABLE_STATES.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  // A host name with several failing addresses yields an AggregateError.
  const isOfSystem = 'syscall' in error || error instanceof AggregateError;
  return isOfSystem || LOST_CONNECTION.test(error.message);
}

/** The statement exceeded the lock timeout of its connection. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '55P03';

/** Converts every error that means an unavailable database to DatabaseUnavailable. */
export async function mapConnectionFailure<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw isConnectionFailure(error) && !(error instanceof DatabaseUnavailable)
      ? new DatabaseUnavailable(error)
      : error;
  }
}

/**
 * Retries until the database is available again, or the signal aborts; for data that nobody would
 * send again.
 */
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
