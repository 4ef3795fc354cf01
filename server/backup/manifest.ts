import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { type BackupPlace, manifestOf } from './backup-place.ts';
import { seal, unseal } from './sealing.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const BackedUpTable = z.object({
  schema: name,
  table: name,
  columns: z.array(name),
  rows: z.int(),
  /** Of the rows in the format of COPY. */
  sha256: hash,
});
export type BackedUpTable = z.infer<typeof BackedUpTable>;

const BackedUpFile = z.object({ key: z.uuid(), sizeBytes: z.int(), sha256: hash });
export type BackedUpFile = z.infer<typeof BackedUpFile>;

/** The contents of a backup, written last. */
const Manifest = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** ID of the installation; missing in older versions. */
  installation: z.string().optional(),
  migrations: z.array(z.object({ name: z.string(), sha256: hash })),
  tables: z.array(BackedUpTable),
  sequences: z.array(z.object({ schema: name, sequence: name, value: z.string().nullable() })),
  files: z.array(BackedUpFile),
  /** Files that the database refers to and the store lacked. */
  missingFiles: z.array(BackedUpFile),
});
export type Manifest = z.infer<typeof Manifest>;

interface Kept {
  place: BackupPlace;
  key: Buffer | null;
}

export async function writeManifest(
  { place, key }: Kept,
  backup: string,
  manifest: Manifest,
): Promise<void> {
  const path = manifestOf(backup);
  const text = Buffer.from(JSON.stringify(manifest));
  await place.write(path, seal(key, path, once(text)));
}

export async function readManifest({ place, key }: Kept, backup: string): Promise<Manifest> {
  const path = manifestOf(backup);
  const text = await buffer(unseal(key, path, place.read(path)));
  return Manifest.parse(JSON.parse(text.toString('utf8')));
}

async function* once(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes;
}
