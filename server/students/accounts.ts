import type { Pool } from 'pg';
import type { Database } from '../platform/database.ts';

/** What the student list asks of whoever keeps people and their accounts. */
export interface Accounts {
  /** Before people exchange their addresses, all of those are freed. */
  freeEmails(db: Database, people: ListedPerson[]): Promise<void>;
  /** Adds students, or gives those there are the name and, where there is one, the email. */
  saveListedPeople(db: Database, people: ListedPerson[]): Promise<void>;
  resetPassword(pool: Pool, id: string, newPassword: string): Promise<void>;
  disableAccount(pool: Pool, id: string): Promise<void>;
  enableAccount(pool: Pool, id: string): Promise<void>;
}

export interface ListedPerson {
  id: string;
  name: string;
  /** Empty: none is known, and whoever has one keeps it. */
  email: string;
}
