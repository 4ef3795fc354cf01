import { z } from 'zod';
import { type Database, first, run, sql } from '../platform/postgres/database.ts';

/** A sign-on must be finished within this time. */
export const HAND_OFF_MINUTES = 10;

export const Purpose = z.enum(['sign-in', 'link', 'try']);
export type Purpose = z.infer<typeof Purpose>;

interface NewHandOff {
  stateHash: Buffer;
  providerId: string;
  purpose: Purpose;
  personId: string | null;
  keyHash: Buffer;
  expectedSealed: Buffer;
  /** Null until the provider's reply is verified. */
  resultSealed: Buffer | null;
}

export function insertHandOff(db: Database, handOff: NewHandOff) {
  return run(
    db,
    sql`
      insert into hand_offs (state_hash, provider_id, purpose, person_id, key_hash, expected_sealed,
        result_sealed, returned_at)
      values (${handOff.stateHash}, ${handOff.providerId}, ${handOff.purpose}, ${handOff.personId},
        ${handOff.keyHash}, ${handOff.expectedSealed}, ${handOff.resultSealed},
        case when ${handOff.resultSealed}::bytea is not null then now() end)
    `,
  );
}

/** Some of those that nobody finished; sign-ons that begin delete more than they add. */
export function deleteOldHandOffs(db: Database) {
  return run(
    db,
    sql`
      delete from hand_offs
      where state_hash in (
        select state_hash from hand_offs
        where began_at < now() - make_interval(mins => ${HAND_OFF_MINUTES})
        order by began_at
        limit 10
        for update skip locked
      )
    `,
  );
}

const isInTime = sql`began_at > now() - make_interval(mins => ${HAND_OFF_MINUTES})`;

/** Takes the provider's reply, which may come once; null if it came before or is too late. */
export function updateAsReturned(db: Database, stateHash: Buffer) {
  return first(
    db,
    z.object({ providerId: z.uuid(), expectedSealed: z.instanceof(Buffer) }),
    sql`
      update hand_offs set returned_at = now()
      where state_hash = ${stateHash} and returned_at is null and ${isInTime}
      returning provider_id, expected_sealed
    `,
  );
}

export const updateResult = (
  db: Database,
  { stateHash, resultSealed }: { stateHash: Buffer; resultSealed: Buffer },
) =>
  run(
    db,
    sql`update hand_offs set result_sealed = ${resultSealed} where state_hash = ${stateHash}`,
  );

const HandOff = z.object({
  providerId: z.uuid(),
  /** Null until the provider's reply is verified. */
  resultSealed: z.instanceof(Buffer).nullable(),
});

interface Sought {
  stateHash: Buffer;
  keyHash: Buffer;
  purpose: Purpose;
  personId: string | null;
}

const isMeant = ({ stateHash, keyHash, purpose, personId }: Sought) => sql`
  state_hash = ${stateHash} and key_hash = ${keyHash} and purpose = ${purpose}
    and person_id is not distinct from ${personId}::text and ${isInTime}
`;

/** Of the page that began it; null if there is none. */
export const findHandOff = (db: Database, sought: Sought) =>
  first(
    db,
    HandOff,
    sql`select provider_id, result_sealed from hand_offs where ${isMeant(sought)}`,
  );

/** Uses it up: of two concurrent calls, one deletes it. */
export const deleteHandOff = (db: Database, sought: Sought) =>
  run(db, sql`delete from hand_offs where ${isMeant(sought)}`);
