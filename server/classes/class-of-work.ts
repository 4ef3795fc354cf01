import type { Audience } from '@vlabs/contract/students/audience';
import { PublicError, notFound } from '../platform/errors.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type AccessScope, includesClass } from '../platform/access/access-scope.ts';
import { findClass, lockClassForShare, lockClassOf } from './access-scope.queries.ts';
import { classIsArchived, classForbidden } from './require-access.ts';

type RequireClass = (
  db: Database,
  scope: AccessScope,
  audience: Pick<Audience, 'inClass'>,
) => Promise<void>;

/**
 * Called before work is written: refuses a class where the caller may not edit, an archived class, and sections of
 * another class. Locks the class until the transaction ends. Work without a class is for campus admins.
 */
export const requireClassOfWork: RequireClass = (...asked) =>
  requireClass(lockClassForShare, ...asked);

/** Like `requireClassOfWork`, without a lock. */
export const requireClassAsItIs: RequireClass = (...asked) => requireClass(findClass, ...asked);

async function requireClass(
  find: typeof findClass,
  ...[db, scope, audience]: Parameters<RequireClass>
): Promise<void> {
  const inClass = requireClassInScope(scope, audience);
  if (!inClass) return;
  const { classId, sections } = inClass;
  const found = await find(db, classId);
  if (!found) throw notFound('The class');
  if (found.state === 'archived') throw classIsArchived();
  const known = new Set(found.sections);
  if (sections.some((section) => !known.has(section))) {
    throw invalidClass('A section belongs to another class. Choose the sections again.');
  }
}

/**
 * Refuses work of an archived class, and keeps the class from being archived until the transaction ends. Called
 * before the work is locked.
 */
export async function requireOpenClassOf(
  db: Database,
  work: { quiz: string } | { assignment: string },
): Promise<void> {
  if ((await lockClassOf(db, work)) === 'archived') throw classIsArchived();
}

/** Returns the class of an audience and refuses one out of scope. Only campus admins may have none. */
export function requireClassInScope(
  scope: AccessScope,
  { inClass }: Pick<Audience, 'inClass'>,
): Audience['inClass'] {
  if (!inClass) {
    if (scope.isUnlimited) return undefined;
    throw invalidClass('Choose a class.');
  }
  if (!includesClass(scope, inClass.classId)) throw classForbidden();
  return inClass;
}

const invalidClass = (message: string) =>
  new PublicError(400, 'invalid', message, { audience: message });
