import type { Session } from '@vlabs/contract/auth/auth';
import { ROLE_ADMIN, type Role } from '@vlabs/contract/http/endpoint';
import type { Pool } from 'pg';
import { recordAct } from '../platform/audit/audit.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import { notFound } from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import type { TeachingRole } from '../platform/access/access-scope.ts';
import { hashToken } from '../platform/access/sessions.ts';
import * as sessions from './sessions.queries.ts';

export interface FoundCaller {
  caller: Caller;
  /** The classes that staff teach or a student assists in. */
  teaches: TeachingRole[];
  isDemo: boolean;
}

/** Null for each token that is unknown, has ended or was unused for seven days. */
export async function listCallers(
  db: Database,
  tokens: readonly string[],
): Promise<(FoundCaller | null)[]> {
  const hashes = tokens.map(hashToken);
  const found = await sessions.listUsedSessions(db, hashes);
  const callers = new Map(
    found.map(({ tokenHash, personId, sessionId, needsSecondStep, ...person }) => [
      tokenHash.toString('hex'),
      {
        caller: {
          id: personId,
          role: roleOf(person),
          sessionId,
          ...(needsSecondStep && { needsSecondStep }),
        },
        teaches: person.teaches ?? [],
        isDemo: person.isDemo,
      },
    ]),
  );
  return hashes.map((hash) => callers.get(hash.toString('hex')) ?? null);
}

/** A person with the rights that they have now, for work that no request of theirs begins; null if they have none. */
export async function findCaller(db: Database, personId: string): Promise<Caller | null> {
  const found = await sessions.findPerson(db, personId);
  if (!found) return null;
  const caller = { id: found.personId, role: roleOf(found), sessionId: null };
  return asTeacher(db, { caller, teaches: found.teaches ?? [] });
}

/**
 * Adds what the caller teaches. A student assistant has no rights in a class where they have taken a test
 * themselves.
 */
export async function asTeacher(
  db: Database,
  { caller, teaches }: Pick<FoundCaller, 'caller' | 'teaches'>,
): Promise<Caller> {
  if (caller.role === 'staff') return { ...caller, teaches };
  if (teaches.length === 0) return caller;
  const classIds = teaches.map(({ classId }) => classId);
  const ownTests = await sessions.listClassesWithAttempt(db, caller.id, classIds);
  return { ...caller, teaches: teaches.filter(({ classId }) => !ownTests.has(classId)) };
}

interface Kind {
  role: 0 | 1;
  isGuest: boolean;
  isStaff: boolean;
}

function roleOf({ role, isGuest, isStaff }: Kind): Role {
  if (role === ROLE_ADMIN) return isStaff ? 'staff' : 'admin';
  return isGuest ? 'guest' : 'student';
}

export async function listSessions(db: Database, caller: Caller): Promise<Session[]> {
  const rows = await sessions.listSessions(db, caller.id);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    current: row.sessionId === caller.sessionId,
  }));
}

export async function endSession(pool: Pool, caller: Caller, sessionId: string): Promise<void> {
  await inTransaction(pool, async (db) => {
    const ended = await sessions.deleteSession(db, { sessionId, personId: caller.id });
    // Another person's session is treated as not found.
    if (ended === 0) throw notFound('That session');
    const subject = { kind: 'session' as const, id: sessionId, name: 'own session' };
    await recordAct(db, { action: 'end-session', subject });
  });
}

export async function logout(pool: Pool, caller: Caller): Promise<void> {
  const { id, sessionId } = caller;
  if (sessionId === null) return;
  await inTransaction(pool, async (db) => {
    await sessions.deleteSession(db, { sessionId, personId: id });
    await recordAct(db, { action: 'sign-out' });
  });
}

/** The page is gone, or is being loaded again and will soon call. */
export async function leaveSession(db: Database, { sessionId }: Caller): Promise<void> {
  if (sessionId !== null) await sessions.shortenSharedSession(db, sessionId);
}
