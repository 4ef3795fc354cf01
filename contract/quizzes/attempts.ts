import { KindName, MAX_ANSWER } from '@vlabs/kinds/kinds';
import { z } from 'zod';
import { endpoint, replyOf, signedIn } from '../endpoint.ts';
import { Marking } from './key-corrections.ts';
import { OptionNumber, QuestionWithoutKey } from './questions.ts';
import { ShownDetails } from './quizzes.ts';

export const ALREADY_SUBMITTED = 'Quiz already submitted.';
export const EMPTY_FEEDBACK = 'Please enter your feedback before submitting!';
export const MAX_FEEDBACK = 4000;
/** Extra time as Indian rules give it: a third, or 20 minutes an hour. */
export const USUAL_FACTOR = 1.333;

const moment = z.iso.datetime();
const OneQuiz = z.object({ uniqueId: z.uuid('That quiz is not known.').toLowerCase() });
const userId = z.string('userId is required.').trim().min(1, 'userId is required.').max(64);

/** Made anew by each page that opens a test, so that the server knows which of them writes. */
const tab = z.string().min(1).max(64).optional();

/** Said where a question with four options is answered by anything else. */
export const NO_OPTION = 'An answer is the number of an option, 1 to 4.';
const Answer = z
  .union([z.string(), z.int()], NO_OPTION)
  .transform(String)
  .refine((answer) => answer.length <= MAX_ANSWER, NO_OPTION);
/**
 * Question number → answer, as text: the number of the chosen option, or what the question's kind takes; a question
 * without an answer is left out.
 */
export const Answers = z
  .record(
    z.string().regex(/^[1-9]\d{0,3}$/, 'Questions are numbered from 1.'),
    Answer.nullable(),
    'markedAnswers maps question numbers to option numbers.',
  )
  .transform((answers) => {
    const given = Object.entries(answers).flatMap(([number, answer]) =>
      answer === null ? [] : [[number, answer] as const],
    );
    return Object.fromEntries(given);
  });
export type Answers = z.infer<typeof Answers>;
const SavedAnswers = z.record(z.string(), z.string());

const Clock = {
  /** Until the deadline, never below 0. The server's clock alone counts. */
  remainingMs: z.number(),
  /** The deadline: the earlier of start + TimeLimit and End, with every extension. */
  endedTime: moment,
};

export const Sitting = z.object({
  questions: z.record(z.string(), QuestionWithoutKey),
  startedTime: moment,
  ...Clock,
  formDetails: ShownDetails,
  savedAnswers: SavedAnswers,
  /** Of the last save; 0 when nothing was saved yet. */
  sequence: z.number(),
  graceSeconds: z.number(),
});
export type Sitting = z.infer<typeof Sitting>;

export const startAttempt = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId',
  access: ['student'],
  summary: 'Start a quiz, or come back to it; the times in the query are not looked at',
  params: OneQuiz,
  query: z.object({ startTime: z.string().optional(), endTime: z.string().optional() }),
  body: z.object({ userId, tab, previousTab: tab }),
  reply: replyOf(Sitting),
});

export const getAttemptStatus = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/status/:userId',
  access: signedIn,
  right: { to: 'viewWork', of: 'quiz' },
  summary: 'Has this student submitted the quiz, and how much time is left',
  params: OneQuiz.extend({ userId }),
  reply: z.object({
    success: z.literal(true),
    completed: z.boolean(),
    /** Both are null before the start. */
    remainingMs: z.number().nullable(),
    endedTime: moment.nullable(),
  }),
});

export const Saved = z.object({ sequence: z.number(), savedAt: moment, ...Clock });
export type Saved = z.infer<typeof Saved>;

/** What a refused save carries, where the attempt goes on: what the server holds. */
export const HeldAnswers = z.object({ sequence: z.number(), savedAnswers: SavedAnswers, ...Clock });
export type HeldAnswers = z.infer<typeof HeldAnswers>;

export const saveAnswers = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/quiz/:uniqueId/answers',
  access: ['student'],
  summary: 'Save all answers so far under a sequence number that grows',
  params: OneQuiz,
  body: z.object({
    userId,
    sequence: z
      .int('sequence is a whole number that grows.')
      .min(0, 'sequence is a whole number that grows.'),
    markedAnswers: Answers,
    tab,
  }),
  reply: replyOf(Saved),
});

/** A question with four options as it is shown once the answers are open. */
const AnsweredFour = z.object({
  QuestionTitle: z.string(),
  QuestionOptions: z.record(OptionNumber, z.string()),
  CorrectAnswer: OptionNumber,
  /** Options that count as right beside it, where the key was corrected. */
  alsoRight: z.array(OptionNumber).optional(),
  /** Where the question does not count by its key any more. */
  marking: Marking.optional(),
  /** Null where the student chose nothing. */
  markedAnswer: OptionNumber.nullable(),
});

/** A question of another kind: its key stands in the order in which the student saw it. */
const AnsweredKind = z.object({
  QuestionTitle: z.string(),
  Kind: KindName,
  Body: z.unknown(),
  Key: z.unknown(),
  Points: z.number(),
  /** What the answer earned; below 0 where a wrong one costs. */
  mark: z.number(),
  marking: Marking.optional(),
  markedAnswer: z.string().nullable(),
});
export type AnsweredKind = z.infer<typeof AnsweredKind>;

