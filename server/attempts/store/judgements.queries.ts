import { Language } from '@vlabs/contract/runs/languages';
import { TestCaseResult } from '@vlabs/contract/runs/test-case';
import { z } from 'zod';
import { type Database, type Sql, all, first, run, sql } from '../../platform/postgres/database.ts';
import {
  BY_HAND,
  type JudgedProgram,
  type Judgements,
  judgementKey,
} from '../../quizzes/quizzes.reads.ts';
import type { AttemptKey } from './attempts.queries.ts';

/** The job that judges the programs of a submitted attempt. */
export const JUDGE_JOB = 'judge-attempt';
/** Below every run of a person. */
export const JUDGE_PRIORITY = 20;
/** Of attempts with a program that has met a time limit. */
const BEHIND_PRIORITY = 10_000;

export const judgeJobKey = ({ quizId, personId }: AttemptKey) => `judge ${quizId} ${personId}`;
/** The flag of the jobs of one test. */
export const judgeFlag = (quizId: string) => `${JUDGE_JOB} ${quizId}`;

/** What is scored of each judged program, by its `judgementKey`. */
export const StoredJudgements = z
  .record(z.string(), z.string())
  .nullable()
  .transform((judgements) => judgements ?? {});

/** The `StoredJudgements` of an attempt. */
export const judgementsOf = (quizId: Sql, personId: Sql): Sql => sql`(
  select jsonb_object_agg(
    case when judged.cases_sha256 = ${BY_HAND} then judged.number || ' ' || judged.cases_sha256
      else concat_ws(' ', judged.number, judged.language, judged.sha256, judged.cases_sha256) end,
    judged.judgement)
  from judgements judged
  where judged.quiz_id = ${quizId} and judged.person_id = ${personId}
    and judged.judgement is not null
)`;

/** The test cases of a judged program with outputs and times. */
export const Report = z.object({
  compileOutput: z.string().nullable(),
  results: z.array(TestCaseResult),
});
export type Report = z.infer<typeof Report>;

/** A program of a submitted attempt and the test cases it is run on. */
export type Judged = AttemptKey & JudgedProgram & { receiptSha256: string | null };

const Judgement = z.object({
  number: z.int(),
  language: Language,
  sha256: z.string(),
  casesSha256: z.string(),
  faults: z.int(),
  judgement: z.string().nullable(),
  report: Report.nullable(),
  tools: z.string().nullable(),
  judgedAt: z.date().nullable(),
});
export type Judgement = z.infer<typeof Judgement>;

/** Of one attempt, by number. */
export function listJudgements(db: Database, { quizId, personId }: AttemptKey) {
  return all(
    db,
    Judgement,
    sql`
      select number, language, sha256, cases_sha256, faults, judgement, report, tools, judged_at
      from judgements
      where quiz_id = ${quizId} and person_id = ${personId}
      order by number
    `,
  );
}

export const asJudgements = (judged: readonly Judgement[]): Judgements =>
  Object.fromEntries(
    judged.flatMap((one) => (one.judgement === null ? [] : [[judgementKey(one), one.judgement]])),
  );

/** Replaces the judgement of this program by these test cases. */
export function saveJudgement(
  db: Database,
  { quizId, personId, number, language, sha256, casesSha256 }: Omit<Judged, 'receiptSha256'>,
  found: { judgement: string; report: Report; tools: string | null; judgedAt: Date },
) {
  return run(
    db,
    sql`
      insert into judgements (quiz_id, person_id, number, language, sha256, cases_sha256, judgement,
        report, tools, judged_at)
      values (${quizId}, ${personId}, ${number}, ${language}, ${sha256}, ${casesSha256},
        ${found.judgement}, ${JSON.stringify(found.report)}::jsonb, ${found.tools},
        ${found.judgedAt})
      on conflict (quiz_id, person_id, number, cases_sha256, language, sha256) do update
      set faults = 0, judgement = excluded.judgement, report = excluded.report, tools = excluded.tools,
        judged_at = excluded.judged_at
    `,
  );
}

/** What the teacher gave by hand no longer counts. */
export function deleteByHand(db: Database, { quizId, personId }: AttemptKey, number: number) {
  return run(
    db,
    sql`
      delete from judgements
      where quiz_id = ${quizId} and person_id = ${personId} and number = ${number}
        and cases_sha256 = ${BY_HAND}
    `,
  );
}

/** The same for all programs of an attempt. */
export function deleteAllByHand(db: Database, { quizId, personId }: AttemptKey) {
  return run(
    db,
    sql`
      delete from judgements
      where quiz_id = ${quizId} and person_id = ${personId} and cases_sha256 = ${BY_HAND}
    `,
  );
}

/** Adds faults of ours to an attempt that this transaction has locked; returns how many there are. */
export async function addFaults(
  db: Database,
  { quizId, personId, number, language, sha256, casesSha256 }: Judged,
  count: number,
): Promise<number> {
  const counted = await first(
    db,
    z.object({ faults: z.int() }),
    sql`
      insert into judgements as old (quiz_id, person_id, number, language, sha256, cases_sha256,
        faults)
      values (${quizId}, ${personId}, ${number}, ${language}, ${sha256}, ${casesSha256}, ${count})
      on conflict (quiz_id, person_id, number, cases_sha256, language, sha256) do update
      set faults = old.faults + excluded.faults
      returning faults
    `,
  );
  return counted?.faults ?? count;
}

