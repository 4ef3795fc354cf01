import type { Pool } from 'pg';
import type { Database } from '../../platform/postgres/database.ts';

/** What the student list needs from the service for people and accounts. */
export interface Accounts {
  /** Frees addresses first, so that people can exchange them. */
  freeEmails(db: Database, people: ListedPerson[]): Promise<void>;
  /** Adds students, or updates the name and, if given, the email of existing ones. */
  saveListedPeople(db: Database, people: ListedPerson[]): Promise<void>;
  /** Easy to read out. */
  makePassword(): string;
  resetPassword(pool: Pool, id: string, newPassword: string): Promise<void>;
  disableAccount(pool: Pool, id: string): Promise<void>;
  enableAccount(pool: Pool, id: string): Promise<void>;
  /** Makes guests students; returns which ones. */
  confirmGuests(db: Database, ids: readonly string[]): Promise<string[]>;
  /** False if they are not a guest, who then stays. */
  removeGuest(db: Database, id: string): Promise<boolean>;
  /** Creates a new code for each, in order, replacing earlier ones. */
  makeCodes(
    db: Database,
    ids: readonly string[],
  ): Promise<{ codes: { id: string; code: string }[]; expiresAt: Date }>;
}

export interface ListedPerson {
  id: string;
  name: string;
  /** Empty if unknown; an existing email is then kept. */
  email: string;
}
