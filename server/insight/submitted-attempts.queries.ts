import { z } from 'zod';
import { KeptShares, StoredJudgements, judgementsOf } from '../attempts/attempts.reads.ts';
import { resultsInScope } from '../classes/classes.reads.ts';
import { type Database, all, sql, first, type Sql } from '../platform/postgres/database.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { PaperLayout, fullScore } from '../quizzes/quizzes.reads.ts';

/** Up to this many people or works are looked up directly; more matches are soon found among the newest. */
const FEW = 50;

const Ids = z.array(z.string());

/** The only people and works that can match. */
export interface Few {
  personIds: string[];
  workIds: string[];
}

/** Null if many can match. */
export interface Sought {
  ofAssignments: Few | null;
  ofQuizzes: Few | null;
}

/**
 * Finds the people and works that can match every pattern in name, roll number or title: the person by all patterns
 * or the work by some, and vice versa.
 */
export async function findFew(db: Database, patterns: readonly string[]): Promise<Sought> {
  const everyPattern = sql`ilike all(${patterns}::text[])`;
  const somePattern = sql`ilike any(${patterns}::text[])`;
  const found = await first(
    db,
    z.object({
      people: Ids,
      somePeople: Ids,
      assignments: Ids,
      someAssignments: Ids,
      quizzes: Ids,
      someQuizzes: Ids,
    }),
    // Of one word all is some, so the names are read once.
    patterns.length === 1
      ? sql`
          select people, people as some_people, assignments, assignments as some_assignments,
            quizzes, quizzes as some_quizzes
          from (
            select ${people(everyPattern)} as people, ${assignments(everyPattern)} as assignments,
              ${quizzes(everyPattern)} as quizzes
            offset 0
          ) found
        `
      : sql`
          select ${people(everyPattern)} as people, ${people(somePattern)} as some_people,
            ${assignments(everyPattern)} as assignments,
            ${assignments(somePattern)} as some_assignments,
            ${quizzes(everyPattern)} as quizzes, ${quizzes(somePattern)} as some_quizzes
        `,
  );
  if (!found) throw new Error('It was not told what can be found.');
  const fewOf = (works: string[], someWorks: string[]) =>
    [
      { personIds: found.people, workIds: someWorks },
      { personIds: found.somePeople, workIds: works },
    ].find(({ personIds, workIds }) => personIds.length <= FEW && workIds.length <= FEW) ?? null;
  return {
    ofAssignments: fewOf(found.assignments, found.someAssignments),
    ofQuizzes: fewOf(found.quizzes, found.someQuizzes),
  };
}

const people = (isFound: Sql) => sql`
  array(
    select id from people where role = 0 and concat_ws(' ', name, id) ${isFound} limit ${FEW + 1})`;

const assignments = (isFound: Sql) => sql`
  array(select id::text from assignments where title ${isFound} limit ${FEW + 1})`;

const quizzes = (isFound: Sql) => sql`
  array(
    select unique_id::text from quizzes
    where concat_ws(' ', topic, subject_id) ${isFound} limit ${FEW + 1})`;

/** From the first moment, inclusive, to the last, exclusive. */
interface Term {
  from: Date;
  until: Date;
}

const Means = z.object({
  course: z.string(),
  year: z.string(),
  mentor: z.string(),
  quizResults: z.int(),
  quizMean: z.number().nullable(),
  assignmentResults: z.int(),
  assignmentMean: z.number().nullable(),
});

/**
 * Each student's number of results in the term and their mean in per cent. Quizzes count by start, assignments by
 * due time, or by creation without one.
 */
export function listStudentMeans(db: Database, { from, until }: Term) {
  return all(
    db,
    Means,
    sql`
      select course, graduation_year as year, mentor_name as mentor,
        coalesce(quiz.results, 0) as quiz_results, quiz.mean as quiz_mean,
        coalesce(assignment.results, 0) as assignment_results, assignment.mean as assignment_mean
      from student_records student
      left join (
        select person_id, count(*)::integer as results,
          avg(100 * score / ${fullScore}) as mean
        from quizzes
        join attempts on quiz_id = unique_id and submitted_at is not null
        where status = 'published' and starts_at >= ${from} and starts_at < ${until}
        group by person_id
      ) quiz on quiz.person_id = student.id
      left join (
        select student_id, count(*)::integer as results, avg(100 * marks / max_marks) as mean
        from assignments
        join hand_ins on assignment_id = assignments.id and is_last and marks is not null
        where withdrawn_at is null
          and coalesce(due_at, created_at) >= ${from} and coalesce(due_at, created_at) < ${until}
        group by student_id
      ) assignment on assignment.student_id = student.id
    `,
  );
}

