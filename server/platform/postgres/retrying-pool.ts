import type { Pool } from 'pg';
import { isConnectionFailure } from './database-unavailable.ts';

/** In PostgreSQL's words: it cannot be connected to now. */
const TRY_AGAIN = '57P03';

/** The queue's library tries again what failed with this code, and leaves all else unsaid. */
class TryAgain extends Error {
  override name = 'TryAgain';
  readonly code = TRY_AGAIN;
}

/**
 * The pool as the job queue's library may have it. It says that a job is done without waiting for the
 * answer, and tries that again only at codes that few lost connections have: then the job would stay
 * taken for ever, and an error that nobody waits for ends the process.
 * @param direct leads to the database itself, where listening holds
 */
export function retryingPool(pool: Pool, direct: Pool): Pool {
  return replace(pool, 'connect', (...given: unknown[]) => {
    // Its listening connection, which it asks for by a callback, it replaces by itself.
    if (given.length > 0) return Reflect.apply(direct.connect.bind(direct), direct, given);
    return orTryAgain(pool.connect()).then((client) =>
      replace(client, 'query', (...query: unknown[]) =>
        orTryAgain(Reflect.apply(client.query.bind(client), client, query)),
      ),
    );
  });
}

/** The same thing but for one method. */
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
