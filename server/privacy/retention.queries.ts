import type { RetentionRule } from '@vlabs/contract/privacy/retention';
import { z } from 'zod';
import { type Database, type Sql, all, first, run, sql } from '../platform/postgres/database.ts';

const Rule = z.object({ rule: z.string(), months: z.int(), fromAt: z.date() });

export const listRules = (db: Database) =>
  all(db, Rule, sql`select rule, months, from_at from retention_rules`);

/** A shorter period applies after some hours; a longer one immediately, but not before the previous one. */
export async function upsertRule(
  db: Database,
  rule: { rule: RetentionRule; months: number; by: string; hours: number },
): Promise<void> {
  await run(
    db,
    sql`
      insert into retention_rules as kept (rule, months, set_by, from_at)
      values (${rule.rule}, ${rule.months}, ${rule.by}, now() + make_interval(hours => ${rule.hours}))
      on conflict (rule) do update
      set months = excluded.months, set_by = excluded.set_by,
        from_at = case when excluded.months < kept.months then excluded.from_at else kept.from_at end
    `,
  );
}

export const deleteRule = (db: Database, rule: RetentionRule) =>
  run(db, sql`delete from retention_rules where rule = ${rule}`);

const before = (months: number) => sql`now() - make_interval(months => ${months})`;

/** What a period would erase now. */
const dueRows: Record<RetentionRule, (months: number) => Sql> = {
  runs: (months) => sql`from runs where created_at < ${before(months)} and finished_at is not null`,
  programs: (months) => sql`from people where left_since(id) < ${before(months)}`,
  work: (months) => sql`
    from (
      select from assignments
      join hand_ins on assignment_id = assignments.id and erased_at is null
      where end_of_work(class_id, greatest(due_at, handed_in_at)) < ${before(months)}
      union all
      select from quizzes
      join attempts on quiz_id = unique_id and erased_at is null and submitted_at is not null
      where end_of_work(class_id, greatest(ends_at, submitted_at)) < ${before(months)}
    ) work
  `,
  people: (months) => sql`from people where left_since(id) < ${before(months)}`,
  log: (months) => sql`from audit_lines where at < ${before(months)}`,
};

/** Counts up to a limit. */
export async function countDueRows(
  db: Database,
  rule: RetentionRule,
  { months, max }: { months: number; max: number },
): Promise<number> {
  const counted = await first(
    db,
    z.object({ rows: z.int() }),
    sql`
      select count(*)::int as rows
      from (select 1 ${dueRows[rule](months)} limit ${max}) found
    `,
  );
  return counted?.rows ?? 0;
}
