import { z } from 'zod';
import { endpoint, replyOf } from '../http/endpoint.ts';
import { MAX_QUESTIONS } from '../quizzes/questions.ts';

/** Pastes of texts from elsewhere: not noted, noted for the teacher, or prevented and noted. */
export const Pastes = z.enum(['allowed', 'told', 'blocked']);
export type Pastes = z.infer<typeof Pastes>;

/** Events of the page. People may look at them; nothing is decided by them. */
export const PAGE_STEPS = [
  'focus-lost',
  'focus-regained',
  'connection-lost',
  'reconnect',
  /** Text that was not copied in the test was pasted into an answer. */
  'paste',
] as const;
/** More characters are counted as so many. */
export const MAX_PASTE = 1_000_000;

export const recordSteps = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/steps',
  access: ['student'],
  openDuringTests: 'Nothing stored is returned.',
  summary:
    'Report that the page of a test lost or regained focus or connection, or got a text pasted',
  params: z.object({ uniqueId: z.uuid('This test is not known.').toLowerCase() }),
  body: z.object({
    steps: z
      .array(
        z.object({
          step: z.enum(PAGE_STEPS),
          agoMs: z.number().min(0).max(86_400_000),
          /** Of a paste; the text itself is not sent. */
          question: z.int().min(1).max(MAX_QUESTIONS).optional(),
          characters: z.int().min(1).max(MAX_PASTE).optional(),
          isBlocked: z.literal(true).optional(),
        }),
      )
      .min(1)
      .max(50),
  }),
  reply: replyOf(z.null()),
});
