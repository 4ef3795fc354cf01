import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { buildApp } from '../../server/app.ts';
import { makeCalendarLink } from '../../server/calendar/calendar.service.ts';
import { readConfig } from '../../server/config.ts';
import { hashToken, makeToken } from '../../server/platform/access/sessions.ts';
import { RunnerPool } from '../../server/runs/runners/runner-client.ts';
import { Services } from '../../server/services.ts';
import { RecordedPool } from './plans.ts';
import { startStormProduct } from '../storm/storm-product.ts';
import { printTable } from '../../server/testing/print-table.ts';
import { makePeople, makeTerm } from './campus-data.ts';
import { type Measured, measureView } from './measure-view.ts';
import type { Size } from './sizes.ts';
import { listViews, type View, type Visitor } from './views.ts';

/** Enough for a quick check; a whole campus has 40,000 students and 8 terms. */
const STUDENTS = 2000;
const TERMS = 8;
const STUDENTS_ASKED = 60;
const TEACHERS_ASKED = 5;

const MAX = {
  p95Ms: { student: 50, teacher: 200, staff: 200 },
  ratio: 1.5,
  /** Compares a list limited to classes with the same list of a campus admin. */
  limited: 1.2,
  bytes: 2_000_000,
  rowsPerRow: 20,
  /**
   * Beside these: who the caller is, what they may do, and small tables that are read whole. All 2,000 people of the
   * default size are read sooner than 200 of them are looked up.
   */
  rowsBeside: 2000,
  stallMs: 100,
  visitCores: 1,
};
/** Below this the difference between two medians is noise. A p95 of few calls is noise itself: it has a bound only. */
const NOISE_MS = 5;
/** The peak of a campus of 40,000: 20,000 students and 2,000 staff within ten minutes. */
const VISITS_A_SECOND = { student: 33, teacher: 3.3, staff: 3.3 };
const clock = { nowMs: () => Date.now() };

/** Measures what lists cost after one term and after many, under the load of a campus. */
export async function benchCampus(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      students: { type: 'string', default: String(STUDENTS) },
      terms: { type: 'string', default: String(TERMS) },
      timeline: { type: 'boolean', default: false },
      plans: { type: 'boolean', default: false },
    },
  });
  const size = { students: Number(values.students), withTimeline: values.timeline };
  const terms = Number(values.terms);
  const product = await startStormProduct();
  const explained = await explainCalls(product.pool);
  try {
    await makePeople(product.pool, size);
    await grow(product.pool, size, [0]);
    const newest = await findNewest(product.pool);
    const views = listViews(newest);
    const visitors = {
      student: await signIn(product.pool, 'role = 0', STUDENTS_ASKED),
      teacher: await signIn(product.pool, 'role = 1 and not is_staff', TEACHERS_ASKED),
      staff: await signIn(product.pool, 'is_staff', TEACHERS_ASKED),
    };
    const surroundings = { product, visitors, explained };
    const measureAll = async () => {
      const measured: Measured[] = [];
      for (const view of views) measured.push(await measureView(view, surroundings));
      return measured;
    };
    const afterOne = await measureAll();
    await grow(
      product.pool,
      size,
      Array.from({ length: terms - 1 }, (_, place) => place + 1),
    );
    const afterAll = await measureAll();
    report(size, terms, { views, afterOne, afterAll });
    if (values.plans) printPlans(views, afterAll);
  } finally {
    await explained.close();
    await product.stop();
  }
}

async function grow(pool: Pool, size: Size, ages: readonly number[]): Promise<void> {
  const began = performance.now();
  for (const age of ages) await makeTerm(pool, { ...size, age });
  // Autovacuum would have done this long ago.
  await pool.query('vacuum analyze');
  const { rows } = await pool.query<{ count: string }>(
    'select sum(n_live_tup) as count from pg_stat_user_tables',
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${Number(rows[0]?.count).toLocaleString('en')} rows after ${seconds} s more.`);
}

/** The application as served, in this process, on a database that records what it reads. */
async function explainCalls(pool: Pool) {
  const config = readConfig({ VLABS_DEMO: 'off', LOG_LEVEL: 'silent' });
  const runners = new RunnerPool({ runners: () => [], lostAfterMs: 0 });
  const database = new RecordedPool(pool);
  const services = new Services({ config, pool: database.pool, clock, runners, log: console });
  // Links in the replies are signed.
  await services.files.stored.start();
  const app = await buildApp(services, { checks: {} });
  const close = async () => {
    await app.close();
    await services.close();
  };
  return { app, database, close };
}

async function findNewest(pool: Pool) {
  const { rows } = await pool.query<{ quizId: string; assignmentId: string; studentId: string }>(
    `select quiz_id as "quizId", person_id as "studentId",
       (select assignment_id from hand_ins order by handed_in_at desc limit 1) as "assignmentId"
     from attempts order by submitted_at desc limit 1`,
  );
  if (!rows[0]) throw new Error('Nobody has sat a quiz.');
  return rows[0];
}

/** Some users of this kind, from all sections. */
async function signIn(pool: Pool, kind: string, count: number): Promise<Visitor[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from people where id ~ '^[RT]0' and ${kind} and (role = 1 or exists (
       select 1 from attempts where person_id = id)) order by md5(id) limit $1`,
    [count],
  );
  const visitors: Visitor[] = [];
  for (const { id } of rows) {
    const token = makeToken();
    await pool.query(
      `insert into sessions (token_hash, person_id, address, browser) values ($1, $2, '', 'bench')`,
      [hashToken(token), id],
    );
    const { path: calendar } = await makeCalendarLink(pool, id);
    visitors.push({ id, token, calendar });
  }
  return visitors;
}

