import { buffer } from 'node:stream/consumers';
import { type BackupPlace, listParts, manifestOf, verifiedOf } from './backup-place.ts';
import { readManifest } from './manifest.ts';
import { seal, unseal } from './sealing.ts';

interface Kept {
  place: BackupPlace;
  key: Buffer | null;
}

/**
 * Notes beside a backup that it was restored and held. It lies there, since whoever verifies may be on a
 * machine that the installation does not know.
 */
export async function noteVerified({ place, key }: Kept, backup: string): Promise<void> {
  const name = verifiedOf(backup);
  await place.write(name, seal(key, name, words()));
}

async function* words(): AsyncIterable<Buffer> {
  yield Buffer.from(JSON.stringify({ verifiedAt: new Date().toISOString() }));
}

/** Of this installation; null where none was verified. A note that somebody without the key has written is refused. */
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
