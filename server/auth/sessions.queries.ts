import { classRights } from '@vlabs/contract/rights';
import { z } from 'zod';
import { hasAttemptInClass } from '../platform/access/teaching-members.queries.ts';
import { type Database, all, first, prepared, run, sql } from '../platform/postgres/database.ts';

const Person = z.object({
  personId: z.string(),
  role: z.union([z.literal(0), z.literal(1)]),
  isGuest: z.boolean(),
  isDemo: z.boolean(),
  isStaff: z.boolean(),
  /** The classes that staff teach or a student assists in; null for none. */
  teaches: z
    .array(
      z.object({
        classId: z.uuid(),
        role: z.enum(classRights.viewWork),
        sections: z.array(z.uuid()),
      }),
    )
    .nullable(),
});
const FoundSession = Person.extend({ tokenHash: z.instanceof(Buffer), sessionId: z.string() });

/** The classes that the person `found` teaches. */
const teaches = sql`
  case when is_staff or (role = 0 and not is_guest) then (
    select json_agg(json_build_object('classId', member.class_id, 'role', member.role,
      'sections', array(select section_id from member_sections own
        where own.class_id = member.class_id and own.person_id = member.person_id
          and member.role = 'assistant')))
    from class_members member
    where member.person_id = found.person_id and left_at is null and member.role <> 'student'
  ) end as teaches
`;

/** An enabled account; null if there is none. */
export const findPerson = (db: Database, personId: string) =>
  first(
    db,
    Person,
    sql`
      select person_id, role, is_guest, is_demo, is_staff, ${teaches}
      from (select id as person_id, * from people) found
      where person_id = ${personId} and disabled_at is null
    `,
  );

/**
 * Finds the owners of these tokens and records their use: one statement, with at most one write per
 * minute. A session expires seven days after its last use.
 */
export function listUsedSessions(db: Database, tokenHashes: readonly Buffer[]) {
  return all(
    db,
    FoundSession,
    prepared(
      'list-used-sessions',
      sql`
      with found as (
        select sessions.id, sessions.token_hash, sessions.last_used_at, people.id as person_id,
          people.role, people.is_guest, people.is_demo, people.is_staff
        from sessions
        join people on people.id = sessions.person_id
        where sessions.token_hash = any(${tokenHashes}::bytea[])
          and sessions.last_used_at > now() - interval '7 days'
          and people.disabled_at is null
      ), free as (
        -- A session that somebody else notes or ends at this moment is not waited for.
        select id from sessions
        where id in (select id from found where last_used_at < now() - interval '1 minute')
        for no key update skip locked
      ), touched as (
        update sessions set last_used_at = now() from free where sessions.id = free.id
      )
      select token_hash, id as session_id, person_id, role, is_guest, is_demo, is_staff,
        ${teaches}
      from found
    `,
    ),
  );
}

/** Those of these sessions that have not ended. Their use is not recorded. */
export async function listOpenSessions(
  db: Database,
  sessionIds: readonly string[],
): Promise<Set<string>> {
  const found = await all(
    db,
    z.object({ id: z.string() }),
    sql`
      select sessions.id
      from sessions
      join people on people.id = sessions.person_id
      where sessions.id = any(${sessionIds}::uuid[]) and people.disabled_at is null
        and sessions.last_used_at > now() - interval '7 days'
    `,
  );
  return new Set(found.map(({ id }) => id));
}

/** Those of these classes in which the person has taken a test. */
export async function listClassesWithAttempt(
  db: Database,
  personId: string,
  classIds: readonly string[],
): Promise<Set<string>> {
  const found = await all(
    db,
    z.object({ classId: z.uuid() }),
    sql`
      select class_id
      from unnest(${classIds}::uuid[]) as class_id
      where ${hasAttemptInClass(sql`class_id`, sql`${personId}::text`)}
    `,
  );
  return new Set(found.map(({ classId }) => classId));
}

interface NewSession {
  personId: string;
  /** The verified hash: the session is added only if the password has not changed. */
  passwordHash: string;
  tokenHash: Buffer;
  address: string;
  browser: string;
}

/**
 * Adds no row if the password was changed or the account disabled since the verification. The row
 * lock makes a concurrent password change wait, so that it ends this session.
 */
export function insertSession(db: Database, session: NewSession) {
  return run(
    db,
    sql`
      insert into sessions (token_hash, person_id, address, browser)
      select ${session.tokenHash}, id, ${session.address}, ${session.browser}
      from people
      where id = ${session.personId} and password_hash = ${session.passwordHash}
        and disabled_at is null
      for share
    `,
  );
}

export function listSessions(db: Database, personId: string) {
  return all(
    db,
    z.object({
      sessionId: z.string(),
      createdAt: z.date(),
      lastUsedAt: z.date(),
      address: z.string(),
      browser: z.string(),
    }),
    sql`
      select id as session_id, created_at, last_used_at, address, browser
      from sessions
      where person_id = ${personId} and last_used_at > now() - interval '7 days'
      order by last_used_at desc, created_at desc
    `,
  );
}

export function deleteSession(db: Database, session: { sessionId: string; personId: string }) {
  return run(
    db,
    sql`
      delete from sessions
      where id = ${session.sessionId} and person_id = ${session.personId}
    `,
  );
}

export function deleteSessions(db: Database, personId: string) {
  return run(db, sql`delete from sessions where person_id = ${personId}`);
}

/** Keeps a person's most recently used sessions. */
export function deleteSessionsBeyond(db: Database, personId: string, max: number) {
  return run(
    db,
    sql`
      delete from sessions
      where id in (
        select id
        from sessions
        where person_id = ${personId}
        order by last_used_at desc, created_at desc
        offset ${max}
      )
    `,
  );
}

export function deleteExpiredSessions(db: Database, personId: string) {
  return run(
    db,
    sql`
      delete from sessions
      where person_id = ${personId} and last_used_at <= now() - interval '7 days'
    `,
  );
}

export function deleteDemoSessions(db: Database) {
  return run(
    db,
    sql`delete from sessions using people where people.id = sessions.person_id and people.is_demo`,
  );
}
