import { Language } from '@vlabs/contract/runs/languages';
import type { SteppedExample } from '@vlabs/contract/runs/trace/stepped-examples';
import { z } from 'zod';
import { type Database, all, first, run, sql } from '../../platform/postgres/database.ts';

/** Adds those that are not known. Returns the keys of those that have no trace. */
export async function insertExamples(
  db: Database,
  examples: readonly (SteppedExample & { key: Buffer })[],
): Promise<string[]> {
  const listed = examples.map(({ key, ...example }) => ({ key: key.toString('hex'), ...example }));
  await run(
    db,
    sql`
      insert into stepped_examples (key, language, source, stdin)
      select decode(key, 'hex'), language, source, stdin
      from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb)
        as given (key text, language text, source text, stdin text)
      order by key
      on conflict (key) do nothing
    `,
  );
  const waiting = await all(
    db,
    z.object({ key: z.string() }),
    sql`
      select encode(key, 'hex') as key
      from stepped_examples
      where key = any(${examples.map(({ key }) => key)}::bytea[]) and trace is null
      order by key
    `,
  );
  return waiting.map(({ key }) => key);
}

const ExampleRow = z.object({
  language: Language,
  source: z.string(),
  stdin: z.string(),
  trace: z.instanceof(Buffer).nullable(),
  fault: z.string().nullable(),
  madeAt: z.date().nullable(),
});

/** Null for one that was never saved. */
export const findExample = (db: Database, key: Buffer) =>
  first(
    db,
    ExampleRow,
    sql`
      select language, source, stdin, trace, fault, made_at
      from stepped_examples
      where key = ${key}
    `,
  );

export const updateExample = (
  db: Database,
  { key, trace, fault }: { key: Buffer; trace: Buffer | null; fault: string | null },
): Promise<number> =>
  run(
    db,
    sql`
      update stepped_examples
      set trace = ${trace}, fault = ${fault}, made_at = clock_timestamp()
      where key = ${key}
    `,
  );
