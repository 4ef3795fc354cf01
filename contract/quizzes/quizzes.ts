import { canonicalLine } from '../text/canonical.ts';
import { KindName } from '../kinds/kinds.ts';
import { z } from 'zod';
import { Audience, EVERYONE } from '../students/audience.ts';
import { Done, MANY_VALUES, endpoint, replyOf, signedIn } from '../http/endpoint.ts';
import { readMoment } from '../text/kolkata-time.ts';
import { After } from '../http/cursor.ts';
import { INCOMPLETE_QUESTIONS, MAX_QUESTIONS, Questions, ShownQuestion } from './questions.ts';
import { Pastes } from '../attempts/page-steps.ts';
import { readTimeLimit } from './time-limit.ts';

/** Sent if a test has no details yet. */
export const INCOMPLETE_DETAILS = 'Please fill in all quiz details before proceeding.';

export const QuizStatus = z.enum(['draft', 'published']);
export type QuizStatus = z.infer<typeof QuizStatus>;

const required = (what: string) =>
  z.string(`${what} is required.`).trim().min(1, `${what} is required.`);
const named = (what: string) =>
  required(what).overwrite(canonicalLine).max(200, `${what} has at most 200 characters.`);

const NUMERAL = /^\s*\d+(\.\d+)?\s*$/;
/** Form fields send numbers as text. */
const numeral = (what: string) =>
  z
    .union([z.number(), z.string()], `${what} is required.`)
    .refine((value) => String(value).trim() !== '', { error: `${what} is required.`, abort: true })
    .refine((value) => NUMERAL.test(String(value)), {
      error: `${what} is a number, like 10.`,
      abort: true,
    })
    .transform(Number);

export const TotalQuestions = numeral('Total Questions').pipe(
  z
    .int('Total Questions is a whole number.')
    .min(1, 'A quiz has at least one question.')
    .max(MAX_QUESTIONS, `A quiz has at most ${MAX_QUESTIONS} questions.`),
);
export const ScorePerQuestion = numeral('Score per Question').pipe(
  z
    .number()
    .gt(0, 'Score per Question is more than 0.')
    .max(1000, 'Score per Question is at most 1000.'),
);
/** As typed, and in whole seconds. */
export const TimeLimit = z
  .union([z.number(), z.string()], 'Time Limit is required.')
  .transform((value) => String(value).trim())
  .pipe(
    z
      .string()
      .min(1, 'Time Limit is required.')
      .max(50, 'Write the time limit in a few words, like 2hrs 40min.')
      .transform((typed, context) => {
        const seconds = readTimeLimit(typed);
        if (seconds !== null) return { typed, seconds };
        context.addIssue({
          code: 'custom',
          message: 'Write the time limit in hours, like 2.40, or as 2hrs 40min or 90 min.',
        });
        return z.NEVER;
      }),
  );
const momentOf = (what: string) =>
  required(what).transform((text, context) => {
    const moment = readMoment(text);
    if (moment !== null) return moment;
    context.addIssue({ code: 'custom', message: `${what} is a date with a time.` });
    return z.NEVER;
  });

const details = {
  TotalQuestions,
  ScorePerQuestion,
  SubjectId: named('Subject ID'),
  ClassName: named('Class Name'),
  topic: named('Topic'),
  TimeLimit,
  startTime: momentOf('Start'),
  endTime: momentOf('End'),
};

export const END_BEFORE_START = 'End must be after Start.';

/** Input of the details form. All fields are checked, so that each mistake is shown at its field. */
export const FormDetails = z
  .object(details, INCOMPLETE_DETAILS)
  .refine(({ startTime, endTime }) => endTime > startTime, {
    error: END_BEFORE_START,
    path: ['endTime'],
  });
export type FormDetails = z.infer<typeof FormDetails>;

/** Details as returned: TimeLimit in hours (× 60 for minutes), times in UTC. */
export const ShownDetails = z.object({
  TotalQuestions: z.number().nullable(),
  ScorePerQuestion: z.number().nullable(),
  SubjectId: z.string(),
  ClassName: z.string(),
  TimeLimit: z.number().nullable(),
  startTime: z.iso.datetime().nullable(),
  endTime: z.iso.datetime().nullable(),
  topic: z.string(),
  /** How many of them ask nothing; absent if there are none. */
  notAsked: z.int().optional(),
  /** The sum of points if questions have their own; absent if each counts the score per question. */
  totalScore: z.number().optional(),
  /** The kinds whose fields are loaded before Start; absent if there are none. */
  toLoad: z.array(KindName).optional(),
});
export type ShownDetails = z.infer<typeof ShownDetails>;

/** What the specification leaves open: audience, order, and release. */
export const QuizSettings = z.object({
  audience: Audience,
  /** When students see their score: on submission, after End, or never. */
  scoreOpens: z.enum(['at_once', 'at_end', 'never']),
  /** When students see the questions with correct answers: after End with every extension, or never. */
  answersOpen: z.enum(['at_end', 'never']),
  shuffleQuestions: z.boolean(),
  shuffleOptions: z.boolean(),
  /** While a student takes the test, their assignments and earlier programs are closed; by default if it has programs. */
  closesWork: z.boolean().optional(),
  /** What happens to texts from elsewhere that are pasted into answers; `told` by default. */
  pastes: Pastes.optional(),
});
export type QuizSettings = z.infer<typeof QuizSettings>;

export const defaultSettings: QuizSettings = {
  audience: EVERYONE,
  scoreOpens: 'at_once',
  answersOpen: 'at_end',
  shuffleQuestions: false,
  shuffleOptions: false,
};