/** A question as it is shown once the answers are open. */
export const AnsweredQuestion = z.union([AnsweredKind, AnsweredFour]);
export type AnsweredQuestion = z.infer<typeof AnsweredQuestion>;

/** What counts as right in a question, as its kind has it. */
export function keyOf(question: AnsweredQuestion): unknown {
  if ('Kind' in question) return question.Key;
  const { CorrectAnswer, alsoRight = [] } = question;
  return { right: [CorrectAnswer, ...alsoRight].map(Number), cost: '0' };
}

/** Does the answer give all that the question can give? */
export function isAnsweredRight(question: AnsweredQuestion): boolean {
  if ('Kind' in question) return question.mark === question.Points;
  const { marking = 'by_key', CorrectAnswer, alsoRight = [], markedAnswer } = question;
  if (marking !== 'by_key') return marking === 'everyone';
  return markedAnswer !== null && [CorrectAnswer, ...alsoRight].includes(markedAnswer);
}

export const Result = z.object({
  totalQuestions: z.number(),
  answered: z.number(),
  unanswered: z.number(),
  /** Null while the admin withholds it. */
  score: z.number().nullable(),
  totalScore: z.number(),
  /** When a score that is null shows; null where it shows already, or never will. */
  scoreOpensAt: moment.nullable(),
  submittedAt: moment,
  submittedBy: z.enum(['student', 'server', 'admin']),
  receipt: z.object({ answers: z.number(), sha256: z.string() }),
  /** Null: never. */
  answersOpenAt: moment.nullable(),
  /** By the numbers under which the student saw them; absent until the answers are open. */
  questions: z.record(z.string(), AnsweredQuestion).optional(),
  /** What the student wrote after submitting. */
  feedback: z.string().nullable(),
  topic: z.string(),
  /**
   * Where a key was changed since the submission and the answers were marked again: when, and of
   * which question once the answers are open. Absent where that is not so.
   */
  markedAgain: z.array(z.object({ number: z.number().nullable(), at: moment })).optional(),
});
export type Result = z.infer<typeof Result>;

export const submitAttempt = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/submit',
  access: ['student'],
  summary: 'Submit a quiz; what was saved counts where no answers are sent',
  params: OneQuiz,
  body: z.object({
    userId,
    /** What the client’s clock says; the server’s own counts. */
    submissionTime: z.union([z.string().max(100), z.number()]).nullish(),
    markedAnswers: Answers.optional(),
    tab,
  }),
  reply: z.object({ success: z.literal(true), message: z.string(), data: Result }),
});

export const getResult = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/result',
  access: signedIn,
  right: { to: 'viewWork', of: 'quiz' },
  summary: 'Counts, score and receipt of a submitted attempt, and the answers once they are open',
  params: OneQuiz,
  query: z.object({ userId: userId.optional() }),
  reply: replyOf(Result),
});

export const listOwnResults = endpoint({
  method: 'GET',
  path: '/api/v1/results',
  access: ['student'],
  summary: 'What came of the last twelve quizzes that a student submitted',
  reply: replyOf(
    z.array(
      Result.pick({ score: true, totalScore: true, submittedAt: true, topic: true }).extend({
        uniqueId: z.uuid(),
        /** A key was changed since, and the answers were marked again. */
        isMarkedAgain: z.boolean(),
      }),
    ),
  ),
});

export const sendFeedback = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/feedback',
  access: ['student'],
  summary: 'Say something about a quiz after submitting it',
  params: OneQuiz,
  body: z.object({
    feedback: z
      .string(EMPTY_FEEDBACK)
      .trim()
      .min(1, EMPTY_FEEDBACK)
      .max(MAX_FEEDBACK, `Feedback has at most ${MAX_FEEDBACK} characters.`),
  }),
  reply: z.object({ success: z.literal(true), message: z.string() }),
});

/** What a page tells of itself; a person may look at it, and nothing is decided by it. */
export const PAGE_STEPS = ['focus-lost', 'focus-regained', 'connection-lost', 'reconnect'] as const;

export const recordSteps = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/steps',
  access: ['student'],
  summary: 'Tell that the page of a test lost or regained the focus or the connection',
  params: OneQuiz,
  body: z.object({
    steps: z
      .array(z.object({ step: z.enum(PAGE_STEPS), agoMs: z.number().min(0).max(86_400_000) }))
      .min(1)
      .max(50),
  }),
  reply: replyOf(z.null()),
});

/** Each is sent as `event:` with this as `data:`. */
export const AttemptEvents = {
  deadline: z.object({ ...Clock }),
  announcement: z.object({ id: z.number(), text: z.string(), at: moment }),
  'taken-over': z.object({}),
  ended: z.object({ submittedBy: z.enum(['student', 'server', 'admin']) }),
};

export const followAttempt = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/events',
  access: signedIn,
  right: { to: 'viewWork', of: 'quiz' },
  load: 'long',
  summary:
    'Events of a quiz as they happen (text/event-stream): deadline, announcement, taken-over, ended; for an admin: attempts',
  params: OneQuiz,
  query: z.object({ tab }),
  reply: z.unknown(),
});
