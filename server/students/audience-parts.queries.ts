import type { Enrolment } from '@vlabs/contract/people/audience';
import { sql } from '../platform/postgres/database.ts';

type Kind = 'quiz' | 'assignment';

/** The groups that a student is in, by which work is theirs. */
export const groupsOf = ({ rollNumber, course, year }: Enrolment) => sql`
  groups_of_student(${rollNumber}, ${course}, ${year})
`;

/** The work of a student that ended, was due or changed after `since`, with `work_id` and `until`; all where that is null. */
export const workOf = (
  kind: Kind,
  { rollNumber, course, year }: Enrolment,
  since: Date | null,
) => sql`
  work_of_student(${kind}, ${rollNumber}, ${course}, ${year},
    coalesce(${since}::timestamptz, '-infinity'))
`;

/** Is a row of `work_audience` work of a student that ended, was due and changed no later than `until`? */
export const isWorkUntil = (kind: Kind, student: Enrolment, until: Date) => sql`
  group_name = any(${groupsOf(student)}) and kind = ${kind} and is_current and until <= ${until}
`;
