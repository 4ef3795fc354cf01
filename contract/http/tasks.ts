import { z } from 'zod';
import { endpoint, signedIn } from './endpoint.ts';

/** Long-running work that is done as a job. Its id is that of the import, assignment, hand-in, test, comparison or class. */
export const TaskKind = z.enum([
  'student-import',
  'comparison',
  'hand-in-test',
  'judging',
  'archive',
  'record',
]);
export type TaskKind = z.infer<typeof TaskKind>;

export const TaskState = z.enum(['waiting', 'running', 'done', 'failed', 'stopped']);
export type TaskState = z.infer<typeof TaskState>;

export const Task = z.object({ kind: TaskKind, id: z.uuid('That is not known.').toLowerCase() });
export type Task = z.infer<typeof Task>;

export const TaskProgress = z.object({
  state: TaskState,
  /** Out of `total`, in the unit of the kind. */
  done: z.number().min(0),
  /** Null if unknown. */
  total: z.number().nullable(),
});
export type TaskProgress = z.infer<typeof TaskProgress>;

/** The task has ended; its result is read where it belongs. */
export const hasEnded = (state: TaskState): boolean => state !== 'waiting' && state !== 'running';

export const followTask = endpoint({
  method: 'GET',
  path: '/api/v1/tasks/:kind/:id/events',
  access: signedIn,
  openDuringTests: 'Numbers only.',
  right: 'own',
  load: 'long',
  summary: 'Server-sent events: `task` with the progress, until the task ends',
  params: Task,
  reply: z.unknown(),
});
