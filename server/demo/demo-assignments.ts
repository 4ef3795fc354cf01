import { EVERYONE } from '@vlabs/contract/students/audience';
import { ROLE_ADMIN, ROLE_STUDENT } from '@vlabs/contract/http/endpoint';
import type { Pool } from 'pg';
import { inTransaction, type Database } from '../platform/postgres/database.ts';
import {
  hasDemoAssignments,
  insertAssignment,
  listDemoPeople,
  updateCounts,
} from '../assignments/assignments.queries.ts';
import { type DemoAssignment, demoAssignments } from './assignment-texts.ts';
import { demoProgram } from './demo-programs.ts';
import { insertHandIn, updateMark } from '../assignments/hand-ins.queries.ts';
import { replaceTestCases } from '../assignments/test-cases/test-cases.queries.ts';

const ONE_DAY_MS = 24 * 60 * 60_000;

const ONE_HOUR_MS = 60 * 60_000;

interface DemoPeople {
  adminId: string;
  /** By roll number. */
  studentIds: readonly string[];
}

/** Adds assignments and hand-ins to the demo class, once. */
export function seedDemoAssignments(pool: Pool, now: Date): Promise<void> {
  return inTransaction(pool, async (db) => {
    if (await hasDemoAssignments(db)) return;
    const people = await listDemoPeople(db);
    const adminId = people.find(({ role }) => role === ROLE_ADMIN)?.id;
    // If the demo admin's roll number belongs to a real person, there is no demo class.
    if (adminId === undefined) return;
    const students = people.filter(({ role }) => role === ROLE_STUDENT);
    const demo = { adminId, studentIds: students.map(({ id }) => id) };
    for (const assignment of demoAssignments) await seedAssignment(db, { assignment, demo, now });
  });
}

interface Seeding {
  assignment: DemoAssignment;
  demo: DemoPeople;
  now: Date;
}

async function seedAssignment(db: Database, { assignment, demo, now }: Seeding): Promise<void> {
  const { dueInDays, handedIn, marked, tests = [], ...content } = assignment;
  const dueAt = dueInDays === null ? null : atEvening(now, dueInDays);
  const id = await insertAssignment(db, {
    ...content,
    starterCode: '',
    canStep: true,
    fileId: null,
    fileName: '',
    dueAt,
    audience: EVERYONE,
    createdBy: demo.adminId,
    isDemo: true,
  });
  await replaceTestCases(db, id, tests);
  for (const [place, studentId] of demo.studentIds.slice(0, handedIn).entries()) {
    const handedInAt = momentOf(place, dueAt !== null && dueAt < now ? dueAt : now);
    const { handInId } = await insertHandIn(db, {
      assignmentId: id,
      studentId,
      kind: 'program',
      languageId: content.languageId,
      source: demoProgram(content.languageId, place, studentId),
      text: null,
      handedInAt,
      isLate: dueAt !== null && handedInAt > dueAt,
    });
    if (place >= marked) continue;
    const marks = content.maxMarks * (1 - (place % 5) / 10);
    const comment =
      place % 5 === 0 ? 'Clean and complete.' : 'Right, but what if the list is empty?';
    await updateMark(db, handInId, { marks, comment, markedBy: demo.adminId });
  }
  await updateCounts(db, id);
}

/** Most are in time; every ninth is three hours late if the due time has passed. */
function momentOf(place: number, end: Date): Date {
  const hours = place % 9 === 8 ? -3 : 1 + place * 0.7;
  return new Date(Math.min(end.getTime() - hours * ONE_HOUR_MS, Date.now()));
}

/** 22:30 in Asia/Kolkata, this many days from now. */
function atEvening(now: Date, days: number): Date {
  const day = new Date(now.getTime() + days * ONE_DAY_MS).toISOString().slice(0, 10);
  return new Date(`${day}T17:00:00Z`);
}
