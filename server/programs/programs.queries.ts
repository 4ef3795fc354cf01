import { LanguageId } from '@vlabs/contract/runs/languages';
import { z } from 'zod';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';
import { DraftPart } from '@vlabs/contract/programs/programs';
import { someOf, type Erased } from '../platform/erasure.ts';
import { PAGE_OF_ROWS } from '../platform/lists/pages-of-rows.ts';
import { timestampMicros, afterCursor } from '../platform/lists/cursor.ts';

const Pace = z.object({
  saves: z.int(),
  bytes: z.coerce.number(),
  secondsLeft: z.coerce.number(),
});

/**
 * Counts a save in the current minute. Locks the person's counter until the transaction ends; refused saves are not
 * counted.
 */
export async function countSave(db: Database, personId: string, bytes: number) {
  const pace = await first(
    db,
    Pace,
    sql`
      insert into program_paces as pace (person_id, minute_began_at, saves, bytes)
      values (${personId}, now(), 1, ${bytes}::bigint)
      on conflict (person_id) do update
        set
          minute_began_at = case when pace.minute_began_at > now() - interval '1 minute'
            then pace.minute_began_at else excluded.minute_began_at end,
          saves = case when pace.minute_began_at > now() - interval '1 minute'
            then pace.saves + 1 else 1 end,
          bytes = case when pace.minute_began_at > now() - interval '1 minute'
            then pace.bytes + excluded.bytes else excluded.bytes end
      returning saves, bytes,
        ceil(extract(epoch from minute_began_at + interval '1 minute' - now())) as seconds_left
    `,
  );
  if (!pace) throw new Error('A save was not counted.');
  return pace;
}

/** The total size of a person's drafts, except one. */
export async function countOtherDrafts(db: Database, key: DraftKey) {
  const other = await first(
    db,
    z.object({ bytes: z.coerce.number(), isKnown: z.boolean() }),
    sql`
      select
        coalesce(sum(octet_length(text)) filter (
          where assignment <> ${key.assignment} or part <> ${key.part}
        ), 0) as bytes,
        coalesce(bool_or(assignment = ${key.assignment}), false) as is_known
      from program_drafts
      where person_id = ${key.personId}
    `,
  );
  if (!other) throw new Error('The drafts of a person were not counted.');
  return other;
}

interface Kept {
  personId: string;
  /** The newest version, which always stays. */
  newestId: string;
  /** Per program and language. */
  maxVersions: number;
  /** Of all versions of the person. */
  maxBytes: number;
}

/** Deletes versions beyond the limits: the oldest of each program, unnamed ones first. */
export function deleteOldVersions(db: Database, kept: Kept) {
  return run(
    db,
    sql`
      delete from program_versions
      where id in (
        select id
        from (
          select id,
            row_number() over (partition by assignment, language_id order by
              id = ${kept.newestId} desc, name ~ '^Version [0-9]+$', saved_at desc, id) as place,
            sum(octet_length(text)) over (order by
              id = ${kept.newestId} desc, name ~ '^Version [0-9]+$', saved_at desc, id) as bytes
          from program_versions
          where person_id = ${kept.personId}
        ) as placed
        where place > ${kept.maxVersions} or bytes > ${kept.maxBytes}
      )
    `,
  );
}

const OwnDraft = z.object({
  assignment: z.string(),
  part: z.string(),
  revision: z.int(),
  text: z.string(),
  savedAt: z.date(),
});
type OwnDraft = z.infer<typeof OwnDraft>;

/** A page of a person's drafts after one. */
export function listAllDrafts(db: Database, personId: string, after: OwnDraft | null) {
  return all(
    db,
    OwnDraft,
    sql`
      select assignment, part, revision, text, saved_at
      from (
        select *, sum(octet_length(text)) over (order by assignment, part) - octet_length(text)
          as bytes_before
        from program_drafts
        where person_id = ${personId} and (${after?.part ?? null}::text is null
          or (assignment, part) > (${after?.assignment ?? null}, ${after?.part ?? null}))
      ) sized
      where bytes_before < ${PAGE_OF_ROWS.bytes}
      order by assignment, part
      limit ${PAGE_OF_ROWS.rows}
    `,
  );
}

const OwnVersion = z.object({
  id: z.uuid(),
  timestampMicros: z.string(),
  assignment: z.string(),
  languageId: z.int(),
  name: z.string(),
  text: z.string(),
});
type OwnVersion = z.infer<typeof OwnVersion>;

/** A page of a person's versions after one. */
export function listAllVersions(db: Database, personId: string, after: OwnVersion | null) {
  return all(
    db,
    OwnVersion,
    sql`
      select id, ${timestampMicros(sql`saved_at`)} as timestamp_micros, assignment, language_id, name, text
      from (
        select *, sum(octet_length(text)) over (order by saved_at, id) - octet_length(text)
          as bytes_before
        from program_versions
        where person_id = ${personId} and ${afterCursor(sql`saved_at`, sql`id`, after)}
      ) sized
      where bytes_before < ${PAGE_OF_ROWS.bytes}
      order by saved_at, id
      limit ${PAGE_OF_ROWS.rows}
    `,
  );
}

