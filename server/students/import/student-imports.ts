import type { StudentImport } from '@vlabs/contract/students/student-imports';
import type { ListPreview } from '@vlabs/contract/students/student-lists';
import type { Task, TaskProgress } from '@vlabs/contract/http/tasks';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { z } from 'zod';
import { isDemoOpen } from '../../auth/auth.reads.ts';
import { chooseTermOfList } from '../../classes/classes.reads.ts';
import { type StoredFiles, requireFile } from '../../files/files.reads.ts';
import { recordAct, recordActOf } from '../../platform/audit/audit.ts';
import { PublicError, RefusalWithData, conflict, notFound } from '../../platform/errors.ts';
import { type Tasks, publishTask } from '../../platform/events/tasks.ts';
import type { ReceivedFile } from '../../platform/http/multipart.ts';
import type { Caller } from '../../platform/http/serve.ts';
import { queueFileRead } from '../../platform/jobs/file-read-queue.ts';
import { type Jobs, addJob } from '../../platform/jobs/jobs.ts';
import { type Database, inTransaction, waitForLocks } from '../../platform/postgres/database.ts';
import { holdStudentList } from '../list/students.queries.ts';
import * as queries from './imports.queries.ts';
import type { Ending, HowToImport, ImportRecord } from './imports.queries.ts';
import { previewList, writeList } from './list-plans.ts';
import { MAX_LIST_BYTES, tooLargeList } from './lists/list-text.ts';
import { type ParsedList, type UnmatchedList, missingColumns } from './lists/student-list.ts';
import { findKeptList, keepList, readMatchedList, rememberMatch } from './read-list.ts';

const BUCKET = 'student-lists';
const JOB = 'import-students';
/** Deletes a list that was only previewed. */
const FORGET_JOB = 'forget-planned-import';
const FORGOTTEN_AFTER_MS = 86_400_000;
/** Of one admin, who may have several pages open. */
const MAX_PLANNED = 5;
/** A waiting call is answered after this time at the latest. */
const MAX_WAITED_MS = 25_000;
const Named = z.object({ importId: z.string() });

/** Decisions that change the preview. */
export type HowToRead = Pick<HowToImport, 'columnMatch' | 'alsoDoubtful' | 'termId'>;

/** Decisions that are made when the list is applied. */
type HowToApply = Pick<HowToImport, 'endsMissing' | 'endsMany'>;

/** The file service, as far as lists need it. */
interface ListFiles {
  readonly stored: StoredFiles;
  storeFile(
    target: { bucketId: typeof BUCKET; ownerId: string; fileId: string },
    received: ReceivedFile,
  ): Promise<void>;
}

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  tasks: Tasks;
  files: ListFiles;
}

/** Thrown in the transaction to roll it back. */
class Cancelled extends Error {}

/**
 * Imports of class lists. A list is stored and parsed once and previewed; the parsed list is kept until it is applied,
 * is a day old, or its admin has uploaded five others. A durable job, which can be followed and cancelled, writes it by
 * its id, or a file of the store without a preview.
 */
export class StudentImports {
  readonly #parts: Dependencies;

  /** Created before the jobs are started. */
  constructor(parts: Dependencies) {
    this.#parts = parts;
    parts.jobs.handle(FORGET_JOB, (payload) => this.#forget(Named.parse(payload)));
    parts.jobs.handle(JOB, (payload) => this.#work(Named.parse(payload).importId), {
      giveUp: (payload) => this.#giveUp(Named.parse(payload).importId),
    });
    parts.tasks.handle('student-import', {
      access: ['admin'],
      read: async (importId) => {
        const record = await queries.findImport(parts.pool, importId);
        return record ? progressOf(record) : null;
      },
    });
  }

  /** Stores and parses a list and says what importing it would change. */
  async plan(caller: Caller, file: ReceivedFile, how: HowToRead): Promise<ListPreview> {
    const { pool, files } = this.#parts;
    const read = await queueFileRead(caller.id, async () =>
      readMatchedList(pool, await readFile(file.path), how.columnMatch),
    );
    const planned = {
      importId: randomUUID(),
      personId: caller.id,
      fileId: randomUUID(),
      fileName: file.name,
      state: 'planned' as const,
      how: { ...how, endsMissing: false, endsMany: false },
    };
    requireFile(file, null);
    await this.#insert(planned);
    const { importId, fileId } = planned;
    const work = [
      inTransaction(pool, (db) => keepList(db, importId, read.parts)),
      files.storeFile({ bucketId: BUCKET, ownerId: caller.id, fileId }, file),
      this.#preview(planned, read.list),
    ] as const;
    // All have ended before anything is deleted, so that nothing arrives afterwards.
    await Promise.allSettled(work);
    try {
      // Newer lists of the caller may have replaced this one in the meantime.
      if (!(await queries.findPlanned(pool, importId, caller.id))) throw noPlan();
      const [, , preview] = await Promise.all(work);
      return preview;
    } catch (error) {
      if (!(error instanceof RefusalWithData)) await this.#discard(planned);
      throw error;
    }
  }

