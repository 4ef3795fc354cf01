import { randomUUID } from 'node:crypto';
import { type Database, run, sql } from '../../platform/postgres/database.ts';

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
        number_of_runs, cpu_time_limit, cpu_extra_time, wall_time_limit, memory_limit, stack_limit,
        max_processes_and_or_threads, max_file_size, status_id, finished_at, verdict,
        stdout, created_at
      )
      select ${token}, ${owner}, 0, 71, 'print(1)', false, 1, 5, 1, 10, 128000, 64000, 60,
        1024, 3, clock_timestamp(), 'accepted',
        convert_to(repeat('x', ${stdoutBytes}), 'UTF8'),
        clock_timestamp() - make_interval(secs => (select count(*) from runs))
    `,
  );
  return token;
}
