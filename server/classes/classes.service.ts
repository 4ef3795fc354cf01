import type {
  ClassDetails,
  ClassInList,
  Joining,
  listClasses,
  Term,
} from '@vlabs/contract/classes/classes';
import { CLASSES_AT_ONCE } from '@vlabs/contract/classes/classes';
import { type ClassRight, listRights, roleHasRight } from '@vlabs/contract/http/rights';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { recordAct } from '../platform/audit/audit.ts';
import { PublicError, brokenConstraint, conflict, notFound } from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import { pageOf, readCursor, writeCursor } from '../platform/lists/cursor.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import { patternsOf } from '../platform/postgres/search-patterns.ts';
import { scopeOf } from '../platform/access/access-scope.ts';
import * as queries from './classes.queries.ts';
import { upsertMembers } from './members.queries.ts';
import { classIsArchived } from './require-access.ts';
import { listSections } from './sections.queries.ts';

/** Latest first. */
export const listTerms = (pool: Pool): Promise<Term[]> => queries.listTerms(pool);

export async function createTerm(pool: Pool, fields: queries.TermFields): Promise<Term> {
  return inTransaction(pool, async (db) => {
    const term = await nameOnce(() => queries.insertTerm(db, fields));
    if (!term) throw new Error('The term was not saved.');
    await recordAct(db, { action: 'create-term', subject: termSubject(term) });
    return term;
  });
}

export async function changeTerm(
  pool: Pool,
  { termId, ...fields }: queries.TermFields & { termId: string },
): Promise<Term> {
  return inTransaction(pool, async (db) => {
    const term = await nameOnce(() => queries.updateTerm(db, termId, fields));
    if (!term) throw notFound('This term');
    await recordAct(db, { action: 'edit-term', subject: termSubject(term) });
    return term;
  });
}

/** The classes that the caller teaches; for campus admins all. */
export async function listClassPage(
  pool: Pool,
  caller: Caller,
  { search, state, term, after }: z.output<typeof listClasses.query>,
): Promise<{ classes: ClassInList[]; next: string | null }> {
  const rows = await queries.listClassPage(pool, {
    personId: caller.id,
    isOfAll: caller.role === 'admin',
    patterns: patternsOf(search),
    state,
    termId: term ?? null,
    after: after === undefined ? null : readCursor(after),
    max: CLASSES_AT_ONCE + 1,
  });
  const cursorOf = ({ timestampMicros, classId }: (typeof rows)[number]) => ({
    timestampMicros,
    id: classId,
  });
  const { shown, next } = pageOf(rows, { max: CLASSES_AT_ONCE, cursorOf });
  return { classes: shown, next: next && writeCursor(next) };
}

/** Open classes where a person is a student or assistant. */
export const listOwnClasses = (pool: Pool, caller: Caller) =>
  queries.listClassesOf(pool, caller.id);

/** The creator becomes the owner. */
export async function createClass(
  pool: Pool,
  caller: Caller,
  fields: queries.ClassFields,
): Promise<string> {
  return inTransaction(pool, async (db) => {
    const classId = await keepFields(() => queries.insertClass(db, fields, caller.id));
    await upsertMembers(db, { classId, ids: [caller.id], role: 'owner', source: 'hand' });
    await recordAct(db, { action: 'create-class', subject: classSubject(classId, fields.name) });
    return classId;
  });
}

export async function getClass(
  db: Database,
  caller: Caller,
  classId: string,
): Promise<ClassDetails> {
  const found = await queries.findClass(db, classId, caller.id);
  if (!found) throw notFound('This class');
  const { role } = found;
  const isAllowed = (right: ClassRight) =>
    caller.role === 'admin' || (role !== null && roleHasRight(role, right));
  return {
    ...found,
    sections: await listSections(db, classId),
    work: await queries.countWork(
      db,
      found.classId,
      scopeOf(caller, { to: 'viewWork', of: 'class' }),
    ),
    rights: listRights(isAllowed),
  };
}

export async function changeClass(
  pool: Pool,
  classId: string,
  fields: queries.ClassFields,
): Promise<void> {
  await inTransaction(pool, async (db) => {
    await lockOpenClass(db, classId);
    await keepFields(() => queries.updateClass(db, classId, fields));
    await recordAct(db, { action: 'edit-class', subject: classSubject(classId, fields.name) });
  });
}

/** Students step through programs for the class's assignments, or not. */
export async function setStepping(pool: Pool, classId: string, canStep: boolean): Promise<void> {
  await inTransaction(pool, async (db) => {
    const { name } = await lockOpenClass(db, classId);
    await queries.updateStepping(db, classId, canStep);
    const subject = classSubject(classId, name);
    await recordAct(db, { action: 'edit-class', subject, details: { canStep } });
  });
}

/** Archives or reopens a class. Refused during one of its tests. */
export async function setState(
  pool: Pool,
  classId: string,
  state: 'open' | 'archived',
): Promise<void> {
  await inTransaction(pool, async (db) => {
    const found = await queries.lockClass(db, classId, 'change-and-start');
    if (!found) throw notFound('This class');
    const running = state === 'archived' ? await queries.findRunningTest(db, classId) : null;
    if (running) throw testRuns(running.title);
    await queries.updateState(db, classId, state);
    const action = state === 'archived' ? 'archive-class' : 'reopen-class';
    await recordAct(db, { action, subject: classSubject(classId, found.name) });
  });
}

/** Locks a class until the transaction ends; refuses an archived one. */
export async function lockOpenClass(
  db: Database,
  classId: string,
  against: queries.ClassLock = 'change',
): Promise<{ name: string; joining: z.infer<typeof Joining> }> {
  const found = await queries.lockClass(db, classId, against);
  if (!found) throw notFound('This class');
  if (found.state === 'archived') throw classIsArchived();
  return found;
}

/** A class as an audit line names it. */
export const classSubject = (id: string, name: string) => ({ kind: 'class' as const, id, name });

const termSubject = ({ termId: id, name }: Term) => ({ kind: 'term' as const, id, name });

async function nameOnce<Result>(keep: () => Promise<Result>): Promise<Result> {
  try {
    return await keep();
  } catch (error) {
    if (brokenConstraint(error) !== 'terms_name_without_case') throw error;
    throw atField('name', 'A term with this name already exists. Choose another.');
  }
}

/** Turns constraint violations into messages at their fields. */
export async function keepFields<Result>(keep: () => Promise<Result>): Promise<Result> {
  try {
    return await keep();
  } catch (error) {
    switch (brokenConstraint(error)) {
      case 'classes_term_id_fkey': {
        throw atField('termId', 'This term doesn’t exist. Choose another.');
      }
      case 'classes_code_without_case': {
        throw atField(
          'code',
          'Another class of this term and department has this code. Choose another.',
        );
      }
      default: {
        throw error;
      }
    }
  }
}

export const atField = (field: string, message: string) =>
  new PublicError(400, 'invalid', message, { [field]: message });

const testRuns = (title: string) =>
  conflict(
    'test_runs',
    `Students are taking “${title}” right now. Archive the class when it’s over.`,
  );
