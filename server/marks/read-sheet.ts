import { setImmediate as pause } from 'node:timers/promises';
import {
  MAX_SHEET_STUDENTS,
  MAX_SHEET_WORKS,
  type TotalRules,
} from '@vlabs/contract/marks/arrangement';
import { type Cell, groupOf } from '@vlabs/contract/marks/lines';
import type { SheetColumn, SheetStudent } from '@vlabs/contract/marks/marks';
import { type Enrolment, groupsOfStudent } from '@vlabs/contract/students/audience';
import type { Pool } from 'pg';
import { findOpenings, readClosingTimes, timesOf } from '../attempts/attempts.reads.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import type { Clock } from '../platform/clock.ts';
import { conflict } from '../platform/errors.ts';
import type { Database } from '../platform/postgres/database.ts';
import { decideCell } from './decide-cell.ts';
import * as queries from './marks.queries.ts';

/** Students whose cells are decided before other calls get a turn. */
const STUDENTS_AT_A_TIME = 100;

export interface SheetServices {
  pool: Pool;
  clock: Clock;
  graceMs: number;
}

interface Asked {
  classId: string;
  scope: AccessScope;
  /** Only this student's line; null for all students in scope. */
  personId: string | null;
}

export interface SheetOfMarks {
  ofClass: queries.SheetClass;
  columns: SheetColumn[];
  /** By name. */
  sections: { sectionId: string; name: string }[];
  students: SheetStudent[];
}

/** Reads the marks of a class; null if the class does not exist. */
export async function readSheet(
  services: SheetServices,
  asked: Asked,
): Promise<SheetOfMarks | null> {
  const nowMs = services.clock.nowMs();
  const read = await readAll(services, asked);
  if (!read) return null;
  const { ofClass, works, enrolled } = read;
  const students: SheetStudent[] = [];
  for (const [place, student] of enrolled.entries()) {
    if (place > 0 && place % STUDENTS_AT_A_TIME === 0) await pause();
    students.push(showStudent(student, works, { classId: ofClass.classId, nowMs }));
  }
  const sections = listSections(enrolled);
  return { ofClass, columns: works.map(({ column }) => column), sections, students };
}

/** A test or assignment with all that decides its cells. */
interface SheetWork {
  column: SheetColumn;
  groups: ReadonlySet<string>;
  done: ReadonlyMap<string, { isDone: boolean; marks: number | null }>;
  /** When the student can do it no more; null for never. */
  closesAtMs: (student: Enrolment) => number | null;
}

async function readAll(services: SheetServices, asked: Asked) {
  const { pool } = services;
  const { classId, scope, personId } = asked;
  const ofClass = await queries.findSheetClass(pool, classId);
  if (!ofClass) return null;
  const chosen = { scope, personId, max: MAX_SHEET_STUDENTS + 1 };
  const [enrolled, quizzes, assignments] = await Promise.all([
    queries.listEnrolled(pool, classId, chosen),
    queries.listSheetQuizzes(pool, classId, MAX_SHEET_WORKS + 1),
    queries.listSheetAssignments(pool, classId, MAX_SHEET_WORKS + 1),
  ]);
  // Before the marks are read.
  requireSize(enrolled.length, quizzes.length + assignments.length);
  const works = await Promise.all([
    addMarks(services, asked, quizzes),
    addHandIns(services, asked, assignments),
  ]);
  return { ofClass, enrolled, works: inOrder(works.flat(), ofClass.arrangement) };
}

function requireSize(students: number, works: number): void {
  if (students <= MAX_SHEET_STUDENTS && works <= MAX_SHEET_WORKS) return;
  const most = `${MAX_SHEET_STUDENTS} students and ${MAX_SHEET_WORKS} tests and assignments`;
  throw conflict('too_large', `A sheet of marks has at most ${most}.`);
}

