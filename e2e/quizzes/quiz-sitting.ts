import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import {
  type Account,
  beSignedIn,
  demoAdmin,
  logIn,
  type NewStudent,
  registerStudent,
} from '../people.ts';

const HOUR_MS = 3_600_000;

interface QuizWishes {
  /** The texts of the four options of each question. */
  options?: Record<1 | 2 | 3 | 4, string>;
  questions?: number;
  /** As in the form. */
  timeLimit?: string;
  endsInMs?: number;
  topic?: string;
  /** By question. Default: "What is the answer to question n?". */
  titles?: Record<number, string>;
}

export interface MadeQuiz {
  id: string;
  topic: string;
  path: string;
}

/** Makes a quiz with the builder's call. Option 2 is right in every question. */
export async function makeQuiz(
  request: APIRequestContext,
  {
    questions = 4,
    options = { 1: 'one', 2: 'two', 3: 'three', 4: 'four' },
    timeLimit = '2',
    endsInMs = 24 * HOUR_MS,
    topic,
    titles,
  }: QuizWishes = {},
): Promise<MadeQuiz> {
  const id = randomUUID();
  const name = topic ?? `Topic ${id.slice(0, 8)}`;
  const numbers = Array.from({ length: questions }, (_, index) => index + 1);
  const { token } = await logIn(request, demoAdmin);
  const response = await request.post('/api/v1/auth/quizData/', {
    headers: { authorization: token },
    data: {
      unique_id: id,
      completed: 0,
      submissionDate: null,
      questions: Object.fromEntries(
        numbers.map((number) => [
          number,
          {
            QuestionTitle: titles?.[number] ?? `What is the answer to question ${number}?`,
            QuestionOptions: options,
            CorrectAnswer: '2',
          },
        ]),
      ),
      formDetails: {
        TotalQuestions: questions,
        ScorePerQuestion: 5,
        SubjectId: 'Data Structures',
        ClassName: 'CSE-4',
        TimeLimit: timeLimit,
        startTime: new Date(Date.now() - HOUR_MS).toISOString(),
        endTime: new Date(Date.now() + endsInMs).toISOString(),
        topic: name,
      },
    },
  });
  expect(response.status()).toBe(201);
  return { id, topic: name, path: `/tests/quiz/${id}` };
}

/** An admin's calls on a quiz. */
export async function asAdmin(request: APIRequestContext, { id }: MadeQuiz) {
  const { token } = await logIn(request, demoAdmin);
  const headers = { authorization: token };
  const url = (path: string) => `/api/v1/auth/quiz/${id}${path}`;
  return {
    post: async (path: string, data: object) => {
      const response = await request.post(url(path), { headers, data });
      expect(response.ok(), await response.text()).toBe(true);
    },
    /** The server's state of one student, read directly. */
    answered: async (student: Account): Promise<number> => {
      const { data } = await (await request.get(url('/attempts'), { headers })).json();
      const rows: { userId: string; answered: number }[] = data;
      return rows.find(({ userId }) => userId === student.id)?.answered ?? -1;
    },
    timeline: async (student: Account): Promise<string[]> => {
      const reply = await request.get(url(`/attempts/${student.id}/timeline`), { headers });
      const { data } = await reply.json();
      const lines: { step: string }[] = data;
      return lines.map(({ step }) => step);
    },
  };
}

/** A student has submitted the quiz, with option 4 for the first of two questions and option 2 for the second. */
export async function submitForOption4(
  request: APIRequestContext,
  quiz: MadeQuiz,
  student: NewStudent,
): Promise<void> {
  const { token } = await logIn(request, student);
  const headers = { authorization: token };
  const path = `/api/v1/auth/quiz/${quiz.id}`;
  await request.post(path, { headers, data: { userId: student.id } });
  const data = { userId: student.id, submissionTime: '', markedAnswers: { 1: '4', 2: '2' } };
  const reply = await request.post(`${path}/submit`, { headers, data });
  expect(reply.status()).toBe(200);
}

/** A test as a student sees it. */
export interface SittingPage {
  page: Page;
  saved: Locator;
  timer: Locator;
  submit: Locator;
  question: (number: number) => Locator;
  option: (number: number, option: 1 | 2 | 3 | 4) => Locator;
  palette: (number: number) => Locator;
  counter: (label: string) => Locator;
}

export function sittingOf(page: Page): SittingPage {
  const question = (number: number) =>
    page.getByRole('group', { name: new RegExp(`^Question ${number} `) });
  return {
    page,
    saved: page.getByText(/^(Saved \d{1,2}:\d\d:\d\d\s[AP]M|Saving…|Not saved – retrying)$/),
    timer: page.getByRole('timer'),
    submit: page.getByRole('button', { name: 'Submit Quiz' }),
    question,
    option: (number, option) =>
      question(number)
        .getByRole('radio')
        .nth(option - 1),
    palette: (number) =>
      page.getByRole('button', { name: new RegExp(`^Question ${number}, (un)?answered`) }),
    counter: (label) =>
      page
        .locator('dl > div')
        .filter({ hasText: new RegExp(`^${label}`) })
        .locator('dd')
        .first(),
  };
}

/** A new student has signed in and started the quiz. */
export async function sitQuiz(page: Page, wishes: QuizWishes = {}) {
  const quiz = await makeQuiz(page.request, wishes);
  const student = await registerStudent(page.request);
  await beSignedIn(page, student);
  await page.goto(quiz.path);
  const sitting = sittingOf(page);
  await expect(sitting.question(1)).toBeVisible();
  return { quiz, student, sitting };
}
