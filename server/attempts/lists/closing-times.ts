import type { Enrolment } from '@vlabs/contract/students/audience';
import type { Database } from '../../platform/postgres/database.ts';
import { timesFor } from '../rules/extensions.ts';
import type { QuizTimes } from '../rules/quiz-times.ts';
import { listExtensions } from '../store/extensions.queries.ts';

/** Returns a function that gives End of a quiz for a student, with every extension, in milliseconds. */
export async function readClosingTimes(
  db: Database,
  quizzes: readonly { uniqueId: string; times: QuizTimes }[],
): Promise<(quizId: string, student: Enrolment) => number> {
  const ids = quizzes.map(({ uniqueId }) => uniqueId);
  const extensionsOf = Map.groupBy(await listExtensions(db, ids), ({ quizId }) => quizId);
  const timesOf = new Map(quizzes.map(({ uniqueId, times }) => [uniqueId, times]));
  return (quizId, student) => {
    const times = timesOf.get(quizId);
    if (!times) throw new Error(`The times of ${quizId} were not read.`);
    const extensions = extensionsOf.get(quizId);
    return extensions ? timesFor(times, extensions, student).closesAtMs : times.closesAtMs;
  };
}
