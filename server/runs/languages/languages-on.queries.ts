import { z } from 'zod';
import { type Database, all, run, sql } from '../../platform/postgres/database.ts';

/** The keys of the optional languages that are on. */
export async function listLanguagesOn(db: Database): Promise<string[]> {
  const rows = await all(
    db,
    z.object({ language: z.string() }),
    sql`select language from languages_on`,
  );
  return rows.map(({ language }) => language);
}

export async function insertLanguageOn(db: Database, language: string): Promise<void> {
  await run(
    db,
    sql`insert into languages_on (language) values (${language}) on conflict do nothing`,
  );
}

export async function deleteLanguageOn(db: Database, language: string): Promise<void> {
  await run(db, sql`delete from languages_on where language = ${language}`);
}
