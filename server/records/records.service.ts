import {
  type ClassRecord,
  type OwnRecord,
  type RecordSettings,
  type WorkOfExperiment,
  prepareRecords,
  sameWork,
  usualSettings,
} from '@vlabs/contract/records/records';
import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { z } from 'zod';
import { classIsArchived, requireClassOfWork, requireRight } from '../classes/classes.reads.ts';
import type { Config } from '../config.ts';
import {
  type AccessScope,
  FULL_ACCESS,
  includesClass,
  scopeOf,
} from '../platform/access/access-scope.ts';
import { recordAct } from '../platform/audit/audit.ts';
import type { Clock } from '../platform/clock.ts';
import { conflict, forbidden, notFound } from '../platform/errors.ts';
import { type Tasks, publishTask } from '../platform/events/tasks.ts';
import type { Caller } from '../platform/http/serve.ts';
import { type Jobs, addJob } from '../platform/jobs/jobs.ts';
import type { PdfCompiler } from '../platform/pdf/pdf-compiler.ts';
import { printDocument } from '../platform/pdf/print-document.ts';
import type { Log } from '../platform/postgres/dedicated-connection.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import { distinctNames } from '../platform/zip/entry-names.ts';
import { type ZipEntry, streamZip } from '../platform/zip/zip.ts';
import type { ProgramRunner } from '../runs/runs.reads.ts';
import { recordDocument } from './record-document.ts';
import * as queries from './records.queries.ts';
import {
  type StudentRecord,
  listMissing,
  makeOutput,
  printedExperiment,
  readRecords,
} from './student-records.ts';
import { chooseWorks, listWorks } from './works.ts';

const JOB = 'prepare-records';
/** Below every run of a person. */
const PRIORITY = 20;
/** Students whose programs are read at a time. */
const STUDENTS_AT_A_TIME = 20;

const Payload = z.object({ classId: z.uuid() });

interface Services {
  pool: Pool;
  jobs: Jobs;
  tasks: Tasks;
  clock: Clock;
  pdf: PdfCompiler;
  runs: ProgramRunner;
  log: Log;
  config: Pick<Config, 'institution' | 'graceSeconds'>;
}

interface PrintedFile {
  name: string;
  contents: Buffer;
}

/** Lab records: what students did for the experiments of a class, on paper. */
export class LabRecords {
  readonly #services: Services & { graceMs: number };

