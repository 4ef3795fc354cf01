import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { hashToken, makeToken } from '../../platform/access/sessions.ts';

/** Nobody signs in with it; the sessions exist already. */
const NO_PASSWORD = 'no password';

export interface Person {
  id: string;
  token: string;
}

/** A class that has signed in before the test begins. */
export async function insertPeople(pool: Pool, count: number, role: 0 | 1): Promise<Person[]> {
  const people = Array.from({ length: count }, () => ({
    id: `S${randomUUID().slice(0, 13)}`,
    token: makeToken(),
  }));
  const ids = people.map(({ id }) => id);
  await pool.query(
    `insert into people (id, name, email, role, password_hash, registered_at)
      select id, 'Student ' || id, id || '@example.edu', $2, $3, now() from unnest($1::text[]) as id`,
    [ids, role, NO_PASSWORD],
  );
  await pool.query(
    `insert into sessions (token_hash, person_id, address, browser)
      select hash, id, '127.0.0.1', 'bench' from unnest($1::bytea[], $2::text[]) as made (hash, id)`,
    [people.map(({ token }) => hashToken(token)), ids],
  );
  return people;
}
