import type { Audience } from '@vlabs/contract/people/audience';
import { PublicError, notFound } from '../platform/errors.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type AccessScope, includesClass } from '../platform/access-scope.ts';
import { findClass, lockClassForShare } from './access-scope.queries.ts';
import { classIsArchived, classForbidden } from './require-access.ts';

type RequireClass = (
  db: Database,
  scope: AccessScope,
  audience: Pick<Audience, 'inClass'>,
) => Promise<void>;

/**
 * Before work is written: refuses a class in which the caller may not write, one that is archived, and sections of
 * another. The class stays as it is until the transaction ends. Work without a class is for campus admins.
 */
export const requireClassOfWork: RequireClass = (...asked) =>
  requireClass(lockClassForShare, ...asked);

/** As `requireClassOfWork`, but takes no lock: the class may change before the transaction ends. */
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
    throw invalidClass('A section is of another class. Choose the sections again.');
  }
}

/** The class of an audience; refuses one that the caller does not reach. None is for who reaches everything. */
export function requireClassInScope(
  scope: AccessScope,
  { inClass }: Pick<Audience, 'inClass'>,
): Audience['inClass'] {
  if (!inClass) {
    if (scope.isUnlimited) return undefined;
    throw invalidClass('Choose the class that it is for.');
  }
  if (!includesClass(scope, inClass.classId)) throw classForbidden();
  return inClass;
}

const invalidClass = (message: string) =>
  new PublicError(400, 'invalid', message, { audience: message });
