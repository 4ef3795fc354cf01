import { getAssignment } from '@vlabs/contract/assignments/assignments';
import { listHandIns } from '@vlabs/contract/assignments/hand-ins';
import type { Pool } from 'pg';
import { findCaller } from '../auth/auth.reads.ts';
import type { FinishedFile } from '../files/files.reads.ts';
import { type AccessScope, scopeOf } from '../platform/access/access-scope.ts';
import { unauthorised } from '../platform/errors.ts';
import { type Caller, actingBy } from '../platform/http/serve.ts';
import { mayGiveOut } from './assignment-lists.queries.ts';
import { listFilesGivenTo } from './assignments.reads.ts';
import { isHandedInWithin } from './hand-ins.queries.ts';

const keys = getAssignment.right;
const work = listHandIns.right;

/** Reports whether a person may read a file of an assignment or a hand-in now. */
export async function mayReadFile(
  pool: Pool,
  personId: string,
  file: FinishedFile,
): Promise<boolean> {
  const reader = await findCaller(pool, personId);
  if (!reader) return false;
  if (reader.role === 'admin') return true;
  switch (file.bucketId) {
    case 'assignments':
      return (
        (await mayGiveOut(pool, scopeOf(actingBy(reader, keys), keys), file)) ||
        (await listFilesGivenTo(pool, personId, file.fileId)).length > 0
      );
    case 'submissions':
      return (
        file.ownerId === personId ||
        isHandedInWithin(pool, scopeOf(actingBy(reader, work), work), file.fileId)
      );
    default:
      return false;
  }
}

/** Their scope of this moment for work, or for the statement and keys, of which a link shows a part. */
export async function findReader(
  pool: Pool,
  personId: string,
  of: 'work' | 'keys',
): Promise<{ reader: Caller; scope: AccessScope }> {
  const reader = await findCaller(pool, personId);
  if (!reader) throw unauthorised();
  const right = of === 'work' ? work : keys;
  return { reader, scope: scopeOf(actingBy(reader, right), right) };
}