/** The score of a submitted attempt, null while a program waits, unless its answers have changed meanwhile. */
export function updateJudgedScore(
  db: Database,
  { quizId, personId }: AttemptKey,
  { score, receiptSha256, now }: { score: number | null; receiptSha256: string; now: Date },
) {
  return run(
    db,
    sql`
      update attempts
      set score = ${score}, changed_at = ${now},
        scored_at = coalesce(scored_at, case when ${score}::double precision is not null then ${now}::timestamptz end)
      where quiz_id = ${quizId} and person_id = ${personId} and submitted_at is not null
        and receipt_sha256 = ${receiptSha256}
    `,
  );
}

/**
 * Adds the jobs that judge these submitted attempts. Tests take turns: the priority of a job is the next turn of its
 * test, at the earliest the turn that is under way. An attempt that waits already keeps its turn.
 */
export async function insertJudgeJobs(
  db: Database,
  attempts: readonly AttemptKey[],
  { delayMs = 0, isBehind = false } = {},
): Promise<void> {
  const jobs = attempts.map(({ quizId, personId }) => ({
    payload: { quizId, personId },
    key: judgeJobKey({ quizId, personId }),
    flag: judgeFlag(quizId),
  }));
  await run(
    db,
    sql`
      with waiting as (
        select key, priority from graphile_worker.jobs
        where task_identifier = ${JUDGE_JOB} and attempts < max_attempts
      ), turns as (
        select * from waiting where priority < ${BEHIND_PRIORITY}
      ), asked as (
        select *, row_number() over (partition by flag) - 1 as ahead
        from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as job (payload json, key text, flag text)
      ), placed as (
        select *, coalesce(
          ${isBehind ? BEHIND_PRIORITY : null}::integer,
          (select priority from waiting where waiting.key = asked.key),
          least(${BEHIND_PRIORITY - 1}, ahead + greatest(${JUDGE_PRIORITY}, (select min(priority) from turns), (
            select max(priority) + 1 from turns where split_part(key, ' ', 2) = payload ->> 'quizId'
          )))
        )::integer as priority
        from asked
      )
      select graphile_worker.add_jobs(array_agg(
        row(${JUDGE_JOB}::text, payload, null,
          clock_timestamp() + make_interval(secs => ${delayMs / 1000}), null, key, priority,
          array[${JUDGE_JOB}::text, flag])::graphile_worker.job_spec
        order by ahead
      ))
      from placed
      having count(*) > 0
    `,
  );
}

/**
 * Whether a submitted attempt of the quiz waits for its first score. One that was reopened, or whose points were taken
 * back, had a score: the results of others stay open.
 */
export const isBeingJudged = (quizId: Sql): Sql => sql`exists (
  select from attempts waiting
  where waiting.quiz_id = ${quizId} and waiting.submitted_at is not null and waiting.score is null
    and waiting.scored_at is null
)`;

/** When the last attempt of the quiz got its first score. */
export const lastScoredAt = (quizId: Sql): Sql => sql`(
  select max(scored.scored_at) from attempts scored where scored.quiz_id = ${quizId}
)`;

/** Submitted attempts of a quiz: all, those with a score, and those with a program that the teacher must decide. */
export async function countJudged(db: Database, quizId: string, maxFaults: number) {
  const counted = await first(
    db,
    z.object({ submitted: z.int(), judged: z.int(), failed: z.int(), lastMinute: z.int() }),
    sql`
      select count(*)::integer as submitted, count(score)::integer as judged,
        (count(*) filter (where score is null and exists (
          select from judgements
          where judgements.quiz_id = attempts.quiz_id
            and judgements.person_id = attempts.person_id and faults >= ${maxFaults}
        )))::integer as failed, (
          select count(distinct judgements.person_id)::integer from judgements
          where judgements.quiz_id = ${quizId} and judged_at > now() - interval '1 minute'
        ) as last_minute
      from attempts
      where quiz_id = ${quizId} and submitted_at is not null
    `,
  );
  return counted ?? { submitted: 0, judged: 0, failed: 0, lastMinute: 0 };
}

/** Submitted attempts of all quizzes without a score and without a job, unless the teacher must decide. */
export function listUnjudged(db: Database, maxFaults: number) {
  return all(
    db,
    z.object({ quizId: z.uuid(), personId: z.string() }),
    sql`
      select quiz_id, person_id from attempts
      where submitted_at is not null and score is null and not exists (
        select from judgements
        where judgements.quiz_id = attempts.quiz_id
          and judgements.person_id = attempts.person_id and faults >= ${maxFaults}
      ) and not exists (
        select from graphile_worker.jobs
        where jobs.key = concat_ws(' ', 'judge', attempts.quiz_id, attempts.person_id)
          and jobs.attempts < jobs.max_attempts
      )
    `,
  );
}

/** Forgets the faults of attempts, so that what they hold is judged as if for the first time. */
export async function deleteFaults(db: Database, attempts: readonly AttemptKey[]): Promise<void> {
  const keys = attempts.map(({ quizId, personId }) => ({ quizId, personId }));
  await run(
    db,
    sql`
      delete from judgements
      using jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as of_attempt ("quizId" uuid, "personId" text)
      where quiz_id = of_attempt."quizId" and person_id = of_attempt."personId" and judgement is null
    `,
  );
}

/** The submitted attempts of a quiz without a score. */
export function listWaiting(db: Database, quizId: string): Promise<AttemptKey[]> {
  return all(
    db,
    z.object({ quizId: z.uuid(), personId: z.string() }),
    sql`
      select quiz_id, person_id from attempts
      where quiz_id = ${quizId} and submitted_at is not null and score is null
    `,
  );
}

/** Has the attempts of a quiz that wait for their score judged, also those that could not be judged before. */
export async function judgeWaiting(db: Database, quizId: string): Promise<number> {
  const waiting = await listWaiting(db, quizId);
  await deleteFaults(db, waiting);
  await insertJudgeJobs(db, waiting);
  return waiting.length;
}
