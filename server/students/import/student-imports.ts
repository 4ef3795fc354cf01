import { ColumnMatch } from '@vlabs/contract/people/student-lists';
import { type StudentImport } from '@vlabs/contract/people/students';
import type { Task, TaskProgress } from '@vlabs/contract/tasks';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import { isDemoOpen } from '../../auth/auth.reads.ts';
import type { FinishedFile, StoredFiles } from '../../files/files.reads.ts';
import { recordAct, recordActOf } from '../../platform/audit/audit.ts';
import { type Database, inTransaction, waitForLocks } from '../../platform/postgres/database.ts';
import { PublicError, conflict, notFound } from '../../platform/errors.ts';
import { addJob, type Jobs } from '../../platform/jobs/jobs.ts';
import { type Tasks, publishTask } from '../../platform/events/tasks.ts';
import { queueFileRead } from '../../platform/jobs/file-read-queue.ts';
import type { Caller } from '../../platform/http/serve.ts';
import type { MemberLists } from '../../platform/lists/member-lists.ts';
import type { Accounts } from '../list/accounts.ts';
import { type ImportPlan, planImport, writtenLines } from './import-plan.ts';
import {
  type Ending,
  type ImportRecord,
  findImport,
  finishImport,
  insertImport,
  updateCancelAsked,
  updateProgress,
} from './imports.queries.ts';
import { type MemberList, membersOfRows } from './lists/member-list.ts';
import type { StudentList } from './lists/student-list.ts';
import { MAX_LIST_BYTES } from './lists/list-text.ts';
import { type HowToImport, importMembers, importMembersOf } from './member-imports.ts';
import { type HowToRead, readMatchedList, rememberMatch } from './matched-lists.ts';
import {
  holdStudentList,
  listHolders,
  listStudentRecords,
  upsertStudents,
} from '../list/students.queries.ts';

const JOB = 'import-students';
/** Rows written between progress reports. */
const ROWS_AT_A_TIME = 1000;
/** A waiting call is answered after this time at the latest. */
const MAX_WAITED_MS = 25_000;

const Named = z.object({ importId: z.string() });
/** An import from before admins could decide has no decisions. */
const Payload = Named.extend({
  columnMatch: ColumnMatch.nullable().default(null),
  alsoDoubtful: z.boolean().default(false),
  endsMissing: z.boolean().default(false),
  endsMany: z.boolean().default(false),
  termId: z.uuid().nullable().default(null),
});

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  tasks: Tasks;
  files: StoredFiles;
  accounts: Accounts;
  members: MemberLists;
}

/** Thrown in the transaction to roll it back. */
class Cancelled extends Error {}

/** Imports of student lists: durable jobs that can be followed and cancelled. */
export class StudentImports {
  readonly #parts: Dependencies;

