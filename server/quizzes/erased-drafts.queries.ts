import type { Erased } from '../platform/erasure.ts';
import { type Database, run, sql } from '../platform/postgres/database.ts';

const PLACE = sql`'{settings,audience,rollNumbers}'::text[]`;

/** Replaces the person in the audiences of drafts, where roll numbers stand as they were typed. */
export function eraseInDrafts(db: Database, { personId, placeholder }: Erased): Promise<number> {
  const isPerson = sql`lower(named.id #>> '{}') = lower(${personId})`;
  return run(
    db,
    sql`
      update quiz_drafts
      set content = jsonb_set(content, ${PLACE}, (
        select jsonb_agg(
          case when ${isPerson} then to_jsonb(${placeholder}::text) else named.id end order by place)
        from jsonb_array_elements(content #> ${PLACE}) with ordinality as named (id, place)))
      where jsonb_typeof(content #> ${PLACE}) = 'array' and exists (
        select from jsonb_array_elements(content #> ${PLACE}) as named (id) where ${isPerson})
    `,
  );
}
