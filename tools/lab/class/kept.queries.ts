import type { Pool } from 'pg';

/** Lists every save in the database by user and sequence. */
export async function listKeptSaves(pool: Pool, quizId: string): Promise<Set<string>> {
  const { rows } = await pool.query<{ line: string }>(
    `select person_id || ' ' || (details ->> 'sequence') as line
      from attempt_steps where quiz_id = $1 and step = 'save'`,
    [quizId],
  );
  return new Set(rows.map(({ line }) => line));
}
