import { randomInt } from 'node:crypto';
import { ERASURE_NOTICE_HOURS } from '@vlabs/contract/privacy/retention';
import type { Pool } from 'pg';
import { recordActOf } from '../platform/audit/audit.ts';
import { type Database, inTransaction, waitForLocks } from '../platform/postgres/database.ts';
import type { Log } from '../platform/postgres/dedicated-connection.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Erasers } from './erasers.ts';
import * as passes from './erasure-passes.queries.ts';
import * as erasures from './erasures.queries.ts';
import { replaceInColumns } from './erasures.queries.ts';

const ONE_DAY_MS = 86_400_000;
const ONE_HOUR_MS = 3_600_000;
/** Rows per transaction, so that none takes long. */
const AT_ONCE = 500;
/** People examined per transaction. */
const PEOPLE_AT_ONCE = 200;

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  log: Log;
  erasers: Erasers;
}

/** The result of one batch. */
interface Batch {
  counts: Record<string, number>;
  isDone: boolean;
  /** The last person examined, for steps that go from person to person. */
  afterPerson?: string;
}

/** Pause before the next batch; short if another server or an admin is erasing. */
const pauseMs = { more: 0, over: ONE_DAY_MS, elsewhere: 1000 };

type Step = (db: Database, pass: passes.Pass) => Promise<Batch>;

/** The actor of retention rules in the audit log. */
const THE_SERVER = { by: 'server', address: null, browser: null };

/**
 * Erases by the retention rules once a day: a pass runs the steps, one job per batch. The next job is added in the
 * batch's transaction, so a server that crashes loses nothing.
 */
export class Erasure {
  readonly #with: Dependencies;
  readonly #steps: ReadonlyMap<string, Step>;

  /** Created before the jobs are started. */
  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    const { jobs, erasers } = dependencies;
    this.#steps = new Map<string, Step>([
      ...Object.entries(erasers.byRule).map(
        ([name, erase]) =>
          [name, async (db: Database) => batchOf(name, await erase(db, AT_ONCE))] as const,
      ),
      ['programs', (db, pass) => this.#erasePrograms(db, pass)],
      ['announce', (db, pass) => this.#announce(db, pass)],
      ['people', (db) => this.#erasePeople(db)],
    ]);
    jobs.handle(passes.ERASURE_JOB, () => this.#doOne());
  }

  schedule(): Promise<void> {
    return passes.addErasureJob(this.#with.pool, 0);
  }

  /** After a database failure or a refused row, tries again in an hour. */
  async #doOne(): Promise<void> {
    const { pool, log } = this.#with;
    try {
      const after = await this.#eraseBatch();
      await passes.addErasureJob(pool, pauseMs[after]);
    } catch (error) {
      log.error({ err: error }, 'A batch of the erasure failed. Trying again in an hour.');
      await passes.addErasureJob(pool, ONE_HOUR_MS);
    }
  }

  async #eraseBatch(): Promise<keyof typeof pauseMs> {
    return inTransaction(this.#with.pool, async (db) => {
      await waitForLocks(db);
      if (!(await passes.lockErasure(db))) return 'elsewhere';
      const names = [...this.#steps.keys()];
      const pass = await passes.getPass(db, names[0] ?? '');
      const step = this.#steps.get(pass.step);
      const batch = step ? await step(db, pass) : { counts: {}, isDone: true };
      await recordBatch(db, pass.step, batch);
      const next = names[names.indexOf(pass.step) + 1];
      const counts = sumOf(pass.counts, batch.counts);
      const afterPerson = batch.isDone ? '' : (batch.afterPerson ?? '');
      const now = { id: pass.id, step: batch.isDone ? (next ?? '') : pass.step };
      await passes.updatePass(db, { ...now, afterPerson, counts });
      if (!batch.isDone || next !== undefined) return 'more';
      await passes.finishPass(db, pass.id);
      return 'over';
    });
  }

  async #erasePrograms(db: Database, { afterPerson }: passes.Pass): Promise<Batch> {
    const page = { rule: 'programs' as const, after: afterPerson, max: PEOPLE_AT_ONCE };
    const { left, last } = await passes.listLeft(db, page);
    const programs = await this.#with.erasers.programsOf(db, left, AT_ONCE);
    // While there may be more of these people, the step is repeated.
    const isWhole = programs < AT_ONCE;
    const counts = { programs };
    if (isWhole && last === null) return { counts, isDone: true };
    return { counts, isDone: false, afterPerson: isWhole ? (last ?? '') : afterPerson };
  }

  async #announce(db: Database, { afterPerson }: passes.Pass): Promise<Batch> {
    const withdrawn = afterPerson === '' ? await erasures.deleteUnwantedErasures(db) : 0;
    const page = { rule: 'people' as const, after: afterPerson, max: PEOPLE_AT_ONCE };
    const { left, last } = await passes.listLeft(db, page);
    const people = left.map((personId) => ({ personId, placeholder: makePlaceholder() }));
    const wanted = { askedBy: null, hours: ERASURE_NOTICE_HOURS };
    const announced = await erasures.insertErasures(db, people, wanted);
    const counts = { 'people-announced': announced, 'people-withdrawn': withdrawn };
    return last === null ? { counts, isDone: true } : { counts, isDone: false, afterPerson: last };
  }

  /** One person after the other, in as many batches as necessary. */
  async #erasePeople(db: Database): Promise<Batch> {
    await erasures.deleteUnwantedErasures(db);
    const erased = await erasures.findDueErasure(db);
    if (!erased) return { counts: {}, isDone: true };
    const { erasers } = this.#with;
    await erasures.updateBegun(db, erased.personId);
    await erasers.begin(db, erased);
    let rows = await replaceInColumns(db, erased, AT_ONCE);
    if (rows >= AT_ONCE) return { counts: { 'rows-of-people': rows }, isDone: false };
    for (const erase of Object.values(erasers.inFeatures)) {
      rows += await erase(db, erased, AT_ONCE);
      if (rows >= AT_ONCE) return { counts: { 'rows-of-people': rows }, isDone: false };
    }
    await erasers.end(db, erased.personId);
    return { counts: { people: 1, 'rows-of-people': rows }, isDone: false };
  }
}

const batchOf = (name: string, rows: number): Batch => ({
  counts: { [name]: rows },
  isDone: rows === 0,
});

const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Reveals nothing about the erased person. */
export const makePlaceholder = (): string =>
  `erased-${Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

/** Amounts only, without names. */
async function recordBatch(db: Database, step: string, { counts }: Batch): Promise<void> {
  const erased = Object.entries(counts).filter(([, rows]) => rows > 0);
  if (erased.length === 0) return;
  const details = { step, ...Object.fromEntries(erased) };
  await recordActOf(db, THE_SERVER, { action: 'erase-by-rule', details });
}

function sumOf(
  before: Readonly<Record<string, number>>,
  added: Readonly<Record<string, number>>,
): Record<string, number> {
  const sum = { ...before };
  for (const [name, rows] of Object.entries(added)) {
    if (rows > 0) sum[name] = (sum[name] ?? 0) + rows;
  }
  return sum;
}
