import type {
  AssignmentStatement,
  ChangedAssignment,
  ListedAssignment,
  NewAssignment,
  listAssignments as listAssignmentPages,
} from '@vlabs/contract/assignments/assignments';
import { isInAudience, type Enrolment } from '@vlabs/contract/students/audience';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { requireClassOfWork, requireOpenClassOf } from '../classes/classes.reads.ts';
import type { StoredFiles } from '../files/files.reads.ts';
import { classIdOf, ofClass } from '../platform/access/audience-columns.ts';
import { prepareExamples } from '../runs/runs.reads.ts';
import { recordAct } from '../platform/audit/audit.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import { conflict, notFound, unauthorised } from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import {
  type Cursor,
  listTermAndEarlier,
  pageOf,
  readCursor,
  writeCursor,
} from '../platform/lists/cursor.ts';
import {
  type AccessScope,
  includesClass,
  isTeacher,
  limitToClass,
} from '../platform/access/access-scope.ts';
import { enrolmentOf } from '../students/students.reads.ts';
import { patternsOf } from '../platform/postgres/search-patterns.ts';
import { type Asked, readContent } from './assignment-content.ts';
import { changedLastFirst, statusOf, statusOfClass } from './assignment-status.ts';
import {
  type Assignment,
  findAssignment,
  hasHandIns,
  insertAssignment,
  isAssignmentId,
  lockAssignment,
  updateAssignment,
  updateWithdrawn,
  countReach,
  sumReach,
} from './assignments.queries.ts';
import {
  countAssignments,
  hasAssignmentsUntil,
  listAssignmentPage,
  listAssignmentsOf,
  listLastMarks,
} from './assignment-lists.queries.ts';
import { findReader } from './link-readers.ts';
import { addShowing, requireShownBeforeDue } from './showing-time.ts';

/** Page size for admins. */
const ASSIGNMENTS_AT_ONCE = 50;
const MARKS_SHOWN = 5;

export class Assignments {
  readonly #pool: Pool;
  readonly #files: StoredFiles;

  constructor({ pool, files }: { pool: Pool; files: StoredFiles }) {
    this.#pool = pool;
    this.#files = files;
  }

