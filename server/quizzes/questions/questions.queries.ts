import {
  KIND_OF_FOUR,
  bodyOfFour,
  keyOfFour,
  optionsOfFour,
  rightOfFour,
} from '@vlabs/contract/kinds/four-options';
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

/** Four options with positions from 1. */
const FourOptions = z.object({
  title: z.string(),
  options: z.array(z.string()).length(4),
  correctAnswer: z.int().min(1).max(4),
});

const columnsOfEach = {
  number: z.int(),
  title: z.string(),
  marking: Marking,
};
const WithFourOptions = FourOptions.extend({
  ...columnsOfEach,
  kind: z.null(),
  alsoRight: z.array(z.int().min(1).max(4)),
  variants: z.array(FourOptions),
});
const WithKind = z.object({
  ...columnsOfEach,
  kind: KindName,
  body: z.unknown(),
  key: z.unknown(),
  points: z.number().nullable(),
});

const ofFour = (
  { title, options, correctAnswer }: z.infer<typeof FourOptions>,
  alsoRight: readonly number[] = [],
): Asked => ({
  title,
  body: bodyOfFour(options),
  key: keyOfFour([correctAnswer, ...alsoRight]),
});

const QuestionRow = z.union([WithFourOptions, WithKind]).transform((row): Question => {
  const { number, title, marking } = row;
  if (row.kind !== null) {
    const { kind, body, key, points } = row;
    return { number, title, kind, isFour: false, marking, body, key, points, variants: [] };
  }
  const variants = row.variants.map((variant) => ofFour(variant));
  const asked = { ...ofFour(row, row.alsoRight), points: null, variants };
  return { ...asked, number, kind: KIND_OF_FOUR, isFour: true, marking };
});

function fourOf({ title, body, key }: Asked) {
  const [correctAnswer = 0, ...alsoRight] = rightOfFour(key);
  return { title, options: optionsOfFour(body), correctAnswer, alsoRight };
}

const questionColumns = sql`
  number, title, options, correct_answer, variants, also_right, marking, kind, body, key, points
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
  const rows = questions.map(({ number, title, kind, isFour, body, key, points, variants }) =>
    isFour
      ? { number, ...fourOf({ title, body, key }), variants: variants.map(fourOf) }
      : { number, title, kind, body, key, points, variants: [] },
  );
  return run(
    db,
    sql`
      insert into quiz_questions (quiz_id, number, title, options, correct_answer, variants, kind, body,
        key, points)
      select ${uniqueId}, number, title, options, "correctAnswer", variants, kind, body, key, points
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as question (number integer,
        title text, options text[], "correctAnswer" smallint, variants jsonb, kind text, body jsonb,
        key jsonb, points double precision)
    `,
  );
}

export function deleteQuestions(db: Database, uniqueId: string) {
  return run(db, sql`delete from quiz_questions where quiz_id = ${uniqueId}`);
}

export function updateKey(db: Database, uniqueId: string, question: Question) {
  const { number, isFour, marking } = question;
  const four = isFour ? fourOf(question) : null;
  return run(
    db,
    sql`
      update quiz_questions
      set correct_answer = ${four?.correctAnswer ?? null}, also_right = ${four?.alsoRight ?? []},
        key = ${four ? null : JSON.stringify(question.key)}::jsonb, marking = ${marking}
      where quiz_id = ${uniqueId} and number = ${number}
    `,
  );
}
