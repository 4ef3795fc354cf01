import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartFailure } from '../../start/start-failure.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../../database/migrations');

export interface Migration {
  name: string;
  text: string;
  sha256: string;
  /** Servers of an earlier version can run during and after it. */
  isCompatible: boolean;
}

/** A migration as recorded in the database. */
export const Applied = z.object({
  name: z.string(),
  sha256: z.string(),
  isCompatible: z.boolean().optional(),
});
export type Applied = z.infer<typeof Applied>;

const COMPATIBLE = /^-- Compatible with earlier servers:/m;
/** The migrations of this version, in order. */
export async function readMigrations(folder = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      const sha256 = createHash('sha256').update(text).digest('hex');
      return { name, text, sha256, isCompatible: COMPATIBLE.test(text) };
    }),
  );
}

/**
 * Throws StartFailure unless the applied migrations are a prefix of `migrations`. Compatible
 * migrations of a newer version may follow.
 */
export function requireSameHistory(
  applied: readonly Applied[],
  migrations: readonly Migration[],
): void {
  for (const [index, { name, sha256, isCompatible: mayFollow }] of applied.entries()) {
    const migration = migrations[index];
    if (migration?.name === name && migration.sha256 === sha256) continue;
    if (migration === undefined && mayFollow) continue;
    throw new StartFailure(
      `The database has the migration ${name}, which this version of V-labs does not have in this form: start the version that applied it, or a newer one.`,
    );
  }
}
