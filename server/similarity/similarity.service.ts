import {
  type ComparedHandIn,
  type PairView,
  type SimilarPair,
  type Similarity as SimilarityView,
  getSimilarity,
} from '@vlabs/contract/similarity/similarity';
import { getTestSimilarity } from '@vlabs/contract/similarity/similarity-in-tests';
import type { Pool } from 'pg';
import { requireRight } from '../classes/classes.reads.ts';
import type { StoredFiles } from '../files/files.reads.ts';
import {
  FULL_ACCESS,
  type AccessScope,
  withoutLimitedClasses,
  includesClass,
} from '../platform/access/access-scope.ts';
import type { Clock } from '../platform/clock.ts';
import { conflict, notFound } from '../platform/errors.ts';
import { type Tasks, publishTask } from '../platform/events/tasks.ts';
import type { Caller } from '../platform/http/serve.ts';
import { addJob, type Jobs } from '../platform/jobs/jobs.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import type { Log } from '../platform/postgres/dedicated-connection.ts';
import { collectPrograms, groupByLanguage, rowOfNotCompared } from './programs/collect-programs.ts';
import { findHandedInPrograms } from './programs/handed-in-programs.ts';
import { findProgramsOfTest } from './programs/programs-of-test.ts';
import type { ProgramsToCompare } from './programs/programs-to-compare.ts';
import { ComparisonFailure, type Found, runComparison } from './run-comparison.ts';
import {
  type AskedPair,
  type FoundPair,
  countHandIns,
  deleteFound,
  findPairOfQuestion,
  findSimilarPair,
  insertFound,
  listComparedPrograms,
  listSimilarPairs,
  askForComparison,
  findComparison,
  findSubject,
  updateBegun,
  updateDone,
  updateFailed,
  updateProgress,
  updateStopped,
} from './similarity.queries.ts';
import { hashLeftOut } from './programs/statement-code.ts';
import { type Question, Subject } from './programs/subject.ts';

const JOB = 'compare-programs';
/** Runs of students and tests of hand-ins have priority. */
const PRIORITY = 20;
/** A comparison uses one core. */
const MAX_AT_ONCE = 1;

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  tasks: Tasks;
  log: Log;
  clock: Clock;
  /** Set once the file service has started. */
  files: StoredFiles;
}

/** Shows what submitted programs share; judging it is up to people. */
export class Similarity {
  readonly #parts: Dependencies;