export async function countWork(db: Database, { from, until }: Term) {
  const counted = await first(
    db,
    z.object({ quizzes: z.int(), assignments: z.int() }),
    sql`
      select
        (select count(*)::integer from quizzes
          where status = 'published' and starts_at >= ${from} and starts_at < ${until}) as quizzes,
        (select count(*)::integer from assignments
          where withdrawn_at is null and coalesce(due_at, created_at) >= ${from}
            and coalesce(due_at, created_at) < ${until}) as assignments
    `,
  );
  if (!counted) throw new Error('The work of the term was not counted.');
  return counted;
}

const SubmittedAttempt = z.object({
  personId: z.string(),
  name: z.string(),
  course: z.string(),
  year: z.string(),
  mentor: z.string(),
  /** In the student's numbering: number → option. */
  answers: z.string().transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text))),
  judgements: StoredJudgements,
  keptShares: KeptShares,
  /** Stored for erased people, whose order no longer follows from the roll number. */
  paper: PaperLayout.nullable(),
  score: z.number(),
  changedAt: z.date(),
  startedAt: z.date(),
  submittedAt: z.date(),
  submittedBy: z.enum(['student', 'server', 'admin']),
});
export type SubmittedAttempt = z.infer<typeof SubmittedAttempt>;

/** Of one quiz, in scope, by roll number; without those whose programs are still being judged. */
export async function listSubmittedAttempts(db: Database, quizId: string, scope: AccessScope) {
  const attempts: SubmittedAttempt[] = [];
  for (;;) {
    // In pages, so that reading a large test leaves room for other calls.
    const page = await listPage(db, { quizId, scope, after: attempts.at(-1)?.personId ?? '' });
    attempts.push(...page);
    if (page.length < PAGE) return attempts;
  }
}

const PAGE = 50;

function listPage(
  db: Database,
  { quizId, scope, after }: { quizId: string; scope: AccessScope; after: string },
) {
  return all(
    db,
    SubmittedAttempt,
    sql`
      select person_id, student.name, student.course, student.graduation_year as year,
        student.mentor_name as mentor, answers, kept_shares, paper, score, attempts.changed_at, started_at, submitted_at, submitted_by,
        ${judgementsOf(sql`attempts.quiz_id`, sql`attempts.person_id`)} as judgements
      from attempts
      join quizzes on unique_id = quiz_id
      join student_records student on student.id = person_id
      where quiz_id = ${quizId} and score is not null and lower(person_id) > lower(${after})
        and ${resultsInScope(scope, sql`class_id`, sql`person_id`)}
      order by lower(person_id)
      limit ${PAGE}
    `,
  );
}

/** Of one student, oldest first, where the score is known. */
export function listScoresOf(db: Database, personId: string) {
  return all(
    db,
    z.object({ quizId: z.uuid(), score: z.number(), submittedAt: z.date() }),
    sql`
      select quiz_id, score, submitted_at
      from attempts
      where person_id = ${personId} and score is not null
      order by submitted_at
    `,
  );
}

/** The quizzes that at least one student in scope has submitted. */
export async function listSubmittedQuizIds(
  db: Database,
  quizIds: readonly string[],
  scope: AccessScope,
): Promise<Set<string>> {
  const rows = await all(
    db,
    z.object({ quizId: z.uuid() }),
    sql`
      select asked.quiz_id
      from unnest(${quizIds}::uuid[]) as asked (quiz_id)
      where exists (
        select 1
        from attempts
        join quizzes on unique_id = attempts.quiz_id
        where attempts.quiz_id = asked.quiz_id and submitted_at is not null
          and ${resultsInScope(scope, sql`class_id`, sql`person_id`)})
    `,
  );
  return new Set(rows.map(({ quizId }) => quizId));
}
