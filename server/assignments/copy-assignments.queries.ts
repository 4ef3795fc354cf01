import { z } from 'zod';
import { type Database, all, run, sql } from '../platform/postgres/database.ts';
import type { ClassCopy } from '../platform/class-copy.ts';

/** The assignment is only for named students. */
const isForNamed = sql`
  not for_everyone and cardinality(for_courses) = 0 and cardinality(for_years) = 0
  and cardinality(for_sections) = 0
`;

/** The assignments of a class, by due time. */
export function listToCopy(db: Database, classId: string, max: number) {
  return all(
    db,
    z.object({ title: z.string(), dueAt: z.date().nullable(), isForNamed: z.boolean() }),
    sql`
      select title, due_at, ${isForNamed} as is_for_named
      from assignments
      where class_id = ${classId}
      order by due_at nulls last, title, id
      limit ${max}
    `,
  );
}

/** Copies them with their test cases and solutions, as prepared: students see them when a teacher shows them. */
export function copyAll(db: Database, { from, to, days, sections, by }: ClassCopy) {
  return run(
    db,
    sql`
      with source as (
        select gen_random_uuid() as copy_id, assignments.*
        from assignments
        where class_id = ${from.classId}
      ), copied as (
        insert into assignments (id, title, text, file_bucket, file_id, file_name, language_id,
          due_at, max_marks, for_everyone, for_courses, for_years, for_roll_numbers, class_id,
          for_sections, created_by, starter_code, solution, solution_language_id,
          withdrawn_at, shown_from)
        select copy_id, title, text, file_bucket, file_id, file_name, language_id,
          due_at + make_interval(hours => ${days * 24}), max_marks,
          for_everyone or (${isForNamed}), for_courses, for_years, '{}', ${to.classId},
          array(
            select (${JSON.stringify(Object.fromEntries(sections))}::jsonb ->> section::text)::uuid
            from unnest(for_sections) as section),
          ${by}, starter_code, solution, solution_language_id, clock_timestamp(),
          'infinity'
        from source
        order by updated_at
      )
      insert into assignment_tests (assignment_id, number, name, input, expected_output, points,
        is_hidden, time_limit_ms, memory_limit_kb, comparison, tolerance, tolerance_is)
      select copy_id, number, name, input, expected_output, points, is_hidden, time_limit_ms,
        memory_limit_kb, comparison, tolerance, tolerance_is
      from source
      join assignment_tests on assignment_id = source.id
    `,
  );
}
