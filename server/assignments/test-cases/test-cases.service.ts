import {
  type Solution,
  type TestReport,
  getTestReport,
} from '@vlabs/contract/assignments/test-cases';
import type { TestCase, TestCaseResult } from '@vlabs/contract/runs/test-case';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { z } from 'zod';
import { requireOpenClassOf, requireRight } from '../../classes/classes.reads.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { WorkBeyondBounds } from '../../platform/jobs/bounded-worker.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import { notFound } from '../../platform/errors.ts';
import { type Tasks, publishTask } from '../../platform/events/tasks.ts';
import { addJob, type Jobs } from '../../platform/jobs/jobs.ts';
import type { Caller } from '../../platform/http/serve.ts';
import { FULL_ACCESS, isTeacher, type AccessScope } from '../../platform/access/access-scope.ts';
import { type Assignment, lockAssignment } from '../assignments.queries.ts';
import { assignmentSubject } from '../assignments.service.ts';
import type { ArrivedHandIn } from '../hand-ins.service.ts';
import { type ProgramRunner, type WrittenProgram, runTestCases } from '../../runs/runs.reads.ts';
import { withPlainTexts } from './check-test-cases.ts';
import {
  requestTestRuns,
  findProgram,
  findSolution,
  findTestResults,
  listProgramsHandedIn,
  listTestCases,
  replaceTestCases,
  updateSolution,
  updateTestResults,
  updateTestsFailed,
} from './test-cases.queries.ts';

const JOB = 'test-hand-in';
/** Runs of students have priority. */
const PRIORITY = 10;

/** Jobs wait for their runs, which may need a free worker themselves. */
const MAX_AT_ONCE = 2;

type Tested = Pick<Assignment, 'id' | 'title'>;

interface Written {
  tests: readonly TestCase[];
  /** Unchanged if undefined. */
  solution?: Solution | null | undefined;
}

const Payload = z.object({ handInId: z.string() });

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  tasks: Tasks;
  runs: ProgramRunner;
}

/** Test cases of assignments. Each handed-in program is a durable job that runs it on all of them. */
export class TestCases {
  readonly #pool: Pool;
  readonly #runs: ProgramRunner;

