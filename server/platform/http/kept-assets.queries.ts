import { z } from 'zod';
import { type Database, all, first, run, sql } from '../postgres/database.ts';

/** Records that a build is served now. Returns true if it is new. */
export async function noteBuild(db: Database, digest: string): Promise<boolean> {
  const noted = await first(
    db,
    z.object({ isNew: z.boolean() }),
    sql`
      insert into web_builds as kept (digest) values (${digest})
      on conflict (digest) do update set served_at = now()
      returning xmax = 0 as is_new
    `,
  );
  return noted?.isNew ?? false;
}

export function insertAsset(
  db: Database,
  { build, name, bytes }: { build: string; name: string; bytes: Buffer },
) {
  return run(
    db,
    sql`insert into web_assets (build, name, bytes) values (${build}, ${name}, ${bytes})`,
  );
}

/** Deletes all builds, with their files, except the most recent ones. */
export function deleteOldBuilds(db: Database, keep: number) {
  return run(
    db,
    sql`
      delete from web_builds
      where digest in (select digest from web_builds order by served_at desc offset ${keep})
    `,
  );
}

export async function listAssetNames(db: Database): Promise<string[]> {
  const found = await all(db, z.object({ name: z.string() }), sql`select name from web_assets`);
  return found.map(({ name }) => name);
}

export async function findAsset(db: Database, name: string): Promise<Buffer | null> {
  const found = await first(
    db,
    z.object({ bytes: z.instanceof(Buffer) }),
    sql`select bytes from web_assets where name = ${name} limit 1`,
  );
  return found?.bytes ?? null;
}
