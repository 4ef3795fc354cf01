import type { Pool } from 'pg';
import { type Database, inTransaction } from '../platform/database.ts';
import { type Jobs, addJob } from '../platform/jobs.ts';
import type { Caller } from '../platform/serve.ts';
import type { AskedRun } from './run-attributes.ts';
import type { RunDispatcher } from './run-dispatcher.ts';
import { inTurnOf, isLimited, ownerOf, requireRoom } from './run-limits.ts';
import { type NewRun, insertRun, runJob } from './runs.queries.ts';

interface Given {
  pool: Pool;
  jobs: Jobs;
  dispatcher: RunDispatcher;
}

export type AddedRun = AskedRun & { token: string };

interface Wanted {
  run: AddedRun;
  /** There is room to run it at once. */
  isReserved: boolean;
}

/** All of them or none. Those that have room begin while the database still keeps them. */
export function addRuns(given: Given, caller: Caller, added: readonly AddedRun[]): Promise<void> {
  return inTurnOf(given.pool, caller, () => addAtOnce(given, caller, added));
}

/** Keeps room at a runner from its beginning, so nothing waits in here for its turn. */
async function addAtOnce(given: Given, caller: Caller, added: readonly AddedRun[]): Promise<void> {
  const { pool, dispatcher } = given;
  const all = added.map((run) => ({ run, isReserved: dispatcher.reserve() }));
  const kept = Promise.withResolvers<void>();
  // Whoever has a run that begins hears of it; where none does, nobody listens.
  kept.promise.catch(() => undefined);
  const begin = { areBegun: false, kept: kept.promise };
  try {
    const add = (db: Database) => addAll(db, { ...given, caller, all, begin });
    await (isOneStatement(caller, all) ? add(pool) : inTransaction(pool, add));
    kept.resolve();
    for (const { run, isReserved } of all) if (!isReserved) dispatcher.leave(run.token);
  } catch (error) {
    kept.reject(error);
    if (!begin.areBegun) dispatcher.release(all.filter((one) => one.isReserved).length);
    throw error;
  }
}

/** One run of a service, which no lock counts, and that needs no job. */
const isOneStatement = (caller: Caller, all: readonly Wanted[]): boolean =>
  !isLimited(caller) && all.length === 1 && all.every(({ isReserved }) => isReserved);

async function addAll(
  db: Database,
  {
    caller,
    all,
    begin,
    dispatcher,
    jobs,
  }: Given & {
    caller: Caller;
    all: readonly Wanted[];
    begin: { areBegun: boolean; kept: Promise<void> };
  },
): Promise<void> {
  const { sentAhead } = dispatcher;
  const priorities = await requireRoom(db, caller, { count: all.length, sentAhead });
  const owner = ownerOf(caller);
  const runs = all.map(({ run, isReserved }, index) => {
    const driver = isReserved ? jobs.serverName : null;
    return { ...run, owner, driver, priority: priorities[index] ?? 0 };
  });
  const inserted = insertAll(db, runs);
  begin.areBegun = true;
  for (const { owner: _owner, driver, ...run } of runs) {
    const begun = { ...run, tries: 0, created_at: new Date() };
    if (driver !== null) dispatcher.startReserved(begun, begin.kept);
  }
  await inserted;
}

async function insertAll(db: Database, runs: readonly NewRun[]): Promise<void> {
  for (const run of runs) {
    await insertRun(db, run);
    if (run.driver === null) await addJob(db, runJob(run, 0));
  }
}
