import type { Audience } from '@vlabs/contract/audience';
import type { Database } from '../platform/database.ts';
import {
  findNumberOfStudents,
  findStudentStanding,
  listStudentsInAudience,
} from './audience.queries.ts';

/** What decides with the roll number whether something is for a student; null for who is none. */
export function findStanding(db: Database, id: string) {
  return findStudentStanding(db, id);
}

/** Students in the order of their roll numbers, on the list or registered by themselves. */
export function listStudentsIn(db: Database, audience: Audience) {
  return listStudentsInAudience(db, audience);
}

/** How many students there are, disabled ones too. */
export async function countStudents(db: Database): Promise<number> {
  return (await findNumberOfStudents(db))?.students ?? 0;
}
