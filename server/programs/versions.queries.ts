import { LanguageId } from '@vlabs/contract/runs/languages';
import { z } from 'zod';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';

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