async function addMarks(
  { pool: db, clock, graceMs }: SheetServices,
  { personId }: Asked,
  quizzes: readonly queries.SheetQuiz[],
): Promise<SheetWork[]> {
  const ids = quizzes.map(({ quizId }) => quizId);
  const timed = quizzes.map((quiz) => ({ uniqueId: quiz.quizId, times: timesOf(quiz) }));
  const closesAt = await readClosingTimes(db, timed);
  const withTime = quizzes.map((quiz) => ({ ...quiz, submittedAt: quiz.endsAt }));
  const openings = await findOpenings(db, withTime, { nowMs: clock.nowMs(), graceMs });
  const facts = await readFacts(db, ids, queries.listAttemptMarks(db, ids, personId));
  return openings.map(({ quizId, title, maxMarks, endsAt, isScoreOpen }) => ({
    ...facts(quizId),
    column: {
      id: quizId,
      kind: 'quiz',
      title,
      maxMarks,
      endsAt: endsAt.toISOString(),
      isReleased: isScoreOpen,
    },
    closesAtMs: (student) => closesAt(quizId, student),
  }));
}

async function addHandIns(
  { pool: db }: SheetServices,
  { personId }: Asked,
  assignments: readonly queries.SheetAssignment[],
): Promise<SheetWork[]> {
  const ids = assignments.map(({ id }) => id);
  const facts = await readFacts(db, ids, queries.listHandInMarks(db, ids, personId));
  return assignments.map(({ id, title, maxMarks, dueAt }) => ({
    ...facts(id),
    column: {
      id,
      kind: 'assignment',
      title,
      maxMarks,
      endsAt: dueAt?.toISOString() ?? null,
      isReleased: true,
    },
    closesAtMs: () => dueAt?.getTime() ?? null,
  }));
}

/** Returns a function that gives what students did of a work, and whom it is for. */
async function readFacts(
  db: Database,
  ids: readonly string[],
  reading: Promise<queries.Done[]>,
): Promise<(id: string) => Pick<SheetWork, 'groups' | 'done'>> {
  const doneOf = new Map((await reading).map((done) => [done.workId, byPerson(done)]));
  const groups = await queries.listWorkGroups(db, ids);
  const groupsOf = new Map(groups.map((work) => [work.workId, new Set(work.groups)]));
  return (id) => ({
    groups: groupsOf.get(id) ?? new Set(),
    done: doneOf.get(id) ?? new Map(),
  });
}

const byPerson = ({ people, areDone, marks }: queries.Done) =>
  new Map(
    people.map((person, place) => [
      person,
      { isDone: areDone[place] ?? false, marks: marks[place] ?? null },
    ]),
  );

function listSections(enrolled: readonly queries.EnrolledStudent[]) {
  const names = new Map<string, string>();
  for (const { sectionIds, sections } of enrolled) {
    for (const [place, id] of sectionIds.entries()) names.set(id, sections[place] ?? '');
  }
  const all = Array.from(names, ([sectionId, name]) => ({ sectionId, name }));
  return all.toSorted((one, other) => inWords.compare(one.name, other.name));
}

const inWords = new Intl.Collator('en-IN', { numeric: true });

/** By group, works outside of every group last; then by time, those without a due time last. */
function inOrder(works: readonly SheetWork[], rules: TotalRules | null): SheetWork[] {
  const keyOf = ({ column }: SheetWork) => {
    const group = (rules && groupOf(column, rules)) ?? Infinity;
    return { group, time: column.endsAt ?? '~', id: column.id };
  };
  const keyed = works.map((work) => ({ work, ...keyOf(work) }));
  return keyed
    .toSorted(
      (one, other) =>
        (one.group === other.group ? 0 : one.group - other.group) ||
        compareTexts(one.time, other.time) ||
        compareTexts(one.id, other.id),
    )
    .map(({ work }) => work);
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function showStudent(
  { personId, name, email, course, year, sectionIds, sections }: queries.EnrolledStudent,
  works: readonly SheetWork[],
  { classId, nowMs }: { classId: string; nowMs: number },
): SheetStudent {
  const classes = [{ classId, sections: sectionIds }];
  const student: Enrolment = { rollNumber: personId, course, year, classes };
  const own = groupsOfStudent(student);
  const cells = works.map(({ groups, done, closesAtMs }): Cell => {
    const closedAt = closesAtMs(student);
    return decideCell({
      done: done.get(personId) ?? null,
      isAsked: own.some((group) => groups.has(group)),
      isOver: closedAt !== null && closedAt < nowMs,
    });
  });
  return { personId, name, email, sections, cells };
}
