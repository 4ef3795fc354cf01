import { z } from 'zod';
import { MANY_VALUES, endpoint, replyOf } from '../http/endpoint.ts';
import { InClass } from '../students/audience.ts';

const moment = z.iso.datetime();
const OneQuiz = z.object({ uniqueId: z.uuid('This test is not known.').toLowerCase() });
const rollNumber = z.string('userId is required.').trim().min(1, 'userId is required.').max(64);
const names = z.array(z.string().trim().min(1).max(200)).max(1000);
const reason = z
  .string('Say why.')
  .trim()
  .min(1, 'Say why.')
  .max(500, 'A reason has at most 500 characters.');
const MAX_MINUTES = 1440;
const minutes = z
  .number('Give the minutes as a number.')
  .gt(0, 'Give more than 0 minutes.')
  .max(MAX_MINUTES, `Give at most ${MAX_MINUTES} minutes.`);

/** A student's new deadline. With `startedAt` null it is the latest End, and applies when they start. */
export const NewDeadline = z.object({
  userId: z.string(),
  startedAt: moment.nullable(),
  endedTime: moment,
});
export type NewDeadline = z.infer<typeof NewDeadline>;

export const extendAttempts = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/extensions',
  access: ['admin'],
  right: { to: 'extendTime', of: 'quiz' },
  audit: 'kept',
  summary: 'Give extra time to students, courses, years, sections or everyone',
  params: OneQuiz,
  bodyLimit: MANY_VALUES,
  body: z
    .object({
      userIds: z.union([z.literal('all'), z.array(rollNumber).max(5000)]).optional(),
      courses: names.optional(),
      years: names.optional(),
      /** Sections of the class of the test. */
      sections: InClass.shape.sections.optional(),
      minutes: minutes.optional(),
      /** A factor of the time limit, or of the time from Start to End if that is shorter: 1.333 adds a third. */
      factor: z
        .number('Give the factor as a number.')
        .gt(1, 'A factor is more than 1.')
        .max(5, 'A factor is at most 5.')
        .optional(),
      reason,
    })
    .refine((body) => (body.minutes === undefined) !== (body.factor === undefined), {
      error: 'Give either minutes or a factor.',
      path: ['minutes'],
    })
    .refine(
      ({ userIds = [], courses = [], years = [], sections = [] }) =>
        userIds.length + courses.length + years.length + sections.length > 0,
      { error: 'Say who gets the time.', path: ['userIds'] },
    ),
  reply: replyOf(z.array(NewDeadline)),
});

export const reopenAttempt = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/reopen',
  access: ['admin'],
  right: { to: 'changeResults', of: 'quiz' },
  audit: 'kept',
  summary: 'Reopen a submitted attempt for some minutes',
  params: OneQuiz,
  body: z.object({ userId: rollNumber, minutes, reason }),
  reply: replyOf(NewDeadline),
});

export const endAttempt = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/end',
  access: ['admin'],
  right: { to: 'changeResults', of: 'quiz' },
  audit: 'kept',
  summary: 'Submit a student’s attempt now, with the saved answers',
  params: OneQuiz,
  body: z.object({ userId: rollNumber, reason }),
  reply: replyOf(z.null()),
});

export const announce = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/announcements',
  access: ['admin'],
  right: { to: 'extendTime', of: 'quiz' },
  audit: 'kept',
  summary: 'Send an announcement to everyone who sits the test; with sections, to these',
  params: OneQuiz,
  body: z.object({
    text: z
      .string('Write the announcement.')
      .trim()
      .min(1, 'Write the announcement.')
      .max(500, 'An announcement has at most 500 characters.'),
  }),
  reply: replyOf(z.object({ id: z.number() })),
});

export const AttemptRow = z.object({
  userId: z.string(),
  name: z.string(),
  state: z.enum(['not_started', 'working', 'submitted']),
  startedAt: moment.nullable(),
  lastSeenAt: moment.nullable(),
  answered: z.number(),
  /** The last save. */
  savedAt: moment.nullable(),
  /** How often the page lost the focus. */
  focusLosses: z.int(),
  /** How often a text from elsewhere was pasted. */
  pastes: z.int(),
  /** From how many addresses the student came; those of saves alone are in the timeline. */
  addresses: z.int(),
  endedTime: moment.nullable(),
  submittedAt: moment.nullable(),
  submittedBy: z.enum(['student', 'server', 'admin']).nullable(),
  score: z.number().nullable(),
  feedback: z.string().nullable(),
});
export type AttemptRow = z.infer<typeof AttemptRow>;

export const listAttempts = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/attempts',
  access: ['admin'],
  right: { to: 'viewWork', of: 'quiz' },
  showsWork: true,
  summary: 'List the students who may sit the test or have sat it',
  params: OneQuiz,
  reply: replyOf(z.array(AttemptRow)),
});

export const QuestionProgress = z.object({
  /** The students who have started, of those whom the caller sees. */
  started: z.int(),
  /** In the teacher's order, without texts that ask nothing. */
  questions: z.array(
    z.object({
      /** In the teacher's numbering. */
      number: z.int(),
      /** The beginning of the question, without markup. */
      text: z.string(),
      /** How many of them have answered it, in whatever place their paper has it. */
      answered: z.int(),
    }),
  ),
});
export type QuestionProgress = z.infer<typeof QuestionProgress>;

export const getQuestionProgress = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/progress',
  access: ['admin'],
  right: { to: 'viewWork', of: 'quiz' },
  summary:
    'Count the students who have started the test, and those who have answered each question',
  params: OneQuiz,
  reply: replyOf(QuestionProgress),
});

export const TimelineLine = z.object({
  at: moment,
  step: z.string(),
  /** A roll number, or `server`. */
  by: z.string(),
  address: z.string().nullable(),
  browser: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type TimelineLine = z.infer<typeof TimelineLine>;

export const getTimeline = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/attempts/:userId/timeline',
  access: ['admin'],
  right: { to: 'viewWork', of: 'quiz' },
  showsWork: true,
  load: 'heavy',
  summary: 'List every step of an attempt, oldest first',
  params: OneQuiz.extend({ userId: rollNumber }),
  reply: replyOf(z.array(TimelineLine)),
});

/** Sent to admins as `event: attempts`: the rows that changed since the last event. */
export const ChangedAttempts = z.array(AttemptRow);