  /** Plans a list again with other decisions. It is parsed again only with other columns. */
  async planAgain(caller: Caller, importId: string, how: HowToRead): Promise<ListPreview> {
    const { pool } = this.#parts;
    const planned = await queries.findPlanned(pool, importId, caller.id);
    if (!planned) throw noPlan();
    const changed = { ...planned, how: { ...planned.how, ...how } };
    const kept = how.columnMatch === null ? await findKeptList(pool, importId) : null;
    if (kept) return this.#preview(changed, kept);
    const { list, parts } = await this.#parse(caller.id, changed);
    await inTransaction(pool, async (db) => {
      if (!(await queries.findPlanned(db, importId, caller.id))) throw noPlan();
      await keepList(db, importId, parts);
    });
    return this.#preview(changed, list);
  }

  /** Imports the planned list as it was shown. */
  async apply(
    caller: Caller,
    importId: string,
    { intoDemo, ...decided }: HowToApply & { intoDemo: boolean },
  ): Promise<StudentImport> {
    await this.#requireDemoKnown(intoDemo);
    await inTransaction(this.#parts.pool, async (db) => {
      const planned = await queries.findPlanned(db, importId, caller.id);
      if (!planned) throw noPlan();
      const how = { ...planned.how, ...decided };
      await queries.updateApplied(db, importId, how);
      await startJob(db, { ...planned, how });
    });
    return this.get(importId);
  }

  /**
   * Imports a list without a preview. It is a file in our own storage; other addresses are never fetched. The term of
   * its classes is fixed now, whenever the import runs.
   */
  async begin(
    caller: Caller,
    { link, host }: { link: string; host: string },
    how: HowToImport,
  ): Promise<string> {
    const file = await this.#parts.files.stored.findFileOfLink(link, host);
    if (file?.bucketId !== BUCKET) throw notOurFile();
    const importId = randomUUID();
    await inTransaction(this.#parts.pool, async (db) => {
      const { fileId, name: fileName } = file;
      const termId = (await chooseTermOfList(db, how.termId))?.termId ?? null;
      const begun = { importId, personId: caller.id, fileId, fileName, how: { ...how, termId } };
      await queries.insertImport(db, { ...begun, state: 'waiting' });
      await startJob(db, begun);
    });
    return importId;
  }

  /** While the demo is open, the caller must confirm that they know. */
  async #requireDemoKnown(intoDemo: boolean): Promise<void> {
    if (!intoDemo && (await isDemoOpen(this.#parts.pool))) throw demoIsOpen();
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
      const asked = await queries.updateCancelAsked(db, importId);
      if (asked === 0) {
        throw conflict('ended', 'The import has already ended.');
      }
      await recordAct(db, { action: 'cancel-import', subject: subjectOf(importId, fileName) });
    });
  }

  /** The decisions and the term that the preview shows are those of the import. */
  async #preview(
    { importId, how }: Pick<ImportRecord, 'importId' | 'how'>,
    list: ParsedList | UnmatchedList,
  ): Promise<ListPreview> {
    const { pool } = this.#parts;
    if (list.kind === 'unmatched') {
      const { code, message, status } = missingColumns(list.missing);
      throw new RefusalWithData(code, message, { ...list.choice, importId }, status);
    }
    const preview = await previewList(pool, { list, how });
    const termId = preview.term?.termId ?? null;
    await queries.updatePlanned(pool, importId, { ...how, columnMatch: null, termId });
    return { importId, ...preview };
  }

  async #insert(planned: queries.NewImport): Promise<void> {
    const { importId, personId } = planned;
    await this.#forget({ personId, newest: MAX_PLANNED - 1 });
    await inTransaction(this.#parts.pool, async (db) => {
      await queries.insertImport(db, planned);
      const key = `${FORGET_JOB} ${importId}`;
      const delayMs = FORGOTTEN_AFTER_MS;
      await addJob(db, { name: FORGET_JOB, payload: { importId }, key, delayMs });
    });
  }

  async #discard({ importId, fileId }: { importId: string; fileId: string }): Promise<void> {
    await this.#forget({ importId });
    await this.#parts.files.stored.deleteFile(this.#parts.pool, { bucketId: BUCKET, fileId });
  }

  /** Deletes lists that were not applied, with their files. */
  #forget(of: Parameters<typeof queries.deletePlanned>[1]): Promise<void> {
    return inTransaction(this.#parts.pool, async (db) => {
      for (const fileId of await queries.deletePlanned(db, of)) {
        await this.#parts.files.stored.deleteFile(db, { bucketId: BUCKET, fileId });
      }
    });
  }

  /** Parses the stored file of an import. */
  #parse(reader: string, { fileId, how }: Pick<ImportRecord, 'fileId' | 'how'>) {
    const { pool, files } = this.#parts;
    return queueFileRead(reader, async () => {
      const file = await files.stored.findFile({ bucketId: BUCKET, fileId });
      if (!file) throw notOurFile();
      if (file.sizeBytes > MAX_LIST_BYTES) throw tooLargeList();
      return readMatchedList(pool, await files.stored.readFile(file), how.columnMatch);
    });
  }

  /** The list of an import, parsed now if it was not planned. */
  async #getList(record: ImportRecord): Promise<ParsedList> {
    const { importId } = record;
    const kept = await findKeptList(this.#parts.pool, importId);
    if (kept) return kept;
    // Has its own queue entry: an admin's waiting uploads must not block it.
    const { list } = await this.#parse(`import ${importId}`, record);
    if (list.kind === 'unmatched') throw missingColumns(list.missing);
    return list;
  }

  async #getImport(importId: string): Promise<ImportRecord> {
    const record = await queries.findImport(this.#parts.pool, importId);
    if (!record) throw notFound('The import');
    return record;
  }

  async #work(importId: string): Promise<void> {
    const { pool } = this.#parts;
    const record = await queries.findImport(pool, importId);
    if (!record || isEnded(record)) return;
    try {
      await this.#goOn(importId, { rowsTotal: null, rowsDone: 0 });
      const { how } = record;
      const list = await this.#getList(record);
      await inTransaction(pool, async (db) => {
        await waitForLocks(db);
        await holdStudentList(db);
        const done = await writeList(db, { list, how }, (progress) =>
          this.#goOn(importId, progress),
        );
        await rememberMatch(db, list);
        await this.#finish(db, importId, { state: 'done', ...done });
        const { problems, ...counts } = done;
        const details = { ...counts, problems: problems.length };
        const subject = subjectOf(importId, record.fileName);
        const origin = { by: record.personId, address: null, browser: null };
        await recordActOf(db, origin, { action: 'finish-import', subject, details });
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

  /** Published outside of the transaction, so that it is visible during the import. */
  async #goOn(importId: string, progress: { rowsTotal: number | null; rowsDone: number }) {
    const { pool } = this.#parts;
    const mayGoOn = await queries.updateProgress(pool, importId, progress);
    if (!mayGoOn) throw new Cancelled();
    publishTask(pool, taskOf(importId));
  }

  async #finish(db: Database, importId: string, ending: Ending): Promise<void> {
    await queries.finishImport(db, importId, ending);
    await queries.deleteParts(db, importId);
    publishTask(db, taskOf(importId));
  }
}

