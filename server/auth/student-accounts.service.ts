import type { Database } from '../platform/database.ts';
import { disableAccount, enableAccount, resetPassword } from './accounts.service.ts';
import { takeEmails, upsertListedPeople } from './people.queries.ts';
import { takenBy } from './registration.service.ts';

interface ListedPerson {
  id: string;
  name: string;
  /** Empty: none is known, and whoever has one keeps it. */
  email: string;
}

/** Frees the addresses of those who get another one, so that two may exchange theirs. */
async function freeEmails(db: Database, people: ListedPerson[]): Promise<void> {
  await takeEmails(
    db,
    people.filter(({ email }) => email !== ''),
  );
}

/** Adds students, or gives those there are the name and, where there is one, the email. */
async function saveListedPeople(db: Database, people: ListedPerson[]): Promise<void> {
  try {
    await upsertListedPeople(db, people);
  } catch (error) {
    throw takenBy(error) ?? error;
  }
}

/** What the student list works on people and their accounts with. */
export const studentAccounts = {
  freeEmails,
  saveListedPeople,
  resetPassword,
  disableAccount,
  enableAccount,
};
