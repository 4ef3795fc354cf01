import { type Database, type Sql, sql } from './postgres/database.ts';

/** A person who is erased: what names the one from now on names the placeholder. */
export interface Erased {
  personId: string;
  placeholder: string;
}

/** Erases some of what a rule has go, at most so many rows; says how many there were. */
export type EraseByRule = (db: Database, max: number) => Promise<number>;

/** Puts the placeholder in place of a person, in at most so many rows; says how many there were. */
export type ErasePerson = (db: Database, erased: Erased, max: number) => Promise<number>;

/** Nothing of whom a hold is set is erased. */
export const isNotHeld = (personId: Sql): Sql => sql`
  not exists (select from erasure_holds where erasure_holds.person_id = ${personId})
`;

/** The first of these rows, as many as are changed in one statement. */
export const someOf = (rows: Sql, max: number): Sql => sql`
  ctid = any(array(select ctid ${rows} limit ${max}))
`;
