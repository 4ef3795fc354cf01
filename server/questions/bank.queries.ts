import {
  BankHome,
  type BankLabels,
  MAX_OTHER_TOPICS,
} from '@vlabs/contract/questions/question-bank';
import { KindName } from '@vlabs/contract/kinds/kinds';
import { z } from 'zod';
import { workInScope } from '../classes/classes.reads.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { type Database, all, run, sql } from '../platform/postgres/database.ts';

const BankRow = z.object({
  questionId: z.uuid(),
  title: z.string(),
  kind: KindName,
  isFour: z.boolean(),
  body: z.unknown(),
  key: z.unknown(),
  points: z.number().nullable(),
  subject: z.string(),
  topic: z.string(),
  otherTopics: z.array(z.string()),
  tags: z.array(z.string()),
  uses: z.int(),
  attempts: z.int().nullable(),
  rightAnswers: z.int(),
  home: BankHome,
  classId: z.uuid().nullable(),
  homeName: z.string(),
  isShared: z.boolean(),
  mayChange: z.boolean(),
});
export type BankRow = z.infer<typeof BankRow>;

/** Empty texts do not filter. */
export interface BankFilter {
  search: string;
  subject: string;
  topic: string;
  tag: string;
  home?: BankHome | undefined;
}

/** What the caller may read and change in the bank. */
export interface BankScope {
  reads: AccessScope;
  writes: AccessScope;
  /** Shared questions, which student assistants cannot read. */
  readsShared: boolean;
}

const home = sql`
  case when owner_id is not null then 'own' when class_id is not null then 'class' else 'campus' end
`;

/** Campus admins see everything except other people's own questions. */
const isTheirs = (scope: AccessScope) =>
  scope.isUnlimited
    ? sql`(owner_id is null or owner_id = ${scope.callerId})`
    : sql`coalesce(owner_id = ${scope.callerId} or ${workInScope(scope, sql`class_id`)}, false)`;

const isReadable = ({ reads, readsShared }: BankScope) =>
  readsShared ? sql`(is_shared or ${isTheirs(reads)})` : isTheirs(reads);

/** The subjects and topics of a `question`: its own, and those of the published tests that have it. */
const labelsOfQuestion = sql`
  select question.subject, question.topic
  union
  select quizzes.subject_id, quizzes.topic
  from bank_uses join quizzes on quizzes.unique_id = bank_uses.quiz_id
  where bank_uses.question_id = question.question_id
`;

/** Of a `question`. */
const matches = (scope: BankScope, { search, subject, topic, tag, ...filter }: BankFilter) => sql`
  ${isReadable(scope)} and (${filter.home ?? null}::text is null or ${home} = ${filter.home ?? null})
    and (${tag} = '' or ${tag} = any(tags))
    and ((${search} = '' and ${subject} = '' and ${topic} = '') or exists (
      select 1 from (${labelsOfQuestion}) as label (subject, topic)
      where (${subject} = '' or label.subject = ${subject})
        and (${topic} = '' or label.topic = ${topic})
        and position(lower(${search}) in lower(concat_ws(' ', question.title,
          array_to_string(question.texts, ' '), label.subject, label.topic))) > 0))
`;

/** Questions of an archived class are read-only. */
const isChangedBy = (writes: AccessScope) => sql`
  ${isTheirs(writes)} and not exists (
    select 1 from classes
    where classes.id = class_id and classes.state = 'archived')
`;

/** From `question` and its `used`. */
const bankColumns = ({ reads, writes }: BankScope) => sql`
  question_id, title, kind, is_four, body, key, points, subject, topic, tags, uses, right_answers,
  array(
    select distinct label.topic from (${labelsOfQuestion}) as label (subject, topic)
    where label.topic not in ('', question.topic)
    order by label.topic limit ${MAX_OTHER_TOPICS}
  ) as other_topics,
  case when coalesce(class_id = any(${reads.limitedClassIds}::uuid[]), false) then null
    else attempts end as attempts,
  is_shared, ${home} as home, class_id, ${isChangedBy(writes)} as may_change,
  coalesce((select classes.name from classes where classes.id = question.class_id), '') as home_name
`;

/** All uses of a `question` together. */
const countedUses = sql`
  select count(distinct quiz_id)::integer as uses, coalesce(sum(attempts), 0)::integer as attempts,
    coalesce(sum(right_answers), 0)::integer as right_answers
  from bank_uses
  where bank_uses.question_id = question.question_id
`;