  /** Created before the jobs are started. */
  constructor(parts: Dependencies) {
    this.#parts = parts;
    parts.jobs.handle(JOB, (payload) => this.#work(Payload.parse(payload)), {
      giveUp: (payload) => this.#giveUp(Named.parse(payload).importId),
    });
    parts.tasks.handle('student-import', {
      access: ['admin'],
      read: async (importId) => {
        const record = await findImport(parts.pool, importId);
        return record ? progressOf(record) : null;
      },
    });
  }

  /**
   * The list is a file in our own storage; other addresses are never fetched. While the demo is open, the caller
   * must confirm that they know. The term of its classes is fixed now, whenever the import runs.
   */
  async begin(
    caller: Caller,
    { link, host, intoDemo }: { link: string; host: string; intoDemo: boolean },
    how: HowToRead,
  ): Promise<string> {
    const file = await this.#parts.files.findFileOfLink(link, host);
    if (file?.bucketId !== 'student-lists') throw notOurFile();
    if (!intoDemo && (await isDemoOpen(this.#parts.pool))) throw demoIsOpen();
    const importId = randomUUID();
    await inTransaction(this.#parts.pool, async (db) => {
      const { fileId, name } = file;
      const termId = (await this.#parts.members.chooseTerm(db, how.termId))?.termId ?? null;
      await insertImport(db, { importId, personId: caller.id, fileId, fileName: name });
      const payload = { importId, ...how, termId };
      await addJob(db, { name: JOB, payload, key: `${JOB} ${importId}` });
      await recordAct(db, {
        action: 'import-students',
        subject: subjectOf(importId, name),
        ...(how.alsoDoubtful && { details: { alsoDoubtful: true } }),
      });
    });
    return importId;
  }

  /** The current state. */
  async get(importId: string): Promise<StudentImport> {
    return toStudentImport(await this.#getImport(importId));
  }

  /** The final state, or the current one after some seconds. */
  async getEnded(caller: Caller, importId: string): Promise<StudentImport> {
    const deadline = AbortSignal.timeout(MAX_WAITED_MS);
    const { tasks } = this.#parts;
    for await (const _ of tasks.follow(taskOf(importId), caller, deadline));
    return this.get(importId);
  }

  async cancel(importId: string): Promise<void> {
    const { fileName } = await this.#getImport(importId);
    await inTransaction(this.#parts.pool, async (db) => {
      const asked = await updateCancelAsked(db, importId);
      if (asked === 0) {
        throw conflict('ended', 'The import has already ended.');
      }
      await recordAct(db, { action: 'cancel-import', subject: subjectOf(importId, fileName) });
    });
  }

  async #getImport(importId: string): Promise<ImportRecord> {
    const record = await findImport(this.#parts.pool, importId);
    if (!record) throw notFound('The import');
    return record;
  }

  async #work({ importId, ...how }: z.infer<typeof Payload>): Promise<void> {
    const { pool } = this.#parts;
    const record = await findImport(pool, importId);
    if (!record || isEnded(record)) return;
    try {
      await this.#goOn(importId, { rowsTotal: null, rowsDone: 0 });
      // Has its own queue entry: an admin's waiting uploads must not block it.
      const list = await queueFileRead(`import ${importId}`, async () =>
        readMatchedList(pool, await this.#readFile(record.fileId), how.columnMatch),
      );
      await inTransaction(pool, async (db) => {
        await waitForLocks(db);
        await holdStudentList(db);
        if (list.kind === 'members') return this.#writeMemberList(db, record, { list, how });
        const known = { records: await listStudentRecords(db), holders: await listHolders(db) };
        await this.#write(db, record, { plan: planImport(list, known, how), list, how });
        await rememberMatch(db, list);
      });
    } catch (error) {
      if (error instanceof Cancelled) await this.#finish(pool, importId, { state: 'cancelled' });
      else if (error instanceof PublicError) {
        await this.#finish(pool, importId, { state: 'failed', failure: error });
      } else throw error;
    }
  }

  async #giveUp(importId: string): Promise<void> {
    const message =
      'The import failed twice and nothing was saved. Check the file, then upload it again.';
    const failure = { code: 'broke_off', message };
    await this.#finish(this.#parts.pool, importId, { state: 'failed', failure });
  }

  async #readFile(fileId: string): Promise<Buffer> {
    const files = this.#parts.files;
    const file: FinishedFile | null = await files.findFile({ bucketId: 'student-lists', fileId });
    if (!file) throw notOurFile();
    if (file.sizeBytes > MAX_LIST_BYTES) throw tooLargeList();
    return files.readFile(file);
  }

  async #write(
    db: Database,
    { importId, personId, fileName }: ImportRecord,
    { plan, list, how }: { plan: ImportPlan; list: StudentList; how: HowToImport },
  ) {
    const { students, lines, added, changed, unchanged } = plan;
    const rowsTotal = students.length + unchanged;
    await this.#parts.accounts.freeEmails(db, students);
    for (let start = 0; start < students.length; start += ROWS_AT_A_TIME) {
      await this.#goOn(importId, { rowsTotal, rowsDone: unchanged + start });
      const some = students.slice(start, start + ROWS_AT_A_TIME);
      await this.#parts.accounts.saveListedPeople(db, some);
      await upsertStudents(
        db,
        some.map(({ row }) => row),
      );
    }
    const written = writtenLines(lines);
    const rows = list.rows.filter(({ line }) => written.has(line));
    const { members: lists } = this.#parts;
    const members = membersOfRows(rows);
    const inClasses = await importMembersOf({ db, lists }, members, how.termId);
    const problems = [...plan.problems.filter(({ line }) => !written.has(line)), ...inClasses];
    await this.#goOn(importId, { rowsTotal, rowsDone: rowsTotal });
    await this.#finish(db, importId, { state: 'done', added, changed, unchanged, problems });
    await recordActOf(
      db,
      { by: personId, address: null, browser: null },
      {
        action: 'finish-import',
        subject: subjectOf(importId, fileName),
        details: { added, changed, unchanged, problems: problems.length },
      },
    );
  }

  /** For a member list without student data. */
  async #writeMemberList(
    db: Database,
    { importId, personId, fileName }: ImportRecord,
    { list, how }: { list: MemberList; how: HowToImport },
  ): Promise<void> {
    const rowsTotal = list.members.length;
    const goOn = (rowsDone: number) => this.#goOn(importId, { rowsTotal, rowsDone });
    const { members: lists } = this.#parts;
    const { ended, ...done } = await importMembers({ db, lists }, list, { ...how, goOn });
    await this.#finish(db, importId, { state: 'done', ...done });
    const { added, changed, unchanged, problems } = done;
    await recordActOf(
      db,
      { by: personId, address: null, browser: null },
      {
        action: 'finish-import',
        subject: subjectOf(importId, fileName),
        details: { added, changed, unchanged, ended, problems: problems.length },
      },
    );
  }

  /** Published outside of the transaction, so that it is visible during the import. */
  async #goOn(importId: string, progress: { rowsTotal: number | null; rowsDone: number }) {
    const { pool } = this.#parts;
    const mayGoOn = await updateProgress(pool, importId, progress);
    if (!mayGoOn) throw new Cancelled();
    publishTask(pool, taskOf(importId));
  }

  async #finish(db: Database, importId: string, ending: Ending): Promise<void> {
    await finishImport(db, importId, ending);
    publishTask(db, taskOf(importId));
  }
}

const subjectOf = (id: string, name: string) => ({ kind: 'student-import' as const, id, name });

const isEnded = ({ state }: Pick<StudentImport, 'state'>) =>
  state !== 'waiting' && state !== 'running';

function toStudentImport(record: ImportRecord): StudentImport {
  return { ...record, createdAt: record.createdAt.toISOString() };
}

const taskOf = (importId: string): Task => ({ kind: 'student-import', id: importId });

const progressOf = ({ state, rowsDone, rowsTotal }: ImportRecord): TaskProgress => ({
  state: state === 'cancelled' ? 'stopped' : state,
  done: rowsDone,
  total: rowsTotal,
});

function notOurFile(): PublicError {
  const message = 'This isn’t a link to an uploaded student list. Upload the file first.';
  return new PublicError(400, 'not_our_file', message, { 'student-file': message });
}

function demoIsOpen(): PublicError {
  const message =
    'This installation is a demo: anyone who can reach it can sign in as admin. Close the demo with "npm run admin -- create", or send intoDemo to import the list anyway.';
  return conflict('demo_open', message);
}

export function tooLargeList(): PublicError {
  const message = `A student list has at most ${MAX_LIST_BYTES / 1024 / 1024} MB. Split it into several files.`;
  return new PublicError(413, 'too_large', message);
}
