import { readRefusalCode } from '@vlabs/contract/http/refusal-codes';
import { ImportFormat, QuestionImport } from '@vlabs/contract/questions/question-files';
import { z } from 'zod';
import { runInProcess } from '../platform/jobs/bounded-process.ts';
import { WorkBeyondBounds } from '../platform/jobs/bounded-worker.ts';
import { invalid, PublicError } from '../platform/errors.ts';
import { tooMuchWork } from './reading/file-refusals.ts';

/** Five times the time for the slowest 10 MB file. */
const MAX_MS = 30_000;
const MAX_MEMORY_MB = 1024;

/** Input of the process. */
export interface ImportOrder {
  path: string;
  format: ImportFormat | null;
}

/** Its one output: the questions, or why the file is refused. */
const Answer = z.union([
  z.object({ questions: QuestionImport }),
  z.object({
    refusal: z.object({ status: z.number(), code: z.string(), message: z.string() }),
  }),
]);

export type ImportAnswer = z.infer<typeof Answer>;

/** Parses a question file; detects the format unless it is given. */
export async function importQuestions(
  path: string,
  format: string | null,
): Promise<QuestionImport> {
  const named = format === null || format === '' ? null : ImportFormat.safeParse(format);
  if (named?.error) throw invalid(named.error);
  const order: ImportOrder = { path, format: named?.data ?? null };
  const script = new URL('import-worker.ts', import.meta.url);
  const work = { script, order, maxMs: MAX_MS, maxMemoryMb: MAX_MEMORY_MB };
  const answer = await runInProcess<ImportAnswer>(work, (payload, finish) =>
    finish(Answer.parse(payload)),
  ).catch((error: unknown) => {
    throw error instanceof WorkBeyondBounds ? tooMuchWork() : error;
  });
  if ('questions' in answer) return answer.questions;
  const { status, code, message } = answer.refusal;
  throw new PublicError(status, readRefusalCode(code), message);
}