interface Results {
  views: View[];
  afterOne: Measured[];
  afterAll: Measured[];
}

function report({ students }: Size, terms: number, { views, afterOne, afterAll }: Results): void {
  console.log(`${students} students, ${terms} terms; each visitor waits for the one before.`);
  const failures: string[] = [];
  const ofCampus = ({ name }: View) =>
    afterAll[views.findIndex((view) => view.who === 'teacher' && view.name === name)];
  const rows = views.flatMap((view, place) => {
    const [one, all] = [afterOne[place], afterAll[place]];
    if (!one || !all) return [];
    const name = `${view.who}: ${view.name}`;
    const whole = view.who === 'staff' ? ofCampus(view) : undefined;
    for (const reason of judge(view, one, all, whole)) failures.push(`${name}: ${reason}`);
    const limited = whole ? (all.medianMs / whole.medianMs).toFixed(2) : '';
    return [[name, ...show(view, one, all), limited]];
  });
  printTable(
    [
      'view',
      'ms, 1 term',
      `${terms} terms`,
      'ratio',
      'p95 ms',
      'kB',
      'rows read',
      'answered',
      'read/answ.',
      'stall ms',
      'Node ms',
      'PG ms',
      'cores at peak',
      'of the campus',
    ],
    rows,
  );
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}

/** The plans with which the database finds the rows of each view. */
function printPlans(views: readonly View[], afterAll: readonly Measured[]): void {
  for (const [place, { who, name }] of views.entries()) {
    console.log(`\n${who}: ${name}`);
    for (const plan of afterAll[place]?.plans ?? []) console.log(plan);
  }
}

const coresAtPeak = (view: View, { nodeMs, postgresMs }: Measured) =>
  ((nodeMs + postgresMs) / 1000) * VISITS_A_SECOND[view.who];

function show(view: View, one: Measured, all: Measured): string[] {
  return [
    one.medianMs.toFixed(1),
    all.medianMs.toFixed(1),
    (all.medianMs / one.medianMs).toFixed(2),
    all.p95Ms.toFixed(1),
    (all.bytes / 1000).toFixed(0),
    all.rowsRead.toFixed(0),
    all.rowsAnswered.toFixed(0),
    (all.rowsRead / all.rowsAnswered).toFixed(1),
    all.stallMs.toFixed(0),
    all.nodeMs.toFixed(1),
    all.postgresMs.toFixed(1),
    coresAtPeak(view, all).toFixed(2),
  ];
}

/** @param whole the same list of a campus admin, for users limited to classes */
function judge(view: View, one: Measured, all: Measured, whole?: Measured): string[] {
  const cores = coresAtPeak(view, all);
  const { maxMs = MAX.p95Ms[view.who] } = view;
  const isList = view.maxMs === undefined;
  const maxRows =
    MAX.rowsPerRow * all.rowsAnswered + MAX.rowsBeside + (view.searches ? all.rowsNamed : 0);
  // A longer answer takes longer, and so does a search in more names.
  const named = view.searches ? all.rowsNamed / one.rowsNamed : 1;
  const growth = Math.max(1, all.bytes / one.bytes, named);
  const found: [boolean, string][] = [
    [all.p95Ms > maxMs, `p95 is over ${maxMs} ms`],
    [
      isList &&
        all.medianMs > one.medianMs * MAX.ratio * growth &&
        all.medianMs - one.medianMs > NOISE_MS,
      `grows by more than ${MAX.ratio} of its answer with the terms`,
    ],
    [
      whole !== undefined &&
        all.medianMs > whole.medianMs * MAX.limited &&
        all.medianMs - whole.medianMs > NOISE_MS,
      `takes over ${MAX.limited} of the time of the whole campus`,
    ],
    [all.bytes > MAX.bytes, 'answers more than 2 MB'],
    [
      isList && all.rowsRead > maxRows,
      `reads ${all.rowsRead} rows, over ${maxRows} for ${all.rowsAnswered}`,
    ],
    [all.stallMs > MAX.stallMs, `holds the event loop longer than ${MAX.stallMs} ms`],
    [
      view.name.startsWith('a visit') && cores > MAX.visitCores,
      'needs more than a core at the peak',
    ],
  ];
  return found.flatMap(([isOver, reason]) => (isOver ? [reason] : []));
}
