import { z } from 'zod';
import { endpoint, signedIn } from './endpoint.ts';

/** Work that takes long and is done as a job. Its id: of the import, the assignment, the hand-in. */
export const TaskKind = z.enum(['student-import', 'comparison', 'hand-in-test']);
export type TaskKind = z.infer<typeof TaskKind>;

export const TaskState = z.enum(['waiting', 'running', 'done', 'failed', 'stopped']);
export type TaskState = z.infer<typeof TaskState>;

export const Task = z.object({ kind: TaskKind, id: z.uuid('That is not known.').toLowerCase() });
export type Task = z.infer<typeof Task>;

export const TaskProgress = z.object({
  state: TaskState,
  /** Of `total`, in whatever the kind counts. */
  done: z.number().min(0),
  /** Null: not known yet. */
  total: z.number().nullable(),
});
export type TaskProgress = z.infer<typeof TaskProgress>;

/** Nothing more comes of it; what became of it is asked for where it belongs. */
export const hasEnded = (state: TaskState): boolean => state !== 'waiting' && state !== 'running';

export const followTask = endpoint({
  method: 'GET',
  path: '/api/v1/tasks/:kind/:id/events',
  access: signedIn,
  right: 'own',
  load: 'long',
  summary:
    'Server-sent events: `task`, how far it is, at once and whenever it is further, until it has ended',
  params: Task,
  reply: z.unknown(),
});
