import type { Enrolment } from '@vlabs/contract/students/audience';
import { DraftContent } from '@vlabs/contract/quizzes/quiz-drafts';
import { z } from 'zod';
import { withAudience } from '../platform/access/audience-columns.ts';
import { workInScope } from '../classes/classes.reads.ts';
import {
  type Cursor,
  timestampMicros,
  afterCursor,
  beforeCursor,
} from '../platform/lists/cursor.ts';
import { type Database, all, run, sql } from '../platform/postgres/database.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { workOf, workUntil } from '../students/students.reads.ts';
import { Quiz, QuizRow, quizColumns } from './store/quizzes.queries.ts';

const PagedQuiz = QuizRow.extend({ timestampMicros: z.string() }).transform(withAudience);

interface PageOfStudent {
  /** Only quizzes that ended or changed later; null for all. */
  since: Date | null;
  after: Cursor | null;
  /** Null for all. */
  max: number | null;
}

/** A student's published quizzes, latest ended or changed first. */
export function listQuizzesFor(
  db: Database,
  student: Enrolment,
  { since, after, max }: PageOfStudent,
) {
  return all(
    db,
    PagedQuiz,
    sql`
      select ${quizColumns}, ${timestampMicros(sql`until`)} as timestamp_micros
      from ${workOf('quiz', student, since)} work
      join quizzes on unique_id = work_id
      where status = 'published'
        and ${beforeCursor(sql`until`, sql`work_id`, after)}
      order by until desc, work_id desc
      limit ${max}
    `,
  );
}

/** Reports whether a student has published quizzes that ended and changed no later than `until`. */
export async function hasQuizzesUntil(
  db: Database,
  student: Enrolment,
  until: Date,
): Promise<boolean> {
  const found = await run(
    db,
    sql`
      select 1
      from ${workUntil('quiz', student, until)} work
      join quizzes on unique_id = work_id
      where status = 'published'
      limit 1
    `,
  );
  return found > 0;
}

export interface PageOfAll {
  after: Cursor | null;
  isOldestFirst: boolean;
  /** A pattern for subject or topic; null for any. */
  pattern: string | null;
  status: 'draft' | 'published' | null;
  /** The day of creation; null for any. */
  createdFrom: Date | null;
  createdUntil: Date | null;
  /** Only this quiz. */
  uniqueId: string | null;
  /** Only classes in scope. */
  scope: AccessScope;
  max: number;
}

const isOnPage = ({ after, isOldestFirst, createdFrom, createdUntil, uniqueId }: PageOfAll) => sql`
  (${uniqueId}::uuid is null or unique_id = ${uniqueId})
  and (${createdFrom}::timestamptz is null or created_at >= ${createdFrom})
  and (${createdUntil}::timestamptz is null or created_at < ${createdUntil})
  and ${(isOldestFirst ? afterCursor : beforeCursor)(sql`created_at`, sql`unique_id`, after)}
`;

const byTime = ({ isOldestFirst }: PageOfAll) =>
  isOldestFirst ? sql`created_at, unique_id` : sql`created_at desc, unique_id desc`;

/** Everyone's, newest or oldest first. */
export function listQuizRows(db: Database, page: PageOfAll) {
  const { pattern, status, max } = page;
  return all(
    db,
    PagedQuiz,
    sql`
      select ${quizColumns}, ${timestampMicros(sql`created_at`)} as timestamp_micros
      from quizzes
      where ${isOnPage(page)} and ${workInScope(page.scope, sql`class_id`)}
        and (${status}::text is null or status = ${status})
        and (${pattern}::text is null or subject_id ilike ${pattern} or topic ilike ${pattern})
      order by ${byTime(page)}
      limit ${max}
    `,
  );
}

/** Drafts that are not quizzes, in the same order. */
export function listUnfinishedPage(db: Database, page: PageOfAll) {
  const { pattern, max } = page;
  return all(
    db,
    z.object({
      uniqueId: z.uuid(),
      content: DraftContent,
      createdAt: z.date(),
      timestampMicros: z.string(),
    }),
    sql`
      select unique_id, content, created_at, ${timestampMicros(sql`created_at`)} as timestamp_micros
      from quiz_drafts
      where ${isOnPage(page)}
        and (${workInScope(page.scope, sql`class_id`)}
          or (class_id is null and created_by = ${page.scope.callerId}))
        and (${pattern}::text is null or content->'details'->>'SubjectId' ilike ${pattern}
          or content->'details'->>'topic' ilike ${pattern})
        and not exists (select 1 from quizzes where quizzes.unique_id = quiz_drafts.unique_id)
      order by ${byTime(page)}
      limit ${max}
    `,
  );
}

/** Those of the quizzes with unsaved changes in a draft. */
export async function listChangedIds(
  db: Database,
  quizIds: readonly string[],
): Promise<Set<string>> {
  const rows = await all(
    db,
    z.object({ uniqueId: z.uuid() }),
    sql`select unique_id from quiz_drafts where unique_id = any(${quizIds}::uuid[])`,
  );
  return new Set(rows.map(({ uniqueId }) => uniqueId));
}

interface Begun {
  /** Subject or topic; null for any. */
  pattern: string | null;
  /** A quiz to include in any case. */
  chosen: string | null;
  before: Date;
  /** Only classes in scope. */
  scope: AccessScope;
  max: number;
}

/** Published quizzes that have started, latest first. */
export function listBegunQuizzes(db: Database, { pattern, chosen, before, scope, max }: Begun) {
  const isInScope = workInScope({ ...scope, hidesArchived: false }, sql`class_id`);
  const isListed = workInScope(scope, sql`class_id`);
  return all(
    db,
    Quiz,
    sql`
      select ${quizColumns}
      from quizzes
      where status = 'published' and starts_at <= ${before} and ${isInScope}
        and unique_id = any(${chosen}::uuid || array(
          select unique_id
          from quizzes
          where status = 'published' and starts_at <= ${before} and ${isListed}
            and (${pattern}::text is null or subject_id ilike ${pattern} or topic ilike ${pattern})
          order by starts_at desc
          limit ${max}))
      order by starts_at desc
    `,
  );
}
