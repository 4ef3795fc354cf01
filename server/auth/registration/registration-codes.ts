import { createHash } from 'node:crypto';

/** The stored form of a code; useless for another roll number or to a reader of the database. */
export function hashCode(personId: string, code: string): Buffer {
  const typed = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return createHash('sha256').update(`${personId.toLowerCase()} ${typed}`).digest();
}
