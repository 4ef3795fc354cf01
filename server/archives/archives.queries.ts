import { ArchiveReason, ArchiveState, ChangedAttempt } from '@vlabs/contract/archives/archives';
import { z } from 'zod';
import { addJob } from '../platform/jobs/jobs.ts';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';
import type { Reference } from './content/references.ts';

export const MAKE_JOB = 'make-archive';
export const SWEEP_JOB = 'sweep-archives';
/** Behind everything that people wait for. */
const PRIORITY = 20_000;
/** How many archives a statement finds. */
const AT_ONCE = 100;

export const Archive = z.object({
  quizId: z.uuid(),
  number: z.int(),
  state: ArchiveState,
  reason: ArchiveReason.nullable(),
  done: z.int(),
  total: z.int().nullable(),
  asOf: z.date().nullable(),
  changed: z.array(ChangedAttempt),
  contentSha256: z.string().nullable(),
  manifestSha256: z.string().nullable(),
  zipSha256: z.string().nullable(),
  sizeBytes: z.coerce.number().nullable(),
  fileId: z.string().nullable(),
  sealedAt: z.date().nullable(),
  verifiedAt: z.date().nullable(),
  isBroken: z.boolean(),
});
export type ArchiveRow = z.infer<typeof Archive>;

/** The columns of an `Archive`. */
export const archiveColumns = sql`
  quiz_id, number, state, reason, done, total, as_of, changed, content_sha256, manifest_sha256,
  zip_sha256, case when size_bytes is not null then size_bytes end as size_bytes, file_id, sealed_at,
  verified_at, is_broken
`;

/** Of one test, newest first. */
export function listArchivesOf(db: Database, quizId: string) {
  return all(
    db,
    Archive,
    sql`select ${archiveColumns} from archives where quiz_id = ${quizId} order by number desc`,
  );
}

export function findArchive(db: Database, quizId: string, number: number) {
  return first(
    db,
    Archive,
    sql`select ${archiveColumns} from archives where quiz_id = ${quizId} and number = ${number}`,
  );
}

interface ArchiveKey {
  quizId: string;
  number: number;
}

/** Asks for an archive; false if it exists, and for tests of the demo. */
export async function insertArchive(db: Database, { quizId, number }: ArchiveKey) {
  const inserted = await run(
    db,
    sql`
      insert into archives (quiz_id, number)
      select unique_id, ${number} from quizzes where unique_id = ${quizId} and not is_demo
      on conflict do nothing
    `,
  );
  return inserted > 0;
}

/** Takes over what is to be made, also from a job that may still run. Returns false if there is nothing to make. */
export async function updateBegun(db: Database, { quizId, number }: ArchiveKey, token: string) {
  const begun = await run(
    db,
    sql`
      update archives
      set state = 'running', run = ${token}, done = 0, total = null, touched_at = now()
      where quiz_id = ${quizId} and number = ${number} and state in ('waiting', 'running')
    `,
  );
  return begun > 0;
}

/** False if another job has taken over. */
export async function updateProgress(
  db: Database,
  token: string,
  { done, total }: { done: number; total: number },
): Promise<boolean> {
  const updated = await run(
    db,
    sql`
      update archives set done = ${done}, total = ${total}, touched_at = now()
      where run = ${token} and state = 'running'
    `,
  );
  return updated > 0;
}

/** Withdraws what was not to be made, so that a sweep asks for it again in time. */
export function deleteUnmade(db: Database, token: string) {
  return run(db, sql`delete from archives where run = ${token} and state = 'running'`);
}

export interface Sealed {
  reason: ArchiveReason;
  asOf: Date;
  changed: readonly ChangedAttempt[];
  contentSha256: string;
  manifestSha256: string;
  zipSha256: string;
  sizeBytes: number;
  fileId: string;
  attempts: number;
}

/** False if another job has taken over. */
export async function updateSealed(db: Database, token: string, sealed: Sealed): Promise<boolean> {
  const updated = await run(
    db,
    sql`
      update archives
      set state = 'sealed', run = null, reason = ${sealed.reason}, as_of = ${sealed.asOf},
        changed = ${JSON.stringify(sealed.changed)}::jsonb,
        content_sha256 = ${sealed.contentSha256}, manifest_sha256 = ${sealed.manifestSha256},
        zip_sha256 = ${sealed.zipSha256}, size_bytes = ${sealed.sizeBytes},
        file_id = ${sealed.fileId}, done = ${sealed.attempts}, total = ${sealed.attempts},
        sealed_at = now(), verified_at = now(), touched_at = now()
      where run = ${token} and state = 'running'
    `,
  );
  return updated > 0;
}

export function listReferences(db: Database, quizId: string) {
  return all(
    db,
    z.object({
      reference: z.string(),
      personId: z.string(),
      /** Of the files of the attempt in the last archive. */
      contentSha256: z.string().nullable(),
    }),
    sql`
      select reference, person_id, content_sha256 from archived_people where quiz_id = ${quizId}
    `,
  );
}

