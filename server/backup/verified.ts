import { buffer } from 'node:stream/consumers';
import { type BackupPlace, listParts, manifestOf, verifiedOf } from './backup-place.ts';
import { readManifest } from './manifest.ts';
import { seal, unseal } from './sealing.ts';

interface Kept {
  place: BackupPlace;
  key: Buffer | null;
}

/**
 * Records next to a backup that a restore was verified. It is stored there because the machine that
 * verifies may not have access to the installation.
 */
export async function noteVerified({ place, key }: Kept, backup: string): Promise<void> {
  const name = verifiedOf(backup);
  await place.write(name, seal(key, name, words()));
}

async function* words(): AsyncIterable<Buffer> {
  yield Buffer.from(JSON.stringify({ verifiedAt: new Date().toISOString() }));
}

/**
 * The newest verified backup of this installation, or null. Rejects a record written without the
 * key.
 */
export async function findNewestVerified(
  { place, key }: Kept,
  installation: string,
): Promise<string | null> {
  const parts = await listParts(place);
  const noted = [...parts].filter(
    ([backup, names]) => names.includes(manifestOf(backup)) && names.includes(verifiedOf(backup)),
  );
  for (const [backup] of noted.toReversed()) {
    const manifest = await readManifest({ place, key }, backup);
    if (manifest.installation !== installation) continue;
    const name = verifiedOf(backup);
    await buffer(unseal(key, name, place.read(name)));
    return backup;
  }
  return null;
}
