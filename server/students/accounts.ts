import type { Pool } from 'pg';
import type { Database } from '../platform/postgres/database.ts';

/** What the student list asks of whoever keeps people and their accounts. */
export interface Accounts {
  /** Before people exchange their addresses, all of those are freed. */
  freeEmails(db: Database, people: ListedPerson[]): Promise<void>;
  /** Adds students, or gives those there are the name and, where there is one, the email. */
  saveListedPeople(db: Database, people: ListedPerson[]): Promise<void>;
  /** One that can be read out. */
  makePassword(): string;
  resetPassword(pool: Pool, id: string, newPassword: string): Promise<void>;
  disableAccount(pool: Pool, id: string): Promise<void>;
  enableAccount(pool: Pool, id: string): Promise<void>;
  /** Makes students of the guests among them, and says who that were. */
  confirmGuests(db: Database, ids: readonly string[]): Promise<string[]>;
  /** False when they are no guest, and stay. */
  removeGuest(db: Database, id: string): Promise<boolean>;
  /** A new code each, in their order, in place of an earlier one. */
  makeCodes(
    db: Database,
    ids: readonly string[],
  ): Promise<{ codes: { id: string; code: string }[]; expiresAt: Date }>;
}

export interface ListedPerson {
  id: string;
  name: string;
  /** Empty: none is known, and whoever has one keeps it. */
  email: string;
}
