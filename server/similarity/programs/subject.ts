import { z } from 'zod';

/** What a comparison is about: the hand-ins of an assignment, or the programs of a question of a test. */
export const Subject = z.union([
  z.object({ assignmentId: z.string() }),
  /** The question is in the teacher's numbering. */
  z.object({ quizId: z.string(), number: z.int() }),
]);
export type Subject = z.infer<typeof Subject>;
export type Question = Exclude<Subject, { assignmentId: string }>;