/** Deletes drafts and versions of some people, up to a number of each; returns how many. */
export async function eraseProgramsOf(
  db: Database,
  personIds: readonly string[],
  max: number,
): Promise<number> {
  const isTheirs = sql`person_id = any(${personIds}::text[])`;
  const drafts = await run(
    db,
    sql`delete from program_drafts where ${someOf(sql`from program_drafts where ${isTheirs}`, max)}`,
  );
  const versions = await run(
    db,
    sql`delete from program_versions where ${someOf(sql`from program_versions where ${isTheirs}`, max)}`,
  );
  return drafts + versions;
}

export const erasePrograms = (db: Database, { personId }: Erased, max: number) =>
  eraseProgramsOf(db, [personId], max);

const DraftRow = z.object({
  part: DraftPart,
  revision: z.int(),
  text: z.string(),
  savedAt: z.date(),
  device: z.string(),
});
type DraftRow = z.infer<typeof DraftRow>;

export interface DraftKey {
  personId: string;
  assignment: string;
  part: DraftRow['part'];
}

export function listDrafts(db: Database, personId: string, assignment: string) {
  return all(
    db,
    DraftRow,
    sql`
      select part, revision, text, saved_at, device
      from program_drafts
      where person_id = ${personId} and assignment = ${assignment}
      order by part
    `,
  );
}

interface NewDraft extends DraftKey {
  text: string;
  baseRevision: number;
  device: string;
}

/**
 * Null if another device saved since the text's base revision. A device may not know its own last revision, so it
 * never conflicts with itself, and a text that is already saved is accepted.
 */
export function upsertDraft(db: Database, draft: NewDraft) {
  return first(
    db,
    DraftRow.pick({ revision: true, savedAt: true }),
    sql`
      insert into program_drafts as kept (person_id, assignment, part, text, device)
      values (
        ${draft.personId}, ${draft.assignment}, ${draft.part}, ${draft.text}, ${draft.device}
      )
      on conflict (person_id, assignment, part) do update
      set
        revision = kept.revision + (kept.text <> excluded.text)::int,
        text = excluded.text,
        device = excluded.device,
        saved_at = now()
      where kept.revision = ${draft.baseRevision}
        or kept.device = excluded.device
        or kept.text = excluded.text
      returning revision, saved_at
    `,
  );
}

const VersionRow = z.object({
  versionId: z.uuid(),
  name: z.string(),
  languageId: LanguageId,
  lineCount: z.int(),
  savedAt: z.date(),
});

const versionColumns = sql`
  id as version_id, name, language_id, saved_at,
  cardinality(string_to_array(text, e'\n')) as line_count
`;

interface NewVersion {
  personId: string;
  assignment: string;
  languageId: number;
  text: string;
  name: string | null;
}

/** Reports whether the person has a version for the assignment. */
export async function hasVersions(
  db: Database,
  personId: string,
  assignment: string,
): Promise<boolean> {
  const found = await run(
    db,
    sql`
      select from program_versions
      where person_id = ${personId} and assignment = ${assignment}
      limit 1
    `,
  );
  return found > 0;
}

/** The newest version in this language, if it has the same text. */
export function findSameVersion(db: Database, version: NewVersion) {
  return first(
    db,
    VersionRow,
    sql`
      select ${versionColumns}
      from (
        select *
        from program_versions
        where person_id = ${version.personId} and assignment = ${version.assignment}
          and language_id = ${version.languageId}
        order by saved_at desc
        limit 1
      ) as newest
      where text = ${version.text}
    `,
  );
}

/** Named by its number by default. */
export async function insertVersion(db: Database, version: NewVersion) {
  const added = await first(
    db,
    VersionRow,
    sql`
      insert into program_versions (person_id, assignment, language_id, text, name)
      values (
        ${version.personId}, ${version.assignment}, ${version.languageId}, ${version.text},
        coalesce(${version.name}, 'Version ' || (
          select greatest(
            count(*), max(substring(name from '^Version ([0-9]{1,9})$')::bigint)
          ) + 1
          from program_versions
          where person_id = ${version.personId} and assignment = ${version.assignment}
        ))
      )
      returning ${versionColumns}
    `,
  );
  if (!added) throw new Error('Adding a version gave no row.');
  return added;
}

/** Newest first; only those older than `before`, if given. */
export function listVersions(
  db: Database,
  wanted: { personId: string; assignment: string; before: string | null; max: number },
) {
  return all(
    db,
    VersionRow,
    sql`
      select ${versionColumns}
      from program_versions
      where person_id = ${wanted.personId} and assignment = ${wanted.assignment}
        and (${wanted.before}::uuid is null or saved_at < (
          select saved_at
          from program_versions
          where id = ${wanted.before} and person_id = ${wanted.personId}
        ))
      order by saved_at desc, id
      limit ${wanted.max}
    `,
  );
}

export function findVersion(db: Database, personId: string, versionId: string) {
  return first(
    db,
    VersionRow.extend({ text: z.string() }),
    sql`
      select ${versionColumns}, text
      from program_versions
      where id = ${versionId} and person_id = ${personId}
    `,
  );
}

export function updateVersionName(
  db: Database,
  { personId, versionId, name }: { personId: string; versionId: string; name: string },
) {
  return first(
    db,
    VersionRow,
    sql`
      update program_versions
      set name = ${name}
      where id = ${versionId} and person_id = ${personId}
      returning ${versionColumns}
    `,
  );
}
