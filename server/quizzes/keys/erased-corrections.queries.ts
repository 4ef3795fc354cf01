import { type Erased, someOf } from '../../platform/erasure.ts';
import { type Database, run, sql } from '../../platform/postgres/database.ts';

export const eraseInCorrections = (
  db: Database,
  { personId, placeholder }: Erased,
  max: number,
): Promise<number> =>
  run(
    db,
    sql`
      update key_corrections set corrected_by = ${placeholder}
      where ${someOf(sql`from key_corrections where corrected_by = ${personId}`, max)}
    `,
  );
