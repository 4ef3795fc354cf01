import { z } from 'zod';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';

const Row = z.object({
  requestId: z.uuid(),
  personId: z.string(),
  kind: z.enum(['correction', 'erasure']),
  text: z.string(),
  askedAt: z.date(),
  dueAt: z.date(),
  state: z.enum(['done', 'refused']).nullable(),
  answer: z.string().nullable(),
  answeredAt: z.date().nullable(),
});
export type RequestRow = z.infer<typeof Row>;
const columns = sql`
  data_requests.id as request_id, person_id, kind, text, asked_at, due_at, state, answer, answered_at
`;
const KEPT_SHOWN = 50;

/** Newest first. */
export const listRequestsOf = (db: Database, personId: string) =>
  all(
    db,
    Row,
    sql`
      select ${columns} from data_requests
      where person_id = ${personId}
      order by asked_at desc
      limit ${KEPT_SHOWN}
    `,
  );

export const listOpenRequests = (db: Database, max: number) =>
  all(
    db,
    Row.extend({ name: z.string() }),
    sql`
      select ${columns}, people.name
      from data_requests join people on people.id = person_id
      where state is null
      order by due_at, data_requests.id
      limit ${max}
    `,
  );

/** Of everyone, or of one person. */
export async function countOpenRequests(db: Database, personId: string | null): Promise<number> {
  const counted = await first(
    db,
    z.object({ total: z.int() }),
    sql`
      select count(*)::int as total from data_requests
      where state is null and (${personId}::text is null or person_id = ${personId})
    `,
  );
  return counted?.total ?? 0;
}

/** Locks a person's requests until the transaction ends. */
export const lockRequestsOf = (db: Database, personId: string) =>
  run(
    db,
    sql`select pg_advisory_xact_lock(hashtextextended('requests of ' || ${personId}::text, 0))`,
  );

export const insertRequest = (
  db: Database,
  asked: { personId: string; kind: string; text: string; days: number },
) =>
  first(
    db,
    Row,
    sql`
      insert into data_requests (person_id, kind, text, due_at)
      values (${asked.personId}, ${asked.kind}, ${asked.text}, now() + make_interval(days => ${asked.days}))
      returning ${columns}
    `,
  );

/** Null if it is not open. */
export const updateAnswered = (
  db: Database,
  {
    requestId,
    state,
    answer,
    by,
  }: { requestId: string; state: string; answer: string; by: string },
) =>
  first(
    db,
    Row,
    sql`
      update data_requests
      set state = ${state}, answer = ${answer}, answered_by = ${by}, answered_at = now()
      where id = ${requestId} and state is null
      returning ${columns}
    `,
  );

export function findRead(db: Database, personId: string, version: number) {
  return first(
    db,
    z.object({ readAt: z.date().nullable(), hasReadEarlier: z.boolean() }),
    sql`
      select max(read_at) filter (where version = ${version}) as read_at,
        coalesce(bool_or(version < ${version}), false) as has_read_earlier
      from data_notice_reads
      where person_id = ${personId}
    `,
  );
}

/** The first confirmation counts. */
export function insertRead(db: Database, personId: string, version: number) {
  return run(
    db,
    sql`
      insert into data_notice_reads (person_id, version) values (${personId}, ${version})
      on conflict do nothing
    `,
  );
}

/** Seconds until the person may start another download; 0 starts and counts one. */
export async function countDownload(
  db: Database,
  personId: string,
  { perHour }: { perHour: number },
): Promise<number> {
  await run(
    db,
    sql`select pg_advisory_xact_lock(hashtextextended('downloads of ' || ${personId}::text, 0))`,
  );
  await run(
    db,
    sql`
      delete from my_data_downloads
      where person_id = ${personId} and began_at < now() - interval '1 hour'
    `,
  );
  const counted = await first(
    db,
    z.object({ begun: z.int(), secondsLeft: z.number() }),
    sql`
      select count(*)::int as begun,
        coalesce(extract(epoch from min(began_at) + interval '1 hour' - now()), 0)::float8 as seconds_left
      from my_data_downloads
      where person_id = ${personId}
    `,
  );
  if (counted && counted.begun >= perHour) return Math.max(1, counted.secondsLeft);
  await run(db, sql`insert into my_data_downloads (person_id) values (${personId})`);
  return 0;
}
