import { z } from 'zod';
import { endpoint, replyOf, signedIn } from './endpoint.ts';

/** What the Workspace shows of an assignment beside the program. */
export const AssignmentStatement = z.object({
  id: z.string(),
  title: z.string(),
  /** Markdown; empty where the assignment is a file. */
  text: z.string(),
  /** Judge0's number of the language that it asks for; null where any will do. */
  language: z.int().nullable(),
  dueAt: z.iso.datetime().nullable(),
});
export type AssignmentStatement = z.infer<typeof AssignmentStatement>;

export const getAssignment = endpoint({
  method: 'GET',
  path: '/api/v1/assignments/:id',
  access: signedIn,
  summary: 'The statement of an assignment that is for the caller',
  params: z.object({ id: z.string() }),
  reply: replyOf(AssignmentStatement),
});
