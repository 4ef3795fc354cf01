import type { AuditAction, SubjectKind } from '@vlabs/contract/audit-actions';
import { isNotHeld } from './erasure.ts';
import { type Database, run, sql } from './postgres/database.ts';

/** Who acts, and from where. */
export interface Actor {
  /** An admin's roll number, `command line`, or `link` for whoever holds a signed link. */
  by: string;
  address: string | null;
  browser: string | null;
}

/** What was done. Never a secret, an answer of a student or the text of a question. */
export interface Act {
  action: AuditAction;
  /** Whom it concerns, beside who does it. */
  personId?: string;
  /** What it is done to, and what that is called now. */
  subject?: { kind: SubjectKind; id: string; name: string };
  details?: Readonly<Record<string, unknown>>;
}

/** Adds a line; no statement changes one, and the database refuses it. */
export function insertAuditLine(db: Database, { by, address, browser }: Actor, act: Act) {
  const { action, personId = null, subject, details = {} } = act;
  return run(
    db,
    sql`
      insert into audit_lines (by, action, person_id, subject_kind, subject_id, subject_name,
        details, address, browser)
      values (${by}, ${action}, ${personId}, ${subject?.kind ?? null}, ${subject?.id ?? null},
        ${subject?.name ?? null}, ${JSON.stringify(details)}::jsonb, ${address}, ${browser})
    `,
  );
}

/** Lines that are as old as the campus has said, the oldest first; the database refuses to let others go. */
export const eraseAuditLines = (db: Database, max: number): Promise<number> =>
  run(
    db,
    sql`
      delete from audit_lines
      where id in (
        select id from audit_lines
        where at < goes_before('log') and ${isNotHeld(sql`audit_lines.by`)}
          and ${isNotHeld(sql`audit_lines.person_id`)}
        order by at, id
        limit ${max}
      )
    `,
  );
