/** A file of an archive, in memory: the largest is a table of all attempts. */
export interface ArchiveEntry {
  /** A path of neutral names. */
  name: string;
  content: string | Buffer;
  /** Shows what other entries have, and may look different with every version of the product. */
  isView?: true;
}
