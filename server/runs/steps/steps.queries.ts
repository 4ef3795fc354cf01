import { z } from 'zod';
import { type Database, first, run, sql } from '../../platform/postgres/database.ts';
import { unpackFiles } from '../store/run-files.ts';

const StepsRow = z.object({
  languageId: z.int(),
  sourceCode: z.instanceof(Buffer),
  files: z.instanceof(Buffer).nullable().transform(unpackFiles),
  stdin: z.instanceof(Buffer).nullable(),
  trace: z.instanceof(Buffer),
  owner: z.string(),
  createdAt: z.date(),
  question: z.string().nullable(),
  askedStep: z.int().nullable(),
});

/** A traced run of this owner. */
export function findSteps(
  db: Database,
  { token, owner, mustAsk }: { token: string; owner: string; mustAsk: boolean },
) {
  return first(
    db,
    StepsRow,
    sql`
      select language_id, source_code, files, stdin, trace, owner, created_at, question, asked_step
      from runs
      where token = ${token} and owner = ${owner} and trace is not null
        and (question is not null or not ${mustAsk})
    `,
  );
}

/** Returns the number of changed runs: one or zero. */
export const setQuestion = (
  db: Database,
  { token, owner, text, step }: { token: string; owner: string; text: string; step: number },
): Promise<number> =>
  run(
    db,
    sql`
      update runs
      set question = ${text}, asked_step = ${step}
      where token = ${token} and owner = ${owner} and trace is not null
    `,
  );
