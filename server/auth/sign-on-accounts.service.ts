import { ROLE_STUDENT } from '@vlabs/contract/http/endpoint';
import type { Database } from '../platform/postgres/database.ts';
import {
  deleteSecondSteps,
  insertPerson,
  isEmailOfAnother,
  updateAsSignedOn,
} from './people.queries.ts';
import type { Person } from './people.queries.ts';
import { takenBy } from './registration/registration.service.ts';
import { deleteSessions } from './sessions.queries.ts';

/**
 * Registers a person who was only listed so far. Whoever registered with the same roll number before may be somebody
 * else: with `isTakenOver`, the password and passkeys of a student are removed, their sessions end, and an address that nobody
 * confirmed is replaced.
 */
export async function openLinkedAccount(
  db: Database,
  person: Person,
  how: { isTakenOver: boolean; confirmsGuest: boolean; email: string | null; keepsEmail: boolean },
): Promise<void> {
  const { isTakenOver, confirmsGuest, keepsEmail } = how;
  const losesPassword = isTakenOver && person.role === ROLE_STUDENT && person.passwordHash !== null;
  const email = await findFreeEmail(db, person.id, how.email);
  const keeps = person.email !== null && (keepsEmail || !losesPassword);
  await updateAsSignedOn(db, person.id, {
    losesPassword,
    confirmsGuest,
    email: keeps ? person.email : email,
  });
  if (!losesPassword) return;
  await deleteSessions(db, person.id);
  await deleteSecondSteps(db, person.id);
}

/** A student without a password; an address that somebody else has is left out. */
export async function createSignedOnAccount(
  db: Database,
  { id, name, email }: { id: string; name: string; email: string | null },
): Promise<void> {
  const free = await findFreeEmail(db, id, email);
  try {
    await insertPerson(db, { id, name, email: free, role: ROLE_STUDENT, passwordHash: null });
  } catch (error) {
    throw takenBy(error) ?? error;
  }
}

async function findFreeEmail(db: Database, id: string, email: string | null) {
  if (email === null) return null;
  return (await isEmailOfAnother(db, { id, email })) ? null : email;
}
