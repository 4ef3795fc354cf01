import { type Erased, someOf } from '../platform/erasure.ts';
import { type Database, identifier, run, sql } from '../platform/postgres/database.ts';
import { replacedColumns } from './personal-data.ts';

/** Replaces the person by the placeholder, column by column until there are `max` rows; returns their number. */
export async function replaceInColumns(
  db: Database,
  { personId, placeholder }: Erased,
  max: number,
): Promise<number> {
  const rollNumber = personId.toLowerCase();
  let rows = 0;
  for (const named of replacedColumns) {
    if (rows >= max) break;
    const [table, column] = [identifier(named.table), identifier(named.column)];
    const has = named.isList ? sql`${rollNumber} = any(${column})` : sql`${column} = ${personId}`;
    const changed = named.isList
      ? sql`array_replace(${column}, ${rollNumber}, ${placeholder})`
      : sql`${placeholder}`;
    rows += await run(
      db,
      sql`
        update ${table} set ${column} = ${changed}
        where ${someOf(sql`from ${table} where ${has}`, max)}
      `,
    );
  }
  return rows;
}