  /** Created before the jobs are started. */
  constructor(services: Services) {
    const { pool, jobs, tasks, config } = services;
    this.#services = { ...services, graceMs: config.graceSeconds * 1000 };
    jobs.handle(JOB, (payload) => this.#prepare(Payload.parse(payload).classId), { maxAtOnce: 1 });
    tasks.handle('record', {
      access: ['staff', 'admin'],
      read: async (classId, caller) => {
        const { right } = prepareRecords;
        await requireRight(pool, caller, { right, params: { classId } });
        const { done, total } = await this.#countOutputs(classId);
        return { state: done === total ? 'done' : 'running', done, total };
      },
    });
  }

  async getClassRecord(caller: Caller, classId: string, scope: AccessScope): Promise<ClassRecord> {
    const { pool } = this.#services;
    const { ofClass, settings } = await this.#getClass(classId);
    const works = await listWorks(this.#services, classId);
    const students = await queries.listStudentsOfRecord(pool, classId, { scope, personId: null });
    const ids = students.map(({ personId }) => personId);
    const done = new Map<string, number>();
    for (const { work } of chooseWorks(works, settings.experiments)) {
      for (const [id] of await work.listDone(ids)) done.set(id, (done.get(id) ?? 0) + 1);
    }
    const { name: className, subject, term, department, version, state } = ofClass;
    const changing = scopeOf(caller, { to: 'changeResults', of: 'class' });
    return {
      className,
      subject,
      term,
      department,
      version,
      settings,
      mayEdit: state === 'open' && includesClass(changing, classId),
      choices: works.map(({ workId, question, title }) => ({ workId, question, title })),
      students: students.map(({ personId, name }) => ({
        userId: personId,
        name,
        done: done.get(personId) ?? 0,
      })),
    };
  }

  /** Refuses settings that were made from an older version. */
  saveClassRecord(
    { classId, scope }: { classId: string; scope: AccessScope },
    change: { version: number; settings: RecordSettings },
  ): Promise<{ version: number }> {
    return inTransaction(this.#services.pool, async (db) => {
      await requireClassOfWork(db, scope, { inClass: { classId, sections: [] } });
      const version = await queries.upsertSettings(db, classId, change);
      if (version === null) {
        const message =
          'Somebody else has changed this record. Reload it and make your change again.';
        throw conflict('arranged_meanwhile', message);
      }
      const { experiments, replacesHandwriting } = change.settings;
      const details = { experiments: experiments.length, replacesHandwriting };
      await recordAct(db, {
        action: 'edit-record',
        subject: await subjectOf(db, classId),
        details,
      });
      return { version };
    });
  }

  /** Adds the job that runs the programs without an output; its task is the class. */
  async prepareOutputs(classId: string): Promise<{ total: number }> {
    const { pool } = this.#services;
    const { total } = await this.#countOutputs(classId);
    await addJob(pool, {
      name: JOB,
      payload: { classId },
      key: `${JOB} ${classId}`,
      priority: PRIORITY,
    });
    return { total };
  }

  /** Staff get the same refusal for unknown students and for students out of scope. */
  async printRecord(
    classId: string,
    asked: { personId: string; scope: AccessScope; caller: Caller },
  ): Promise<PrintedFile> {
    const { pool } = this.#services;
    const [record] = await this.#readRecords(classId, asked);
    if (!record) throw asked.caller.role === 'staff' ? forbidden() : notFound('That student');
    const file = await this.#print(classId, record);
    const { personId } = record.student;
    await inTransaction(pool, async (db) => {
      const subject = await subjectOf(db, classId);
      await recordAct(db, { action: 'print-record', subject, personId });
    });
    return file;
  }

  /** One document a student. A record that cannot be printed leaves a note in its place. */
  async printRecords(
    classId: string,
    scope: AccessScope,
  ): Promise<{ name: string; zip: Readable }> {
    const { pool } = this.#services;
    const { ofClass } = await this.#getClass(classId);
    const students = await queries.listStudentsOfRecord(pool, classId, { scope, personId: null });
    await inTransaction(pool, async (db) => {
      const details = { students: students.length };
      await recordAct(db, {
        action: 'print-record',
        subject: await subjectOf(db, classId),
        details,
      });
    });
    return {
      name: `${ofClass.name} lab records.zip`,
      zip: streamZip(this.#listEntries(classId, students)),
    };
  }

  async getOwnRecord(personId: string, classId: string): Promise<OwnRecord> {
    const [record] = await this.#readRecords(classId, { personId, scope: FULL_ACCESS });
    if (!record) throw notFound('That class');
    const { ofClass, settings } = await this.#getClass(classId);
    return {
      className: ofClass.name,
      subject: ofClass.subject,
      replacesHandwriting: settings.replacesHandwriting,
      experiments: record.experiments.map(({ experiment, work, done, algorithm, ownInput }) => ({
        workId: work.workId,
        question: work.question,
        title: experiment.title === '' ? work.title : experiment.title,
        isDone: done !== null,
        algorithm,
        input: ownInput,
      })),
    };
  }

  async saveOwnTexts(
    personId: string,
    classId: string,
    texts: WorkOfExperiment & { algorithm: string; input: string | null },
  ): Promise<void> {
    const { pool } = this.#services;
    const { ofClass, settings } = await this.#getClass(classId);
    const [student] = await this.#listStudents(classId, { personId, scope: FULL_ACCESS });
    if (!student) throw notFound('That class');
    if (ofClass.state === 'archived') throw classIsArchived();
    if (!settings.experiments.some((one) => sameWork(one, texts)))
      throw notFound('That experiment');
    const { workId, question } = texts;
    await queries.upsertText(
      pool,
      { classId, personId: student.personId, workId, question },
      texts,
    );
  }

  async printOwnRecord(personId: string, classId: string): Promise<PrintedFile> {
    const [record] = await this.#readRecords(classId, { personId, scope: FULL_ACCESS });
    if (!record) throw notFound('That class');
    return this.#print(classId, record);
  }

  async #getClass(classId: string) {
    const ofClass = await queries.findRecordClass(this.#services.pool, classId);
    if (!ofClass) throw notFound('That class');
    return { ofClass, settings: ofClass.settings ?? usualSettings };
  }

  #listStudents(classId: string, which: { personId: string | null; scope: AccessScope }) {
    return queries.listStudentsOfRecord(this.#services.pool, classId, which);
  }

  async #readRecords(
    classId: string,
    which: { personId: string | null; scope: AccessScope },
  ): Promise<StudentRecord[]> {
    const { settings } = await this.#getClass(classId);
    const students = await this.#listStudents(classId, which);
    return readRecords(this.#services, { classId, settings }, students);
  }

  async #print(classId: string, record: StudentRecord): Promise<PrintedFile> {
    const { config, pdf, runs, log } = this.#services;
    const { ofClass, settings } = await this.#getClass(classId);
    const { student } = record;
    const key = { classId, personId: student.personId };
    for (const one of listMissing(record)) {
      // The record is printed in any case; the next print runs the program again.
      one.output = await makeOutput(this.#services, runs, key, one).catch((error: unknown) => {
        log.warn({ err: error }, 'a program for a lab record could not be run');
        return null;
      });
    }
    const contents = await printDocument(
      pdf,
      recordDocument({
        institution: config.institution,
        ofClass,
        settings,
        student,
        experiments: record.experiments.map(printedExperiment),
      }),
    );
    return { name: `${student.personId} ${ofClass.subject} record.pdf`, contents };
  }

