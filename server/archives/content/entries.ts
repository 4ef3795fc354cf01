/** A file of an archive, in memory: the largest is a table of all attempts. */
export interface ArchiveEntry {
  /** A path of neutral names. */
  name: string;
  content: string | Buffer;
}

/**
 * Whether an entry only shows what others have, such as a page for printing. It is in the manifest, but a changed look
 * makes no new archive.
 */
export const isView = (name: string): boolean => name.endsWith('.pdf');
