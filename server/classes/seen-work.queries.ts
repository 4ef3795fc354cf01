import { z } from 'zod';
import { type Database, type Sql, first, sql } from '../platform/postgres/database.ts';

/** Work that somebody looked at: of one person, of all in a quiz or an assignment, or of a class or all classes. */
export interface SeenWork {
  of: 'quiz' | 'assignment' | 'hand-in' | 'student' | 'list';
  id: string | null;
  personId: string | null;
}

/**
 * Selects what a line names. Campus-wide work is for campus admins to mark, so it is not here: nor are people of no
 * class, and lists on a campus without classes.
 */
const works: Record<SeenWork['of'], (work: SeenWork) => Sql> = {
  quiz: ({ id, personId }) => sql`
    select 'quiz' as kind, unique_id as id, coalesce(nullif(topic, ''), subject_id) as name,
      ${knownPerson(personId)} as person_id
    from quizzes
    where unique_id = ${id} and class_id is not null
  `,
  assignment: ({ id, personId }) => sql`
    select 'assignment' as kind, assignments.id, title as name, ${knownPerson(personId)} as person_id
    from assignments
    where assignments.id = ${id} and class_id is not null
  `,
  'hand-in': ({ id }) => sql`
    select 'assignment' as kind, assignments.id, title as name, student_id as person_id
    from hand_ins
    join assignments on assignments.id = assignment_id
    where hand_ins.id = ${id} and class_id is not null
  `,
  student: ({ personId }) => sql`
    select null as kind, null::uuid as id, null as name, people.id as person_id
    from people
    where lower(people.id) = lower(${personId})
      and exists (select from class_members where class_members.person_id = people.id)
  `,
  list: ({ id }) => sql`
    select kind, id, name, null as person_id
    from (select 1) always
    left join (select 'class' as kind, id, name from classes where id = ${id}) asked on true
    where exists (select from classes)
  `,
};

const knownPerson = (personId: string | null) =>
  sql`(select people.id from people where lower(people.id) = lower(${personId}))`;

const Seen = z
  .object({
    personId: z.string().nullable(),
    kind: z.enum(['quiz', 'assignment', 'class']).nullable(),
    id: z.uuid().nullable(),
    name: z.string().nullable(),
  })
  .transform(({ personId, kind, id, name }) => ({
    ...(personId !== null && { personId }),
    ...(kind && id !== null && { subject: { kind, id, name: name || 'no name' } }),
  }));

/** What an audit line names, unless this campus admin saw the same within the hour. */
export function findWorkToNote(db: Database, by: string, work: SeenWork) {
  return first(
    db,
    Seen,
    sql`
      select seen.person_id, seen.kind, seen.id, seen.name
      from (${works[work.of](work)}) seen
      where not exists (
        select 1 from audit_lines line
        where lower(line.by) = lower(${by}) and line.at > now() - interval '1 hour'
          and line.action = 'see-work' and line.person_id is not distinct from seen.person_id
          and line.subject_id is not distinct from seen.id::text)
    `,
  );
}
