import { ROLE_STUDENT } from '@vlabs/contract/endpoint';
import type { Config } from '../config.ts';
import type { Database } from '../platform/database.ts';
import { brokenConstraint, conflict, forbidden, type PublicError } from '../platform/errors.ts';
import { hashPassword } from './passwords.ts';
import { findPerson, insertPerson, updateUnregisteredPerson } from './people.queries.ts';

interface Registration {
  id: string;
  name: string;
  email: string;
  password: string;
}

/**
 * Opens a student account. Whoever is on the student list takes the row that waits there for
 * them; the unique constraints decide between two registrations at once.
 */
export async function register(
  db: Database,
  { registration, demo }: Pick<Config, 'registration' | 'demo'>,
  { password, ...entered }: Registration,
): Promise<void> {
  const person = { ...entered, role: ROLE_STUDENT, passwordHash: await hashPassword(password) };
  try {
    const claimed = await updateUnregisteredPerson(db, person, {
      // The demo's students are on no real list, but their roll numbers are free to take.
      demoRowsCount: demo || registration === 'open',
    });
    if (claimed === 1) return;
    if (registration === 'roster') throw await refuseOutsider(db, person.id);
    await insertPerson(db, person);
  } catch (error) {
    throw takenBy(error) ?? error;
  }
}

async function refuseOutsider(db: Database, id: string): Promise<PublicError> {
  const person = await findPerson(db, id);
  if (person && !person.isDemo) return rollNumberTaken();
  return forbidden('This roll number is not on the student list. Ask your teacher to add it.');
}

/** The refusal for a broken unique constraint; null for any other error. */
export function takenBy(error: unknown): PublicError | null {
  switch (brokenConstraint(error)) {
    case 'people_pkey':
    case 'people_id_without_case':
      return rollNumberTaken();
    case 'people_email_without_case':
      return emailTaken();
    default:
      return null;
  }
}

function rollNumberTaken(): PublicError {
  const message = 'An account with this roll number exists already. Sign in instead.';
  return conflict('roll_number_taken', message, { id: message });
}

function emailTaken(): PublicError {
  const message = 'An account with this email address exists already. Use another address.';
  return conflict('email_taken', message, { email: message });
}
