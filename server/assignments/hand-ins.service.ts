import { marksOfPoints } from '@vlabs/contract/assignments/test-cases';
import type {
  HandIn,
  HandInRow,
  NewHandIn as NewHandInShape,
} from '@vlabs/contract/assignments/hand-ins';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { FinishedFile, StoredFiles } from '../files/files.reads.ts';
import { lockClassOf, requireOpenClassOf } from '../classes/classes.reads.ts';
import { recordAct } from '../platform/audit/audit.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import {
  PublicError,
  conflict,
  forbidden,
  notFound,
  markedMeanwhile,
  TooMany,
} from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import { type AccessScope, isTeacher } from '../platform/access/access-scope.ts';
import { statusOf } from './assignment-status.ts';
import { type Assignment, isShown, lockAssignment, updateCounts } from './assignments.queries.ts';
import type { Asked } from './assignment-content.ts';
import { archivePathOf } from './hand-in-archive.ts';
import { type Assignments, assignmentNotFound, assignmentSubject } from './assignments.service.ts';
import {
  type ShownVersion,
  findHandIn,
  findStudentName,
  insertHandIn,
  insertHandInFiles,
  listTestedWithoutMarks,
  listVersions,
  updateMark,
  updateMarks,
  type HandInListRow,
  listRows,
  countHandInsOf,
} from './hand-ins.queries.ts';

/** Every version is kept, and each is run on the test cases. */
const MAX_VERSIONS = 200;
const MAX_WITHIN_MINUTES = 20;
const MINUTES = 10;

