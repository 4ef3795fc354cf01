import type {
  CopiedWork,
  CopyPreview,
  copyClass as copying,
} from '@vlabs/contract/classes/class-copies';
import { MAX_COPIED } from '@vlabs/contract/classes/class-copies';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { recordAct } from '../platform/audit/audit.ts';
import {
  type ClassCopy,
  type CopiedParts,
  type WorkToCopy,
  movedBy,
} from '../platform/class-copy.ts';
import { conflict, notFound } from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import {
  type Source,
  copySections,
  findDaysTo,
  insertCopy,
  isCopy,
  keepSource,
  listStaff,
} from './class-copies.queries.ts';
import { atField, classSubject, keepFields } from './classes.service.ts';
import { replaceSections, upsertMembers } from './members.queries.ts';
import { listSections } from './sections.queries.ts';

interface Copying {
  pool: Pool;
  parts: CopiedParts;
}

/** Previews a copy in a term, with dates moved by the distance of the terms' starts. */
export function previewCopy(
  { pool, parts }: Copying,
  { classId, termId, by }: { classId: string; termId: string; by: string },
): Promise<CopyPreview> {
  return inTransaction(pool, async (db) => {
    const { source, days } = await requireSource(db, classId, termId);
    const { quizzes, assignments } = await listWork(db, parts, classId);
    const staff = await listStaff(db, classId);
    const show = ({ title, startsAt, endsAt, isForNamed }: WorkToCopy): CopiedWork => ({
      title,
      startsAt: startsAt?.toISOString() ?? null,
      endsAt: endsAt?.toISOString() ?? null,
      newStartsAt: startsAt && movedBy(startsAt, days).toISOString(),
      newEndsAt: endsAt && movedBy(endsAt, days).toISOString(),
      wasForNamed: isForNamed,
    });
    return {
      days,
      quizzes: quizzes.map(show),
      assignments: assignments.map(show),
      sections: (await listSections(db, classId)).map(({ name }) => name),
      staff: staff
        .filter(({ personId }) => personId !== by)
        .map(({ personId, name, role }) => ({ personId, name, role })),
      students: source.students,
    };
  });
}

/**
 * Copies a class with its sections and work in one transaction: quizzes as drafts, assignments prepared. The caller
 * owns it; students and results are not copied. Repeating the call returns the same copy.
 */
export function copyClass(
  { pool, parts }: Copying,
  caller: Caller,
  { classId, ...form }: { classId: string } & z.output<typeof copying.body>,
): Promise<string> {
  const { copyId, name } = form;
  const by = caller.id;
  return inTransaction(pool, async (db) => {
    const { source, days } = await requireSource(db, classId, form.termId);
    const isNew = await keepFields(() => insertCopy(db, source, { ...form, by }));
    const subject = classSubject(copyId, name);
    const record = (details: Record<string, unknown>) =>
      recordAct(db, { action: 'copy-class', subject, details: { from: classId, ...details } });
    if (isNew === 0) {
      const isSame = await isCopy(db, { copyId, by, classId });
      if (!isSame) throw conflict('taken', 'A class with this id already exists. Use a new id.');
      await record({ isThereAlready: true });
      return copyId;
    }
    const { quizzes, assignments } = await listWork(db, parts, classId);
    const sections = new Map(
      (await copySections(db, classId, copyId)).map(({ before, after }) => [before, after]),
    );
    await upsertMembers(db, { classId: copyId, ids: [by], role: 'owner', source: 'hand' });
    await addStaff(db, { classId, copyId, sections, wanted: form.staff, by });
    const copy: ClassCopy = { from: source, to: { classId: copyId, name }, days, sections, by };
    await parts.assignments.copy(db, copy);
    await parts.quizzes.copy(db, copy);
    await parts.marks.copy(db, copy);
    await record({ quizzes: quizzes.length, assignments: assignments.length, days });
    return copyId;
  });
}

async function requireSource(
  db: Database,
  classId: string,
  termId: string,
): Promise<{ source: Source; days: number }> {
  const source = await keepSource(db, classId);
  if (!source) throw notFound('This class');
  const days = await findDaysTo(db, source.startsOn, termId);
  if (days === null) throw atField('termId', 'This term doesn’t exist. Choose another.');
  return { source, days };
}

async function listWork(db: Database, parts: CopiedParts, classId: string) {
  const quizzes = await parts.quizzes.list(db, classId, MAX_COPIED + 1);
  const assignments = await parts.assignments.list(db, classId, MAX_COPIED + 1);
  if (quizzes.length > MAX_COPIED || assignments.length > MAX_COPIED) {
    throw conflict(
      'too_much',
      `This class has more than ${MAX_COPIED} tests or assignments, which can’t be copied at once. Create a new class instead.`,
    );
  }
  return { quizzes, assignments };
}

/** The selected staff with their roles and sections. */
async function addStaff(
  db: Database,
  {
    classId,
    copyId,
    sections,
    wanted,
    by,
  }: {
    classId: string;
    copyId: string;
    sections: ReadonlyMap<string, string>;
    wanted: readonly string[];
    by: string;
  },
): Promise<void> {
  const ticked = new Set(wanted.map((id) => id.toLowerCase()));
  const staff = await listStaff(db, classId);
  for (const { personId, role, ...one } of staff) {
    if (personId === by || !ticked.has(personId.toLowerCase())) continue;
    const ids = [personId];
    await upsertMembers(db, { classId: copyId, ids, role, source: 'hand' });
    const own = one.sections.flatMap((id) => sections.get(id) ?? []);
    await replaceSections(db, { classId: copyId, ids, sections: own });
  }
}
