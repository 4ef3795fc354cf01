import { type Database, run, sql } from '../../platform/postgres/database.ts';

/** A Python program that was traced. Returns its token. */
export async function insertTracedRun(
  db: Database,
  { token, owner, trace }: { token: string; owner: string; trace: Buffer },
): Promise<string> {
  await run(
    db,
    sql`
      insert into runs (
        token, owner, priority, language_id, source_code, stdin, times_each, limits,
        redirect_stderr_to_stdout, inputs_bytes, results_bytes, assignment, finished_at, verdict, is_trace, trace
      )
      values (
        ${token}, ${owner}, 0, 71, 'x = 1', 'in', 1,
        '{"cpuTimeMs":1,"extraTimeMs":0,"wallTimeMs":1,"memoryKb":1,"stackKb":0,"processes":1,"fileSizeKb":1}',
        false, 0, 0, '', now(), 'accepted', true, ${trace}
      )
    `,
  );
  return token;
}
