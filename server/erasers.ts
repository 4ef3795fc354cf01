import { eraseInAssignments, eraseHandIns } from './assignments/erased-hand-ins.queries.ts';
import { eraseInAttempts, eraseOldTimelines } from './attempts/erased-attempts.ts';
import { deletePerson, insertPlaceholder } from './auth/erased-people.queries.ts';
import { eraseInClasses } from './classes/erased-members.queries.ts';
import { eraseInFiles } from './files/erased-files.queries.ts';
import { eraseInCorrections } from './quizzes/keys/erased-corrections.queries.ts';
import { eraseInNotices } from './notices/erased-notices.queries.ts';
import { eraseAuditLines } from './platform/audit/audit.queries.ts';
import type { Database } from './platform/postgres/database.ts';
import type { Erasers } from './privacy/erasers.ts';
import { erasePrograms, eraseProgramsOf } from './programs/erased-programs.queries.ts';
import { eraseInQuestions } from './questions/erased-questions.queries.ts';
import { eraseInQuizzes } from './quizzes/erased-quizzes.queries.ts';
import { eraseOldRuns, eraseRunOwner } from './runs/history/erased-runs.queries.ts';
import { eraseComparisonsOf, eraseInComparisons } from './similarity/erased-comparisons.queries.ts';
import { eraseInStudents } from './students/erased-students.queries.ts';

/** The erasers of all features. */
export const erasers: Erasers = {
  byRule: {
    runs: eraseOldRuns,
    'hand-ins': eraseHandInsWithTheirComparisons,
    timelines: eraseOldTimelines,
    'audit-lines': eraseAuditLines,
  },
  programsOf: eraseProgramsOf,
  begin: insertPlaceholder,
  // Notices are erased after the work that they refer to.
  inFeatures: {
    programs: erasePrograms,
    students: eraseInStudents,
    classes: eraseInClasses,
    runs: eraseRunOwner,
    attempts: eraseInAttempts,
    assignments: eraseInAssignments,
    quizzes: eraseInQuizzes,
    corrections: eraseInCorrections,
    comparisons: eraseInComparisons,
    files: eraseInFiles,
    questions: eraseInQuestions,
    notices: eraseInNotices,
  },
  end: deletePerson,
};

async function eraseHandInsWithTheirComparisons(db: Database, max: number): Promise<number> {
  const erased = await eraseHandIns(db, max);
  if (erased.length > 0) await eraseComparisonsOf(db, erased);
  return erased.length;
}
