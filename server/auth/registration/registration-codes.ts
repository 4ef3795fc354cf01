import { createHash } from 'node:crypto';

/** What the database keeps of a code: useless for any other roll number, and to who reads it there. */
export function hashCode(personId: string, code: string): Buffer {
  const typed = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return createHash('sha256').update(`${personId.toLowerCase()} ${typed}`).digest();
}
