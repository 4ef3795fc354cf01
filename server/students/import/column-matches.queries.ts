import { ColumnMatch } from '@vlabs/contract/people/student-lists';
import { z } from 'zod';
import { type Database, first, run, sql } from '../../platform/postgres/database.ts';

const Kept = z.object({ columnMatch: ColumnMatch });

/** The last match for a list with these headings. */
export async function findColumnMatch(db: Database, headings: string): Promise<ColumnMatch | null> {
  const kept = await first(
    db,
    Kept,
    sql`select column_match from column_matches where headings = ${headings}`,
  );
  return kept?.columnMatch ?? null;
}

export function upsertColumnMatch(db: Database, headings: string, columnMatch: ColumnMatch) {
  return run(
    db,
    sql`
      insert into column_matches (headings, column_match)
      values (${headings}, ${JSON.stringify(columnMatch)}::jsonb)
      on conflict (headings) do update
      set column_match = excluded.column_match, used_at = now()
    `,
  );
}
