import { readMoment } from '@vlabs/contract/text/kolkata-time';
import type { Pool } from 'pg';
import { PublicError } from '../platform/errors.ts';
import { countWork, listStudentMeans } from './submitted-attempts.queries.ts';
import { compareClasses } from './compare-classes.ts';

const DAY_MS = 86_400_000;

/** Days run from midnight to midnight in Asia/Kolkata. */
export async function compareClassesBetween(pool: Pool, days: { from: string; to: string }) {
  const [from, to] = [midnightOf(days.from), midnightOf(days.to)];
  const term = { from, until: new Date(to.getTime() + DAY_MS) };
  const [work, students] = await Promise.all([countWork(pool, term), listStudentMeans(pool, term)]);
  return { ...work, groups: compareClasses(students) };
}

function midnightOf(day: string): Date {
  const moment = readMoment(`${day}T00:00`);
  if (!moment) throw new PublicError(400, 'invalid', 'Choose valid dates.');
  return moment;
}