  async *#listEntries(
    classId: string,
    students: readonly queries.RecordStudent[],
  ): AsyncGenerator<ZipEntry> {
    const { settings } = await this.#getClass(classId);
    const names = distinctNames(students.map(({ personId, name }) => `${personId} ${name}`));
    for (const [place, student] of students.entries()) {
      const [record] = await readRecords(this.#services, { classId, settings }, [student]);
      if (!record) continue;
      const name = names[place] ?? student.personId;
      const printed = await this.#print(classId, record).catch((error: unknown) => String(error));
      if (typeof printed === 'string') {
        const note = `The record could not be printed. Try again, or print it alone.\n${printed}\n`;
        yield { name: `${name}.txt`, at: null, content: [note] };
      } else {
        yield {
          name: `${name}.pdf`,
          at: null,
          content: Readable.from([printed.contents], { objectMode: false }),
          isCompressed: true,
        };
      }
    }
  }

  async #countOutputs(classId: string): Promise<{ done: number; total: number }> {
    let [done, total] = [0, 0];
    for await (const record of this.#eachRecord(classId)) {
      const runs = record.experiments.filter(({ run }) => run !== null);
      total += runs.length;
      done += runs.length - listMissing(record).length;
    }
    return { done, total };
  }

  async *#eachRecord(classId: string): AsyncGenerator<StudentRecord> {
    const { settings } = await this.#getClass(classId);
    const students = await this.#listStudents(classId, { personId: null, scope: FULL_ACCESS });
    for (let at = 0; at < students.length; at += STUDENTS_AT_A_TIME) {
      const some = students.slice(at, at + STUDENTS_AT_A_TIME);
      yield* await readRecords(this.#services, { classId, settings }, some);
    }
  }

  async #prepare(classId: string): Promise<void> {
    const { pool, runs } = this.#services;
    for await (const record of this.#eachRecord(classId)) {
      const { personId } = record.student;
      for (const one of listMissing(record)) {
        await makeOutput(this.#services, runs, { classId, personId }, one);
      }
      publishTask(pool, { kind: 'record', id: classId });
    }
    publishTask(pool, { kind: 'record', id: classId });
  }
}

async function subjectOf(db: Database, classId: string) {
  const ofClass = await queries.findRecordClass(db, classId);
  return { kind: 'class' as const, id: classId, name: ofClass?.name ?? '' };
}
