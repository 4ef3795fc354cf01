import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { makeTestDatabase } from '../../../testing/database/test-database.ts';

const SCHEMA = join(import.meta.dirname, '../../../../database/schema.sql');

/** One line per database object, in an order that is independent of its creation. */
async function describeDatabase(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    select line
    from (
      select table_name, concat_ws(' ', 'column', table_name, column_name, udt_name, is_nullable,
        column_default, is_identity, identity_generation, generation_expression,
        collation_name) as line
      from information_schema.columns
      where table_schema = 'public'
      union all
      select relname, concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(con.oid))
      from pg_constraint con
      join pg_class on pg_class.oid = conrelid
      where con.connamespace = 'public'::regnamespace and contype <> 'n'
      union all
      select tablename, concat_ws(' ', 'index', indexdef)
      from pg_indexes
      where schemaname = 'public'
      union all
      select '', concat_ws(' ', 'function', pg_get_functiondef(oid))
      from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f'
      union all
      select relname, concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid))
      from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      where relnamespace = 'public'::regnamespace and not tgisinternal
      union all
      select viewname, concat_ws(' ', 'view', viewname, definition)
      from pg_views
      where schemaname = 'public'
      union all
      select '', concat_ws(' ', 'type', typname, enumlabel)
      from pg_type
      join pg_enum on enumtypid = pg_type.oid
      where typnamespace = 'public'::regnamespace
    ) as everything
    where table_name <> 'migrations'
    order by line
  `);
  return rows.map(({ line }) => line);
}

test('schema.sql makes exactly the tables that the migrations make', async () => {
  const migrated = await makeTestDatabase();
  const written = await makeTestDatabase('empty');
  await written.pool.query(await readFile(SCHEMA, 'utf8'));
  const described = await describeDatabase(written.pool);
  expect(described.length).toBeGreaterThan(20);
  expect(described).toEqual(await describeDatabase(migrated.pool));
  await migrated.close();
  await written.close();
});
