import { DraftContent } from '@vlabs/contract/quizzes/quiz-drafts';
import { z } from 'zod';
import { type Database, all, run, sql } from '../../platform/postgres/database.ts';
import { Quiz, quizColumns } from '../store/quizzes.queries.ts';

/** The quizzes of a class, by time. */
export function listQuizzesOfClass(db: Database, classId: string, max: number | null) {
  return all(
    db,
    Quiz,
    sql`
      select ${quizColumns}
      from quizzes
      where class_id = ${classId}
      order by starts_at, unique_id
      limit ${max}
    `,
  );
}

/** Drafts in a class that are not quizzes, without pending changes of quizzes. */
export function listDraftsOfClass(db: Database, classId: string, max: number | null) {
  return all(
    db,
    z.object({ content: DraftContent }),
    sql`
      select content
      from quiz_drafts
      where class_id = ${classId}
        and not exists (select 1 from quizzes where quizzes.unique_id = quiz_drafts.unique_id)
      order by created_at, unique_id
      limit ${max}
    `,
  );
}

/** Copies a class's drafts with new ids. */
export function insertDrafts(
  db: Database,
  { classId, createdBy }: { classId: string; createdBy: string },
  contents: readonly DraftContent[],
) {
  return run(
    db,
    sql`
      insert into quiz_drafts (unique_id, content, revision, created_by, class_id)
      select gen_random_uuid(), content, 1, ${createdBy}, ${classId}
      from jsonb_array_elements(${JSON.stringify(contents)}::jsonb) as content
    `,
  );
}
