import type { ClassOf, Right } from '@vlabs/contract/http/rights';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import { recordActOf } from '../platform/audit/audit.ts';
import { conflict, forbidden } from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import { type AccessScope, scopeOf, includesClass } from '../platform/access/access-scope.ts';
import { findInScope } from './access-scope.queries.ts';
import { type SeenWork, findWorkToNote } from './seen-work.queries.ts';

/** Checks before a staff call that the object in its path is in a class where the right applies. */
export function limitStaffToClasses(app: FastifyInstance, pool: Pool): void {
  app.decorate('requireInScope', async (scope, { of, params, isChange }) => {
    const found = await finders[of](pool, scope, params);
    // A missing object is handled by the call itself.
    if (found?.isIn === false) throw classForbidden();
    if (isChange && found?.isArchived === true) throw classIsArchived();
  });
  app.decorate('noteSeenWork', async (actor, { of, params }) => {
    for (const work of worksIn(of, params)) {
      const seen = await findWorkToNote(pool, actor.by, work);
      if (seen) await recordActOf(pool, actor, { action: 'see-work', ...seen });
    }
  });
}

/** The work that an address shows. */
function worksIn(of: ClassOf, params: Record<string, string>): SeenWork[] {
  const { uniqueId, userId = null, otherUserId, id, studentId = null } = params;
  const { rollNumber = '', classId = null, handInId, otherId } = params;
  switch (of) {
    case 'quiz':
      return isUuid(uniqueId)
        ? peopleIn(userId, otherUserId).map((personId) => ({ of, id: uniqueId, personId }))
        : [];
    case 'assignment':
      return isUuid(id) ? [{ of, id, personId: studentId }] : [];
    case 'hand-in':
      return [handInId, otherId]
        .filter(isUuid)
        .map((each) => ({ of, id: each, personId: null }) as const);
    case 'student':
      return [{ of, id: null, personId: rollNumber }];
    case 'class':
    case 'list':
      return [{ of: 'list', id: isUuid(classId) ? classId : null, personId: null }];
    default:
      return [];
  }
}

/** The people that a call about a test names; one null if it names none. */
const peopleIn = (userId: string | null, otherUserId: string | undefined) =>
  otherUserId === undefined ? [userId] : [userId, otherUserId];

/**
 * Refuses staff without this right on the objects in the parameters, for requests that are not calls of their own,
 * such as following a task. Missing objects are refused too.
 */
export async function requireRight(
  pool: Pool,
  caller: Caller,
  { right, params }: { right: Right | undefined; params: Record<string, string> },
): Promise<void> {
  if (caller.role !== 'staff') return;
  if (typeof right !== 'object') throw classForbidden();
  const found = await finders[right.of](pool, scopeOf(caller, right), params);
  if (found?.isIn !== true) throw classForbidden();
}

export const classForbidden = () =>
  forbidden('You don’t have permission for this in the class. Ask its owner.');

export const classIsArchived = () =>
  conflict('archived', 'This class is archived. Reopen it to make changes.');

type Find = (
  pool: Pool,
  scope: AccessScope,
  params: Record<string, string>,
) => Promise<{ isIn: boolean; isArchived: boolean } | null>;

const finders: Record<ClassOf, Find> = {
  list: async () => null,
  class: async (_pool, scope, { classId = '' }) => ({
    isIn: includesClass(scope, classId.toLowerCase()),
    // Calls decide themselves what is allowed on archived classes.
    isArchived: false,
  }),
  // Staff get the same refusal for unknown students and for students out of scope, so it reveals nothing.
  student: async (pool, scope, { rollNumber = '' }) =>
    (await findInScope.student(pool, scope, rollNumber)) ?? {
      isIn: scope.isUnlimited,
      isArchived: false,
    },
  quiz: async (pool, scope, { uniqueId, userId = null, otherUserId }) => {
    if (!isUuid(uniqueId)) return null;
    const people = peopleIn(userId, otherUserId);
    return inAll(people.map((person) => findInScope.quiz(pool, scope, uniqueId, person)));
  },
  draft: async (pool, scope, { uniqueId }) =>
    isUuid(uniqueId) ? findInScope.draft(pool, scope, uniqueId) : null,
  assignment: async (pool, scope, { id, studentId = null }) =>
    isUuid(id) ? findInScope.assignment(pool, scope, id, studentId) : null,
  'hand-in': async (pool, scope, { handInId, otherId = handInId }) => {
    const ids = [handInId, otherId].filter(isUuid);
    return inAll(ids.map((id) => findInScope['hand-in'](pool, scope, id)));
  },
};

/** Of several objects, of which some may be missing. */
async function inAll(looking: ReturnType<Find>[]): ReturnType<Find> {
  const known = (await Promise.all(looking)).filter((one) => one !== null);
  if (known.length === 0) return null;
  return {
    isIn: known.every(({ isIn }) => isIn),
    isArchived: known.some(({ isArchived }) => isArchived),
  };
}

const isUuid = (text: string | null | undefined): text is string =>
  z.uuid().safeParse(text).success;
