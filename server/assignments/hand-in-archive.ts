import type { Pool } from 'pg';
import { listSectionsIn } from '../classes/classes.reads.ts';
import type { StoredFiles } from '../files/files.reads.ts';
import { FULL_ACCESS, includesClass, isTeacher } from '../platform/access/access-scope.ts';
import { classIdOf } from '../platform/access/audience-columns.ts';
import { recordAct, recordActOf } from '../platform/audit/audit.ts';
import type { Origin } from '../platform/connections/arrival.ts';
import { forbidden, unauthorised } from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import { type Assignments, assignmentSubject } from './assignments.service.ts';
import { getTexts, listLastVersions } from './hand-ins.queries.ts';
import { findReader } from './link-readers.ts';

interface Archives {
  pool: Pool;
  files: StoredFiles;
  assignments: Assignments;
}

export const archivePathOf = (id: string) => `/api/v1/assignments/${id}/hand-ins.zip`;

/** The content of an archive of the last hand-ins: for an admin, or for the reader of a signed link, in their scope. */
export async function openHandInArchive(
  { pool, files, assignments }: Archives,
  caller: Caller | null,
  { id, token, origin }: { id: string; token: string | undefined; origin: Origin },
) {
  const signedFor = token === undefined ? null : files.readerOfPath(archivePathOf(id), token);
  if (signedFor === null && caller?.role !== 'admin') throw caller ? forbidden() : unauthorised();
  const assignment = await assignments.requireAssignment(id);
  const classId = classIdOf(assignment.audience);
  const scope =
    signedFor === null ? FULL_ACCESS : (await findReader(pool, signedFor, 'work')).scope;
  if (!includesClass(scope, classId)) throw forbidden();
  const sections = await listSectionsIn(pool, scope, classId);
  const versions = await listLastVersions(pool, id, sections);
  await inTransaction(pool, async (db) => {
    const act = { action: 'download-hand-ins' as const, subject: assignmentSubject(assignment) };
    if (caller && isTeacher(caller)) await recordAct(db, act);
    else if (signedFor !== null) await recordActOf(db, { ...origin, by: signedFor }, act);
  });
  const readTexts = (handInId: string) => getTexts(pool, handInId);
  return { assignment, versions, contents: { files, readTexts } };
}
