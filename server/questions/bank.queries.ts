import { z } from 'zod';
import { type Database, all, run, sql } from '../platform/postgres/database.ts';

const BankRow = z.object({
  questionId: z.uuid(),
  title: z.string(),
  options: z.array(z.string()).length(4),
  correctAnswer: z.int().min(1).max(4),
  subject: z.string(),
  topic: z.string(),
  tags: z.array(z.string()),
  uses: z.int(),
  attempts: z.int(),
  rightAnswers: z.int(),
});
export type BankRow = z.infer<typeof BankRow>;

/** An empty text filters nothing. */
export interface BankFilter {
  search: string;
  subject: string;
  topic: string;
  tag: string;
}

const matches = ({ search, subject, topic, tag }: BankFilter) => sql`
  (${subject} = '' or subject = ${subject}) and (${topic} = '' or topic = ${topic})
    and (${tag} = '' or ${tag} = any(tags))
    and position(lower(${search}) in
      lower(concat_ws(' ', title, array_to_string(options, ' '), subject, topic))) > 0
`;

/** Of `question` and what is `used` of it. */
const bankColumns = sql`
  question_id, title, options, correct_answer, subject, topic, tags, uses, attempts, right_answers
`;

/** Where a `question` was asked, all together. */
const countedUses = sql`
  select count(distinct quiz_id)::integer as uses, coalesce(sum(attempts), 0)::integer as attempts,
    coalesce(sum(right_answers), 0)::integer as right_answers
  from bank_uses
  where bank_uses.question_id = question.question_id
`;

/** Newest first, with the number of all that match. */
export function listQuestions(
  db: Database,
  filter: BankFilter,
  { offset, limit }: { offset: number; limit: number },
) {
  return all(
    db,
    BankRow.extend({ total: z.int() }),
    sql`
      select ${bankColumns}, count(*) over ()::integer as total
      from bank_questions question
      cross join lateral (${countedUses}) as used
      where ${matches(filter)}
      order by created_at desc, question_id
      offset ${offset}
      limit ${limit}
    `,
  );
}

/** At random; none with one of the given titles, and none of two with the same title. */
export function drawQuestions(
  db: Database,
  filter: BankFilter,
  { count, except }: { count: number; except: readonly string[] },
) {
  return all(
    db,
    BankRow,
    sql`
      select ${bankColumns}
      from (
        select distinct on (title) *
        from bank_questions
        where ${matches(filter)} and not (title = any(${except}::text[]))
        order by title, random()
      ) as question
      cross join lateral (${countedUses}) as used
      order by random()
      limit ${count}
    `,
  );
}

/** What the whole bank may be filtered by, with how many questions have it. */
export function listChoices(db: Database) {
  return all(
    db,
    z.object({
      kind: z.enum(['subject', 'topic', 'tag']),
      name: z.string(),
      questions: z.int(),
    }),
    sql`
      select kind, name, count(*)::integer as questions
      from bank_questions
      cross join lateral (
        values ('subject', subject), ('topic', topic)
        union all
        select 'tag', unnest(tags)
      ) as choice (kind, name)
      where name <> ''
      group by kind, name
      order by lower(name), name
    `,
  );
}

export interface NewBankQuestion {
  fingerprint: string;
  title: string;
  options: string[];
  correctAnswer: number;
  subject: string;
  topic: string;
  tags: string[];
  createdBy: string;
}

/** Keeps those that are not there yet, and tells how many they were. */
export function insertQuestions(db: Database, questions: readonly NewBankQuestion[]) {
  return run(
    db,
    sql`
      insert into bank_questions (fingerprint, title, options, correct_answer, subject, topic, tags,
        created_by)
      select fingerprint, title, options, "correctAnswer", subject, topic, tags, "createdBy"
      from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) as question (fingerprint text,
        title text, options text[], "correctAnswer" smallint, subject text, topic text,
        tags text[], "createdBy" text)
      on conflict (fingerprint) do nothing
    `,
  );
}

export function updateLabels(
  db: Database,
  questionId: string,
  { subject, topic, tags }: { subject: string; topic: string; tags: readonly string[] },
) {
  return run(
    db,
    sql`
      update bank_questions
      set subject = ${subject}, topic = ${topic}, tags = ${tags}
      where question_id = ${questionId}
    `,
  );
}

export function deleteQuestion(db: Database, questionId: string) {
  return run(db, sql`delete from bank_questions where question_id = ${questionId}`);
}

/** One transaction at a time brings quizzes into the bank; the others wait here. */
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

/** Notes where the questions of a quiz stand in the bank, by their fingerprints. */
export async function insertBankQuiz(
  db: Database,
  { quizId, quizChangedAt }: { quizId: string; quizChangedAt: Date },
  uses: readonly { number: number; fingerprint: string }[],
) {
  await run(
    db,
    sql`
      insert into bank_quizzes (quiz_id, quiz_changed_at)
      values (${quizId}, ${quizChangedAt})
    `,
  );
  await run(
    db,
    sql`
      insert into bank_uses (quiz_id, number, question_id)
      select ${quizId}, number, question_id
      from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as use (number integer,
        fingerprint text)
      join bank_questions using (fingerprint)
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
