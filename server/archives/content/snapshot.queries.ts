import { z } from 'zod';
import { type Database, all, first, run, sql } from '../../platform/postgres/database.ts';

/** The first statement of a transaction that reads everything as of one moment. */
export async function beginSnapshot(db: Database): Promise<void> {
  await run(db, sql`set transaction isolation level repeatable read, read only`);
}

const State = z.object({
  attempts: z.int(),
  unsubmitted: z.int(),
  unjudged: z.int(),
  /** The last submission of those that are not judged. */
  unjudgedSince: z.date().nullable(),
  /** When anything last changed that an archive has. */
  changedAt: z.date().nullable(),
});
export type StateOfAttempts = z.infer<typeof State>;

export async function getStateOfAttempts(db: Database, quizId: string): Promise<StateOfAttempts> {
  const state = await first(
    db,
    State,
    sql`
      select count(*)::int as attempts,
        (count(*) filter (where submitted_at is null))::int as unsubmitted,
        (count(*) filter (where submitted_at is not null and score is null))::int as unjudged,
        max(submitted_at) filter (where score is null) as unjudged_since,
        greatest(
          max(changed_at),
          (select max(corrected_at) from key_corrections where key_corrections.quiz_id = ${quizId}),
          (select max(granted_at) from extensions where extensions.quiz_id = ${quizId})
        ) as changed_at
      from attempts
      where attempts.quiz_id = ${quizId}
    `,
  );
  if (!state) throw new Error('The attempts of a test were not counted.');
  return state;
}

/** Everybody with a submitted attempt. */
export async function listStudents(db: Database, quizId: string): Promise<string[]> {
  const rows = await all(
    db,
    z.object({ personId: z.string() }),
    sql`
      select person_id from attempts where quiz_id = ${quizId} and submitted_at is not null
      order by person_id
    `,
  );
  return rows.map(({ personId }) => personId);
}

/** Other people whom an archive names: who wrote the test, changed results, or got more time. */
export async function listOthers(db: Database, quizId: string): Promise<string[]> {
  const rows = await all(
    db,
    z.object({ personId: z.string() }),
    sql`
      select people.id as person_id
      from people
      join (
        select created_by as id from quizzes where unique_id = ${quizId}
        union select corrected_by from key_corrections where quiz_id = ${quizId}
        union select granted_by from extensions where quiz_id = ${quizId}
        union select announced_by from announcements where quiz_id = ${quizId}
        union select by from attempt_steps where quiz_id = ${quizId} and by not in (person_id, 'server')
      ) named on named.id = people.id
      union
      select people.id
      from people
      join extensions on target = 'person ' || lower(people.id collate "und-x-icu")
      where quiz_id = ${quizId}
    `,
  );
  return rows.map(({ personId }) => personId);
}

export function listNames(db: Database, personIds: readonly string[]) {
  return all(
    db,
    z.object({ id: z.string(), name: z.string() }),
    sql`select id, name from people where id = any(${personIds}::text[])`,
  );
}

/** In the order of granting. */
export function listGranted(db: Database, quizId: string) {
  return all(
    db,
    z.object({
      target: z.string(),
      /** The person's id as the account has it, if the target is a person with an account. */
      personId: z.string().nullable(),
      minutes: z.number().nullable(),
      factor: z.number().nullable(),
      reopenedUntil: z.date().nullable(),
      reason: z.string(),
      grantedBy: z.string(),
      grantedAt: z.date(),
    }),
    sql`
      select target, people.id as person_id, minutes, factor, reopened_until, reason, granted_by,
        granted_at
      from extensions
      left join people on target = 'person ' || lower(people.id collate "und-x-icu")
      where quiz_id = ${quizId}
      order by extensions.id
    `,
  );
}

export function listAnnounced(db: Database, quizId: string) {
  return all(
    db,
    z.object({ text: z.string(), announcedBy: z.string(), announcedAt: z.date() }),
    sql`
      select text, announced_by, announced_at from announcements where quiz_id = ${quizId} order by id
    `,
  );
}

/** What people other than the student did to attempts. */
export function listActs(db: Database, quizId: string) {
  return all(
    db,
    z.object({ personId: z.string(), at: z.date(), step: z.string(), by: z.string() }),
    sql`
      select person_id, at, step, by from attempt_steps
      where quiz_id = ${quizId} and by not in (person_id, 'server')
      order by at, id
    `,
  );
}

/** What changed the results of attempts after a moment, and whether a key was corrected. */
export async function listChangesSince(db: Database, quizId: string, since: Date) {
  const steps = await all(
    db,
    z.object({ personId: z.string(), step: z.string() }),
    sql`
      select distinct person_id, step from attempt_steps
      where quiz_id = ${quizId} and at > ${since}
        and step in ('key-correction', 'reopen', 'hand-mark')
    `,
  );
  const corrected = await first(
    db,
    z.object({ isCorrected: z.boolean() }),
    sql`
      select exists (
        select from key_corrections where quiz_id = ${quizId} and corrected_at > ${since}
      ) as is_corrected
    `,
  );
  return { steps, isCorrected: corrected?.isCorrected ?? false };
}