/** Called with the assignment locked, so that concurrent hand-ins are counted. */
async function requireHandInCapacity(
  db: Database,
  assignmentId: string,
  studentId: string,
): Promise<void> {
  const { versions, recent, secondsLeft } = await countHandInsOf(db, {
    assignmentId,
    studentId,
    minutes: MINUTES,
  });
  if (versions >= MAX_VERSIONS) {
    throw conflict(
      'too_many_versions',
      `You have handed in ${MAX_VERSIONS} times, which is the limit. Your last hand-in counts; ask your teacher if you need to change it.`,
    );
  }
  if (recent < MAX_WITHIN_MINUTES) return;
  const minutes = Math.max(1, Math.ceil(secondsLeft / 60));
  throw new TooMany(
    'too_many_hand_ins',
    `You have handed in ${MAX_WITHIN_MINUTES} times within ${MINUTES} minutes. Your last hand-in counts; try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    secondsLeft,
  );
}

/** Byte limit of the texts of all versions in one reply. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;

type Handed = z.output<typeof NewHandInShape>;

/** A hand-in in the transaction that saves it. */
export interface ArrivedHandIn {
  handInId: string;
  assignmentId: string;
  studentId: string;
  kind: Handed['kind'];
}
export type WhenHandedIn = (db: Database, handIn: ArrivedHandIn) => Promise<void>;

interface Dependencies {
  pool: Pool;
  files: StoredFiles;
  assignments: Assignments;
  /** Further steps for each hand-in, such as adding the job that tests it. */
  whenHandedIn?: readonly WhenHandedIn[];
}

export class HandIns {
  readonly #pool: Pool;
  readonly #files: StoredFiles;
  readonly #assignments: Assignments;
  readonly #whenHandedIn: readonly WhenHandedIn[];

  constructor({ pool, files, assignments, whenHandedIn = [] }: Dependencies) {
    this.#pool = pool;
    this.#files = files;
    this.#assignments = assignments;
    this.#whenHandedIn = whenHandedIn;
  }

  /** Lateness is determined by the arrival of the request. */
  async createHandIn(
    caller: Caller,
    id: string,
    { handed, arrivedAt, host }: { handed: Handed; arrivedAt: Date } & Asked,
  ) {
    const assignment = await this.#assignments.requireAssignmentFor(caller, id);
    requireLanguage(assignment, handed);
    const fileIds =
      handed.kind === 'files' ? await this.#requireOwnFiles(caller, handed.paths, host) : [];
    const isLate = assignment.dueAt !== null && arrivedAt > assignment.dueAt;
    const made = await inTransaction(this.#pool, async (db) => {
      if ((await lockClassOf(db, { assignment: id })) === 'archived') throw assignmentNotFound();
      if (!(await lockAssignment(db, id))) throw assignmentNotFound();
      // A teacher may have hidden it since.
      if (!(await isShown(db, id))) throw assignmentNotFound();
      await requireHandInCapacity(db, id, caller.id);
      const kept = await insertHandIn(db, {
        assignmentId: id,
        studentId: caller.id,
        kind: handed.kind,
        languageId: handed.kind === 'program' ? handed.language : null,
        source: handed.kind === 'program' ? handed.source : null,
        text: handed.kind === 'text' ? handed.text : null,
        handedInAt: arrivedAt,
        isLate,
      });
      if (fileIds.length > 0) await insertHandInFiles(db, kept.handInId, fileIds);
      await updateCounts(db, id);
      const { kind } = handed;
      const arrived = {
        handInId: kept.handInId,
        assignmentId: id,
        studentId: caller.id,
        kind,
      };
      for (const notify of this.#whenHandedIn) await notify(db, arrived);
      return kept;
    });
    return { ...made, handedInAt: arrivedAt.toISOString(), isLate };
  }

  async listHandIns({ caller, scope }: { caller: Caller; scope: AccessScope }, id: string) {
    const assignment = await this.#assignments.requireAssignment(id);
    const rows = await listRows(this.#pool, assignment, scope);
    return {
      title: assignment.title,
      maxMarks: assignment.maxMarks,
      dueAt: assignment.dueAt?.toISOString() ?? null,
      archivePath: this.#files.linkToPath(archivePathOf(id), caller.id),
      students: rows.map(showRow),
    };
  }

  /** For students their own hand-ins, even after a withdrawal. */
  async getHandIns(
    caller: Caller,
    { id, studentId, version }: { id: string; studentId: string; version?: number | undefined },
  ) {
    const isOwn = caller.id.toLowerCase() === studentId.toLowerCase();
    if (!isTeacher(caller) && !isOwn) {
      throw forbidden('You can only see your own hand-ins.');
    }
    await this.#assignments.requireAssignment(id);
    const student = await findStudentName(this.#pool, studentId);
    if (!student) throw notFound('This student');
    const asked = { assignmentId: id, studentId: student.id, version: version ?? null };
    const versions = await listVersions(this.#pool, { ...asked, maxBytes: MAX_LIST_BYTES });
    if (versions.length === 0) await this.#assignments.requireAssignmentFor(caller, id);
    return {
      studentId: student.id,
      name: student.name,
      versions: await Promise.all(versions.map((each) => this.#show(each, caller))),
    };
  }

  /** Only the last hand-in can be marked, because it is the one the teacher has read. */
  async markHandIn(
    caller: Caller,
    handInId: string,
    mark: { marks: number | null; comment: string; markVersion: number },
  ): Promise<void> {
    const found = await findHandIn(this.#pool, handInId);
    if (!found) throw notFound('This hand-in');
    // A student assistant may have handed in before.
    if (found.studentId === caller.id) throw forbidden('You can’t mark your own hand-in.');
    const assignment = await this.#assignments.requireAssignment(found.assignmentId);
    const { maxMarks } = assignment;
    if (mark.marks !== null && mark.marks > maxMarks) throw tooManyMarks(maxMarks);
    await inTransaction(this.#pool, async (db) => {
      await requireOpenClassOf(db, { assignment: found.assignmentId });
      await lockAssignment(db, found.assignmentId);
      const current = await findHandIn(db, handInId);
      if (!current?.isLast) throw handedInAgain();
      if (current.markVersion !== mark.markVersion) throw markedMeanwhile();
      await updateMark(db, handInId, { ...mark, markedBy: caller.id });
      await updateCounts(db, found.assignmentId);
      await recordAct(db, {
        action: mark.marks === null ? 'unmark-hand-in' : 'mark-hand-in',
        personId: found.studentId,
        subject: assignmentSubject(assignment),
        details: { handIn: handInId, marks: mark.marks, before: current.marks, maxMarks },
      });
    });
  }

  /** In scope, except the caller's own. Existing marks stay; returns the number of new marks. */
  async gradeByTestCases(
    { caller, scope }: { caller: Caller; scope: AccessScope },
    id: string,
    includesLate: boolean,
  ): Promise<number> {
    const assignment = await this.#assignments.requireAssignment(id);
    const { maxMarks } = assignment;
    return inTransaction(this.#pool, async (db) => {
      await requireOpenClassOf(db, { assignment: id });
      await lockAssignment(db, id);
      const asked = { includesLate, scope, exceptOf: caller.id };
      const tested = await listTestedWithoutMarks(db, id, asked);
      const given = tested.map(({ handInId, ...points }) => ({
        handInId,
        marks: marksOfPoints(points, maxMarks) ?? 0,
      }));
      await updateMarks(db, given, caller.id);
      await updateCounts(db, id);
      const details = { handIns: given.length, includesLate };
      const subject = assignmentSubject(assignment);
      await recordAct(db, { action: 'mark-by-tests', subject, details });
      return given.length;
    });
  }

  async #requireOwnFiles(
    { id }: Caller,
    paths: readonly string[],
    host: string,
  ): Promise<string[]> {
    const files: FinishedFile[] = [];
    for (const path of new Set(paths)) {
      const file = await this.#files.findFileOfLink(path, host);
      if (file?.bucketId !== 'submissions' || file.ownerId !== id) throw notYourFile();
      files.push(file);
    }
    return files.map(({ fileId }) => fileId);
  }

  async #show(version: ShownVersion, reader: Caller): Promise<HandIn> {
    const { languageId, fileIds, studentId: _student, ...rest } = version;
    const files = await Promise.all(fileIds.map((fileId) => this.#showFile(fileId, reader.id)));
    return {
      ...rest,
      language: languageId,
      files: files.flat(),
      handedInAt: rest.handedInAt.toISOString(),
      markedAt: rest.markedAt?.toISOString() ?? null,
    };
  }

  async #showFile(fileId: string, reader: string) {
    const address = { bucketId: 'submissions' as const, fileId };
    const file = await this.#files.findFile(address);
    if (!file) return [];
    const { name, mimeType, sizeBytes } = file;
    const path = this.#files.linkTo(address, reader);
    const viewPath = this.#files.linkTo(address, reader, 'view');
    return [{ name, mimeType, sizeBytes, path, viewPath }];
  }
}

function showRow({ handedInAt, ...row }: HandInListRow): HandInRow {
  const status = statusOf({ handedInAt, marks: row.marks });
  return { ...row, status, handedInAt: handedInAt?.toISOString() ?? null };
}

function requireLanguage({ languageId }: Assignment, handed: Handed): void {
  if (handed.kind !== 'program' || languageId === null || handed.language === languageId) return;
  const message = 'This assignment requires another language. Choose it and try again.';
  throw new PublicError(400, 'wrong_language', message, { language: message });
}

const notYourFile = () =>
  new PublicError(
    400,
    'unknown_file',
    'One of the links isn’t a file you uploaded. Upload the files first.',
    { paths: 'Upload the files first.' },
  );

const handedInAgain = () =>
  conflict('handed_in_again', 'The student has handed in a new version. Check and mark that one.');

const tooManyMarks = (maxMarks: number) =>
  new PublicError(400, 'invalid', `Give at most ${maxMarks} marks.`, {
    marks: `Give at most ${maxMarks}.`,
  });
