import { randomUUID } from 'node:crypto';
import { type Database, run, sql } from '../../platform/postgres/database.ts';
import { USUAL_LIMITS } from '../../runs/store/run.ts';

interface LongRun {
  owner: string;
  /** Number of printed characters. */
  stdoutBytes: number;
}

/** Adds a finished run that is older than all others and returns its token. */
export async function addLongRun(db: Database, { owner, stdoutBytes }: LongRun): Promise<string> {
  const token = randomUUID();
  await run(
    db,
    sql`
      insert into runs (
        token, owner, priority, language_id, source_code, redirect_stderr_to_stdout,
        times_each, limits, finished_at, verdict, stdout, created_at
      )
      select ${token}, ${owner}, 0, 71, 'print(1)', false, 1, ${JSON.stringify(USUAL_LIMITS)}::jsonb,
        clock_timestamp(), 'accepted',
        convert_to(repeat('x', ${stdoutBytes}), 'UTF8'),
        clock_timestamp() - make_interval(secs => (select count(*) from runs))
    `,
  );
  return token;
}
