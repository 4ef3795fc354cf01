import type { Database } from '../platform/postgres/database.ts';
import {
  deleteGuest,
  takeEmails,
  updateGuestsAsConfirmed,
  upsertListedPeople,
} from './people.queries.ts';
import { makeReadableSecret } from '../platform/access/readable-secret.ts';
import { hashCode } from './registration/registration-codes.ts';
import { CODE_DAYS, upsertCodes } from './registration/registration.queries.ts';
import { takenBy } from './registration/registration.service.ts';

interface ListedPerson {
  id: string;
  name: string;
  /** Empty: unknown; an existing address is kept. */
  email: string;
}

/** Clears the addresses that will change, so that two people can swap theirs. */
export async function freeEmails(db: Database, people: ListedPerson[]): Promise<void> {
  await takeEmails(
    db,
    people.filter(({ email }) => email !== ''),
  );
}

/** Adds students, or updates the name and, if given, the email. */
export async function saveListedPeople(db: Database, people: ListedPerson[]): Promise<void> {
  try {
    await upsertListedPeople(db, people);
  } catch (error) {
    throw takenBy(error) ?? error;
  }
}

/** Makes guests students; returns which ones. */
export async function confirmGuests(db: Database, ids: readonly string[]): Promise<string[]> {
  return (await updateGuestsAsConfirmed(db, ids)).map(({ id }) => id);
}

/** False if they are not a guest, who then stays. */
export async function removeGuest(db: Database, id: string): Promise<boolean> {
  return (await deleteGuest(db, id)) === 1;
}

/** Creates a new code for each, in order, replacing earlier ones. */
export async function makeCodes(db: Database, ids: readonly string[]) {
  const codes = ids.map((id) => ({ id, code: makeReadableSecret() }));
  await upsertCodes(
    db,
    codes.map(({ id, code }) => ({ id, codeHash: hashCode(id, code) })),
  );
  return { codes, expiresAt: new Date(Date.now() + CODE_DAYS * 86_400_000) };
}
