import { keyOfFour } from '../kinds/four-options.ts';
import { KindName, MAX_ANSWER } from '../kinds/kinds.ts';
import { z } from 'zod';
import { Language } from '../runs/languages.ts';
import { Pastes } from './page-steps.ts';
import { endpoint, replyOf, signedIn, textsOf } from '../http/endpoint.ts';
import { Marking } from '../insight/key-corrections.ts';
import { OptionNumber, QuestionWithoutKey } from '../quizzes/questions.ts';
import { ShownDetails } from '../quizzes/quizzes.ts';

export const ALREADY_SUBMITTED = 'Quiz already submitted.';
export const EMPTY_FEEDBACK = 'Please enter your feedback before submitting!';
export const MAX_FEEDBACK = 4000;
/** Extra time by Indian regulations: a third, or 20 minutes an hour. */
export const USUAL_FACTOR = 1.333;

export const moment = z.iso.datetime();
export const OneQuiz = z.object({ uniqueId: z.uuid('This test is not known.').toLowerCase() });
export const userId = z.string('userId is required.').trim().min(1, 'userId is required.').max(64);

/** Identifies the page that opened the test, so that the server knows which page may save. */
export const tab = z.string().min(1).max(64).optional();

/** Sent if a question with four options gets any other answer. */
export const NO_OPTION = 'An answer is the number of an option, 1 to 4.';
const Answer = z
  .union([z.string(), z.int()], NO_OPTION)
  .transform(String)
  .refine(({ length }) => length <= MAX_ANSWER, `An answer has at most ${MAX_ANSWER} characters.`);
/** The longest answers of an attempt together, in characters. */
const MAX_ANSWERS = 600_000;
const sizeOf = (answers: Readonly<Record<string, string>>): number =>
  Object.values(answers).reduce((sum, { length }) => sum + length, 0);

/**
 * Answers by question number, as text: the number of the chosen option, or the input for the question's kind.
 * Unanswered questions are absent.
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
  })
  .refine(
    (answers) => sizeOf(answers) <= MAX_ANSWERS,
    'Your answers are too long together. Shorten your programs.',
  );
export type Answers = z.infer<typeof Answers>;
const SavedAnswers = z.record(z.string(), z.string());

export const Clock = {
  /** Until the deadline, at least 0, by the server's clock. */
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
  /** Of the last save; 0 if nothing was saved. */
  sequence: z.number(),
  graceSeconds: z.number(),
  /** Absent: pasted texts are noted. */
  pastes: Pastes.optional(),
});
export type Sitting = z.infer<typeof Sitting>;

/** Sent with a start that is refused because many students start at the same time. */
export const StartQueue = z.object({
  /** In the line of the server that answered; the first is next. */
  place: z.int().min(1),
  /** The estimated wait. */
  seconds: z.int().min(1),
  /** Keeps the place; sent with the next try. */
  ticket: z.string(),
});
export type StartQueue = z.infer<typeof StartQueue>;

export const startAttempt = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId',
  access: ['student'],
  openDuringTests: 'The test itself.',
  summary: 'Start a test, or return to it; the times in the query are ignored',
  params: OneQuiz,
  query: z.object({ startTime: z.string().optional(), endTime: z.string().optional() }),
  body: z.object({
    userId,
    tab,
    previousTab: tab,
    /** Of an earlier try that was refused with a place in line. */
    ticket: z.string().max(100).optional(),
  }),
  reply: replyOf(Sitting),
});

export const Saved = z.object({ sequence: z.number(), savedAt: moment, ...Clock });
export type Saved = z.infer<typeof Saved>;

/** The server's state, sent with a refused save if the attempt continues. */
export const HeldAnswers = z.object({ sequence: z.number(), savedAnswers: SavedAnswers, ...Clock });
export type HeldAnswers = z.infer<typeof HeldAnswers>;

export const saveAnswers = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/quiz/:uniqueId/answers',
  access: ['student'],
  openDuringTests: 'The test itself.',
  summary: 'Save all answers so far, with a growing sequence number',
  params: OneQuiz,
  bodyLimit: textsOf(MAX_ANSWERS),
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