/** Newest first, with the number of matches. */
export function listQuestions(
  db: Database,
  scope: BankScope,
  { offset, limit, ...filter }: BankFilter & { offset: number; limit: number },
) {
  return all(
    db,
    BankRow.and(z.object({ total: z.int() })),
    sql`
      select ${bankColumns(scope)}, count(*) over ()::integer as total
      from bank_questions question
      cross join lateral (${countedUses}) as used
      where ${matches(scope, filter)}
      order by created_at desc, question_id
      offset ${offset}
      limit ${limit}
    `,
  );
}

/** Random questions, without the given titles and without repeated titles. */
export function drawQuestions(
  db: Database,
  scope: BankScope,
  { count, except, ...filter }: BankFilter & { count: number; except: readonly string[] },
) {
  return all(
    db,
    BankRow,
    sql`
      select ${bankColumns(scope)}
      from (
        select distinct on (title) *
        from bank_questions question
        where ${matches(scope, filter)} and not (title = any(${except}::text[]))
        order by title, random()
      ) as question
      cross join lateral (${countedUses}) as used
      order by random()
      limit ${count}
    `,
  );
}

/** The filter values for a caller, with counts. */
export function listChoices(db: Database, scope: BankScope) {
  return all(
    db,
    z.object({
      kind: z.enum(['subject', 'topic', 'tag', 'home']),
      name: z.string(),
      questions: z.int(),
    }),
    sql`
      select choice.kind, name, count(*)::integer as questions
      from bank_questions question
      cross join lateral (
        select 'subject', label.subject from (${labelsOfQuestion}) as label (subject, topic)
        union
        select 'topic', label.topic from (${labelsOfQuestion}) as label (subject, topic)
        union
        select 'home', ${home}
        union
        select 'tag', unnest(tags)
      ) as choice (kind, name)
      where name <> '' and ${isReadable(scope)}
      group by choice.kind, name
      order by lower(name), name
    `,
  );
}

export interface NewBankQuestion {
  fingerprint: string;
  title: string;
  kind: KindName;
  isFour: boolean;
  /** For the search. */
  texts: string[];
  body: unknown;
  key: unknown;
  points: number | null;
  subject: string;
  topic: string;
  tags: string[];
  createdBy: string;
  /** The owner; without either, the campus. */
  classId: string | null;
  ownerId: string | null;
}

/** Adds new questions; returns how many were new. */
export function insertQuestions(db: Database, questions: readonly NewBankQuestion[]) {
  return run(
    db,
    sql`
      insert into bank_questions (fingerprint, title, kind, is_four, texts, body, key, points,
        subject, topic, tags, created_by, class_id, owner_id)
      select fingerprint, title, kind, "isFour", texts, body, key, points, subject, topic, tags,
        "createdBy", "classId", "ownerId"
      from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb) as question (fingerprint text,
        title text, kind text, "isFour" boolean, texts text[], body jsonb, key jsonb,
        points double precision, subject text, topic text, tags text[], "createdBy" text,
        "classId" uuid, "ownerId" text)
      on conflict (fingerprint, coalesce(class_id::text, owner_id, '')) do nothing
    `,
  );
}

/**
 * Changes only questions that the caller may change; so do the next two. With a class, moves the question to its
 * bank; violates `bank_questions_once_in_a_home` if that has it.
 */
export function updateLabels(
  db: Database,
  { questionId, writes }: { questionId: string; writes: AccessScope },
  { subject, topic, tags, classId }: BankLabels & { classId: string | null },
) {
  return run(
    db,
    sql`
      update bank_questions
      set subject = ${subject}, topic = ${topic}, tags = ${tags},
        class_id = coalesce(${classId}::uuid, class_id),
        owner_id = case when ${classId}::uuid is null then owner_id end
      where question_id = ${questionId} and ${isChangedBy(writes)}
    `,
  );
}

export function updateShared(
  db: Database,
  { questionId, writes }: { questionId: string; writes: AccessScope },
  isShared: boolean,
) {
  return run(
    db,
    sql`
      update bank_questions
      set is_shared = ${isShared}
      where question_id = ${questionId} and ${isChangedBy(writes)}
    `,
  );
}

export function deleteQuestion(
  db: Database,
  { questionId, writes }: { questionId: string; writes: AccessScope },
) {
  return run(
    db,
    sql`delete from bank_questions where question_id = ${questionId} and ${isChangedBy(writes)}`,
  );
}

/** Reports whether there are classes to share questions with. */
export async function hasClasses(db: Database): Promise<boolean> {
  return (await run(db, sql`select 1 from classes limit 1`)) > 0;
}

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
