import { type Database, type Sql, sql } from './postgres/database.ts';

/** A person being erased, and the placeholder that replaces them. */
export interface Erased {
  personId: string;
  placeholder: string;
}

/** Erases at most `max` rows under a retention rule and returns their number. */
export type EraseByRule = (db: Database, max: number) => Promise<number>;

/** Replaces a person by the placeholder in at most `max` rows and returns their number. */
export type ErasePerson = (db: Database, erased: Erased, max: number) => Promise<number>;

/** Excludes people under an erasure hold. */
export const isNotHeld = (personId: Sql): Sql => sql`
  not exists (select from erasure_holds where erasure_holds.person_id = ${personId})
`;

/** The first `max` of these rows, for one statement. */
export const someOf = (rows: Sql, max: number): Sql => sql`
  ctid = any(array(select ctid ${rows} limit ${max}))
`;
