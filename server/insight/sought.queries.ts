import { z } from 'zod';
import { type Database, type Sql, first, sql } from '../platform/postgres/database.ts';

/** Up to this many people or works are looked up directly; more matches are soon found among the newest. */
const FEW = 50;

const Ids = z.array(z.string());

/** The only people and works that can match. */
export interface Few {
  personIds: string[];
  workIds: string[];
}

/** Null if many can match. */
export interface Sought {
  ofAssignments: Few | null;
  ofQuizzes: Few | null;
}

/**
 * Finds the people and works that can match every pattern in name, roll number or title: the person by all patterns
 * or the work by some, and vice versa.
 */
export async function findFew(db: Database, patterns: readonly string[]): Promise<Sought> {
  const everyPattern = sql`ilike all(${patterns}::text[])`;
  const somePattern = sql`ilike any(${patterns}::text[])`;
  const found = await first(
    db,
    z.object({
      people: Ids,
      somePeople: Ids,
      assignments: Ids,
      someAssignments: Ids,
      quizzes: Ids,
      someQuizzes: Ids,
    }),
    // Of one word all is some, so the names are read once.
    patterns.length === 1
      ? sql`
          select people, people as some_people, assignments, assignments as some_assignments,
            quizzes, quizzes as some_quizzes
          from (
            select ${people(everyPattern)} as people, ${assignments(everyPattern)} as assignments,
              ${quizzes(everyPattern)} as quizzes
            offset 0
          ) found
        `
      : sql`
          select ${people(everyPattern)} as people, ${people(somePattern)} as some_people,
            ${assignments(everyPattern)} as assignments,
            ${assignments(somePattern)} as some_assignments,
            ${quizzes(everyPattern)} as quizzes, ${quizzes(somePattern)} as some_quizzes
        `,
  );
  if (!found) throw new Error('It was not told what can be found.');
  const fewOf = (works: string[], someWorks: string[]) =>
    [
      { personIds: found.people, workIds: someWorks },
      { personIds: found.somePeople, workIds: works },
    ].find(({ personIds, workIds }) => personIds.length <= FEW && workIds.length <= FEW) ?? null;
  return {
    ofAssignments: fewOf(found.assignments, found.someAssignments),
    ofQuizzes: fewOf(found.quizzes, found.someQuizzes),
  };
}

const people = (isFound: Sql) => sql`
  array(
    select id from people where role = 0 and concat_ws(' ', name, id) ${isFound} limit ${FEW + 1})`;

const assignments = (isFound: Sql) => sql`
  array(select id::text from assignments where title ${isFound} limit ${FEW + 1})`;

const quizzes = (isFound: Sql) => sql`
  array(
    select unique_id::text from quizzes
    where concat_ws(' ', topic, subject_id) ${isFound} limit ${FEW + 1})`;