/** Sent if every question has 0 points. */
export const NOTHING_TO_EARN = 'Give points to at least one question.';

const QuestionsOfForm = z.unknown().transform((value, context) => {
  const read = Questions.safeParse(value);
  if (read.success) return read.data;
  context.addIssue({ code: 'custom', message: INCOMPLETE_QUESTIONS });
  for (const { path, message } of read.error.issues) {
    context.addIssue({ code: 'custom', path, message });
  }
  return z.NEVER;
});

/** The parts of a test; checked by the builder before sending, and by the server before saving. */
export const QuizForm = z
  .object({
    formDetails: FormDetails,
    questions: QuestionsOfForm,
    /** By default those of the draft with the same unique_id, or the standard settings. */
    settings: QuizSettings.optional(),
  })
  .superRefine(({ questions, formDetails }, context) => {
    const numbers = Object.keys(questions);
    const wanted = formDetails.TotalQuestions;
    const isWhole =
      numbers.length === wanted && numbers.every((number) => isFrom1To(wanted, number));
    if (!isWhole) {
      context.addIssue({ code: 'custom', path: ['questions'], message: INCOMPLETE_QUESTIONS });
    } else if (Object.values(questions).every(givesNothing)) {
      context.addIssue({ code: 'custom', path: ['questions'], message: NOTHING_TO_EARN });
    }
  });

const givesNothing = (question: Questions[string]) => 'Kind' in question && question.Points === 0;

const isFrom1To = (last: number, number: string) =>
  /^[1-9]\d*$/.test(number) && Number(number) <= last;

export type QuizForm = z.infer<typeof QuizForm>;

export const NewQuiz = QuizForm.and(
  z.object({
    unique_id: z.uuid('unique_id is a UUID.').toLowerCase(),
    /** New tests are published unless a draft is requested. */
    status: QuizStatus.optional(),
  }),
);
export type NewQuiz = z.infer<typeof NewQuiz>;

export const QuizRecord = z.object({
  unique_id: z.uuid(),
  /** Only for admins. */
  questions: z.record(z.string(), ShownQuestion).optional(),
  completed: z.boolean(),
  submissionDate: z.iso.datetime().nullable(),
  formDetails: ShownDetails,
  /** In Asia/Kolkata, so that the first ten characters are the day shown on cards. */
  createdAt: z.iso.datetime({ offset: true }),
  expired: z.boolean(),
  status: QuizStatus,
  /** Its class; absent if it is for the whole campus. */
  classId: z.uuid().optional(),
  /** For a student sitting it: their own deadline, with every extension. */
  deadline: z.iso.datetime().optional(),
  /** For admins: a draft that is not a test yet. */
  isUnfinished: z.boolean().optional(),
  /** For admins: what such a draft lacks, in the words of its pages. */
  missing: z.array(z.string()).optional(),
  /** For admins: there are unsaved changes in a draft. */
  hasChanges: z.boolean().optional(),
  /** For admins: the number of students who have started. */
  started: z.int().optional(),
  /** On admin list pages, instead of that number: whether anyone has started. */
  hasStarted: z.boolean().optional(),
});
export type QuizRecord = z.infer<typeof QuizRecord>;

const OneQuiz = z.object({ uniqueId: z.uuid('This test is not known.').toLowerCase() });

export const createQuiz = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quizData',
  access: ['admin'],
  right: { to: 'edit', of: 'list' },
  audit: 'kept',
  summary: 'Create a test with all its questions',
  bodyLimit: MANY_VALUES,
  body: NewQuiz,
  reply: z.object({ success: z.literal(true), message: z.string() }),
  status: 201,
});

export const listQuizzes = endpoint({
  method: 'GET',
  path: '/api/v1/auth/getQuizData',
  access: signedIn,
  openDuringTests: 'Titles and times.',
  right: { to: 'viewKeys', of: 'list' },
  load: 'heavy',
  summary:
    'List tests: for an admin, the newest; for a student, or with `userId`, those of this term',
  query: z.object({
    userId: z.string().trim().min(1).optional(),
    /** `none` omits the questions for admins. */
    questions: z.literal('none').optional(),
    after: After.optional(),
  }),
  reply: z.object({
    success: z.literal(true),
    updatedQuizData: z.array(QuizRecord),
    /** Send it as `after` to get the next page; absent on the last page. */
    next: z.string().optional(),
  }),
});

export const setQuizStatus = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/status',
  access: ['admin'],
  right: { to: 'edit', of: 'draft' },
  audit: 'kept',
  summary: 'Publish a test, or withdraw it before anyone starts',
  params: OneQuiz,
  body: z.object({ status: QuizStatus }),
  reply: replyOf(z.object({ status: QuizStatus })),
});

export const replaceQuiz = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/quiz/:uniqueId',
  access: ['admin'],
  right: { to: 'edit', of: 'draft' },
  audit: 'kept',
  summary: 'Change a test before anyone starts; its status stays',
  params: OneQuiz,
  bodyLimit: MANY_VALUES,
  body: QuizForm,
  reply: Done,
});

export const copyQuiz = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/copy',
  access: ['admin'],
  right: { to: 'edit', of: 'draft' },
  audit: 'kept',
  summary: 'Copy a test as a new draft without Start and End',
  params: OneQuiz,
  reply: replyOf(z.object({ unique_id: z.uuid() })),
  status: 201,
});

export const deleteQuiz = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/quiz/:uniqueId',
  access: ['admin'],
  right: { to: 'edit', of: 'draft' },
  audit: 'kept',
  summary: 'Delete a draft test that nobody has started',
  params: OneQuiz,
  reply: Done,
});
