import { readRefusalCode } from '@vlabs/contract/refusal-codes';
import { ImportFormat, QuestionImport } from '@vlabs/contract/quizzes/question-files';
import { z } from 'zod';
import { runInProcess } from '../platform/jobs/bounded-process.ts';
import { WorkBeyondBounds } from '../platform/jobs/bounded-worker.ts';
import { invalid, PublicError } from '../platform/errors.ts';
import { tooMuchWork } from './file-refusals.ts';

/** Five times what the slowest file of 10 MB takes. */
const MAX_MS = 30_000;
const MAX_MEMORY_MB = 1024;

/** What the process is given. */
export interface ImportOrder {
  path: string;
  format: ImportFormat | null;
}

/** What it says, once: the questions, or why the file is refused. */
const Answer = z.union([
  z.object({ questions: QuestionImport }),
  z.object({
    refusal: z.object({ status: z.number(), code: z.string(), message: z.string() }),
  }),
]);

export type ImportAnswer = z.infer<typeof Answer>;

/** Reads the file of questions at a path and keeps nothing of it; the format is found, unless it is told. */
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
