import { z } from 'zod';
import { Search } from '../http/search.ts';
import { AuditAction, SubjectKind } from '../http/audit-actions.ts';
import { endpoint, replyOf } from '../http/endpoint.ts';

export const AuditLine = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** A roll number, `command line`, `link` for a signed link, or `server` for a retention rule. */
  by: z.string(),
  /** Null if nobody has that roll number. */
  byName: z.string().nullable(),
  action: AuditAction,
  /** The person concerned, if not the actor. */
  personId: z.string().nullable(),
  personName: z.string().nullable(),
  /** The object, with its name at that time. */
  subject: z.object({ kind: SubjectKind, id: z.string(), name: z.string() }).nullable(),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  browser: z.string().nullable(),
});
export type AuditLine = z.infer<typeof AuditLine>;

/** A day in Asia/Kolkata. */
const day = z.iso.date('A day is written like 2026-11-21.');

const Filter = z.object({
  /** Words of a name, a roll number, a subject or the details. */
  search: Search,
  /** The roll number of the actor or of the person concerned. */
  person: z.string().trim().max(64).default(''),
  action: AuditAction.optional(),
  /** First and last day. */
  from: day.optional(),
  to: day.optional(),
});
export type AuditFilter = z.infer<typeof Filter>;

export const AUDIT_LINES_AT_ONCE = 50;

export const listAuditLines = endpoint({
  method: 'GET',
  path: '/api/v1/audit/lines',
  access: ['admin'],
  right: 'campus',
  summary: `What admins did, the newest first, ${AUDIT_LINES_AT_ONCE} at a time`,
  query: Filter.extend({
    /** Only lines older than the line with this id. */
    before: z.coerce.number().int().positive().optional(),
  }),
  reply: replyOf(
    z.object({
      lines: z.array(AuditLine),
      /** Send it as `before` to get older lines; null on the last page. */
      next: z.int().nullable(),
    }),
  ),
});

export const exportAuditLines = endpoint({
  method: 'GET',
  path: '/api/v1/audit/lines.csv',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  load: 'heavy',
  summary: 'Export all lines that match as a CSV file, with formulas neutralised',
  query: Filter,
  reply: z.unknown(),
});
