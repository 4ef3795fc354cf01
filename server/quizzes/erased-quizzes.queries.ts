import { type Erased, someOf } from '../platform/erasure.ts';
import { type Database, run, sql } from '../platform/postgres/database.ts';

/** Quizzes that the person created, and audiences that name them. */
export async function eraseInQuizzes(
  db: Database,
  { personId, placeholder }: Erased,
  max: number,
): Promise<number> {
  const rollNumber = personId.toLowerCase();
  const made = await run(
    db,
    sql`
      update quizzes set created_by = ${placeholder}
      where ${someOf(sql`from quizzes where created_by = ${personId}`, max)}
    `,
  );
  const drafts = await run(
    db,
    sql`
      update quiz_drafts set created_by = ${placeholder}
      where ${someOf(sql`from quiz_drafts where created_by = ${personId}`, max)}
    `,
  );
  const given = await run(
    db,
    sql`
      update quizzes
      set for_roll_numbers = array_replace(for_roll_numbers, ${rollNumber}, ${placeholder})
      where ${someOf(sql`from quizzes where ${rollNumber} = any(for_roll_numbers)`, max)}
    `,
  );
  return made + drafts + given;
}
