import { strToU8, zipSync } from 'fflate';

/** A fixed local time, as entries of a ZIP have, so that the same questions give the same bytes on any server. */
const WRITTEN_AT = new Date(2020, 0, 1);

/** A package of texts by path. */
export function packParts(parts: Readonly<Record<string, string>>): Uint8Array {
  const files = Object.entries(parts).map(([path, text]) => [path, strToU8(text)] as const);
  return zipSync(Object.fromEntries(files), { mtime: WRITTEN_AT });
}
