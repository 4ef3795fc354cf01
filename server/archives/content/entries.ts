import type { PrintedDocument } from '../../platform/pdf/printed-document.ts';

/** Makes the PDF of a document that the function describes for the institution. */
export type Print = (describe: (institution: string) => PrintedDocument) => Promise<Buffer>;

/** A file of an archive, in memory: the largest is a table of all attempts. */
export interface ArchiveEntry {
  /** A path of neutral names. */
  name: string;
  /** A view may be made when it is written: comparisons do not need it. */
  content: string | Buffer | (() => Promise<Buffer>);
}

/**
 * Whether an entry only shows what others have, such as a page for printing. It is in the manifest, but a changed look
 * makes no new archive.
 */
export const isView = (name: string): boolean => name.endsWith('.pdf');
