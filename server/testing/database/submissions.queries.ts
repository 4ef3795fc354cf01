import { type Database, run, sql } from '../../platform/postgres/database.ts';

/** Adds listed students with these roll numbers and their hand-ins at one time. */
export async function putHandInsAtOneMoment(
  db: Database,
  assignmentId: string,
  rollNumbers: readonly string[],
): Promise<void> {
  await run(
    db,
    sql`
      insert into people (id, name, email, role)
      select id, 'Student ' || id, id || '@example.edu', 0 from unnest(${rollNumbers}::text[]) as id
    `,
  );
  await run(
    db,
    sql`
      insert into students (person_id, course, mobile, mentor_name, mentor_email, department,
        parent_mobile, graduation_year, other)
      select id, '', '', '', '', '', '', '', '[]' from unnest(${rollNumbers}::text[]) as id
    `,
  );
  await run(
    db,
    sql`
      insert into hand_ins (assignment_id, student_id, version, is_last, kind, text, handed_in_at,
        is_late)
      select ${assignmentId}, id, 1, true, 'text', 'Done.', statement_timestamp(), false
      from unnest(${rollNumbers}::text[]) as id
    `,
  );
  await run(
    db,
    sql`
      update assignments
      set submitted_count = (select count(*) from hand_ins where assignment_id = ${assignmentId} and is_last)
      where id = ${assignmentId}
    `,
  );
}

/** Gives a hand-in 3 of 5 points in its test cases and a similarity of 75 %. */
export async function putFindings(
  db: Database,
  { handInId, nearestId }: { handInId: string; nearestId: string },
): Promise<void> {
  await run(
    db,
    sql`
      insert into hand_in_tests (hand_in_id, state, finished_at, points, max_points)
      values (${handInId}, 'done', clock_timestamp(), 3, 5)
    `,
  );
  await run(
    db,
    sql`
      insert into comparisons (assignment_id, asked_by)
      select assignment_id, student_id from hand_ins where id = ${handInId}
    `,
  );
  await run(
    db,
    sql`
      insert into compared_programs (assignment_id, hand_in_id, language_id, reason, left_files,
        left_out, is_cut, nearest_id, highest)
      select assignment_id, id, 50, '', '{}', 0, false, ${nearestId}, 0.75
      from hand_ins
      where id = ${handInId}
    `,
  );
}

/** Gives every hand-in of an assignment 3 of 5 points in its test cases. */
export function putTested(db: Database, assignmentId: string) {
  return run(
    db,
    sql`
      insert into hand_in_tests (hand_in_id, state, finished_at, points, max_points)
      select id, 'done', clock_timestamp(), 3, 5 from hand_ins where assignment_id = ${assignmentId}
    `,
  );
}
