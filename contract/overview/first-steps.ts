import { z } from 'zod';
import { endpoint, replyOf } from '../http/endpoint.ts';

/** Of a campus admin, then of a teacher; each in the order of the list. */
export const FirstStep = z.enum([
  'class',
  'teachers',
  'students',
  'backup',
  'members',
  'work',
  'shown',
  'marked',
]);
export type FirstStep = z.infer<typeof FirstStep>;

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/api/v1/first-steps',
  access: ['admin'],
  right: { to: 'edit', of: 'list' },
  summary: 'List the first steps of a campus admin or a teacher, and which are done',
  reply: replyOf(z.array(z.object({ step: FirstStep, isDone: z.boolean() }))),
});
