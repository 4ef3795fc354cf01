import { z } from 'zod';
import { type Database, type Sql, first, sql } from '../platform/postgres/database.ts';

/** The person and the work. */
const works = {
  quiz: (id: string, personId: string | null): Sql => sql`
    select 'quiz' as kind, unique_id as id, coalesce(nullif(topic, ''), subject_id) as name,
      people.id as person_id
    from quizzes, people
    where unique_id = ${id} and class_id is not null and lower(people.id) = lower(${personId})
  `,
  assignment: (id: string, personId: string | null): Sql => sql`
    select 'assignment' as kind, assignments.id, title as name, people.id as person_id
    from assignments, people
    where assignments.id = ${id} and class_id is not null and lower(people.id) = lower(${personId})
  `,
  'hand-in': (id: string): Sql => sql`
    select 'assignment' as kind, assignments.id, title as name, student_id as person_id
    from hand_ins
    join assignments on assignments.id = assignment_id
    where hand_ins.id = ${id} and class_id is not null
  `,
};

const Seen = z.object({
  personId: z.string(),
  kind: z.enum(['quiz', 'assignment']),
  id: z.uuid(),
  name: z.string(),
});

/** Someone's work in a class, unless this campus admin viewed it within the hour. */
export function findWorkToNote(
  db: Database,
  by: string,
  { of, id, personId }: { of: keyof typeof works; id: string; personId: string | null },
) {
  return first(
    db,
    Seen,
    sql`
      select seen.person_id, seen.kind, seen.id, coalesce(nullif(seen.name, ''), 'no name') as name
      from (${works[of](id, personId)}) seen
      where not exists (
        select 1 from audit_lines line
        where lower(line.by) = lower(${by}) and line.at > now() - interval '1 hour'
          and line.action = 'see-work' and line.person_id = seen.person_id
          and line.subject_id = seen.id::text)
    `,
  );
}