  /** Created before the jobs are started. */
  constructor({ pool, jobs, tasks, runs }: Dependencies) {
    this.#pool = pool;
    this.#runs = runs;
    jobs.handle(JOB, (payload) => this.#testHandIn(Payload.parse(payload).handInId), {
      maxAtOnce: MAX_AT_ONCE,
      giveUp: (payload) => this.#fail(Payload.parse(payload).handInId),
    });
    tasks.handle('hand-in-test', {
      access: ['student', 'staff', 'admin'],
      read: async (handInId, caller) => {
        await requireRight(pool, caller, { right: getTestReport.right, params: { handInId } });
        const { state } = await this.getReport(caller, handInId);
        return state === 'none' ? null : { state, done: state === 'done' ? 1 : 0, total: 1 };
      },
    });
  }

  /** In the transaction that saves the hand-in. */
  readonly whenHandedIn = async (db: Database, handIn: ArrivedHandIn): Promise<void> => {
    if (handIn.kind !== 'program') return;
    if ((await listTestCases(db, handIn.assignmentId)).length === 0) return;
    await askAndAddJobs(db, [handIn.handInId]);
  };

  /** Students get only the number and points of hidden test cases, and no solution. */
  async getTests(caller: Caller, assignmentId: string) {
    const listed = await listTestCases(this.#pool, assignmentId);
    const solution = isTeacher(caller) ? await findSolution(this.#pool, assignmentId) : null;
    const tests = listed.map((test, index) => ({ ...test, number: index + 1 }));
    const hidden = tests.filter(({ isHidden }) => isHidden);
    return {
      tests: isTeacher(caller) ? tests : tests.filter(({ isHidden }) => !isHidden),
      hiddenCount: hidden.length,
      maxPoints: tests.reduce((total, { points }) => total + points, 0),
      solution,
    };
  }

  /** Tests the last hand-ins again if the test cases changed; returns their number. */
  async saveTests(assignment: Tested, { tests, solution }: Written): Promise<number> {
    return inTransaction(this.#pool, async (db) => {
      await requireOpenClassOf(db, { assignment: assignment.id });
      await lockAssignment(db, assignment.id);
      const before = await listTestCases(db, assignment.id);
      await replaceTestCases(db, assignment.id, tests.map(withPlainTexts));
      const now = await listTestCases(db, assignment.id);
      if (solution !== undefined) await updateSolution(db, assignment.id, solution);
      const isSame = tests.length === 0 || isDeepStrictEqual(now, before);
      const handIns = isSame ? 0 : await testAll(db, assignment.id, FULL_ACCESS);
      const details = { tests: tests.length, handIns };
      const subject = assignmentSubject(assignment);
      await recordAct(db, { action: 'edit-tests', subject, details });
      return handIns;
    });
  }

  /** In scope; returns their number. */
  async testAllHandIns(assignment: Tested, scope: AccessScope): Promise<number> {
    return inTransaction(this.#pool, async (db) => {
      await requireOpenClassOf(db, { assignment: assignment.id });
      const handIns = await testAll(db, assignment.id, scope);
      const subject = assignmentSubject(assignment);
      await recordAct(db, { action: 'run-tests', subject, details: { handIns } });
      return handIns;
    });
  }

  async getReport(caller: Caller, handInId: string): Promise<TestReport> {
    const program = await findProgram(this.#pool, handInId);
    const isOwn = program?.studentId === caller.id;
    if (!program || (!isTeacher(caller) && !isOwn)) throw notFound('This hand-in');
    const report = await findTestResults(this.#pool, handInId);
    if (!report) return { ...nothing, state: 'none' };
    if (report.state !== 'done') return { ...nothing, state: report.state };
    if (isTeacher(caller)) return report;
    return { ...report, results: report.results.map(withoutHidden) };
  }

  /** Null if comparing the outputs takes too much, which a repetition would not change. */
  async #runOrFail(handInId: string, program: WrittenProgram, tests: TestCase[]) {
    try {
      return await runTestCases(this.#runs, program, tests);
    } catch (error) {
      if (!(error instanceof WorkBeyondBounds)) throw error;
      await this.#fail(handInId);
      return null;
    }
  }

  async #fail(handInId: string): Promise<void> {
    await updateTestsFailed(this.#pool, handInId);
    publishTask(this.#pool, { kind: 'hand-in-test', id: handInId });
  }

  async #testHandIn(handInId: string): Promise<void> {
    const program = await findProgram(this.#pool, handInId);
    if (!program) return;
    const { assignmentId } = program;
    const tests = await listTestCases(this.#pool, assignmentId);
    const found = await this.#runOrFail(handInId, program, tests);
    if (!found) return;
    await inTransaction(this.#pool, async (db) => {
      await lockAssignment(db, assignmentId);
      // Changed test cases have added their own job.
      const now = await listTestCases(db, assignmentId);
      if (JSON.stringify(now) === JSON.stringify(tests)) {
        await updateTestResults(db, handInId, found);
        publishTask(db, { kind: 'hand-in-test', id: handInId });
      }
    });
  }
}

const nothing = { points: 0, maxPoints: 0, compileOutput: null, results: [] };

function withoutHidden(result: TestCaseResult): TestCaseResult {
  if (!result.isHidden) return result;
  return {
    ...result,
    name: null,
    input: null,
    expectedOutput: null,
    output: null,
    reason: null,
    stderr: null,
    timeSeconds: null,
    memoryKb: null,
  };
}

async function testAll(db: Database, assignmentId: string, scope: AccessScope): Promise<number> {
  const handInIds = await listProgramsHandedIn(db, assignmentId, scope);
  await askAndAddJobs(db, handInIds);
  return handInIds.length;
}

async function askAndAddJobs(db: Database, handInIds: string[]): Promise<void> {
  await requestTestRuns(db, handInIds);
  for (const handInId of handInIds) {
    const key = `${JOB} ${handInId}`;
    await addJob(db, { name: JOB, payload: { handInId }, key, priority: PRIORITY });
  }
}
