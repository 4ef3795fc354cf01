import type { StudentImport } from '@vlabs/contract/students/student-imports';
import type { Task, TaskProgress } from '@vlabs/contract/http/tasks';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import { isDemoOpen } from '../../auth/auth.reads.ts';
import { chooseTermOfList } from '../../classes/classes.reads.ts';
import { recordAct, recordActOf } from '../../platform/audit/audit.ts';
import { PublicError, conflict, notFound } from '../../platform/errors.ts';
import { type Tasks, publishTask } from '../../platform/events/tasks.ts';
import type { Caller } from '../../platform/http/serve.ts';
import { type Jobs, addJob } from '../../platform/jobs/jobs.ts';
import { type Database, inTransaction, waitForLocks } from '../../platform/postgres/database.ts';
import { holdStudentList } from '../list/students.queries.ts';
import * as queries from './imports.queries.ts';
import type { Ending, HowToImport, ImportRecord } from './imports.queries.ts';
import { writeList } from './list-plans.ts';
import { rememberMatch } from './read-list.ts';
import { type ListFiles, PlannedLists, noPlan, notOurFile } from './planned-lists.ts';

const JOB = 'import-students';
/** A waiting call is answered after this time at the latest. */
const MAX_WAITED_MS = 25_000;
const Named = z.object({ importId: z.string() });

/** Decisions that are made when the list is applied. */
export type HowToApply = Pick<HowToImport, 'endsMissing' | 'endsMany'>;

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  tasks: Tasks;
  files: ListFiles;
}

/** Thrown in the transaction to roll it back. */
class Cancelled extends Error {}

/**
 * Imports of student lists: a planned list, or a file of the store, is written by a durable job that can be followed
 * and cancelled.
 */
export class StudentImports {
  readonly planned: PlannedLists;
  readonly #parts: Dependencies;

  /** Created before the jobs are started. */
  constructor(parts: Dependencies) {
    this.#parts = parts;
    this.planned = new PlannedLists(parts);
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
    if (file?.bucketId !== 'student-lists') throw notOurFile();
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
      const list = await this.planned.getList(record);
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
