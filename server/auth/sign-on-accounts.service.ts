import { ROLE_STUDENT } from '@vlabs/contract/http/endpoint';
import type { Database } from '../platform/postgres/database.ts';
import {
  deleteWaysIn,
  insertPerson,
  isEmailOfAnother,
  updateAsSignedOn,
} from './people.queries.ts';
import type { Person } from './people.queries.ts';
import { takenBy } from './registration/registration.service.ts';

interface Opening {
  /**
   * Somebody else may have registered with this roll number before: the password, every other way into the account and
   * the address are removed.
   */
  isTakenOver: boolean;
  confirmsGuest: boolean;
  /** Verified by the provider; null if it is not. */
  email: string | null;
  /** The university wrote the stored address. */
  keepsEmail: boolean;
}

/** Registers a person who was only listed so far, or opens the account of one who registered. */
export async function openLinkedAccount(
  db: Database,
  person: Person,
  { isTakenOver, confirmsGuest, email, keepsEmail }: Opening,
): Promise<void> {
  const keeps = person.email !== null && (keepsEmail || !isTakenOver);
  await updateAsSignedOn(db, person.id, {
    isTakenOver,
    confirmsGuest,
    email: keeps ? person.email : await findFreeEmail(db, person.id, email),
  });
  if (isTakenOver) await deleteWaysIn(db, person.id);
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
