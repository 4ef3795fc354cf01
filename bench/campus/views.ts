import type { Person } from '../../server/testing/load/people.ts';

/** A visitor of a page, and what the bench knows about them. */
export interface Visitor extends Person {
  /** The secret address of a student's calendar. */
  calendar: string;
}

export interface View {
  name: string;
  /** Teachers are campus admins here; staff teach classes. */
  who: 'student' | 'teacher' | 'staff';
  /** The calls that the page makes at once. */
  paths: (visitor: Visitor) => string[];
  /** How often it is measured. Default: as often as others of its kind. */
  calls?: number;
  /** Its figures are calculated from all rows of a test or a term: at most this time, however many are read. */
  maxMs?: number;
  /** It looks for words in the names of all people and works, which no index holds. */
  searches?: true;
}

/** Within a term, by day. */
const TERM_DAYS = 60;
const MAX_MS_OF_FIGURES = 1000;
const MAX_MS_OF_PROFILE = 200;
const QUIZZES = '/api/v1/auth/getQuizData';
const ASSIGNMENTS = '/api/v1/auth/getallassignments';
const SUBMISSIONS = '/api/v1/insight/submissions';

const studentViews: View[] = [
  view('quizzes', ({ id }) => [`${QUIZZES}?userId=${id}`]),
  view('assignments', () => [ASSIGNMENTS]),
  view('notices', () => ['/api/v1/notices']),
  view('a visit: all three', ({ id }) => [
    `${QUIZZES}?userId=${id}`,
    ASSIGNMENTS,
    '/api/v1/notices',
  ]),
  view('dashboard', () => [
    `${QUIZZES}?questions=none`,
    ASSIGNMENTS,
    '/api/v1/notices',
    '/api/v1/runs',
    '/api/v1/results',
    '/api/v1/marks',
  ]),
  // Each address may be read 30 times per minute.
  { ...view('calendar', ({ calendar }) => [calendar]), calls: 60 },
];

function view(name: string, paths: View['paths']): View {
  return { name, who: 'student', paths };
}

function page(name: string, ...paths: string[]): View {
  return { name, who: 'teacher', paths: () => paths };
}

const figures = (name: string, path: string): View => ({
  ...page(name, path),
  maxMs: MAX_MS_OF_FIGURES,
});

const search = (name: string, path: string): View => ({ ...page(name, path), searches: true });

const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const pageOfStaff = (name: string, ...paths: string[]): View => ({
  ...page(name, ...paths),
  who: 'staff',
});

/** Every page with a list. The newest quiz and assignment of the campus are given. */
export function listViews(newest: {
  quizId: string;
  assignmentId: string;
  studentId: string;
}): View[] {
  const { quizId, assignmentId, studentId } = newest;
  return [
    ...studentViews,
    page('quizzes', '/api/v1/quizzes'),
    search('quizzes, searched', '/api/v1/quizzes?search=Topic+7+of'),
    page('getQuizData', QUIZZES),
    page('assignments', ASSIGNMENTS),
    search('assignments, searched', `${ASSIGNMENTS}?search=Lab+3`),
    page('totals of assignments', '/api/v1/assignments/totals'),
    page('hand-ins of one', `/api/v1/assignments/${assignmentId}/hand-ins`),
    page('submissions', SUBMISSIONS),
    search('submissions, searched', `${SUBMISSIONS}?search=R000017`),
    search('submissions, nothing found', `${SUBMISSIONS}?search=nothing`),
    page('to mark', '/api/v1/insight/to-mark'),
    page('choice of quizzes', '/api/v1/insight/quizzes'),
    page('performance by quiz', `/api/v1/insight/quizzes/${quizId}`),
    figures('statistics of a quiz', `/api/v1/auth/quiz/${quizId}/statistics`),
    figures(
      'performance by class, a term',
      `/api/v1/insight/classes?from=${dayBefore(TERM_DAYS)}&to=${dayBefore(0)}`,
    ),
    page('performance by student', `/api/v1/insight/students/${studentId}`),
    page('work of a student', `/api/v1/students/${studentId}/work`),
    page('students', '/api/v1/students'),
    page('getall', '/api/v1/auth/getall'),
    page('audience choices', '/api/v1/audience-choices'),
    // Counts of everything that there is.
    { ...page('profile', '/api/v1/admin-counts'), maxMs: MAX_MS_OF_PROFILE },
    page('classes', '/api/v1/classes'),
    pageOfStaff('classes', '/api/v1/classes'),
    pageOfStaff('quizzes', '/api/v1/quizzes'),
    pageOfStaff('getQuizData', QUIZZES),
    pageOfStaff('assignments', ASSIGNMENTS),
    pageOfStaff('totals of assignments', '/api/v1/assignments/totals'),
    pageOfStaff('submissions', SUBMISSIONS),
    { ...pageOfStaff('submissions, searched', `${SUBMISSIONS}?search=R000017`), searches: true },
    pageOfStaff('to mark', '/api/v1/insight/to-mark'),
    pageOfStaff('choice of quizzes', '/api/v1/insight/quizzes'),
    pageOfStaff('students', '/api/v1/students'),
    pageOfStaff('audience choices', '/api/v1/audience-choices'),
    pageOfStaff('profile', '/api/v1/admin-counts'),
  ];
}

/** Count fields: the reply contains that many rows. */
const COUNTS = new Set([
  'started',
  'waiting',
  'invited',
  'students',
  'assigned',
  'submitted',
  'marked',
  'uploaded',
]);

/** The number of database rows in a reply. */
export function countAnswered(answer: unknown): number {
  if (typeof answer !== 'object' || answer === null) return 0;
  if (Array.isArray(answer)) {
    return answer.reduce<number>((sum, one) => sum + 1 + countAnswered(one), 0);
  }
  return Object.entries(answer).reduce((sum, [name, value]) => {
    if (typeof value === 'number') return sum + (COUNTS.has(name) ? value : 0);
    const inside = countAnswered(value);
    return sum + inside + (name === 'questions' && isMap(value) ? Object.keys(value).length : 0);
  }, 0);
}

const isMap = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
