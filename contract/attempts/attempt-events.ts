import { z } from 'zod';
import { endpoint, signedIn } from '../http/endpoint.ts';
import { Clock, OneQuiz, moment, tab, userId } from './attempts.ts';

const Announcement = z.object({ id: z.number(), text: z.string(), at: moment });

export const getAttemptStatus = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/status/:userId',
  access: signedIn,
  openDuringTests: 'The test itself.',
  right: { to: 'viewWork', of: 'quiz' },
  showsWork: true,
  summary: 'Get whether a student has submitted the test, and the time left',
  params: OneQuiz.extend({ userId }),
  /** Of an open page that has no event stream: `after` is its last announcement, or 0. */
  query: z.object({ tab, after: z.coerce.number().int().min(0).optional() }),
  reply: z.object({
    success: z.literal(true),
    completed: z.boolean(),
    /** Both are null before the start. */
    remainingMs: z.number().nullable(),
    endedTime: moment.nullable(),
    /** With `after`: the announcements since then, and whether another page writes now. */
    announcements: z.array(Announcement).optional(),
    isTakenOver: z.boolean().optional(),
  }),
});

/** Each is sent as `event:` with this as `data:`. */
export const AttemptEvents = {
  deadline: z.object({ ...Clock }),
  announcement: Announcement,
  'taken-over': z.object({}),
  ended: z.object({ submittedBy: z.enum(['student', 'server', 'admin']) }),
};

export const followAttempt = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/events',
  access: signedIn,
  openDuringTests: 'The test itself.',
  right: { to: 'viewWork', of: 'quiz' },
  showsWork: true,
  load: 'long',
  summary: 'Server-sent events of a test; for admins also of its attempts',
  params: OneQuiz,
  query: z.object({ tab }),
  reply: z.unknown(),
});
