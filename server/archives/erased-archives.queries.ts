import { z } from 'zod';
import { type Erased, isNotHeld, someOf } from '../platform/erasure.ts';
import { type Database, all, run, sql } from '../platform/postgres/database.ts';
import { addMakeJob, insertNext } from './archives.queries.ts';

/**
 * From now on the archives know the person by the placeholder. Asks for archives without the person, in this
 * transaction, which waits for none of them.
 */
export async function eraseInArchives(
  db: Database,
  { personId, placeholder }: Erased,
  max: number,
): Promise<number> {
  const named = await all(
    db,
    z.object({ quizId: z.uuid() }),
    sql`
      update archived_people set person_id = ${placeholder}, erased_at = now()
      where ${someOf(sql`from archived_people where person_id = ${personId}`, max)}
      returning quiz_id
    `,
  );
  const quizIds = named.map(({ quizId }) => quizId);
  for (const next of await insertNext(db, quizIds)) await addMakeJob(db, next);
  return named.length;
}

/**
 * Gives up the files of archives of tests that ended long enough ago, which are then swept, and what their numbers stand
 * for. The hashes stay.
 */
export async function eraseOldArchives(db: Database, max: number): Promise<number> {
  const erased = await all(
    db,
    z.object({ quizId: z.uuid() }),
    sql`
      with due as (
        select quiz_id, number
        from quizzes
        join archives on quiz_id = unique_id and state = 'sealed'
        where end_of_work(class_id, greatest(ends_at, sealed_at)) < goes_before('archives')
          and not exists (
            select from archived_people named
            where named.quiz_id = archives.quiz_id and not ${isNotHeld(sql`named.person_id`)}
          )
        limit ${max}
      )
      update archives
      set state = 'removed', file_id = null, is_broken = false
      from due
      where archives.quiz_id = due.quiz_id and archives.number = due.number
      returning archives.quiz_id
    `,
  );
  const quizIds = erased.map(({ quizId }) => quizId);
  await run(
    db,
    sql`
      delete from archived_people
      where quiz_id = any(${quizIds}::uuid[]) and not exists (
        select from archives
        where archives.quiz_id = archived_people.quiz_id and state <> 'removed'
      )
    `,
  );
  return erased.length;
}