async function startJob(
  db: Database,
  { importId, fileName, how }: Pick<ImportRecord, 'importId' | 'fileName' | 'how'>,
): Promise<void> {
  await addJob(db, { name: JOB, payload: { importId }, key: `${JOB} ${importId}` });
  await recordAct(db, {
    action: 'import-students',
    subject: subjectOf(importId, fileName),
    ...(how.alsoDoubtful && { details: { alsoDoubtful: true } }),
  });
}

const subjectOf = (id: string, name: string) => ({ kind: 'student-import' as const, id, name });

const isEnded = ({ state }: Pick<StudentImport, 'state'>) =>
  state !== 'waiting' && state !== 'running';

function toStudentImport(record: ImportRecord): StudentImport {
  const { how: _, ...shown } = record;
  return { ...shown, createdAt: record.createdAt.toISOString() };
}

const taskOf = (importId: string): Task => ({ kind: 'student-import', id: importId });

const progressOf = ({ state, rowsDone, rowsTotal }: ImportRecord): TaskProgress => ({
  state: state === 'cancelled' ? 'stopped' : state === 'planned' ? 'waiting' : state,
  done: rowsDone,
  total: rowsTotal,
});

function demoIsOpen(): PublicError {
  const message =
    'This installation is a demo: anyone who can reach it can sign in as admin. Close the demo with "npm run admin -- create", or send intoDemo to import the list anyway.';
  return conflict('demo_open', message);
}

function noPlan(): PublicError {
  return notFound('The previewed list');
}

function notOurFile(): PublicError {
  const message = 'This isn’t a link to an uploaded student list. Upload the file first.';
  return new PublicError(400, 'not_our_file', message, { 'student-file': message });
}
