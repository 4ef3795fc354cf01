import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type Database, inTransaction } from '../platform/database.ts';
import { type Jobs, addJob } from '../platform/jobs.ts';
import type { AskedRun } from './program.ts';
import type { RunDispatcher } from './run-dispatcher.ts';
import { type RunOwner, inTurnOf, requireRoom } from './run-limits.ts';
import { type NewRun, insertRun, runJob } from './runs.queries.ts';

interface Given {
  pool: Pool;
  jobs: Jobs;
  dispatcher: RunDispatcher;
}

/** A run under the token that it gets. */
export interface TokenedRun extends AskedRun {
  token: string;
}

export const withToken = (asked: AskedRun): TokenedRun => ({ ...asked, token: randomUUID() });

/** Adds all of them or none, each counted against the limits of its owner. */
export function addRuns(
  { pool, jobs, dispatcher }: Given,
  owner: RunOwner,
  asked: readonly TokenedRun[],
): Promise<void> {
  const count = asked.length;
  const add = () =>
    dispatcher.add(count, async (room, begin) => {
      const write = async (db: Database) => {
        const { sentAhead } = dispatcher;
        const priorities = await requireRoom(db, owner, { count, sentAhead });
        const runs = asked.map((run, index) => ({
          ...run,
          owner: owner.id,
          priority: priorities[index] ?? 0,
          driver: index < room ? jobs.serverName : null,
        }));
        const written = insertAll(db, runs);
        begin(runs);
        await written;
      };
      // One run that no lock counts and that needs no job is one statement.
      const isOneStatement = !owner.isLimited && count === 1 && room === 1;
      await (isOneStatement ? write(pool) : inTransaction(pool, write));
    });
  return inTurnOf(pool, owner, add);
}

async function insertAll(db: Database, runs: readonly NewRun[]): Promise<void> {
  for (const run of runs) {
    await insertRun(db, run);
    if (run.driver === null) await addJob(db, runJob(run, 0));
  }
}
