import { randomUUID } from 'node:crypto';
import { ROLE_ADMIN, ROLE_STUDENT } from '@vlabs/contract/http/endpoint';
import { hashPassword } from '../../auth/passwords.ts';
import { insertPerson, upsertListedPeople } from '../../auth/people.queries.ts';
import { insertSession } from '../../auth/sessions.queries.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { hashToken, makeToken } from '../../platform/access/sessions.ts';
import { type StudentRow, upsertStudents } from '../../students/list/students.queries.ts';
import { ageSessions } from '../database/time-travel.queries.ts';

export interface MadePerson {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
  /** Headers of a call as this person. */
  headers: { authorization: string };
}

const EIGHT_DAYS_IN_MINUTES = 8 * 24 * 60;
const password = 'correct horse battery';
const passwordHash = hashPassword(password);

export const makeStudent = (db: Database, id = makeRollNumber()): Promise<MadePerson> =>
  makePerson(db, { id, role: ROLE_STUDENT });

/** Registered, not on a list and not confirmed. */
export const makeGuest = (db: Database, id = makeRollNumber()): Promise<MadePerson> =>
  makePerson(db, { id, role: ROLE_STUDENT, isGuest: true });

/** A listed student, optionally with a course and a year. */
export async function makeListedStudent(
  db: Database,
  { id, ...listed }: Partial<Omit<StudentRow, 'personId'>> & { id?: string } = {},
): Promise<MadePerson> {
  const student = await makeStudent(db, id);
  const row = { ...emptyRow, ...listed, personId: student.id };
  await upsertStudents(db, [row]);
  return student;
}

/** Listed and not registered yet; an empty email means that the list has none. */
export async function makeUnregistered(
  db: Database,
  { id = makeRollNumber(), email = `${id}@list.example` }: { id?: string; email?: string } = {},
): Promise<string> {
  await upsertListedPeople(db, [{ id, name: `Listed ${id}`, email }]);
  await upsertStudents(db, [{ ...emptyRow, personId: id }]);
  return id;
}

const emptyRow: Omit<StudentRow, 'personId'> = {
  lastName: null,
  course: '',
  mobile: '',
  mentorName: '',
  mentorEmail: '',
  department: '',
  parentMobile: '',
  graduationYear: '',
  other: [],
};

export const makeAdmin = (db: Database, id = makeRollNumber()): Promise<MadePerson> =>
  makePerson(db, { id, role: ROLE_ADMIN });

/** A student whose token was last used eight days ago. */
export async function makeStudentWithExpiredToken(db: Database): Promise<MadePerson> {
  const student = await makeStudent(db);
  await ageSessions(db, student.id, EIGHT_DAYS_IN_MINUTES);
  return student;
}

/**
 * Adds another session of the person. With `verifies`, as at the end of a sign-in with the usual password: there is
 * none if the password was changed meanwhile.
 */
export async function makeSession(
  db: Database,
  personId: string,
  { verifies = false } = {},
): Promise<string> {
  const token = makeToken();
  const device = { address: '192.0.2.1', browser: 'A browser of the tests' };
  const verified = verifies ? { passwordHash: await passwordHash } : {};
  const session = { personId, tokenHash: hashToken(token), ...verified };
  const limits = { sharedIdleMinutes: 30, longestDays: 30, adminHours: 12, mailsNewDevices: false };
  await insertSession(db, { ...session, ...device, limits, method: 'password', isShared: false });
  return token;
}

export const makeRollNumber = (): string => `T${randomUUID().slice(0, 12)}`;

async function makePerson(
  db: Database,
  { id, ...rights }: { id: string; role: 0 | 1; isGuest?: boolean },
): Promise<MadePerson> {
  const person = { id, name: `Person ${id}`, email: `${id}@example.edu` };
  await insertPerson(db, { ...person, ...rights, passwordHash: await passwordHash });
  const token = await makeSession(db, id);
  return { ...person, password, token, headers: { authorization: token } };
}
