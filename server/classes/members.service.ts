import type {
  addMembers as adding,
  findCandidates as finding,
  listMembers as listing,
  Member,
} from '@vlabs/contract/classes/class-members';
import type { ClassRole } from '@vlabs/contract/http/rights';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { recordAct } from '../platform/audit/audit.ts';
import { conflict, forbidden, notFound } from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import { patternsOf } from '../platform/postgres/search-patterns.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { byRollNumber } from '../platform/access/by-roll-number.ts';
import * as classes from './classes.queries.ts';
import { atField, classSubject, lockOpenClass } from './classes.service.ts';
import { hashJoinCode } from './join-code.ts';
import * as queries from './members.queries.ts';
import { listSections } from './sections.queries.ts';

const MEMBERS_AT_ONCE = 25;
const CANDIDATES_AT_ONCE = 20;
/** Per student, so that nobody can fill the database. */
const MAX_OWN_CLASSES = 100;

export async function listMembers(
  pool: Pool,
  scope: AccessScope,
  {
    classId,
    search,
    role,
    section,
    after = '',
  }: { classId: string } & z.output<typeof listing.query>,
): Promise<{ members: Member[]; total: number; next: string | null }> {
  const page = {
    classId,
    scope,
    patterns: patternsOf(search),
    kind: role ?? null,
    sectionId: section ?? null,
  };
  const [rows, total] = await Promise.all([
    queries.listMemberPage(pool, { ...page, after, max: MEMBERS_AT_ONCE + 1 }),
    queries.countMembersOf(pool, page),
  ]);
  const shown = rows.slice(0, MEMBERS_AT_ONCE);
  const last = rows.length > MEMBERS_AT_ONCE ? shown.at(-1) : undefined;
  const members = shown.map(({ joinedAt, ...member }) => ({
    ...member,
    joinedAt: joinedAt.toISOString(),
  }));
  return { members, total, next: last?.personId ?? null };
}

export const listCandidates = (
  pool: Pool,
  { classId, search, role }: { classId: string } & z.output<typeof finding.query>,
) =>
  queries.listCandidates(pool, {
    classId,
    patterns: patternsOf(search),
    role,
    max: CANDIDATES_AT_ONCE,
  });

type Wanted = z.output<typeof adding.body>;

/** Adds members or changes their role; returns who could not be added, and why. */
export async function addMembers(
  pool: Pool,
  caller: Caller,
  { classId, personIds, role, sections }: { classId: string } & Wanted,
) {
  const mayChangeStaff = changesStaff(caller, classId);
  if (role !== 'student' && !mayChangeStaff) throw onlyOwners();
  return inTransaction(pool, async (db) => {
    // Assistants see answer keys, so they may not start a test.
    const against = role === 'assistant' ? 'change-and-start' : 'change';
    const { name, joining } = await lockOpenClass(db, classId, against);
    if (sections) await requireSections(db, classId, sections);
    const known = await queries.listKnown(db, classId, personIds);
    const find = byRollNumber(known);
    const asked = new Map(personIds.map((id) => [id.toLowerCase(), id])).values();
    const owners = known.filter((person) => person.role === 'owner').map(({ id }) => id);
    const isLastOwner =
      role !== 'owner' &&
      owners.length > 0 &&
      (await queries.countOtherOwners(db, classId, owners)) === 0;
    const refused: { personId: string; why: string }[] = [];
    const found = new Map<string, queries.Known>();
    for (const personId of asked) {
      const person = find(personId);
      const why = whyNot(person, {
        role,
        mayChangeStaff,
        isLastOwner,
        isClosed: joining === 'closed',
      });
      if (why !== null) refused.push({ personId, why });
      else if (person) found.set(person.id, person);
    }
    const taken = [...found.values()];
    const ids = taken.map(({ id }) => id);
    await queries.upsertMembers(db, { classId, ids, role, source: 'hand', arePlaced: !!sections });
    // New members and changed roles start without sections.
    const moved = sections ? taken : taken.filter((person) => person.role !== role);
    const movedIds = moved.map(({ id }) => id);
    await queries.replaceSections(db, { classId, ids: movedIds, sections: sections ?? [] });
    const added = taken.filter((person) => person.role === null).length;
    const changed = taken.filter(
      (person) => person.role !== null && isChanged(person, { role, sections }),
    ).length;
    const details = { role, added, changed, refused: refused.length };
    const [first] = ids;
    await recordAct(db, {
      action: 'add-members',
      ...(first !== undefined && ids.length === 1 && { personId: first }),
      subject: classSubject(classId, name),
      details,
    });
    return { added, changed, refused };
  });
}

