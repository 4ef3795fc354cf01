import type { Pool } from 'pg';
import { isConnectionFailure } from './database-unavailable.ts';

/** SQLSTATE cannot_connect_now. */
const TRY_AGAIN = '57P03';

/** The queue's library retries errors with this code and hides all others. */
class TryAgain extends Error {
  override name = 'TryAgain';
  readonly code = TRY_AGAIN;
}

/**
 * A pool for the job queue's library. The library marks a job as done without awaiting the query
 * and retries only on a few error codes; other connection errors would leave the job locked
 * forever, and the unhandled rejection would end the process.
 * @param direct connects to the database itself, where LISTEN works
 */
export function retryingPool(pool: Pool, direct: Pool): Pool {
  return replace(pool, 'connect', (...given: unknown[]) => {
    // The library requests its listening connection by a callback and replaces it itself.
    if (given.length > 0) return Reflect.apply(direct.connect.bind(direct), direct, given);
    return orTryAgain(pool.connect()).then((client) =>
      replace(client, 'query', (...query: unknown[]) =>
        orTryAgain(Reflect.apply(client.query.bind(client), client, query)),
      ),
    );
  });
}

/** Returns a proxy that overrides one method. */
function replace<Thing extends object>(
  thing: Thing,
  method: keyof Thing,
  instead: (...given: unknown[]) => unknown,
): Thing {
  return new Proxy(thing, {
    get: (target, name) => (name === method ? instead : Reflect.get(target, name, target)),
  });
}

async function orTryAgain<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw isConnectionFailure(error)
      ? new TryAgain('The database does not answer.', { cause: error })
      : error;
  }
}
