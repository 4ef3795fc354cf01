import type { Audience } from '@vlabs/contract/people/audience';
import { PublicError, notFound } from '../platform/errors.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type Reach, reachesClass } from '../platform/reach.ts';
import { keepClass } from './reach.queries.ts';
import { classIsArchived, notYours } from './require-reach.ts';

/**
 * Before work is kept: refuses a class in which the caller may not write, one that is archived, and sections of
 * another. The class stays as it is until the transaction ends. Work without a class is for campus admins.
 */
export async function requireClassOfWork(
  db: Database,
  reach: Reach,
  { inClass }: Pick<Audience, 'inClass'>,
): Promise<void> {
  if (!inClass) {
    if (reach.everything) return;
    throw invalidClass('Choose the class that it is for.');
  }
  const { classId, sections } = inClass;
  if (!reachesClass(reach, classId)) throw notYours();
  const found = await keepClass(db, classId);
  if (!found) throw notFound('The class');
  if (found.state === 'archived') throw classIsArchived();
  const known = new Set(found.sections);
  if (sections.some((section) => !known.has(section))) {
    throw invalidClass('A section is of another class. Choose the sections again.');
  }
}

const invalidClass = (message: string) =>
  new PublicError(400, 'invalid', message, { audience: message });
