import { classRights } from '@vlabs/contract/http/rights';
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

/** A session that was not idle for too long and has not reached its longest life. */
const goesOn = sql`last_used_at > now() - idle_limit and ends_at > now()`;

const isOnSharedComputer = sql`idle_limit < interval '7 days'`;

const isShared = sql`${isOnSharedComputer} as is_shared`;

const FoundSession = Person.extend({
  tokenHash: z.instanceof(Buffer),
  sessionId: z.string(),
  needsSecondStep: z.boolean(),
});

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
 * minute.
 */
export function listUsedSessions(db: Database, tokenHashes: readonly Buffer[]) {
  return all(
    db,
    FoundSession,
    prepared(
      'list-used-sessions',
      sql`
      with found as (
        select sessions.id, sessions.token_hash, sessions.last_used_at, sessions.needs_second_step,
          people.id as person_id,
          people.role, people.is_guest, people.is_demo, people.is_staff
        from sessions
        join people on people.id = sessions.person_id
        where sessions.token_hash = any(${tokenHashes}::bytea[])
          and ${goesOn}
          and people.disabled_at is null
      ), free as (
        -- A session that somebody else notes or ends at this moment is not waited for.
        select id from sessions
        where id in (select id from found where last_used_at < now() - interval '1 minute')
        for no key update skip locked
      ), touched as (
        update sessions set last_used_at = now() from free where sessions.id = free.id
      )
      select token_hash, id as session_id, needs_second_step, person_id, role, is_guest, is_demo,
        is_staff, ${teaches}
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
        and ${goesOn}
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

export interface SessionLimits {
  /** On a shared computer, a session ends after so many minutes without use. */
  sharedIdleMinutes: number;
  /** A session ends so many days after sign-in, however it is used. */
  longestDays: number;
  /** The same for campus admins, in hours. */
  adminHours: number;
  /** A sign-in from a new device is mailed to the person. */
  mailsNewDevices: boolean;
}

export interface NewSession {
  personId: string;
  /** How the person proved who they are: 'password', or the name of another sign-in method. */
  method: string;
  /** The verified hash: the session is added only if the password has not changed. Undefined without a password. */
  passwordHash?: string;
  tokenHash: Buffer;
  address: string;
  browser: string;
  isShared: boolean;
  /** It may do nothing but set up a second step. */
  needsSecondStep?: boolean;
  limits: SessionLimits;
  /** The longest life that the sign-in method allows, in hours; null for no limit of its own. */
  longestHours?: number | null;
}

/**
 * Adds no row if the password was changed or the account disabled since the verification. The row
 * lock makes a concurrent password change wait, so that it ends this session.
 */
export function insertSession(db: Database, { limits, ...session }: NewSession) {
  const { passwordHash = null, longestHours = null, needsSecondStep = false } = session;
  return run(
    db,
    sql`
      insert into sessions (token_hash, person_id, method, address, browser, needs_second_step,
        idle_limit, ends_at)
      select ${session.tokenHash}, id, ${session.method}, ${session.address}, ${session.browser},
        ${needsSecondStep}, case when ${session.isShared} then make_interval(mins => ${limits.sharedIdleMinutes})
          else interval '7 days' end,
        now() + least(make_interval(hours => ${longestHours}::integer),
          case when role = 1 and not is_staff then make_interval(hours => ${limits.adminHours})
          else make_interval(days => ${limits.longestDays}) end)
      from people
      where id = ${session.personId} and disabled_at is null
        and (${passwordHash}::text is null or password_hash = ${passwordHash})
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
      method: z.string(),
      isShared: z.boolean(),
    }),
    sql`
      select id as session_id, created_at, last_used_at, address, browser, method, ${isShared}
      from sessions
      where person_id = ${personId} and ${goesOn}
      order by last_used_at desc, created_at desc
    `,
  );
}

/** Whether the person has signed in just now. */
export async function isFreshSession(db: Database, sessionId: string): Promise<boolean> {
  const found = await first(
    db,
    z.object({ isFresh: z.boolean() }),
    sql`
      select created_at > now() - interval '10 minutes' as is_fresh
      from sessions where id = ${sessionId}
    `,
  );
  return found?.isFresh === true;
}

export async function isSharedSession(db: Database, sessionId: string): Promise<boolean> {
  const found = await first(
    db,
    z.object({ isShared: z.boolean() }),
    sql`select ${isShared} from sessions where id = ${sessionId}`,
  );
  return found?.isShared === true;
}

/** A session on a shared computer then ends after a minute without use. Each use gives it its whole time again. */
export function shortenSharedSession(db: Database, sessionId: string) {
  return run(
    db,
    sql`
      update sessions
      set last_used_at = now() - idle_limit + interval '1 minute'
      where id = ${sessionId} and ${isOnSharedComputer}
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
      where person_id = ${personId} and not (${goesOn})
    `,
  );
}

export function deleteDemoSessions(db: Database) {
  return run(
    db,
    sql`delete from sessions using people where people.id = sessions.person_id and people.is_demo`,
  );
}
