import type { ListedAssignment } from '@vlabs/contract/assignments/assignments';
import type { Enrolment } from '@vlabs/contract/students/audience';
import { isInAudience } from '@vlabs/contract/students/audience';
import type { Pool } from 'pg';
import type { StoredFiles } from '../files/files.reads.ts';
import { classIdOf } from '../platform/access/audience-columns.ts';
import { recordAct } from '../platform/audit/audit.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import type { Caller } from '../platform/http/serve.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { enrolmentOf } from '../students/students.reads.ts';
import { streamArchives } from './archive.ts';
import { changedLastFirst, statusOf } from './assignment-status.ts';
import { findAssignment, isAssignmentId, sumReach } from './assignments.queries.ts';
import { countAssignments, listAssignmentsOf, listFileIdsOf } from './assignment-lists.queries.ts';
import { listVersionsOf } from './hand-in-sources.queries.ts';
import { getTexts } from './hand-ins.queries.ts';

/** Counts hand-ins and unmarked ones over all assignments in scope that are not withdrawn. */
export async function countHandIns(db: Database, scope: AccessScope) {
  const [counted, assigned] = await Promise.all([countAssignments(db, scope), sumReach(db, scope)]);
  const { submitted: received, marked } = counted;
  return { assigned, received, marked, pending: Math.max(assigned - received, 0) };
}

/** Pages through everything a student handed in, with marks. */
export { listAllHandIns } from './assignment-lists.queries.ts';
export { findHandedInSource, listHandedInSources } from './hand-in-sources.queries.ts';
export type { HandedInSource } from './hand-in-sources.queries.ts';

/** Packs hand-ins of several assignments as a ZIP file, and writes an audit line. */
export async function packHandIns(pool: Pool, files: StoredFiles, handInIds: readonly string[]) {
  const versions = await listVersionsOf(pool, handInIds);
  const groups = Map.groupBy(versions, ({ assignmentId }) => assignmentId);
  await inTransaction(pool, (db) =>
    recordAct(db, {
      action: 'download-hand-ins',
      details: { handIns: versions.length, assignments: groups.size },
    }),
  );
  const folders = [...groups.values()].map((all) => ({
    title: all[0]?.title ?? '',
    versions: all,
  }));
  return streamArchives(folders, { files, readTexts: (id) => getTexts(pool, id) });
}

/** The statement and starter code of an assignment; null if it does not exist. */
export async function findAssignmentTexts(db: Database, id: string) {
  const assignment = await findAssignment(db, id);
  if (!assignment) return null;
  const { title, text, starterCode, audience } = assignment;
  return { title, text, starterCode, classId: classIdOf(audience) };
}

/** Whether students may step through programs for an assignment, by it and its class; true for an unknown one. */
export async function isSteppedThrough(db: Database, id: string): Promise<boolean> {
  const assignment = isAssignmentId(id) ? await findAssignment(db, id) : null;
  return !assignment || (assignment.canStep && assignment.classCanStep);
}

/** Reports whether the caller may read an assignment, and so may have drafts for it. Guests may not. */
export async function isGivenTo(db: Database, caller: Caller, id: string): Promise<boolean> {
  if (caller.role === 'guest') return false;
  const assignment = isAssignmentId(id) ? await findAssignment(db, id) : null;
  if (!assignment || caller.role === 'admin') return assignment !== null;
  const student = await enrolmentOf(db, caller.id);
  return assignment.withdrawnAt === null && isInAudience(assignment.audience, student);
}

/** The files in the bucket `assignments` that a student may read now: all, or one. */
export async function listFilesGivenTo(
  db: Database,
  rollNumber: string,
  fileId: string | null = null,
): Promise<string[]> {
  return listFileIdsOf(db, await enrolmentOf(db, rollNumber), fileId);
}

/** A student's list of assignments in the classes in scope, without links to files. */
export async function listAssignmentsAsStudent(
  db: Database,
  student: Enrolment,
  scope: AccessScope,
): Promise<ListedAssignment[]> {
  const all = { since: null, after: null, max: null, scope };
  const rows = await listAssignmentsOf(db, student, all);
  return rows.toSorted(changedLastFirst).map((row) => ({
    id: row.id,
    title: row.title,
    filename: row.fileName || row.title,
    path: '',
    updatedAt: row.updatedAt.toISOString(),
    hasText: row.hasText,
    dueAt: row.dueAt?.toISOString() ?? null,
    language: row.languageId,
    maxMarks: row.maxMarks,
    status: statusOf(row),
    handedInAt: row.handedInAt?.toISOString() ?? null,
    isLate: row.isLate,
    marks: row.marks,
  }));
}

/** A student's assignments in scope with their own status, last changed first. */
export async function listAssignmentsFor(db: Database, student: Enrolment, scope: AccessScope) {
  const all = { since: null, after: null, max: null, scope };
  const rows = await listAssignmentsOf(db, student, all);
  return rows.toSorted(changedLastFirst).map((row) => ({
    id: row.id,
    title: row.title,
    dueAt: row.dueAt,
    status: statusOf(row),
    handedInAt: row.handedInAt,
    isLate: row.isLate,
    marks: row.marks,
    maxMarks: row.maxMarks,
  }));
}
