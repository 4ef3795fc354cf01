import { z } from 'zod';
import { Search } from '../http/search.ts';
import { endpoint, replyOf } from '../http/endpoint.ts';
import { InClass } from '../students/audience.ts';
import { After } from '../http/cursor.ts';
import { QuizRecord, QuizStatus } from '../quizzes/quizzes.ts';

export const QUIZZES_AT_ONCE = 50;

export const listQuizPages = endpoint({
  method: 'GET',
  path: '/api/v1/quizzes',
  access: ['admin'],
  right: { to: 'viewKeys', of: 'list' },
  summary: `Quizzes and drafts without their questions, ${QUIZZES_AT_ONCE} at a time`,
  query: z.object({
    /** Part of the subject or topic. */
    search: Search,
    status: QuizStatus.optional(),
    /** The day of creation, in Asia/Kolkata. */
    created: z.iso.date('Choose a day, like 2026-11-22.').optional(),
    /** `oldest` sorts oldest first. */
    sort: z.literal('oldest').optional(),
    /** Only this class. */
    class: InClass.shape.classId.optional(),
    /** Only this test. */
    uniqueId: z.uuid('This test is not known.').toLowerCase().optional(),
    after: After.optional(),
  }),
  reply: replyOf(
    z.object({
      quizzes: z.array(QuizRecord),
      /** Send it as `after` to get the next page; null on the last page. */
      next: z.string().nullable(),
    }),
  ),
});
