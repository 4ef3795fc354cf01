import { CSV_START, csvLine } from '@vlabs/contract/text/csv-text';
import { Readable } from 'node:stream';
import { auditWords } from '@vlabs/contract/http/audit-actions';
import { AUDIT_LINES_AT_ONCE, type AuditFilter, type AuditLine } from '@vlabs/contract/audit/audit';
import type { Pool } from 'pg';
import { recordAct } from '../platform/audit/audit.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import { patternsOf } from '../platform/postgres/search-patterns.ts';
import { type AuditRow, type LineFilter, listLines } from './audit.queries.ts';

const DAY_MS = 86_400_000;
const EXPORTED_AT_ONCE = 1000;

/** A page of the log, newest first. */
export async function listAuditLines(
  pool: Pool,
  { before, ...filter }: AuditFilter & { before?: number | undefined },
): Promise<{ lines: AuditLine[]; next: number | null }> {
  const rows = await listLines(pool, {
    ...readFilter(filter),
    before: before ?? null,
    max: AUDIT_LINES_AT_ONCE + 1,
  });
  const shown = rows.slice(0, AUDIT_LINES_AT_ONCE);
  const next = rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null;
  return { lines: shown.map(showLine), next };
}

/** Streams all lines that match the filter. The export itself is recorded. */
export async function exportAuditLines(pool: Pool, filter: AuditFilter): Promise<Readable> {
  await inTransaction(pool, (db) =>
    recordAct(db, { action: 'export-audit-log', details: { ...filter } }),
  );
  return Readable.from(writeLines(pool, readFilter(filter)));
}

async function* writeLines(pool: Pool, filter: Omit<LineFilter, 'before' | 'max'>) {
  yield `${CSV_START}${csvLine(HEADINGS)}`;
  let before: number | null = null;
  for (;;) {
    const rows: AuditRow[] = await listLines(pool, { ...filter, before, max: EXPORTED_AT_ONCE });
    yield rows.map((row) => csvLine(cellsOf(showLine(row)))).join('');
    before = rows.at(-1)?.id ?? null;
    if (rows.length < EXPORTED_AT_ONCE) return;
  }
}

const HEADINGS = [
  'When',
  'Who',
  'Name',
  'Did what',
  'Person',
  'Name of person',
  'To what',
  'Id',
  'Details',
  'Address',
  'Browser',
];

function cellsOf(line: AuditLine): string[] {
  return [
    line.at,
    line.by,
    line.byName ?? '',
    auditWords[line.action],
    line.personId ?? '',
    line.personName ?? '',
    line.subject?.name ?? '',
    line.subject?.id ?? '',
    Object.keys(line.details).length === 0 ? '' : JSON.stringify(line.details),
    line.address ?? '',
    line.browser ?? '',
  ];
}

function readFilter({ search, person, action, from, to }: AuditFilter) {
  return {
    patterns: patternsOf(search),
    person: person === '' ? null : person.toLowerCase(),
    action: action ?? null,
    from: from === undefined ? null : beginningOf(from),
    until: to === undefined ? null : new Date(beginningOf(to).getTime() + DAY_MS),
  };
}

/** The start of a day in Asia/Kolkata. */
const beginningOf = (day: string) => new Date(`${day}T00:00:00+05:30`);

function showLine({ at, subjectKind, subjectId, subjectName, ...line }: AuditRow): AuditLine {
  const isWhole = subjectKind !== null && subjectId !== null && subjectName !== null;
  return {
    ...line,
    at: at.toISOString(),
    subject: isWhole ? { kind: subjectKind, id: subjectId, name: subjectName } : null,
  };
}
