import type { AuditAction, SubjectKind } from '@vlabs/contract/http/audit-actions';
import type { Origin } from '../connections/arrival.ts';
import { isNotHeld } from '../erasure.ts';
import { type Database, run, sql } from '../postgres/database.ts';

/** Who acts, and from where. */
export interface Actor extends Origin {
  /** An admin's roll number, or `command line`. */
  by: string;
}

/** What was done. Never contains a secret, a student's answer or the text of a question. */
export interface Act {
  action: AuditAction;
  /** The person concerned, if not the actor. */
  personId?: string;
  /** The object concerned, and its current name. */
  subject?: { kind: SubjectKind; id: string; name: string };
  details?: Readonly<Record<string, unknown>>;
}

/** Adds a line. The database refuses changes to it. */
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

/**
 * Deletes lines past the campus's retention period, oldest first. The database refuses to delete
 * others.
 */
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
