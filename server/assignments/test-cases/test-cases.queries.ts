import type { Solution } from '@vlabs/contract/assignments/test-cases';
import { LanguageId, languageOf, requireLanguage } from '@vlabs/contract/runs/languages';
import { TestCase, TestCaseResult } from '@vlabs/contract/runs/test-case';
import { z } from 'zod';
import { resultsInScope } from '../../classes/classes.reads.ts';
import { type Database, all, first, run, sql } from '../../platform/postgres/database.ts';
import type { AccessScope } from '../../platform/access/access-scope.ts';

/** In the teacher's order. */
export function listTestCases(db: Database, assignmentId: string) {
  return all(
    db,
    TestCase,
    sql`
      select name, input, expected_output, points, is_hidden, time_limit_ms, memory_limit_kb,
        comparison, tolerance, tolerance_is
      from assignment_tests
      where assignment_id = ${assignmentId}
      order by number
    `,
  );
}

const StoredSolution = z.object({ languageId: LanguageId.nullable(), text: z.string() });

/** Null if none is written. */
export async function findSolution(db: Database, assignmentId: string): Promise<Solution | null> {
  const found = await first(
    db,
    StoredSolution,
    sql`
      select solution_language_id as language_id, solution as text
      from assignments
      where id = ${assignmentId}
    `,
  );
  if (!found || found.languageId === null || found.text === '') return null;
  return { language: requireLanguage(found.languageId).key, text: found.text };
}

export function updateSolution(db: Database, assignmentId: string, solution: Solution | null) {
  const languageId = solution && languageOf(solution.language).id;
  return run(
    db,
    sql`
      update assignments
      set solution = ${solution?.text ?? ''}, solution_language_id = ${languageId}
      where id = ${assignmentId}
    `,
  );
}

export async function replaceTestCases(
  db: Database,
  assignmentId: string,
  tests: readonly TestCase[],
) {
  await run(db, sql`delete from assignment_tests where assignment_id = ${assignmentId}`);
  await run(
    db,
    sql`
      insert into assignment_tests (assignment_id, number, name, input, expected_output, points,
        is_hidden, time_limit_ms, memory_limit_kb, comparison, tolerance, tolerance_is)
      select ${assignmentId}, number, value ->> 'name', value ->> 'input',
        value ->> 'expectedOutput', (value ->> 'points')::double precision,
        (value ->> 'isHidden')::boolean, (value ->> 'timeLimitMs')::integer,
        (value ->> 'memoryLimitKb')::integer, value ->> 'comparison',
        (value ->> 'tolerance')::double precision, coalesce(value ->> 'toleranceIs', 'either')
      from jsonb_array_elements(${JSON.stringify(tests)}::jsonb)
        with ordinality as test (value, number)
    `,
  );
}

/** The last hand-in of each student. */
export async function listProgramsHandedIn(
  db: Database,
  assignmentId: string,
  scope: AccessScope,
): Promise<string[]> {
  const rows = await all(
    db,
    z.object({ id: z.uuid() }),
    sql`
      select hand_ins.id
      from hand_ins
      join assignments on assignments.id = assignment_id
      where assignment_id = ${assignmentId} and is_last and kind = 'program'
        and ${resultsInScope(scope, sql`class_id`, sql`student_id`)}
    `,
  );
  return rows.map(({ id }) => id);
}

const Program = z.object({
  assignmentId: z.uuid(),
  studentId: z.string(),
  source: z.string(),
  languageId: z.int(),
});

/** Null if the hand-in is not a program. */
export function findProgram(db: Database, handInId: string) {
  return first(
    db,
    Program,
    sql`
      select assignment_id, student_id, source, language_id
      from hand_ins
      where id = ${handInId} and kind = 'program'
    `,
  );
}

/** The previous report stays until there is a newer one. */
export function requestTestRuns(db: Database, handInIds: string[]) {
  return run(
    db,
    sql`
      insert into hand_in_tests (hand_in_id)
      select id from unnest(${handInIds}::uuid[]) as wanted (id)
      on conflict (hand_in_id) do update
      set state = 'waiting', finished_at = null, asked_at = clock_timestamp()
    `,
  );
}

interface Found {
  points: number;
  maxPoints: number;
  compileOutput: string | null;
  results: TestCaseResult[];
}

export function updateTestResults(db: Database, handInId: string, found: Found) {
  const { points, maxPoints, compileOutput, results } = found;
  return run(
    db,
    sql`
      update hand_in_tests
      set state = 'done', finished_at = clock_timestamp(), points = ${points},
        max_points = ${maxPoints}, compile_output = ${compileOutput},
        results = ${JSON.stringify(results)}::jsonb
      where hand_in_id = ${handInId}
    `,
  );
}

/** Unless another server finished them meanwhile. */
export async function updateTestsFailed(db: Database, handInId: string): Promise<void> {
  await run(
    db,
    sql`
      update hand_in_tests set state = 'failed', finished_at = clock_timestamp()
      where hand_in_id = ${handInId} and state = 'waiting'
    `,
  );
}

const Report = z.object({
  state: z.enum(['waiting', 'done', 'failed']),
  points: z.number(),
  maxPoints: z.number(),
  compileOutput: z.string().nullable(),
  results: z.array(TestCaseResult),
});

export function findTestResults(db: Database, handInId: string) {
  return first(
    db,
    Report,
    sql`
      select state, points, max_points, compile_output, results
      from hand_in_tests
      where hand_in_id = ${handInId}
    `,
  );
}
