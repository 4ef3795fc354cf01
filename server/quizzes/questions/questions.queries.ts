import { KindName } from '@vlabs/contract/kinds/kinds';
import { z } from 'zod';
import { type Database, all, run, sql } from '../../platform/postgres/database.ts';

const Marking = z.enum(['by_key', 'everyone', 'left_out']);

/** The content of one variant. */
export interface Asked {
  title: string;
  /** What students see besides the title, in the form of the kind. */
  body: unknown;
  /** The correct answer. */
  key: unknown;
}

export interface NewQuestion extends Asked {
  /** From 1, in the teacher's order. */
  number: number;
  kind: KindName;
  /** The specification's question with exactly four options, which has a form of its own on the wire. */
  isFour: boolean;
  /** Null uses the quiz's score per question. */
  points: number | null;
  /** Other numbers for the same question; a student is asked one of the variants. */
  variants: Asked[];
}

export interface Question extends NewQuestion {
  /** By its key, correct for everyone who sat, or not counted. */
  marking: z.infer<typeof Marking>;
}

const QuestionRow = z.object({
  number: z.int(),
  title: z.string(),
  kind: KindName,
  isFour: z.boolean(),
  body: z.unknown(),
  key: z.unknown(),
  points: z.number().nullable(),
  variants: z.array(z.object({ title: z.string(), body: z.unknown(), key: z.unknown() })),
  marking: Marking,
});

const questionColumns = sql`
  number, title, kind, is_four, body, key, points, variants, marking
`;

export function listQuestions(db: Database, uniqueId: string) {
  return all(
    db,
    QuestionRow,
    sql`
      select ${questionColumns}
      from quiz_questions
      where quiz_id = ${uniqueId}
      order by number
    `,
  );
}

/** The questions of these quizzes, by number. */
export function listQuestionsOf(db: Database, quizIds: readonly string[]) {
  return all(
    db,
    QuestionRow.and(z.object({ quizId: z.uuid() })),
    sql`
      select quiz_id, ${questionColumns}
      from quiz_questions
      where quiz_id = any(${quizIds}::uuid[])
      order by quiz_id, number
    `,
  );
}

export function insertQuestions(db: Database, uniqueId: string, questions: readonly NewQuestion[]) {
  return run(
    db,
    sql`
      insert into quiz_questions (quiz_id, number, title, kind, is_four, body, key, points, variants)
      select ${uniqueId}, number, title, kind, "isFour", body, key, points, variants
      from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) as question (number integer,
        title text, kind text, "isFour" boolean, body jsonb, key jsonb, points double precision,
        variants jsonb)
    `,
  );
}

export function deleteQuestions(db: Database, uniqueId: string) {
  return run(db, sql`delete from quiz_questions where quiz_id = ${uniqueId}`);
}

export function updateKey(db: Database, uniqueId: string, { number, key, marking }: Question) {
  return run(
    db,
    sql`
      update quiz_questions
      set key = ${JSON.stringify(key)}::jsonb, marking = ${marking}
      where quiz_id = ${uniqueId} and number = ${number}
    `,
  );
}
