import type { Pool } from 'pg';
import { listAssignmentsFor } from '../server/assignments/assignments.reads.ts';
import { makeCalendarLink, readCalendar } from '../server/calendar/calendar.service.ts';
import { readConfig } from '../server/config.ts';
import { compareClassesBetween } from '../server/insight/class-comparison.service.ts';
import { listSubmissionsOf } from '../server/insight/submissions.service.ts';
import { FULL_ACCESS } from '../server/platform/access/access-scope.ts';
import { listStudentQuizzes } from '../server/attempts/lists/student-quizzes.ts';
import { RunnerPool } from '../server/runs/dispatching/runner-client.ts';
import { Services } from '../server/services.ts';
import { makeTerm, QUESTIONS, QUIZZES, STUDENTS } from './insight-term.ts';
import { RecordedPool } from './plans.ts';
import { type Person } from '../server/testing/load/people.ts';
import { type StormProduct, startStormProduct } from './storm/storm-product.ts';
import { printTable, quantile } from '../server/testing/print-table.ts';

const CALLS = 30;
/** Within the term, by day. */
const TERM_DAYS = 60;
const MAX_MS = 1000;
const clock = { nowMs: () => Date.now() };

interface View {
  name: string;
  path: string;
  /** Default: an admin. */
  token?: string;
  /** The rate limit of the call per minute. */
  calls?: number;
  /** Repeats the server's work, so that its statements can be explained. */
  work: (services: Services) => Promise<unknown>;
}

/** The time of each page of results on a whole term, and what its statements read. */
export async function benchInsight(): Promise<void> {
  const product = await startStormProduct();
  const recorded = new RecordedPool(product.pool);
  const services = makeServices(recorded.pool);
  try {
    const views = await listViews(product);
    const rows: string[][] = [];
    for (const view of views) {
      const { statements, tables } = await recorded.findWholeReads(() => view.work(services));
      const times = await measure(product, view);
      rows.push([view.name, ...times, String(statements), tables.join(', ') || 'none']);
    }
    console.log(
      `${STUDENTS} students × ${QUESTIONS} questions × ${QUIZZES} quizzes, shuffled, after two terms as large`,
    );
    printTable(['page', 'median ms', 'p95 ms', 'calls a s', 'statements', 'read whole'], rows);
    const failed = rows.filter(([, , p95, , , whole]) => Number(p95) > MAX_MS || whole !== 'none');
    for (const [name] of failed)
      console.error(`${name} takes more than a second or reads a table completely.`);
    if (failed.length > 0) process.exitCode = 1;
  } finally {
    await services.answerAll();
    await services.close();
    await product.stop();
  }
}

/** The services of a server that takes no calls and runs no jobs. */
function makeServices(pool: Pool): Services {
  const config = readConfig({ VLABS_DEMO: 'off' });
  const runners = new RunnerPool({ runners: () => [], lostAfterMs: 0 });
  return new Services({ config, pool, clock, runners, log: console });
}

async function measure(product: StormProduct, view: View): Promise<string[]> {
  const headers = { authorization: view.token ?? product.admin.token };
  const ask = async () => {
    const reply = await fetch(`${product.url}${view.path}`, { headers });
    if (!reply.ok) throw new Error(`${view.path} answered ${reply.status}: ${await reply.text()}`);
    await reply.arrayBuffer();
  };
  await ask();
  const calls = view.calls ?? CALLS;
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const asked = performance.now();
    await ask();
    times.push(performance.now() - asked);
  }
  const mean = times.reduce((sum, time) => sum + time, 0) / calls;
  return [
    quantile(times, 0.5).toFixed(0),
    quantile(times, 0.95).toFixed(0),
    (1000 / mean).toFixed(0),
  ];
}

async function listViews(product: StormProduct): Promise<View[]> {
  const { quizId, student } = await makeTerm(product);
  const { path: calendarPath } = await makeCalendarLink(product.pool, student.id);
  return [...adminViews(quizId, student), ...studentViews(student, calendarPath)];
}

function adminViews(quizId: string, student: Person): View[] {
  const term = { from: dayBefore(TERM_DAYS), to: dayBefore(0) };
  return [
    {
      name: 'Statistics of a quiz',
      path: `/api/v1/auth/quiz/${quizId}/statistics`,
      work: ({ insight }) => insight.getStatistics(quizId, FULL_ACCESS),
    },
    {
      name: 'Performance by quiz',
      path: `/api/v1/insight/quizzes/${quizId}`,
      work: ({ insight }) =>
        insight.getQuizPerformance(quizId, { scope: FULL_ACCESS, owned: FULL_ACCESS }),
    },
    {
      name: 'Performance by student',
      path: `/api/v1/insight/students/${student.id}`,
      work: ({ insight }) => insight.getStudentPerformance(FULL_ACCESS, student.id),
    },
    {
      name: 'Performance by class, a term',
      path: `/api/v1/insight/classes?from=${term.from}&to=${term.to}`,
      work: ({ pool }) => compareClassesBetween(pool, term),
    },
    {
      name: 'Choice of quizzes',
      path: '/api/v1/insight/quizzes',
      work: ({ insight }) => insight.listSatQuizzes(FULL_ACCESS, { search: '' }),
    },
    {
      name: 'Submissions',
      path: '/api/v1/insight/submissions',
      work: ({ pool }) => listSubmissionsOf(pool, FULL_ACCESS, { search: '' }),
    },
    {
      name: 'Submissions, searched',
      path: `/api/v1/insight/submissions?search=${student.id}`,
      work: ({ pool }) => listSubmissionsOf(pool, FULL_ACCESS, { search: student.id }),
    },
  ];
}

function studentViews({ id, token }: Person, calendarPath: string): View[] {
  const enrolment = { rollNumber: id, course: 'CSE', year: '2026', classes: [] };
  const [, secret = ''] = /calendar\/([\w-]+)\//.exec(calendarPath) ?? [];
  return [
    {
      name: 'A student’s tests',
      path: '/api/v1/auth/getQuizData',
      token,
      work: ({ pool }) => listStudentQuizzes(pool, id),
    },
    {
      name: 'A student’s assignments',
      path: '/api/v1/auth/getallassignments',
      token,
      work: ({ pool }) => listAssignmentsFor(pool, enrolment, FULL_ACCESS),
    },
    {
      name: 'A student’s notices',
      path: '/api/v1/notices',
      token,
      work: ({ notices }) => notices.listNotices(id),
    },
    {
      name: 'A student’s calendar',
      path: calendarPath,
      calls: 20,
      work: ({ pool }) => readCalendar(pool, secret, 'http://127.0.0.1'),
    },
  ];
}

const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
