import { FirstStep } from '@vlabs/contract/overview/first-steps';
import { z } from 'zod';
import { workInScope } from '../classes/classes.reads.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { type Database, all, sql } from '../platform/postgres/database.ts';

const Step = z.object({ step: FirstStep, isDone: z.boolean() });

/** Of a new installation. The demo does not count. */
export function listStepsOfCampus(db: Database) {
  return all(
    db,
    Step,
    sql`
      select 'class' as step, exists (select from classes) as is_done
      union all
      select 'teachers', exists (
        select from people where is_staff and not is_demo and erased_at is null)
      union all
      select 'students', exists (
        select from people where role = 0 and not is_demo and not is_guest and erased_at is null)
      union all
      select 'backup', exists (select from backup_state)
    `,
  );
}

/** Of a teacher, in the classes in scope. */
export function listStepsOfTeacher(db: Database, scope: AccessScope) {
  const isIn = workInScope(scope, sql`class_id`);
  return all(
    db,
    Step,
    sql`
      select 'members' as step, exists (
        select from class_members where role = 'student' and left_at is null and ${isIn}) as is_done
      union all
      select 'work', exists (select from assignments where ${isIn})
        or exists (select from quizzes where ${isIn})
        or exists (select from quiz_drafts where ${isIn})
      union all
      select 'shown', exists (select from assignments where withdrawn_at is null and ${isIn})
        or exists (select from quizzes where status = 'published' and ${isIn})
      union all
      select 'marked', exists (select from assignments where marked_count > 0 and ${isIn})
        or exists (
          select from quizzes
          join attempts on quiz_id = unique_id and submitted_at is not null
          where ${isIn})
    `,
  );
}
