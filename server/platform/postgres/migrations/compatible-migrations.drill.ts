import { Client } from 'pg';
import { expect, test } from 'vitest';
import { HANG_MS, PATIENCE } from '../../../../runner/testing/patience.ts';
import { makeLaterVersion } from '../../../testing/database/later-version.ts';
import { makeTestDatabase } from '../../../testing/database/test-database.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';

const QUIZZES = 500;
const STUDENTS = 2000;
const SAVERS = 4;
/** Maximum time that a save may wait for a migration. */
const LOCK_TIMEOUT_MS = 1000 * PATIENCE;

/** A million attempts and as many hand-ins, inserted without checking foreign keys. */
const FILL = `
  set session_replication_role = replica;
  insert into people (id, name, role)
  select 'S' || n, 'Student ' || n, 0 from generate_series(1, ${STUDENTS}) n;
  insert into quizzes (unique_id, status, topic, subject_id, class_name, total_questions,
    score_per_question, time_limit, time_limit_seconds, starts_at, ends_at, for_everyone,
    for_courses, for_years, for_roll_numbers, score_opens, answers_open, shuffle_questions,
    shuffle_options, created_by)
  select gen_random_uuid(), 'published', 'Topic', 'Subject', '', 10, 1, '1 hour', 3600, now(),
    now() + interval '1 day', true, '{}', '{}', '{}', 'at_end', 'at_end', false, false, 'S1'
  from generate_series(1, ${QUIZZES});
  insert into attempts (quiz_id, person_id, started_at, deadline_at, answers, last_seen_at, changed_at)
  select unique_id, people.id, now(), now() + interval '1 hour', '{"1":"A","2":"B"}', now(), now()
  from quizzes cross join people;
  insert into assignments (title, text, file_name, max_marks, for_everyone, for_courses, for_years,
    for_roll_numbers, created_by)
  select 'Work', 'Do it', '', 10, true, '{}', '{}', '{}', 'S1' from generate_series(1, ${QUIZZES});
  insert into hand_ins (assignment_id, student_id, version, is_last, kind, text, handed_in_at, is_late)
  select assignments.id, people.id, 1, true, 'text', 'Done', now(), false
  from assignments cross join people;
  set session_replication_role = origin;
  analyze;
`;

let lastVersion = 1;

/**
 * Saves answers and hand-ins until stopped, and returns the refusals. Resolves after the first
 * save.
 */
async function startSaver(databaseUrl: string, person: string) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  const quiz = (await client.query('select unique_id as id from quizzes limit 1')).rows[0]?.id;
  const work = (await client.query('select id from assignments limit 1')).rows[0]?.id;
  const refused: unknown[] = [];
  const { promise: saved, resolve: noteSaved } = Promise.withResolvers<void>();
  const stop = new AbortController();
  const ended = (async () => {
    while (!stop.signal.aborted) {
      const version = (lastVersion += 1);
      try {
        await client.query('begin');
        await client.query('select from people where id = $1', [person]);
        await client.query(
          'update attempts set sequence = $3, changed_at = now() where quiz_id = $1 and person_id = $2',
          [quiz, person, version],
        );
        await client.query(
          `insert into attempt_steps (quiz_id, person_id, at, step, by)
           values ($1, $2, now(), 'save', $2)`,
          [quiz, person],
        );
        await client.query(
          `insert into hand_ins (assignment_id, student_id, version, is_last, kind, text, handed_in_at, is_late)
           values ($1, $2, $3, false, 'text', 'Done', now(), false)`,
          [work, person, version],
        );
        await client.query('commit');
        noteSaved();
      } catch (error) {
        refused.push(error);
        await client.query('rollback');
      }
    }
    await client.end();
    return { refused };
  })();
  await saved;
  return () => {
    stop.abort();
    return ended;
  };
}

test(
  'compatible migrations keep no save waiting for a second, with a million attempts',
  async () => {
    const database = await makeTestDatabase('empty');
    const { folder, close } = await makeLaterVersion();
    const [first, ...later] = await readMigrations(folder);
    if (!first) throw new Error('There is no migration.');
    await migrate(database.pool, { folder, upTo: [first] });
    await database.pool.query(FILL);
    const applied = [first];
    for (const migration of later) {
      const { name, isCompatible } = migration;
      applied.push(migration);
      const people = isCompatible ? Array.from({ length: SAVERS }, (_, nth) => `S${nth + 1}`) : [];
      const savers = await Promise.all(
        people.map((person) => startSaver(database.databaseUrl, person)),
      );
      expect(await migrate(database.pool, { folder, upTo: applied })).toEqual([name]);
      const ended = await Promise.all(savers.map((stop) => stop()));
      expect({ name, refused: ended.flatMap(({ refused }) => refused) }).toEqual({
        name,
        refused: [],
      });
    }
    await close();
    await database.close();
  },
  10 * HANG_MS,
);
