import type { z } from 'zod';
import { type Database, all, prepared, sql } from '../../platform/postgres/database.ts';
import { ShownRunRow } from './run.ts';
import { isWaiting } from './runs.queries.ts';

/** Columns that can hold megabytes. */
export type LongText =
  | 'source_code'
  | 'stdin'
  | 'expected_output'
  | 'files'
  | 'stdout'
  | 'stderr'
  | 'compile_output'
  | 'output_files'
  | 'trace'
  | 'inputs'
  | 'results';

export type ShownRun = z.infer<typeof ShownRunRow>;

export interface RunSelection {
  tokens: readonly string[];
  /** Null: runs of all owners. */
  owner: string | null;
  texts: readonly LongText[];
  /** Limit for all texts together; texts beyond it are not read. */
  maxBytes: number;
}

/** In the order of the tokens, including repeated ones. Unknown tokens are skipped. */
export function listShownRuns(
  db: Database,
  { tokens, owner, texts, maxBytes }: RunSelection,
): Promise<ShownRun[]> {
  return all(
    db,
    ShownRunRow,
    prepared(
      'list-shown-runs',
      sql`
      with wanted as (
        select ${texts}::text[] as texts, ${maxBytes}::bigint as most_bytes, ${owner}::text as owner
      ), sized as (
        select runs.token, place, (
          select coalesce(sum(bytes), 0)::int
          from (values
            ('source_code', octet_length(source_code)), ('stdin', octet_length(stdin)),
            ('expected_output', octet_length(expected_output)), ('stdout', octet_length(stdout)),
            ('stderr', octet_length(stderr)), ('compile_output', octet_length(compile_output)),
            ('files', octet_length(files)), ('output_files', octet_length(output_files)), ('trace', octet_length(trace)), ('inputs', inputs_bytes), ('results', results_bytes)
          ) as lengths (name, bytes)
          where name = any(texts)
        ) as text_bytes
        from unnest(${tokens}::uuid[]) with ordinality as asked (token, place)
        join runs on runs.token = asked.token
        cross join wanted
        where wanted.owner is null or runs.owner = wanted.owner
      ), fitted as (
        select token, place, text_bytes,
          case when text_bytes = 0 or text_bytes <= most_bytes
            and sum(text_bytes) filter (where text_bytes <= most_bytes) over (order by place) <= most_bytes
            then texts end as shown
        from sized cross join wanted
      )
      select
        runs.token, runs.owner, assignment, created_at, priority, language_id, compiler_options,
        command_line_arguments, redirect_stderr_to_stdout, times_each, limits, collect_files, is_trace, driver, tries,
        finished_at, verdict, message, exit_code, exit_signal, cpu_time_ms, wall_time_ms, memory_kb,
        case when 'source_code' = any(shown) then source_code end as source_code,
        case when 'files' = any(shown) then files end as files,
        case when 'output_files' = any(shown) then output_files end as output_files,
        case when 'trace' = any(shown) then trace end as trace,
        case when 'stdin' = any(shown) then stdin end as stdin,
        case when 'expected_output' = any(shown) then expected_output end as expected_output,
        case when 'stdout' = any(shown) then stdout end as stdout, case when 'stderr' = any(shown) then stderr end as stderr,
        case when 'compile_output' = any(shown) then compile_output end as compile_output,
        case when 'inputs' = any(shown) then inputs end as inputs, case when 'results' = any(shown) then results end as results,
        text_bytes, shown is null as is_cut, place,
        case when ${isWaiting} then (
          select count(*)
          from runs as ahead
          where ahead.finished_at is null and ahead.driver is null and (ahead.priority, ahead.created_at, ahead.token) < (runs.priority, runs.created_at, runs.token)
        )::int end as queue_place
      from fitted
      join runs on runs.token = fitted.token
      order by place
    `,
    ),
  );
}

/** Reads one run without its texts. */
export async function findShownRun(
  db: Database,
  token: string,
  owner: string | null = null,
): Promise<ShownRun | null> {
  const runs = await listShownRuns(db, { tokens: [token], owner, texts: [], maxBytes: 0 });
  return runs.at(0) ?? null;
}
