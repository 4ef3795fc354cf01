import { createHash } from 'node:crypto';
import { languageOf } from '@vlabs/contract/runs/languages';
import type { MadeExample } from '@vlabs/contract/runs/steps';
import { listExamples, type SteppedExample } from '@vlabs/contract/runs/trace/stepped-examples';
import type { Pool } from 'pg';
import { z } from 'zod';
import { notFound } from '../../platform/errors.ts';
import { addJob, type Jobs } from '../../platform/jobs/jobs.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { type RunResult } from '../store/run.ts';
import type { WrittenProgram } from '../store/written-program.ts';
import { findExample, insertExamples, updateExample } from './examples.queries.ts';

const TRACE_JOB = 'trace-example';
const JobPayload = z.object({ key: z.string() });
const MAX_FAULT = 2000;

export const keyOf = ({ language, source, stdin }: SteppedExample): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([language, source, stdin]))
    .digest();

/**
 * Has the examples in these texts traced, also those whose last attempt failed: their language may have been
 * installed since. Call it in the transaction that saves the texts.
 */
export async function prepareExamples(db: Database, texts: readonly string[]): Promise<void> {
  const examples = texts.flatMap(listExamples);
  if (examples.length === 0) return;
  const keyed = examples.map((example) => ({ ...example, key: keyOf(example) }));
  for (const key of await insertExamples(db, keyed))
    await addJob(db, { name: TRACE_JOB, payload: { key }, key: `${TRACE_JOB} ${key}` });
}

interface Dependencies {
  pool: Pool;
  jobs: Pick<Jobs, 'handle'>;
  trace: (program: WrittenProgram, stdin: string) => Promise<RunResult>;
}

/** Traces the programs in statements that readers step through, once for each program and input. */
export class SteppedExamples {
  readonly #given: Dependencies;

  constructor(given: Dependencies) {
    this.#given = given;
    given.jobs.handle(TRACE_JOB, (payload) => this.#make(JobPayload.parse(payload).key), {
      maxAtOnce: 1,
    });
  }

  /** Throws if it was never saved in a text. */
  async find(example: SteppedExample): Promise<MadeExample> {
    const found = await findExample(this.#given.pool, keyOf(example));
    if (!found) throw notFound('The example');
    const { trace, fault, madeAt } = found;
    return { trace: trace?.toString('base64') ?? null, fault, isMade: madeAt !== null };
  }

  async #make(hex: string): Promise<void> {
    const { pool, trace } = this.#given;
    const key = Buffer.from(hex, 'hex');
    const example = await findExample(pool, key);
    if (!example || example.trace) return;
    const { language, source, stdin } = example;
    const result = await trace({ languageId: languageOf(language).id, source }, stdin);
    const made = { key, trace: result.trace, fault: result.trace ? null : faultOf(result) };
    await updateExample(pool, made);
  }
}

function faultOf({ message, compileOutput, stderr }: RunResult): string {
  const said = [compileOutput, stderr].map((bytes) => bytes?.toString('utf8').trim() ?? '');
  const words = said.find((text) => text !== '') ?? message ?? 'The program did not start.';
  return words.replaceAll('\0', '').slice(0, MAX_FAULT);
}
