import { type Erased, someOf } from '../platform/erasure.ts';
import { type Database, run, sql } from '../platform/postgres/database.ts';

export async function eraseInQuestions(
  db: Database,
  { personId, placeholder }: Erased,
  max: number,
): Promise<number> {
  const made = await run(
    db,
    sql`
      update bank_questions set created_by = ${placeholder}
      where ${someOf(sql`from bank_questions where created_by = ${personId}`, max)}
    `,
  );
  const owned = await run(
    db,
    sql`
      update bank_questions set owner_id = ${placeholder}
      where ${someOf(sql`from bank_questions where owner_id = ${personId}`, max)}
    `,
  );
  return made + owned;
}
