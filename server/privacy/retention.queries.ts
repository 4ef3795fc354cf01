import type { RetentionRule } from '@vlabs/contract/privacy/retention';
import { z } from 'zod';
import { type Database, type Sql, all, first, run, sql } from '../platform/postgres/database.ts';

const Hold = z.object({
  personId: z.string(),
  name: z.string(),
  reason: z.string(),
  setBy: z.string(),
  setAt: z.date(),
});
export type HoldRow = z.infer<typeof Hold>;

export const listHolds = (db: Database, max: number) =>
  all(
    db,
    Hold,
    sql`
      select person_id, people.name, reason, set_by, set_at
      from erasure_holds join people on people.id = person_id
      order by set_at desc, person_id
      limit ${max}
    `,
  );

export async function countHolds(db: Database): Promise<number> {
  const counted = await first(
    db,
    z.object({ total: z.int() }),
    sql`select count(*)::int as total from erasure_holds`,
  );
  return counted?.total ?? 0;
}

/** Updates the reason of an existing hold. */
export const upsertHold = (
  db: Database,
  { personId, reason, by }: { personId: string; reason: string; by: string },
) =>
  first(
    db,
    Hold,
    sql`
      with held as (
        insert into erasure_holds (person_id, reason, set_by)
        values (${personId}, ${reason}, ${by})
        on conflict (person_id) do update
        set reason = excluded.reason, set_by = excluded.set_by, set_at = now()
        returning person_id, reason, set_by, set_at
      )
      select held.*, people.name from held join people on people.id = person_id
    `,
  );

export const deleteHold = (db: Database, personId: string) =>
  first(
    db,
    z.object({ personId: z.string() }),
    sql`
      delete from erasure_holds where lower(person_id) = lower(${personId}) returning person_id
    `,
  );

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
  archives: (months) => sql`
    from archives
    join quizzes on unique_id = quiz_id
    where state = 'sealed' and end_of_work(class_id, greatest(ends_at, sealed_at)) < ${before(months)}
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