  async createAssignment(
    scope: AccessScope,
    form: z.output<typeof NewAssignment>,
    asked: Asked,
  ): Promise<string> {
    const { assignment: text, showFrom, ...settings } = form;
    const content = await this.#read({ scope, form: { ...settings, text }, host: asked.host });
    return inTransaction(this.#pool, async (db) => {
      await requireClassOfWork(db, scope, content.audience);
      const createdBy = scope.callerId;
      const id = await insertAssignment(db, { ...content, showFrom, createdBy, isDemo: false });
      await addShowing(db, id);
      await prepareExamples(db, [content.text]);
      const subject = assignmentSubject({ id, title: content.title });
      await recordAct(db, { action: 'create-assignment', subject });
      return id;
    });
  }

  async changeAssignment(
    scope: AccessScope,
    { id, form }: { id: string; form: z.output<typeof ChangedAssignment> },
    asked: Asked,
  ): Promise<void> {
    const before = await this.requireAssignment(id);
    const content = await this.#read({ scope, form, host: asked.host });
    await inTransaction(this.#pool, async (db) => {
      await requireClassOfWork(db, scope, content.audience);
      if (classIdOf(before.audience) !== classIdOf(content.audience)) {
        await lockAssignment(db, id);
        if (await hasHandIns(db, id)) throw staysInItsClass();
      }
      await updateAssignment(db, id, content);
      await requireShownBeforeDue(db, id);
      await prepareExamples(db, [content.text]);
      const subject = assignmentSubject({ id, title: content.title });
      await recordAct(db, { action: 'edit-assignment', subject });
    });
  }

  async setStatus(id: string, status: 'open' | 'withdrawn'): Promise<void> {
    const subject = assignmentSubject(await this.requireAssignment(id));
    const isWithdrawn = status === 'withdrawn';
    await inTransaction(this.#pool, async (db) => {
      await requireOpenClassOf(db, { assignment: id });
      await updateWithdrawn(db, id, isWithdrawn);
      const action = isWithdrawn ? 'withdraw-assignment' : 'offer-assignment';
      await recordAct(db, { action, subject });
    });
  }

  async listAssignments(
    { caller, scope }: { caller: Caller; scope: AccessScope },
    { after, search, ...asked }: z.output<typeof listAssignmentPages.query>,
  ): Promise<{ listed: ListedAssignment[]; next: string | null }> {
    const cursor = after === undefined ? null : readCursor(after);
    const page = isTeacher(caller)
      ? await this.#listAll(caller, cursor, { search, scope: limitToClass(scope, asked.class) })
      : await this.#listFor(caller, cursor);
    return { listed: page.listed, next: page.next && writeCursor(page.next) };
  }

  async getTotals(scope: AccessScope) {
    const [counted, assigned] = await Promise.all([
      countAssignments(this.#pool, scope),
      sumReach(this.#pool, scope),
    ]);
    return { ...counted, assigned };
  }

  async getAssignment(caller: Caller, id: string): Promise<AssignmentStatement> {
    const assignment = await this.requireAssignmentFor(caller, id);
    return {
      id: assignment.id,
      title: assignment.title,
      text: assignment.text,
      starterCode: assignment.starterCode,
      canStep: assignment.canStep && (isTeacher(caller) || assignment.classCanStep),
      language: assignment.languageId,
      dueAt: assignment.dueAt?.toISOString() ?? null,
      maxMarks: assignment.maxMarks,
      filename: assignment.fileName,
      path: this.#pathOf(assignment, caller),
      ...(isTeacher(caller) && {
        audience: assignment.audience,
        isWithdrawn: assignment.withdrawnAt !== null,
      }),
    };
  }

  /** Opened with the signed link from the list. */
  async getText(
    id: string,
    token: string | undefined,
  ): Promise<{ assignment: Assignment; readerId: string }> {
    const signedFor = token === undefined ? null : this.#files.readerOfPath(textPathOf(id), token);
    if (signedFor === null) throw unauthorised();
    const { reader, scope } = await findReader(this.#pool, signedFor, 'keys');
    const assignment = await this.requireAssignment(id);
    const read = { assignment, readerId: signedFor };
    if (includesClass(scope, classIdOf(assignment.audience))) return read;
    if (reader.role !== 'student') throw assignmentNotFound();
    await this.requireAssignmentFor(reader, id);
    return read;
  }

  /** For students, only what is assigned to them; anything else does not exist. */
  async requireAssignmentFor(caller: Caller, id: string): Promise<Assignment> {
    const assignment = await this.requireAssignment(id);
    if (isTeacher(caller)) return assignment;
    const student = await this.#enrolmentOf(caller);
    if (assignment.withdrawnAt || !isInAudience(assignment.audience, student)) {
      throw assignmentNotFound();
    }
    return assignment;
  }

  async requireAssignment(id: string): Promise<Assignment> {
    const assignment = isAssignmentId(id) ? await findAssignment(this.#pool, id) : null;
    if (!assignment) throw assignmentNotFound();
    return assignment;
  }

  #read(asked: Parameters<typeof readContent>[1]) {
    return readContent({ pool: this.#pool, files: this.#files }, asked);
  }

  async #listAll(
    caller: Caller,
    after: Cursor | null,
    { search, scope }: { search: string; scope: AccessScope },
  ) {
    const patterns = patternsOf(search);
    const max = ASSIGNMENTS_AT_ONCE;
    const rows = await listAssignmentPage(this.#pool, { after, patterns, scope, max: max + 1 });
    const cursorOf = ({ timestampMicros, id }: (typeof rows)[number]) => ({ timestampMicros, id });
    const { shown, next } = pageOf(rows, { max, cursorOf });
    const reached = await countReach(
      this.#pool,
      shown.map(({ id }) => id),
      scope,
    );
    const listed = shown.map(({ submitted, marked, ...row }) => ({
      ...this.#show(row, caller),
      status: statusOfClass({ submitted, marked }),
      ...ofClass(row.audience),
      // A student who left the audience after handing in still counts.
      counts: { assigned: Math.max(reached.get(row.id) ?? 0, submitted), submitted, marked },
      isWithdrawn: row.withdrawnAt !== null,
      ...(row.isPrepared && { prepared: { showFrom: row.shownFrom?.toISOString() ?? null } }),
      createdAt: row.createdAt.toISOString(),
      uploadedBy: row.uploadedBy,
    }));
    return { listed, next };
  }

  async #listFor(caller: Caller, after: Cursor | null) {
    const [pool, student] = [this.#pool, await this.#enrolmentOf(caller)];
    const { shown, next } = await listTermAndEarlier(after, {
      list: (page) => listAssignmentsOf(pool, student, page),
      hasUntil: (moment) => hasAssignmentsUntil(pool, student, moment),
      cursorOf: ({ timestampMicros, id }) => ({ timestampMicros, id }),
    });
    const listed = shown.toSorted(changedLastFirst).map((row) => ({
      ...this.#show(row, caller),
      status: statusOf(row),
      handedInAt: row.handedInAt?.toISOString() ?? null,
      isLate: row.isLate,
      marks: row.marks,
      ...(row.classId !== null && { classId: row.classId }),
    }));
    return { listed, next };
  }

  /** The student's last marks and comments. */
  async listOwnMarks(caller: Caller) {
    return listLastMarks(this.#pool, await this.#enrolmentOf(caller), MARKS_SHOWN);
  }

  #enrolmentOf({ id }: Caller): Promise<Enrolment> {
    return enrolmentOf(this.#pool, id);
  }

  #show(
    row: Omit<Assignment, 'text' | 'starterCode' | 'canStep' | 'classCanStep' | 'audience'> & {
      hasText: boolean;
    },
    caller: Caller,
  ) {
    return {
      id: row.id,
      title: row.title,
      filename: row.fileName || row.title,
      path: this.#pathOf(row, caller) || this.#files.linkToPath(textPathOf(row.id), caller.id),
      updatedAt: row.updatedAt.toISOString(),
      hasText: row.hasText,
      dueAt: row.dueAt?.toISOString() ?? null,
      language: row.languageId,
      maxMarks: row.maxMarks,
    };
  }

  #pathOf({ fileId }: { fileId: string | null }, caller: Caller): string {
    if (fileId === null) return '';
    return this.#files.linkTo({ bucketId: 'assignments', fileId }, caller.id);
  }
}

export const assignmentSubject = ({ id, title }: Pick<Assignment, 'id' | 'title'>) => ({
  kind: 'assignment' as const,
  id,
  name: title,
});

const textPathOf = (id: string) => `/api/v1/assignments/${id}/text.md`;

const staysInItsClass = () =>
  conflict('handed_in', 'Students have handed in, so the assignment can’t change its class.');

export const assignmentNotFound = () => notFound('This assignment');
