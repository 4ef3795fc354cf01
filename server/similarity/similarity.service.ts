import {
  type ComparedHandIn,
  type ComparedText,
  type PairView,
  type SimilarPair,
  type Similarity as SimilarityView,
  getSimilarity,
} from '@vlabs/contract/assignments/similarity';
import type { Pool } from 'pg';
import { z } from 'zod';
import {
  type HandedInSource,
  findAssignmentTexts,
  findHandedInSource,
  listHandedInSources,
} from '../assignments/assignments.reads.ts';
import { requireRight } from '../classes/classes.reads.ts';
import type { StoredFiles } from '../files/files.reads.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import type { Log } from '../platform/postgres/dedicated-connection.ts';
import { conflict, notFound } from '../platform/errors.ts';
import { type Tasks, publishTask } from '../platform/events/tasks.ts';
import { addJob, type Jobs } from '../platform/jobs/jobs.ts';
import type { Caller } from '../platform/http/serve.ts';
import {
  FULL_ACCESS,
  type AccessScope,
  withoutLimitedClasses,
  includesClass,
} from '../platform/access/access-scope.ts';
import type { ComparisonOrder } from './comparison-messages.ts';
import { MAX_TEXT, type NotCompared, type ProgramRead, readPrograms } from './read-programs.ts';
import { ComparisonFailure, type Found, runComparison } from './run-comparison.ts';
import {
  askForComparison,
  countHandIns,
  deleteFound,
  findComparison,
  findSimilarPair,
  insertFound,
  listComparedHandIns,
  listSimilarPairs,
  updateBegun,
  updateDone,
  updateFailed,
  updateProgress,
  updateStopped,
} from './similarity.queries.ts';
import { hashLeftOut, listCodeBlocks } from './statement-code.ts';
import { joinFiles } from './tokenise.ts';

const JOB = 'compare-programs';
/** Runs of students and tests of hand-ins have priority. */
const PRIORITY = 20;
/** A comparison uses one core. */
const MAX_AT_ONCE = 1;
/** Per language; the rest are listed as not compared. */
const MAX_PROGRAMS = 3000;
/** Characters of all programs together. */
const MAX_TEXT_IN_ALL = 150_000_000;

const Payload = z.object({ assignmentId: z.string() });

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  tasks: Tasks;
  log: Log;
  /** Set once the file service has started. */
  files: StoredFiles;
}

/** Shows what handed-in programs share; judging it is up to people. */
export class Similarity {
  readonly #parts: Dependencies;

