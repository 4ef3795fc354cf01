import type { EraseByRule, ErasePerson, Erased } from '../platform/erasure.ts';
import type { Database } from '../platform/postgres/database.ts';

/** The erasure functions of the features. */
export interface Erasers {
  /** By their name in counts and audit lines, in this order. */
  byRule: Record<
    'runs' | 'hand-ins' | 'timelines' | 'records' | 'archives' | 'audit-lines',
    EraseByRule
  >;
  /** Drafts and versions of people who have left. */
  programsOf: (db: Database, personIds: readonly string[], max: number) => Promise<number>;
  /** Closes the account and creates the placeholder; may be repeated. */
  begin: (db: Database, erased: Erased) => Promise<void>;
  inFeatures: Record<string, ErasePerson>;
  /** Called when nothing refers to the person any more. */
  end: (db: Database, personId: string) => Promise<unknown>;
}