  /** Created before the jobs are started. */
  constructor(parts: Dependencies) {
    this.#parts = parts;
    parts.jobs.handle(JOB, (payload) => this.#compare(Subject.parse(payload)), {
      maxAtOnce: MAX_AT_ONCE,
      giveUp: (payload) => this.#fail(Subject.parse(payload), FAILED),
    });
    parts.tasks.handle('comparison', {
      access: ['staff', 'admin'],
      read: async (id, caller) => {
        // Staff get the same refusal for an unknown comparison as for one of another class.
        const subject = (await findSubject(parts.pool, id)) ?? { assignmentId: id };
        await requireRight(parts.pool, caller, rightOn(subject));
        const comparison = await findComparison(parts.pool, subject);
        return comparison && { state: comparison.state, done: comparison.progress, total: 1 };
      },
    });
  }

  /** With sections, their students and pairs where both are in them. */
  async getSimilarity(subject: Subject, scope: AccessScope): Promise<SimilarityView> {
    const { pool } = this.#parts;
    const { title, classId, leftOut, isInProgress } = await this.#find(subject);
    const isOfWhole = includesClass(withoutLimitedClasses(scope), classId);
    const within = isOfWhole ? FULL_ACCESS : scope;
    const [comparison, { handIns, newer }, programs, pairs] = await Promise.all([
      findComparison(pool, subject),
      countHandIns(pool, subject, within),
      listComparedPrograms(pool, subject, within),
      listSimilarPairs(pool, subject, within),
    ]);
    const shown = isOfWhole ? programs : withHighest(programs, pairs);
    const found = { title, isInProgress, isOfWhole, handIns, programs: shown, pairs };
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
  async startComparison({ id: askedBy }: Caller, subject: Subject): Promise<boolean> {
    const { isInProgress } = await this.#find(subject);
    if (isInProgress) {
      throw conflict(
        'not_ended',
        'Students can still work on this test. Compare their programs after its end.',
      );
    }
    return inTransaction(this.#parts.pool, async (db) => {
      if (!(await askForComparison(db, subject, askedBy))) return false;
      const key = `${JOB} ${keyOf(subject)}`;
      await addJob(db, { name: JOB, payload: subject, key, priority: PRIORITY });
      return true;
    });
  }

  async stopComparison(subject: Subject): Promise<void> {
    await this.#find(subject);
    const id = await updateStopped(this.#parts.pool, subject);
    if (id === null) {
      throw conflict(
        'ended',
        'No comparison is in progress. It may have finished; reload the page.',
      );
    }
    publishTask(this.#parts.pool, taskOf(id));
  }

  /** Of hand-ins. */
  async getSimilarPair(asked: AskedPair): Promise<PairView> {
    const pair = await findSimilarPair(this.#parts.pool, asked);
    if (!pair) throw notFound('This pair');
    const { assignmentId, ...found } = pair;
    return this.#showPair({ assignmentId }, found);
  }

  async getPairOfQuestion(question: Question, asked: AskedPair): Promise<PairView> {
    const pair = await findPairOfQuestion(this.#parts.pool, question, asked);
    if (!pair) throw notFound('This pair');
    const { isSubmittedAgain, ...found } = pair;
    if (isSubmittedAgain) {
      throw conflict(
        'handed_in_again',
        'One of the students submitted again since the comparison. Compare the programs again.',
      );
    }
    return this.#showPair(question, found);
  }

  async #showPair(subject: Subject, { one, other, ...figures }: FoundPair): Promise<PairView> {
    const { title, readText } = await this.#find(subject);
    const [first, second] = await Promise.all([
      readText(one, figures.language),
      readText(other, figures.language),
    ]);
    return { title, ...figures, one: first, other: second };
  }

  #find(subject: Subject): Promise<ProgramsToCompare> {
    return 'assignmentId' in subject
      ? findHandedInPrograms(this.#parts, subject.assignmentId)
      : findProgramsOfTest(this.#parts, subject);
  }

  /** Failures are shown on the page; the teacher can try again. */
  async #compare(subject: Subject): Promise<void> {
    const { pool, log } = this.#parts;
    if ((await updateBegun(pool, subject)) === null) return;
    try {
      await this.#compareAndKeep(subject);
    } catch (error) {
      const isKnown = error instanceof ComparisonFailure;
      if (!isKnown) log.error({ err: error, ...subject }, 'A comparison failed.');
      await this.#fail(subject, isKnown ? error.message : FAILED);
    }
  }

  async #fail(subject: Subject, failure: string): Promise<void> {
    const id = await updateFailed(this.#parts.pool, subject, failure);
    if (id !== null) publishTask(this.#parts.pool, taskOf(id));
  }

  /** False if it was stopped. */
  async #reportProgress(subject: Subject, part: number): Promise<boolean> {
    const id = await updateProgress(this.#parts.pool, subject, part);
    if (id !== null) publishTask(this.#parts.pool, taskOf(id));
    return id !== null;
  }

  async #compareAndKeep(subject: Subject): Promise<void> {
    const { leftOut, readAll } = await this.#find(subject);
    const { programs, notCompared } = await collectPrograms(readAll());
    const order = { groups: groupByLanguage(programs), leftOut };
    const found: Found | null =
      programs.length === 0
        ? { programs: '[]', pairs: '[]' }
        : await runComparison(order, (part) => this.#reportProgress(subject, part));
    if (!found) return;
    const rest = JSON.stringify(notCompared.map(rowOfNotCompared));
    await inTransaction(this.#parts.pool, async (db) => {
      const id = await updateDone(db, subject, hashLeftOut(leftOut));
      if (id === null) return;
      await deleteFound(db, subject);
      await insertFound(db, subject, found);
      await insertFound(db, subject, { programs: rest, pairs: '[]' });
      publishTask(db, taskOf(id));
    });
  }
}

/** Identifies it among jobs. */
const keyOf = (subject: Subject): string =>
  'assignmentId' in subject ? subject.assignmentId : `${subject.quizId} ${subject.number}`;

/** The right to see a comparison, and the parameters that name what it is about. */
const rightOn = (subject: Subject) =>
  'assignmentId' in subject
    ? { right: getSimilarity.right, params: { id: subject.assignmentId } }
    : { right: getTestSimilarity.right, params: { uniqueId: subject.quizId } };

const taskOf = (id: string) => ({ kind: 'comparison' as const, id });

const FAILED =
  'The comparison failed. Compare again; if it fails again, tell the administrator of the server.';

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
    highest: highest.get(`${program.handInId ?? program.studentId} ${program.language}`) ?? null,
  }));
}