  /** Created before the jobs are started. */
  constructor(parts: Dependencies) {
    this.#parts = parts;
    parts.jobs.handle(JOB, (payload) => this.#compare(Payload.parse(payload).assignmentId), {
      maxAtOnce: MAX_AT_ONCE,
      giveUp: (payload) => this.#fail(Payload.parse(payload).assignmentId, FAILED),
    });
    parts.tasks.handle('comparison', {
      access: ['staff', 'admin'],
      read: async (assignmentId, caller) => {
        const asked = { right: getSimilarity.right, params: { id: assignmentId } };
        await requireRight(parts.pool, caller, asked);
        const comparison = await findComparison(parts.pool, assignmentId);
        return comparison && { state: comparison.state, done: comparison.progress, total: 1 };
      },
    });
  }

  /** With sections, their students and pairs where both are in them. */
  async getSimilarity(assignmentId: string, scope: AccessScope): Promise<SimilarityView> {
    const { pool } = this.#parts;
    const { title, leftOut, isOfWhole } = await this.#requireAssignment(assignmentId, scope);
    const within = isOfWhole ? FULL_ACCESS : scope;
    const [comparison, { handIns, newer }, programs, pairs] = await Promise.all([
      findComparison(pool, assignmentId),
      countHandIns(pool, assignmentId, within),
      listComparedHandIns(pool, assignmentId, within),
      listSimilarPairs(pool, assignmentId, within),
    ]);
    const shown = isOfWhole ? programs : withHighest(programs, pairs);
    const found = { title, isOfWhole, handIns, programs: shown, pairs };
    if (!comparison) return { ...found, comparison: null };
    const { comparedAt, leftOutHash, ...state } = comparison;
    return {
      ...found,
      comparison: {
        ...state,
        comparedAt: comparedAt?.toISOString() ?? null,
        newer,
        isLeftOutChanged: comparedAt !== null && leftOutHash !== hashLeftOut(leftOut),
      },
    };
  }

  /** False if one is in progress. */
  async startComparison({ id: askedBy }: Caller, assignmentId: string): Promise<boolean> {
    await this.#requireAssignment(assignmentId);
    return inTransaction(this.#parts.pool, async (db) => {
      if (!(await askForComparison(db, { assignmentId, askedBy }))) return false;
      const key = `${JOB} ${assignmentId}`;
      await addJob(db, { name: JOB, payload: { assignmentId }, key, priority: PRIORITY });
      return true;
    });
  }

  async stopComparison(assignmentId: string): Promise<void> {
    await this.#requireAssignment(assignmentId);
    if (!(await updateStopped(this.#parts.pool, assignmentId))) {
      throw conflict(
        'ended',
        'No comparison is in progress. It may have finished; reload the page.',
      );
    }
    publishTask(this.#parts.pool, taskOf(assignmentId));
  }

  async getSimilarPair(asked: { one: string; other: string; language: number }): Promise<PairView> {
    const { pool } = this.#parts;
    const pair = await findSimilarPair(pool, asked);
    if (!pair) throw notFound('This pair');
    const { assignmentId, one, other, ...figures } = pair;
    const { title } = await this.#requireAssignment(assignmentId);
    const [first, second] = await Promise.all([
      this.#showText(one, pair.language),
      this.#showText(other, pair.language),
    ]);
    return { title, ...figures, one: first, other: second };
  }

  async #requireAssignment(assignmentId: string, scope = FULL_ACCESS) {
    const found = await findAssignmentTexts(this.#parts.pool, assignmentId);
    if (!found) throw notFound('This assignment');
    const { title, text, starterCode, classId } = found;
    const isOfWhole = includesClass(withoutLimitedClasses(scope), classId);
    const leftOut = [starterCode, ...listCodeBlocks(text)].filter((one) => one.trim() !== '');
    return { title, leftOut, isOfWhole };
  }

  async #showText(handInId: string, language: number): Promise<ComparedText> {
    const source = await findHandedInSource(this.#parts.pool, handInId, MAX_TEXT);
    if (!source) throw notFound('This hand-in');
    const read = await readPrograms(source, this.#parts.files);
    const program = Array.isArray(read) ? read.find((one) => one.language === language) : undefined;
    if (!program) throw notFound('A file of this hand-in');
    const { studentId, name, handedInAt, isLate } = source;
    const text = joinFiles(program.files);
    return { handInId, studentId, name, handedInAt: handedInAt.toISOString(), isLate, text };
  }

  /** Failures are shown on the page; the teacher can try again. */
  async #compare(assignmentId: string): Promise<void> {
    const { pool, log } = this.#parts;
    if (!(await updateBegun(pool, assignmentId))) return;
    try {
      await this.#compareAndKeep(assignmentId);
    } catch (error) {
      const isKnown = error instanceof ComparisonFailure;
      if (!isKnown) log.error({ err: error, assignmentId }, 'A comparison failed.');
      await this.#fail(assignmentId, isKnown ? error.message : FAILED);
    }
  }

  async #fail(assignmentId: string, failure: string): Promise<void> {
    await updateFailed(this.#parts.pool, assignmentId, failure);
    publishTask(this.#parts.pool, taskOf(assignmentId));
  }

  /** False if it was stopped. */
  async #reportProgress(assignmentId: string, part: number): Promise<boolean> {
    const goesOn = await updateProgress(this.#parts.pool, assignmentId, part);
    if (goesOn) publishTask(this.#parts.pool, taskOf(assignmentId));
    return goesOn;
  }

  async #compareAndKeep(assignmentId: string): Promise<void> {
    const { pool } = this.#parts;
    const { leftOut } = await this.#requireAssignment(assignmentId);
    const { programs, notCompared } = await this.#readAll(assignmentId);
    const order = { groups: groupByLanguage(programs), leftOut };
    const found: Found | null =
      programs.length === 0
        ? { programs: '[]', pairs: '[]' }
        : await runComparison(order, (part) => this.#reportProgress(assignmentId, part));
    if (!found) return;
    const rest = JSON.stringify(notCompared.map(rowOfNotCompared));
    await inTransaction(pool, async (db) => {
      if (!(await updateDone(db, { assignmentId, leftOutHash: hashLeftOut(leftOut) }))) return;
      await deleteFound(db, assignmentId);
      await insertFound(db, assignmentId, found);
      await insertFound(db, assignmentId, { programs: rest, pairs: '[]' });
      publishTask(db, taskOf(assignmentId));
    });
  }

  async #readAll(assignmentId: string) {
    const { pool, files } = this.#parts;
    const programs: ProgramRead[] = [];
    const notCompared: NotCompared[] = [];
    let remaining = MAX_TEXT_IN_ALL;
    const sources: HandedInSource[] = await listHandedInSources(pool, assignmentId, MAX_TEXT);
    for (const source of sources) {
      const read = await readPrograms(source, files);
      if (!Array.isArray(read)) {
        notCompared.push(read);
      } else if (remaining < 0 || programs.length >= MAX_PROGRAMS) {
        notCompared.push({ handInId: source.handInId, reason: 'too_many', leftFiles: [] });
      } else {
        programs.push(...read);
        remaining -= lengthOf(read);
      }
    }
    return { programs, notCompared };
  }
}

const taskOf = (assignmentId: string) => ({ kind: 'comparison' as const, id: assignmentId });

const FAILED =
  'The comparison failed. Compare again; if it fails again, tell the administrator of the server.';

function groupByLanguage(programs: readonly ProgramRead[]): ComparisonOrder['groups'] {
  const groups = Map.groupBy(programs, ({ language }) => language);
  return [...groups].map(([languageId, ofLanguage]) => ({ languageId, programs: ofLanguage }));
}

const lengthOf = (programs: readonly ProgramRead[]) =>
  programs.flatMap(({ files }) => files).reduce((sum, { text }) => sum + text.length, 0);

/** Each with its most similar visible pair. */
function withHighest(
  programs: readonly ComparedHandIn[],
  pairs: readonly SimilarPair[],
): ComparedHandIn[] {
  const highest = new Map<string, number>();
  for (const { one, other, language, similarity } of pairs) {
    for (const id of [one, other]) {
      const key = `${id} ${language}`;
      highest.set(key, Math.max(similarity, highest.get(key) ?? 0));
    }
  }
  return programs.map((program) => ({
    ...program,
    highest: highest.get(`${program.handInId} ${program.language}`) ?? null,
  }));
}

const rowOfNotCompared = ({ handInId, reason, leftFiles }: NotCompared) => ({
  handInId,
  language: null,
  reason,
  leftFiles,
  leftOut: 0,
  isCut: false,
  nearest: null,
  highest: null,
});