/** Whether a member gets another role or other sections. */
const isChanged = (
  person: queries.Known,
  { role, sections }: { role: ClassRole; sections: readonly string[] | undefined },
): boolean =>
  person.role !== role ||
  (sections !== undefined &&
    person.sections.toSorted().join() !== [...new Set(sections)].toSorted().join());

/** Why a person cannot have this role in a class; null if they can. */
function whyNot(
  person: queries.Known | undefined,
  {
    role,
    mayChangeStaff,
    isLastOwner,
    isClosed,
  }: { role: ClassRole; mayChangeStaff: boolean; isLastOwner: boolean; isClosed: boolean },
): string | null {
  if (!person) return 'Nobody has this roll number.';
  if (person.isGuest) return 'They are a guest. Confirm them first.';
  if (person.isDisabled) return 'Their account is disabled.';
  if (person.isStaff && role === 'student') return 'They are staff, not a student.';
  if (isClosed && role === 'student' && person.role === null) {
    return 'The class takes no more students. Change how students join under Settings first.';
  }
  if (!person.isStaff && (role === 'owner' || role === 'teacher')) {
    return 'They are a student, so they can assist but not teach.';
  }
  if (person.hasAttempt && role === 'assistant' && !person.isStaff) {
    return 'They have taken a test of this class and would see its answers.';
  }
  const isStaffOfIt = person.role !== null && person.role !== 'student';
  if (isStaffOfIt && role === 'student') {
    return 'They are staff of this class. Remove them first.';
  }
  if (isStaffOfIt && person.role !== role && !mayChangeStaff) {
    return 'They are staff of this class. Only an owner can change that.';
  }
  if (person.role === 'owner' && isLastOwner) {
    return 'They are the last owner. Make someone else an owner first.';
  }
  return null;
}

export async function removeMember(
  pool: Pool,
  caller: Caller,
  { classId, personId }: { classId: string; personId: string },
): Promise<string> {
  return inTransaction(pool, async (db) => {
    const { name } = await lockOpenClass(db, classId);
    const [person] = await queries.listKnown(db, classId, [personId]);
    if (!person || person.role === null) throw notFound('This member');
    if (person.role !== 'student' && !changesStaff(caller, classId)) throw onlyOwners();
    if (
      person.role === 'owner' &&
      (await queries.countOtherOwners(db, classId, [person.id])) === 0
    ) {
      throw conflict(
        'last_owner',
        'The last owner can’t be removed. Make someone else an owner first.',
      );
    }
    await queries.updateLeft(db, classId, person.id);
    const subject = classSubject(classId, name);
    const details = { role: person.role };
    await recordAct(db, { action: 'remove-member', personId: person.id, subject, details });
    return person.id;
  });
}

/** Existing members keep their role. */
export async function joinByCode(
  pool: Pool,
  { id }: Caller,
  code: string,
): Promise<{ classId: string; name: string }> {
  return inTransaction(pool, async (db) => {
    const found = await classes.findClassByCode(db, hashJoinCode(code));
    if (!found) throw atField('code', 'This code isn’t valid. Ask your teacher for a new one.');
    const [person] = await queries.listKnown(db, found.classId, [id]);
    if (person?.role) return found;
    // The code that they know would undo a teacher's decision.
    if (person?.wasRemoved) {
      throw atField('code', 'You were removed from this class. Ask your teacher to add you again.');
    }
    if ((await queries.countClassesOf(db, id)) >= MAX_OWN_CLASSES) {
      throw conflict(
        'too_many_classes',
        'You’re in too many classes. Ask a teacher to remove you from one.',
      );
    }
    const { classId } = found;
    await queries.upsertMembers(db, { classId, ids: [id], role: 'student', source: 'code' });
    await queries.replaceSections(db, { classId, ids: [id], sections: [] });
    return found;
  });
}

const changesStaff = ({ role, teaches = [] }: Caller, classId: string): boolean =>
  role === 'admin' ||
  teaches.some((one) => one.classId === classId.toLowerCase() && one.role === 'owner');

async function requireSections(
  db: Database,
  classId: string,
  sections: readonly string[],
): Promise<void> {
  const known = new Set((await listSections(db, classId)).map((one) => one.sectionId));
  if (sections.every((section) => known.has(section.toLowerCase()))) return;
  throw atField('sections', 'A section doesn’t belong to this class. Choose the sections again.');
}

const onlyOwners = () => forbidden('Only an owner can change the staff of a class.');
