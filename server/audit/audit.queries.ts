import { AuditAction, SubjectKind } from '@vlabs/contract/http/audit-actions';
import { z } from 'zod';
import { type Database, all, sql } from '../platform/postgres/database.ts';

const Line = z.object({
  id: z.coerce.number(),
  at: z.date(),
  by: z.string(),
  byName: z.string().nullable(),
  action: AuditAction,
  personId: z.string().nullable(),
  personName: z.string().nullable(),
  subjectKind: SubjectKind.nullable(),
  subjectId: z.string().nullable(),
  subjectName: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  browser: z.string().nullable(),
});
export type AuditRow = z.infer<typeof Line>;

export interface LineFilter {
  /** Patterns that must all match somewhere in the line. */
  patterns: readonly string[];
  /** Lower case; null: anybody. */
  person: string | null;
  action: AuditAction | null;
  from: Date | null;
  /** Exclusive upper bound. */
  until: Date | null;
  /** Lines older than the one with this ID. */
  before: number | null;
  max: number;
}

/** Newest first. */
export function listLines(db: Database, wanted: LineFilter): Promise<AuditRow[]> {
  return all(
    db,
    Line,
    sql`
      select line.id, line.at, line.by, actor.name as by_name, line.action, line.person_id,
        concerned.name as person_name, line.subject_kind, line.subject_id, line.subject_name,
        line.details, line.address, line.browser
      from audit_lines line
      left join people actor on lower(actor.id) = lower(line.by)
      left join people concerned on lower(concerned.id) = lower(line.person_id)
      where (${wanted.action}::text is null or line.action = ${wanted.action})
        and (${wanted.person}::text is null
          or lower(line.by) = ${wanted.person} or lower(line.person_id) = ${wanted.person})
        and (${wanted.from}::timestamptz is null or line.at >= ${wanted.from})
        and (${wanted.until}::timestamptz is null or line.at < ${wanted.until})
        and (${wanted.before}::bigint is null or (line.at, line.id) < (
          select last.at, last.id from audit_lines last where last.id = ${wanted.before}
        ))
        and concat_ws(' ', line.by, actor.name, line.action, line.person_id, concerned.name,
          line.subject_name, line.details, line.address) ilike all(${wanted.patterns}::text[])
      order by line.at desc, line.id desc
      limit ${wanted.max}
    `,
  );
}
