import { z } from 'zod';
import { type Database, all, run, sql } from './postgres/database.ts';

const Setting = z.object({ variable: z.string(), value: z.string() });

/** Replaces the shared settings. */
export async function replaceSettings(
  db: Database,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await run(
    db,
    sql`
      insert into shared_settings (variable, value)
      select * from json_each_text(${JSON.stringify(settings)}::json)
      on conflict (variable) do update set value = excluded.value
    `,
  );
}

/** Adds missing settings and returns all. */
export async function listSettings(
  db: Database,
  settings: Readonly<Record<string, string>>,
): Promise<z.infer<typeof Setting>[]> {
  await run(
    db,
    sql`
      insert into shared_settings (variable, value)
      select * from json_each_text(${JSON.stringify(settings)}::json)
      on conflict (variable) do nothing
    `,
  );
  return all(db, Setting, sql`select variable, value from shared_settings order by variable`);
}