/** Adds references, and says what the attempts have in the archive that is sealed. */
export async function upsertReferences(
  db: Database,
  quizId: string,
  { added, contents }: { added: readonly Reference[]; contents: ReadonlyMap<string, string> },
): Promise<void> {
  await run(
    db,
    sql`
      insert into archived_people (quiz_id, reference, person_id)
      select ${quizId}, reference, "personId"
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as added (reference text, "personId" text)
    `,
  );
  const rows = [...contents].map(([reference, sha256]) => ({ reference, sha256 }));
  await run(
    db,
    sql`
      update archived_people
      set content_sha256 = sha256
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as content (reference text, sha256 text)
      where quiz_id = ${quizId} and archived_people.reference = content.reference
    `,
  );
}

/**
 * Ended tests with attempts and no archive, whose attempts are submitted and judged, or could not be judged within
 * the time for it. Extensions decide later. A page after one, by id.
 */
export function listToSeal(
  db: Database,
  { now, judgingHours, after }: { now: Date; judgingHours: number; after: string | null },
) {
  return all(
    db,
    z.object({ quizId: z.uuid() }),
    sql`
      select unique_id as quiz_id
      from quizzes
      where status = 'published' and not is_demo and ends_at < ${now}
        and (${after}::uuid is null or unique_id > ${after}::uuid)
        and not exists (select from archives where archives.quiz_id = unique_id)
        and exists (select from attempts where attempts.quiz_id = unique_id)
        and not exists (
          select from attempts
          where attempts.quiz_id = unique_id and (submitted_at is null or (score is null
            and greatest(submitted_at, ends_at) > ${now}::timestamptz - make_interval(hours => ${judgingHours})))
        )
      order by unique_id
      limit ${AT_ONCE}
    `,
  );
}

/** Archives that were asked for and whose job has not written anything for this long. */
export function listStuck(db: Database, minutes: number) {
  return all(
    db,
    z.object({ quizId: z.uuid(), number: z.int() }),
    sql`
      select quiz_id, number from archives
      where state in ('waiting', 'running') and touched_at < now() - make_interval(mins => ${minutes})
      order by touched_at
      limit ${AT_ONCE}
    `,
  );
}

export function addMakeJob(db: Database, { quizId, number }: ArchiveKey): Promise<void> {
  const payload = { quizId, number };
  const key = `archive ${quizId}`;
  return addJob(db, { name: MAKE_JOB, payload, key, priority: PRIORITY });
}

/** The queue has one such job, however many servers add it. */
export function addSweepJob(db: Database, delayMs: number): Promise<void> {
  return addJob(db, { name: SWEEP_JOB, payload: {}, key: SWEEP_JOB, delayMs, priority: 100 });
}

/** What changed until a moment does not differ from the archive. */
export function updateAsOf(db: Database, { quizId, number }: ArchiveKey, asOf: Date) {
  return run(
    db,
    sql`update archives set as_of = ${asOf} where quiz_id = ${quizId} and number = ${number}`,
  );
}

/** The people who were erased since the last archive of a test, as they are called now. */
export function listErased(db: Database, quizId: string) {
  return all(
    db,
    z.object({ reference: z.string(), rollNumber: z.string(), name: z.string() }),
    sql`
      select reference, person_id as roll_number, people.name
      from archived_people
      join people on people.id = person_id
      where quiz_id = ${quizId} and archived_people.erased_at is not null
    `,
  );
}

/** The archive that was just sealed no longer names these people. */
export function updateErased(
  db: Database,
  quizId: string,
  erased: readonly { reference: string; rollNumber: string }[],
) {
  return run(
    db,
    sql`
      update archived_people
      set erased_at = null
      from jsonb_to_recordset(${JSON.stringify(erased)}::jsonb) as named (reference text, "rollNumber" text)
      where quiz_id = ${quizId} and archived_people.reference = named.reference
        and person_id = "rollNumber"
    `,
  );
}

/** Gives up the files of the archives before a number; returns their ids. The hashes stay. */
export async function updateRemoved(
  db: Database,
  { quizId, number }: ArchiveKey,
): Promise<string[]> {
  const removed = await all(
    db,
    z.object({ fileId: z.string() }),
    sql`
      with before as (
        select quiz_id, number, file_id from archives
        where quiz_id = ${quizId} and number < ${number} and state = 'sealed'
        for update
      )
      update archives
      set state = 'removed', file_id = null, is_broken = false
      from before
      where archives.quiz_id = before.quiz_id and archives.number = before.number
      returning before.file_id
    `,
  );
  return removed.map(({ fileId }) => fileId);
}

/** Asks for an archive after the last one, unless one is asked for. */
export async function insertNext(db: Database, quizIds: readonly string[]): Promise<ArchiveKey[]> {
  return all(
    db,
    z.object({ quizId: z.uuid(), number: z.int() }),
    sql`
      insert into archives (quiz_id, number)
      select quiz_id, max(number) + 1 from archives
      where quiz_id = any(${quizIds}::uuid[])
      group by quiz_id
      having bool_and(state in ('sealed', 'removed'))
      on conflict do nothing
      returning quiz_id, number
    `,
  );
}

/** Tests whose last archive names an erased person, and for which none is asked for. */
export async function listToErase(db: Database): Promise<string[]> {
  const rows = await all(
    db,
    z.object({ quizId: z.uuid() }),
    sql`
      select distinct quiz_id from archived_people
      where erased_at is not null and not exists (
        select from archives
        where archives.quiz_id = archived_people.quiz_id and state in ('waiting', 'running')
      )
      limit ${AT_ONCE}
    `,
  );
  return rows.map(({ quizId }) => quizId);
}
