import { type Database, run, sql } from './database.ts';

/** Well within the time that a transaction may be silent. */
const EVERY_MS = 5000;

/** Waits for work outside of the database, in a transaction that must not be ended for its silence meanwhile. */
export async function keepAwake<Result>(
  db: Database,
  work: Promise<Result>,
  everyMs = EVERY_MS,
): Promise<Result> {
  const ended = work.then(
    () => true,
    () => true,
  );
  while (!(await isEnded(ended, everyMs))) await run(db, sql`select 1`);
  return work;
}

async function isEnded(ended: Promise<boolean>, everyMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const later = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), everyMs);
  });
  try {
    return await Promise.race([ended, later]);
  } finally {
    clearTimeout(timer);
  }
}
