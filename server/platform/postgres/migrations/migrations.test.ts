import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMigrations } from './migrations.ts';

const PINNED = join(import.meta.dirname, '../../../../database/migrations.sha256');

test('each migration is the one whose hash was pinned when it was committed', async () => {
  const pinned = (await readFile(PINNED, 'utf8')).trimEnd().split('\n');
  const migrations = await readMigrations();
  // A changed migration is refused by databases that have applied it, so write a new one. `cd
  // database && sha256sum migrations/NAME >> migrations.sha256` pins it.
  expect(migrations.map(({ name, sha256 }) => `${sha256}  migrations/${name}`)).toEqual(pinned);
});