/** A question with four options after the answers are released. */
const AnsweredFour = z.object({
  QuestionTitle: z.string(),
  QuestionOptions: z.record(OptionNumber, z.string()),
  CorrectAnswer: OptionNumber,
  /** Further correct options, if the key was corrected. */
  alsoRight: z.array(OptionNumber).optional(),
  /** Set if the question no longer counts by its key. */
  marking: Marking.optional(),
  /** Null without an answer. */
  markedAnswer: OptionNumber.nullable(),
});

/** A question of another kind; its key is in the order that the student saw. */
const AnsweredKind = z.object({
  QuestionTitle: z.string(),
  Kind: KindName,
  Body: z.unknown(),
  Key: z.unknown(),
  Points: z.number(),
  /** Points of the answer; negative if wrong answers cost points, null while a program waits to be judged. */
  mark: z.number().nullable(),
  marking: Marking.optional(),
  markedAnswer: z.string().nullable(),
  /** What the test cases say of a program, in the form of its kind; null while it waits. */
  judgement: z.string().nullable().optional(),
});
export type AnsweredKind = z.infer<typeof AnsweredKind>;

/** A question after the answers are released. */
export const AnsweredQuestion = z.union([AnsweredKind, AnsweredFour]);
export type AnsweredQuestion = z.infer<typeof AnsweredQuestion>;

/** The correct answer, in the form of its kind. */
export function keyOf(question: AnsweredQuestion): unknown {
  if ('Kind' in question) return question.Key;
  const { CorrectAnswer, alsoRight = [] } = question;
  return keyOfFour([CorrectAnswer, ...alsoRight].map(Number));
}

/** Reports whether the answer gets full points. */
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
  /** Null until the score is released. */
  score: z.number().nullable(),
  totalScore: z.number(),
  /** Programs of the test are still being judged; nothing is released before. */
  isBeingJudged: z.literal(true).optional(),
  /** When a null score is released; null if it is already visible, or never will be. */
  scoreOpensAt: moment.nullable(),
  submittedAt: moment,
  submittedBy: z.enum(['student', 'server', 'admin']),
  receipt: z.object({
    answers: z.number(),
    sha256: z.string(),
    /** The submitted programs; absent without one. */
    programs: z.record(z.string(), z.object({ language: Language, sha256: z.string() })).optional(),
  }),
  /** Null for never. */
  answersOpenAt: moment.nullable(),
  /** In the student's numbering; absent until the answers are released. */
  questions: z.record(z.string(), AnsweredQuestion).optional(),
  /** The student's feedback after submitting. */
  feedback: z.string().nullable(),
  topic: z.string(),
  /**
   * Set if a key was corrected and the answers were scored again after the submission: when, and for which question
   * once the answers are released.
   */
  markedAgain: z.array(z.object({ number: z.number().nullable(), at: moment })).optional(),
});
export type Result = z.infer<typeof Result>;

export const submitAttempt = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/submit',
  access: ['student'],
  openDuringTests: 'The test itself.',
  summary: 'Submit a test; without answers, the saved ones count',
  params: OneQuiz,
  bodyLimit: textsOf(MAX_ANSWERS),
  body: z.object({
    userId,
    /** By the client's clock; only the server's counts. */
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
  showsWork: true,
  summary: 'Get counts, score and receipt of a submitted attempt, and its released answers',
  params: OneQuiz,
  query: z.object({ userId: userId.optional() }),
  reply: replyOf(Result),
});

export const listOwnResults = endpoint({
  method: 'GET',
  path: '/api/v1/results',
  access: ['student'],
  summary: 'List the results of a student’s last twelve submitted tests',
  reply: replyOf(
    z.array(
      Result.pick({ score: true, totalScore: true, submittedAt: true, topic: true }).extend({
        uniqueId: z.uuid(),
        /** A key was corrected, and the answers were scored again. */
        isMarkedAgain: z.boolean(),
      }),
    ),
  ),
});

export const sendFeedback = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/feedback',
  access: ['student'],
  openDuringTests: 'Nothing stored is returned.',
  summary: 'Send feedback on a test after submitting it',
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
