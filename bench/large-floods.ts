import { randomUUID } from 'node:crypto';
import { defaultSettings } from '@vlabs/contract/quizzes/quizzes';
import type { Person } from '../server/testing/load/people.ts';

/** The numbers of the questions that ask for a program. */
export const PROGRAMS = [2, 3, 4, 5];
const MOST_TEXT = 60_000;
const MOST_ANSWER = 150_000;
const FOUR_MB = 4 * 1024 * 1024;

export const program = {
  QuestionTitle: 'Print the sum of two numbers.',
  Kind: 'program',
  Body: {
    languages: ['python', 'c'],
    starters: {},
    samples: [],
    comparison: 'ignoring-space',
    tolerance: '0',
    seconds: '2',
    megabytes: '256',
  },
  Key: {
    solution: { language: 'python', text: 'print(3)' },
    cases: [{ name: '', input: '', output: '3', points: '1', group: '' }],
    allOrNothing: false,
    reveals: 'points',
  },
};

export interface Flood {
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  path: (base: string) => string;
  /** The body of the nth call. */
  body: (of: Person, turn: number) => string;
  /** Each body differs, so that each is saved. */
  isRenewed?: true;
  isByTeacher?: true;
}

const save = (of: Person, turn: number, answers: object): string =>
  JSON.stringify({ userId: of.id, sequence: turn + 1, markedAnswers: answers });

/** Two programs of two languages each: about 250 KB, different each time. */
function longPrograms(turn: number): object {
  const text = `${turn} ${String.fromCharCode(97 + (turn % 26)).repeat(MOST_TEXT)}`;
  const answer = JSON.stringify({ language: 'python', drafts: { python: text, c: text } });
  return Object.fromEntries(PROGRAMS.slice(0, 2).map((number) => [number, answer]));
}

/** No programs: brackets only, as many as the longest answers have characters. */
const brackets = (): object =>
  Object.fromEntries(
    PROGRAMS.map((number) => [number, '['.repeat(MOST_ANSWER / 2) + ']'.repeat(MOST_ANSWER / 2)]),
  );

const fourMb = (fields: object, name: string): string => {
  const frame = JSON.stringify({ ...fields, [name]: '' });
  return JSON.stringify({ ...fields, [name]: 'x'.repeat(FOUR_MB - frame.length) });
};

/** The longest texts of letters that take three bytes each. */
const letters = (count: number): string => 'अ'.repeat(count);
const inBase64 = Buffer.from('x'.repeat(1_000_000)).toString('base64');

const question = {
  key: 'q',
  QuestionTitle: letters(30_000),
  QuestionOptions: { 1: '1', 2: '2', 3: '3', 4: '4' },
  CorrectAnswer: '1',
};

/** Of almost 4 MB. */
const quizDraft = {
  revision: 0,
  content: {
    details: {
      TotalQuestions: '',
      ScorePerQuestion: '',
      SubjectId: '',
      ClassName: '',
      topic: '',
      TimeLimit: '',
      startTime: '',
      endTime: '',
    },
    settings: {
      ...defaultSettings,
      audience: { everyone: true, courses: [], years: [], rollNumbers: [] },
    },
    questions: Array.from({ length: 43 }, () => question),
  },
};

const assignment = {
  title: 'Sums',
  path: '',
  filename: '',
  assignment: letters(200_000),
  language: 71,
  starterCode: letters(100_000),
};

export const FLOODS: readonly Flood[] = [
  {
    name: 'drafts of 4 MB',
    method: 'PUT',
    path: () => '/api/v1/programs/drafts/71',
    body: () => fourMb({ assignment: '', baseRevision: 0, device: 'd' }, 'text'),
  },
  {
    name: 'runs of 4 MB',
    method: 'POST',
    path: () => '/judge0/submissions',
    body: () => fourMb({ language_id: 71 }, 'source_code'),
  },
  {
    name: 'saves of 250 KB',
    method: 'PUT',
    path: (base) => `${base}/answers`,
    body: (of, turn) => save(of, turn, longPrograms(turn)),
    isRenewed: true,
  },
  {
    name: 'saves of brackets',
    method: 'PUT',
    path: (base) => `${base}/answers`,
    body: (of, turn) => save(of, turn, brackets()),
  },
  {
    name: 'largest drafts',
    method: 'PUT',
    path: () => '/api/v1/programs/drafts/71',
    body: (_of, turn) =>
      JSON.stringify({
        assignment: '',
        baseRevision: 0,
        device: 'd',
        text: `${turn}`.padEnd(20) + letters(999_980),
      }),
  },
  {
    name: 'largest runs',
    method: 'POST',
    path: () => '/judge0/submissions?base64_encoded=true',
    body: () => JSON.stringify({ language_id: 71, source_code: inBase64, stdin: inBase64 }),
  },
  {
    name: 'quiz drafts of a teacher',
    method: 'PUT',
    path: () => `/api/v1/quiz-drafts/${randomUUID()}`,
    body: () => JSON.stringify(quizDraft),
    isByTeacher: true,
  },
  {
    name: 'assignments of a teacher',
    method: 'POST',
    path: () => '/api/v1/auth/create-assignment',
    body: () => JSON.stringify(assignment),
    isByTeacher: true,
  },
  {
    name: 'a test printed again and again',
    method: 'GET',
    path: (base) => `${base}/paper.pdf?sets=4&set=B&content=key`,
    body: () => '',
    isByTeacher: true,
  },
];
