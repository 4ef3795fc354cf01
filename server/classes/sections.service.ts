import { MAX_SECTIONS } from '@vlabs/contract/classes/class-members';
import type { Pool } from 'pg';
import { recordAct } from '../platform/audit/audit.ts';
import { brokenConstraint, conflict, notFound } from '../platform/errors.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import { atField, classSubject, lockOpenClass } from './classes.service.ts';
import * as queries from './sections.queries.ts';

export async function createSection(pool: Pool, classId: string, name: string) {
  return inTransaction(pool, async (db) => {
    const found = await lockOpenClass(db, classId);
    if ((await queries.listSections(db, classId)).length >= MAX_SECTIONS) {
      throw conflict('too_many_sections', `A class has at most ${MAX_SECTIONS} sections.`);
    }
    const section = await nameOnce(() => queries.insertSection(db, classId, name));
    if (!section) throw new Error('The section was not saved.');
    const subject = classSubject(classId, found.name);
    await recordAct(db, { action: 'create-section', subject, details: { name } });
    return section;
  });
}

export async function renameSection(
  pool: Pool,
  { name, ...where }: { classId: string; sectionId: string; name: string },
) {
  return inTransaction(pool, async (db) => {
    const found = await lockOpenClass(db, where.classId);
    const section = await nameOnce(() => queries.updateSection(db, { ...where, name }));
    if (!section) throw notFound('This section');
    const subject = classSubject(where.classId, found.name);
    await recordAct(db, { action: 'edit-section', subject, details: { name } });
    return section;
  });
}

/**
 * Students stay in the class. Refused if an assistant is limited to only this section, who would otherwise get the
 * whole class.
 */
export async function deleteSection(
  pool: Pool,
  { classId, sectionId }: { classId: string; sectionId: string },
): Promise<void> {
  await inTransaction(pool, async (db) => {
    const found = await lockOpenClass(db, classId);
    const work = await queries.findWorkOfSection(db, classId, sectionId);
    if (work) {
      throw conflict('in_use', `“${work.title}” is assigned to this section. Change that first.`);
    }
    const assistant = await queries.findAssistantOfOnly(db, classId, sectionId);
    if (assistant) {
      throw conflict(
        'in_use',
        `${assistant.name} assists only in this section. Assign another section first.`,
      );
    }
    const deleted = await queries.deleteSection(db, classId, sectionId);
    if (deleted === 0) throw notFound('This section');
    const subject = classSubject(classId, found.name);
    await recordAct(db, { action: 'delete-section', subject });
  });
}

async function nameOnce<Result>(keep: () => Promise<Result>): Promise<Result> {
  try {
    return await keep();
  } catch (error) {
    if (brokenConstraint(error) !== 'sections_name_without_case') throw error;
    throw atField('name', 'This class already has a section with this name. Choose another.');
  }
}
