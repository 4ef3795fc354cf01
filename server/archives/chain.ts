import type { ArchiveRow } from './archives.queries.ts';
import type { EarlierArchive } from './content/readme.ts';

/** The earlier archives of a test with their hashes, as the next one names them. */
export const listChain = (earlier: readonly ArchiveRow[]): EarlierArchive[] =>
  earlier.flatMap(({ number, reason, manifestSha256, zipSha256, contentSha256 }) => {
    const isSealed =
      reason !== null && manifestSha256 !== null && zipSha256 !== null && contentSha256 !== null;
    return isSealed ? [{ number, reason, manifestSha256, zipSha256, contentSha256 }] : [];
  });
