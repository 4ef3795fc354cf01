import { z } from 'zod';
import { Search } from '../http/search.ts';
import { After } from '../http/cursor.ts';
import { endpoint, replyOf } from '../http/endpoint.ts';
import { Item, ItemFigures } from './insight-items.ts';
import { InClass } from '../students/audience.ts';

export type { AnsweredAs, Counts, Item, ItemFigures, ReadingKind } from './insight-items.ts';

const moment = z.iso.datetime();
const OneQuiz = z.object({ uniqueId: z.uuid('This test is not known.').toLowerCase() });
/** Null if undefined. Percentages are 0 to 100. */
const figure = z.number().nullable();

const QuizFigures = z.object({
  attempts: z.int(),
  mean: figure,
  median: figure,
  standardDeviation: figure,
  skewness: figure,
  kurtosis: figure,
  internalConsistency: figure,
  errorRatio: figure,
  standardError: figure,
});
export type QuizFigures = z.infer<typeof QuizFigures>;

export const getStatistics = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/statistics',
  access: ['admin'],
  right: { to: 'analyse', of: 'quiz' },
  showsWork: true,
  summary: 'Get statistics of the submitted attempts, by Moodle’s formulas; null if undefined',
  params: OneQuiz,
  reply: replyOf(z.object({ quiz: QuizFigures, questions: z.array(ItemFigures) })),
});

const Bin = z.object({ from: z.number(), to: z.number(), count: z.int() });
export type Bin = z.infer<typeof Bin>;

const Group = z.object({
  name: z.string(),
  attempts: z.int(),
  /** As a percentage of the total score. */
  mean: z.number(),
  median: z.number(),
  standardDeviation: figure,
  lowest: z.number(),
  highest: z.number(),
});
export type Group = z.infer<typeof Group>;

const SatQuiz = z.object({
  uniqueId: z.uuid(),
  topic: z.string(),
  subjectId: z.string(),
  className: z.string(),
  /** Its class; absent if it is for the whole campus. */
  classId: z.uuid().optional(),
  totalQuestions: z.int(),
  totalScore: z.number(),
  startsAt: moment,
  endsAt: moment,
});
export type SatQuiz = z.infer<typeof SatQuiz>;

const ListedQuiz = SatQuiz.extend({ hasSubmissions: z.boolean() });
export type ListedQuiz = z.infer<typeof ListedQuiz>;

export const SAT_QUIZZES_AT_ONCE = 100;

export const listSatQuizzes = endpoint({
  method: 'GET',
  path: '/api/v1/insight/quizzes',
  access: ['admin'],
  right: { to: 'analyse', of: 'list' },
  summary: `Published quizzes whose Start has passed, the latest ${SAT_QUIZZES_AT_ONCE}`,
  query: z.object({
    /** Part of the subject or topic. */
    search: Search,
    /** A test to include in any case. */
    chosen: z.uuid('This test is not known.').toLowerCase().optional(),
    /** Only this class. */
    class: InClass.shape.classId.optional(),
  }),
  reply: replyOf(z.array(ListedQuiz)),
});

const SubmittedRow = z.object({
  userId: z.string(),
  name: z.string(),
  course: z.string(),
  year: z.string(),
  /** Empty unless the caller is a campus admin or owns the class of the test. */
  mentor: z.string(),
  score: z.number(),
  percent: z.number(),
  seconds: z.number(),
  submittedAt: moment,
  submittedBy: z.enum(['student', 'server', 'admin']),
});
export type SubmittedRow = z.infer<typeof SubmittedRow>;

const QuizPerformance = z.object({
  quiz: SatQuiz,
  /** The students the test is for. */
  invited: z.int(),
  figures: QuizFigures,
  /** In tenths of the total score, in per cent. */
  scores: z.array(Bin),
  /** From start to submission, in minutes. */
  minutesTaken: z.array(Bin),
  medianMinutes: figure,
  /** How many had submitted by then. */
  submissions: z.array(z.object({ at: moment, count: z.int() })),
  questions: z.array(Item),
  groups: z.object({
    courses: z.array(Group),
    years: z.array(Group),
    mentors: z.array(Group),
  }),
  students: z.array(SubmittedRow),
});
export type QuizPerformance = z.infer<typeof QuizPerformance>;

