import { z } from 'zod';
import { type Database, all, run, sql } from '../platform/postgres/database.ts';

/** Transactions that add quizzes to the bank run one at a time. */
export async function lockBank(db: Database): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(hashtext('question bank'))`);
}

export function listBankQuizzes(db: Database) {
  return all(
    db,
    z.object({ quizId: z.uuid(), quizChangedAt: z.date(), attempts: z.int() }),
    sql`
      select quiz_id, quiz_changed_at, attempts
      from bank_quizzes
    `,
  );
}

export function deleteBankQuizzes(db: Database, quizIds: readonly string[]) {
  return run(db, sql`delete from bank_quizzes where quiz_id = any(${quizIds}::uuid[])`);
}

/** Records which questions of the bank a quiz has, by fingerprint. */
export async function insertBankQuiz(
  db: Database,
  { quizId, quizChangedAt }: { quizId: string; quizChangedAt: Date },
  uses: readonly { number: number; fingerprint: string; classId: string | null }[],
) {
  await run(
    db,
    sql`insert into bank_quizzes (quiz_id, quiz_changed_at) values (${quizId}, ${quizChangedAt})`,
  );
  await run(
    db,
    sql`
      insert into bank_uses (quiz_id, number, question_id)
      select ${quizId}, number, question_id
      from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as use (number integer,
        fingerprint text, "classId" uuid)
      join bank_questions using (fingerprint)
      where owner_id is null and class_id is not distinct from "classId"
    `,
  );
}

export async function updateCounts(
  db: Database,
  quizId: string,
  { attempts, right }: { attempts: number; right: ReadonlyMap<number, number> },
) {
  const counts = [...right].map(([number, rightAnswers]) => ({ number, rightAnswers }));
  await run(
    db,
    sql`
      update bank_uses
      set attempts = ${attempts}, right_answers = counted."rightAnswers"
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as counted (number integer,
        "rightAnswers" integer)
      where quiz_id = ${quizId} and bank_uses.number = counted.number
    `,
  );
  await run(db, sql`update bank_quizzes set attempts = ${attempts} where quiz_id = ${quizId}`);
}
