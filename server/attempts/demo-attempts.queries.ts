import { z } from 'zod';
import { type Database, all, run, sql } from '../platform/postgres/database.ts';
import { type Answers, canonicalAnswers } from './rules/answers.ts';

export interface DemoAttempt {
  quizId: string;
  personId: string;
  startedAt: Date;
  deadlineAt: Date;
  submittedAt: Date;
  answers: Answers;
  answered: number;
  score: number | null;
  sha256: string;
}

/** Only demo students: a real person may have one of these roll numbers. */
export async function listDemoStudents(db: Database): Promise<string[]> {
  const people = await all(
    db,
    z.object({ id: z.string() }),
    sql`select id from people where is_demo and role = 0 order by id`,
  );
  return people.map(({ id }) => id);
}

export function insertDemoAttempts(db: Database, attempts: readonly DemoAttempt[]) {
  const rows = attempts.map(({ answers, ...attempt }) => ({
    ...attempt,
    answers: canonicalAnswers(answers),
  }));
  return run(
    db,
    sql`
      insert into attempts (quiz_id, person_id, started_at, deadline_at, answers, answered, sequence,
        saved_at, last_seen_at, changed_at, submitted_at, submitted_by, score, receipt_sha256)
      select "quizId", "personId", "startedAt", "deadlineAt", answers, answered, answered,
        "submittedAt", "submittedAt", "submittedAt", "submittedAt", 'student', score, sha256
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as attempt ("quizId" uuid,
        "personId" text, "startedAt" timestamptz, "deadlineAt" timestamptz, answers text,
        answered integer, "submittedAt" timestamptz, score double precision, sha256 text)
      on conflict do nothing
    `,
  );
}
