import { type Database, run, sql } from '../../platform/postgres/database.ts';
import { USUAL_LIMITS } from '../../runs/store/run.ts';

/** Adds complete files of one byte as a student's uploads. */
export function insertSmallFiles(db: Database, ownerId: string, count: number) {
  return run(
    db,
    sql`
      insert into files (bucket_id, id, storage_key, owner_id, name, mime_type, size_bytes,
        chunks_total, sha256, permissions, finished_at)
      select 'submissions', left(md5(${ownerId} || number), 30), gen_random_uuid(), ${ownerId}, 'a.txt', 'text/plain',
        1, 1, sha256('a'), '{}', now()
      from generate_series(1, ${count}::int) as number
    `,
  );
}

/** Adds versions of a practice program, saved an hour ago. */
export function insertVersions(
  db: Database,
  personId: string,
  versions: { text: string; count: number },
) {
  return run(
    db,
    sql`
      insert into program_versions (person_id, assignment, language_id, name, text, saved_at)
      select ${personId}, '', 54, 'Version ' || number, ${versions.text}, now() - interval '1 hour'
        + make_interval(secs => number)
      from generate_series(1, ${versions.count}::int) as number
    `,
  );
}

/** Adds runs of a student within the last hours, with inputs of this size. */
export function insertRuns(db: Database, owner: string, runs: { count: number; bytes: number }) {
  return run(
    db,
    sql`
      insert into runs (
        token, owner, priority, language_id, source_code, redirect_stderr_to_stdout,
        times_each, limits, verdict, created_at, finished_at, inputs_bytes
      )
      select gen_random_uuid(), ${owner}, 0, 71,
        'print(1)', false, 1, ${JSON.stringify(USUAL_LIMITS)}::jsonb, 'accepted',
        now() - interval '2 hours', now() - interval '2 hours', ${runs.bytes}
      from generate_series(1, ${runs.count}::int)
    `,
  );
}

/** Adds a student's earlier hand-ins of an assignment, by minutes ago. */
export function insertHandIns(
  db: Database,
  of: { assignmentId: string; studentId: string; count: number; minutesAgo: number },
) {
  return run(
    db,
    sql`
      insert into hand_ins (assignment_id, student_id, version, is_last, kind, text, handed_in_at, is_late)
      select ${of.assignmentId}, ${of.studentId}, number, number = ${of.count}, 'text', 'x',
        now() - make_interval(mins => ${of.minutesAgo}), false
      from generate_series(1, ${of.count}::int) as number
    `,
  );
}

/** Sets the number of saves of an attempt's answers. */
export function updateSaveLines(db: Database, personId: string, count: number) {
  return run(db, sql`update attempts set save_lines = ${count} where person_id = ${personId}`);
}

/** Adds another person's import with an invalid line that names a student. */
export function insertImportNaming(
  db: Database,
  { studentId, broughtBy }: Record<'studentId' | 'broughtBy', string>,
) {
  const message = `a@example.edu is the email address of ${studentId} already. Correct it.`;
  return run(
    db,
    sql`
      insert into student_imports (id, person_id, file_id, file_name, state, finished_at, problems)
      values (gen_random_uuid(), ${broughtBy}, 'none', 'class.csv', 'done', now(),
        ${JSON.stringify([{ line: 2, column: 'Email', message }])}::jsonb)
    `,
  );
}