export const getQuizPerformance = endpoint({
  method: 'GET',
  path: '/api/v1/insight/quizzes/:uniqueId',
  access: ['admin'],
  right: { to: 'analyse', of: 'quiz' },
  showsWork: true,
  load: 'heavy',
  summary: 'Get how a class did in a test: scores, times, questions, and groups of students',
  params: OneQuiz,
  reply: replyOf(QuizPerformance),
});

const StudentPerformance = z.object({
  student: z.object({ id: z.string(), name: z.string(), course: z.string(), year: z.string() }),
  /** Oldest first. */
  results: z.array(
    SatQuiz.pick({ uniqueId: true, topic: true, subjectId: true, totalScore: true }).extend({
      score: z.number(),
      percent: z.number(),
      submittedAt: moment,
    }),
  ),
  /** The slope of a line through the percentages of all tests; needs three. */
  trend: figure,
  missing: z.array(
    z.object({ kind: z.enum(['quiz', 'assignment']), title: z.string(), endedAt: moment }),
  ),
  /** Weakest first. */
  topics: z.array(z.object({ topic: z.string(), quizzes: z.int(), mean: z.number() })),
});
export type StudentPerformance = z.infer<typeof StudentPerformance>;

export const getStudentPerformance = endpoint({
  method: 'GET',
  path: '/api/v1/insight/students/:rollNumber',
  access: ['admin'],
  right: { to: 'analyse', of: 'student' },
  showsWork: true,
  summary: 'Get a student’s results, trend, missing work and topics',
  params: z.object({ rollNumber: z.string().trim().min(1).max(64) }),
  reply: replyOf(StudentPerformance),
});

export const SubmissionKind = z.enum(['quiz', 'hand-in']);
export const SubmissionState = z.enum(['to_mark', 'marked', 'late']);
/** The test case results of a program. */
export const TestsFilter = z.enum(['passed', 'failed', 'waiting']);

const Submission = z.object({
  kind: SubmissionKind,
  /** The test or assignment. */
  id: z.uuid(),
  title: z.string(),
  userId: z.string(),
  name: z.string(),
  submittedAt: moment,
  isLate: z.boolean(),
  /** Null until it is marked; tests are marked on submission. */
  score: z.number().nullable(),
  fullScore: z.number(),
  /** Null for a test. */
  handInId: z.uuid().nullable(),
  /** Points of the test cases; null while it waits or after a crash, or if it was not tested. */
  tests: z
    .object({ points: z.number().nullable(), maxPoints: z.number(), hasFailed: z.boolean() })
    .nullable(),
  /** The most similar program of the assignment, or null. */
  similarity: z.object({ highest: z.number(), handInId: z.uuid(), language: z.int() }).nullable(),
});
export type Submission = z.infer<typeof Submission>;

export const SUBMISSIONS_AT_ONCE = 200;

const submissionFilters = {
  kind: SubmissionKind.optional(),
  state: SubmissionState.optional(),
  tests: TestsFilter.optional(),
  /** Only hand-ins at least this similar to another, in per cent. */
  similar: z.coerce.number().min(0).max(100).optional(),
  /** Words of a name, a roll number or a title. */
  search: Search,
  /** Only work of this class. */
  class: InClass.shape.classId.optional(),
};

export const listSubmissions = endpoint({
  method: 'GET',
  path: '/api/v1/insight/submissions',
  access: ['admin'],
  right: { to: 'viewWork', of: 'list' },
  showsWork: true,
  summary: `Hand-ins and submitted quizzes, the newest first, ${SUBMISSIONS_AT_ONCE} at a time`,
  query: z.object({
    ...submissionFilters,
    after: After.optional(),
  }),
  reply: replyOf(
    z.object({
      submissions: z.array(Submission),
      /** Send it as `after` to get the next page; null on the last page. */
      next: z.string().nullable(),
    }),
  ),
});

export const HAND_INS_IN_ONE_ARCHIVE = 1000;

export const getSubmissionArchive = endpoint({
  method: 'GET',
  path: '/api/v1/insight/submissions.zip',
  access: ['admin'],
  right: { to: 'viewWork', of: 'list' },
  audit: 'kept',
  load: 'heavy',
  summary: `The hand-ins that the filters leave, the newest ${HAND_INS_IN_ONE_ARCHIVE}, as one ZIP file`,
  query: z.object(submissionFilters),
  reply: z.unknown(),
});
