import { buffer } from 'node:stream/consumers';
import { type BackupPlace, listParts, manifestOf, verifiedOf } from './backup-place.ts';
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

/** Null where none was verified. A note that somebody without the key has written is refused. */
export async function findNewestVerified({ place, key }: Kept): Promise<string | null> {
  const parts = await listParts(place);
  const noted = [...parts].filter(
    ([backup, names]) => names.includes(manifestOf(backup)) && names.includes(verifiedOf(backup)),
  );
  const newest = noted.at(-1)?.[0];
  if (newest === undefined) return null;
  const name = verifiedOf(newest);
  await buffer(unseal(key, name, place.read(name)));
  return newest;
}
