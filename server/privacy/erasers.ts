import type { EraseByRule, ErasePerson, Erased } from '../platform/erasure.ts';
import type { Database } from '../platform/postgres/database.ts';

/** What the features erase, each of its own. */
export interface Erasers {
  /** By what it is called in counts and audit lines, in this order. */
  byRule: Record<'runs' | 'hand-ins' | 'timelines' | 'audit-lines', EraseByRule>;
  /** Drafts and versions of people who have left. */
  programsOf: (db: Database, personIds: readonly string[], max: number) => Promise<number>;
  /** Closes the account and puts the placeholder beside it; safe to repeat. */
  begin: (db: Database, erased: Erased) => Promise<void>;
  inFeatures: Record<string, ErasePerson>;
  /** When nothing names the person any more. */
  end: (db: Database, personId: string) => Promise<unknown>;
}
