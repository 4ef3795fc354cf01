import { type Arrangement, UNARRANGED } from '@vlabs/contract/marks/arrangement';
import type { Cell } from '@vlabs/contract/marks/lines';
import type { OwnMarks, Sheet } from '@vlabs/contract/marks/marks';
import type { Pool } from 'pg';
import { requireClassOfWork } from '../classes/classes.reads.ts';
import {
  type AccessScope,
  FULL_ACCESS,
  includesClass,
  limitToClass,
  scopeOf,
} from '../platform/access/access-scope.ts';
import { recordAct } from '../platform/audit/audit.ts';
import { conflict, notFound } from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import * as queries from './marks.queries.ts';
import { type SheetOfMarks, type SheetServices, readSheet } from './read-sheet.ts';
import { writeExport } from './write-export.ts';

/** The sheet with the students in scope. */
export async function getSheet(
  services: SheetServices,
  caller: Caller,
  { classId, scope }: { classId: string; scope: AccessScope },
): Promise<Sheet> {
  const { ofClass, columns, sections, students } = await requireSheet(services, {
    classId,
    scope,
  });
  const { name, subject, term, state, version } = ofClass;
  const changing = scopeOf(caller, { to: 'changeResults', of: 'class' });
  return {
    classId,
    className: name,
    subject,
    term,
    state,
    version,
    arrangement: ofClass.arrangement ?? UNARRANGED,
    mayArrange: state === 'open' && includesClass(changing, classId),
    sections,
    columns,
    students,
  };
}

/** Refuses an arrangement that was made from an older version. */
export function arrange(
  pool: Pool,
  { classId, scope }: { classId: string; scope: AccessScope },
  change: { version: number; arrangement: Arrangement },
): Promise<{ version: number }> {
  return inTransaction(pool, async (db) => {
    await requireClassOfWork(db, scope, { inClass: { classId, sections: [] } });
    const version = await queries.upsertArrangement(db, classId, change);
    if (version === null) {
      const message =
        'Somebody else has arranged this sheet. Reload it and make your change again.';
      throw conflict('arranged_meanwhile', message);
    }
    const { groups, outside } = change.arrangement;
    const subject = await findSubject(db, classId);
    const weights = groups.map(({ name, weight, rule }) => ({ name, weight, rule }));
    const details = { groups: weights, outside: outside.length };
    await recordAct(db, { action: 'arrange-marks', subject, details });
    return { version };
  });
}

/** An export of the students in scope, optionally of one section. */
export async function exportMarks(
  services: SheetServices,
  { classId, scope, section }: { classId: string; scope: AccessScope; section: string | undefined },
  format: 'csv' | 'xlsx',
): Promise<{ name: string; contents: Buffer }> {
  const within = limitToClass(scope, classId, section);
  const { ofClass, columns, students } = await requireSheet(services, { classId, scope: within });
  const arrangement = ofClass.arrangement ?? UNARRANGED;
  const contents = await writeExport({ format, arrangement, columns, students });
  await inTransaction(services.pool, async (db) => {
    const subject = { kind: 'class' as const, id: classId, name: ofClass.name };
    const details = {
      format,
      students: students.length,
      ...(section !== undefined && { section }),
    };
    await recordAct(db, { action: 'export-marks', subject, details });
  });
  return { name: `${ofClass.name} marks.${format}`, contents };
}

/** A student's own line; refused as unknown to those who are no student of the class. */
export async function getOwnMarks(
  services: SheetServices,
  personId: string,
  classId: string,
): Promise<OwnMarks> {
  const isStudent = await queries.isStudentOf(services.pool, classId, personId);
  const sheet = isStudent
    ? await readSheet(services, { classId, scope: FULL_ACCESS, personId })
    : null;
  const own = sheet?.students[0];
  if (!sheet || !own) throw notFound('The class');
  const { groups, outside, decimals } = sheet.ofClass.arrangement ?? UNARRANGED;
  const shown = sheet.columns.flatMap((column, place): { column: typeof column; cell: Cell }[] => {
    const cell = own.cells[place] ?? 'not_asked';
    if (cell === 'not_asked') return [];
    const isHidden = typeof cell === 'number' && !column.isReleased;
    return [{ column, cell: isHidden ? 'hidden' : cell }];
  });
  const ids = new Set(shown.map(({ column }) => column.id));
  const onlyOwn = (works: readonly string[]) => works.filter((id) => ids.has(id));
  return {
    className: sheet.ofClass.name,
    subject: sheet.ofClass.subject,
    rules: {
      groups: groups.map((group) => ({ ...group, works: onlyOwn(group.works) })),
      outside: onlyOwn(outside),
      decimals,
    },
    columns: shown.map(({ column }) => column),
    cells: shown.map(({ cell }) => cell),
  };
}

async function requireSheet(
  services: SheetServices,
  asked: { classId: string; scope: AccessScope },
): Promise<SheetOfMarks> {
  const sheet = await readSheet(services, { ...asked, personId: null });
  if (!sheet) throw notFound('The class');
  return sheet;
}

async function findSubject(db: Parameters<typeof queries.findSheetClass>[0], classId: string) {
  const ofClass = await queries.findSheetClass(db, classId);
  return { kind: 'class' as const, id: classId, name: ofClass?.name ?? '' };
}
