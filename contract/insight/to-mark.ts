import { z } from 'zod';
import { endpoint, replyOf } from '../http/endpoint.ts';
import { InClass } from '../students/audience.ts';

const Waiting = z.object({
  handInId: z.uuid(),
  assignmentId: z.uuid(),
  studentId: z.string(),
});

export const getNextToMark = endpoint({
  method: 'GET',
  path: '/api/v1/insight/to-mark',
  access: ['admin'],
  right: { to: 'grade', of: 'list' },
  summary: 'Get the unmarked hand-in that has waited longest, or the next one after another',
  query: z.object({
    /** A hand-in id, marked or not. */
    after: z.uuid('That hand-in is not known.').optional(),
    /** Only work of this class. */
    class: InClass.shape.classId.optional(),
  }),
  reply: replyOf(
    z.object({
      /** Unmarked hand-ins. */
      waiting: z.int(),
      next: Waiting.nullable(),
    }),
  ),
});
