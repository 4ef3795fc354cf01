import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIGRATIONS = join(import.meta.dirname, '../../../database/migrations');
const LATER = join(import.meta.dirname, 'later-version');

/** What the first release wrote, for upgrades of a database with rows. */
export const ROWS_OF_FIRST_RELEASE = join(import.meta.dirname, 'rows-of-first-release.sql');

/**
 * A folder with the migrations of this version and those of an imaginary later one, so that upgrades are tested before
 * there is a second release. A compatible one adds a column, a compatible one works in steps, and one is not compatible.
 */
export async function makeLaterVersion(): Promise<{ folder: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-later-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  await cp(LATER, folder, { recursive: true });
  return { folder, close: () => rm(folder, { recursive: true }) };
}
