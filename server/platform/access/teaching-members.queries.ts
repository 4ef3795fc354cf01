import { type Sql, sql } from '../postgres/database.ts';

/** Condition: this person has an attempt at a test of this class. It may be reopened at any time. */
export const hasAttemptInClass = (classId: Sql, personId: Sql): Sql => sql`
  exists (
    select 1 from test_takers_of_classes taker
    where taker.person_id = ${personId} and taker.class_id = ${classId})
`;

/**
 * Condition: this row of `class_members`, by its alias, gives the rights of its role now. It does not to someone who
 * takes tests of the same class, since they would see the answers and mark their own work.
 */
export const teachesNow = (member: 'member' | 'staff'): Sql => {
  const alias = member === 'member' ? sql`member` : sql`staff`;
  return sql`
    ${alias}.left_at is null and ${alias}.role <> 'student'
      and (${alias}.role <> 'assistant'
        or not ${hasAttemptInClass(sql`${alias}.class_id`, sql`${alias}.person_id`)})
  `;
};
