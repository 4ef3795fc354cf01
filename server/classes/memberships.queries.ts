import { classRoles } from '@vlabs/contract/http/rights';
import { z } from 'zod';
import { type Database, all, sql } from '../platform/postgres/database.ts';

const Membership = z.object({
  term: z.string(),
  subject: z.string(),
  className: z.string(),
  sections: z.array(z.string()),
  role: z.enum(classRoles),
  joinedAt: z.date(),
  leftAt: z.date().nullable(),
});

/** A person's classes, including those they left. */
export function listMemberships(db: Database, personId: string) {
  return all(
    db,
    Membership,
    sql`
      select terms.name as term, subject, classes.name as class_name, array(
          select sections.name
          from member_sections own
          join sections on sections.id = section_id
          where own.class_id = member.class_id and own.person_id = member.person_id
          order by sections.name
        ) as sections, role, joined_at, left_at
      from class_members member
      join classes on classes.id = member.class_id
      join terms on terms.id = term_id
      where member.person_id = ${personId}
      order by joined_at, classes.id
    `,
  );
}
