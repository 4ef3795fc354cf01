import { unzipSync } from 'fflate';
import { brokenPackage } from '../reading/file-refusals.ts';

/** More than any set of questions needs; pictures are not unpacked. */
const MAX_ENTRIES = 5000;
const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;

export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05);

/** The XML and text files of a zip package, by path. Refuses paths that lead out of it, and large expansions. */
export function readArchive(bytes: Uint8Array): Map<string, Uint8Array> {
  const refusals: string[] = [];
  let entries = 0;
  let unpackedBytes = 0;
  const filter = ({ name, size, originalSize }: Entry): boolean => {
    entries += 1;
    if (!isSafePath(name)) refusals.push('This package has a file whose path leads out of it.');
    if (entries > MAX_ENTRIES) refusals.push('This package has too many files.');
    if (!/\.(?:xml|qti|txt|gift|csv)$/i.test(name)) return false;
    // The unpacker allocates the declared size, whatever the data expands to.
    // Stored entries have as many bytes as they have.
    unpackedBytes += Math.max(size, originalSize);
    if (unpackedBytes > MAX_UNPACKED_BYTES)
      refusals.push('This package expands to more than 20 MB.');
    return refusals.length === 0;
  };
  const unpacked = unpack(bytes, filter);
  const [refusal] = refusals;
  if (refusal !== undefined) throw brokenPackage(refusal);
  return new Map(Object.entries(unpacked));
}

interface Entry {
  name: string;
  size: number;
  originalSize: number;
}
type Filter = (file: Entry) => boolean;

/** The unpacker throws plain errors for invalid archives. */
function unpack(bytes: Uint8Array, filter: Filter): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter });
  } catch {
    throw brokenPackage('This package is damaged.');
  }
}

function isSafePath(name: string): boolean {
  const isPlain = !name.startsWith('/') && !name.includes('\\') && !/^[a-zA-Z]:|\0/.test(name);
  return isPlain && !name.split('/').includes('..');
}
