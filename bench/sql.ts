import { setTimeout as pause } from 'node:timers/promises';
import { spawnRunner, type TestOutcome } from '../runner/testing/start-runner.ts';
import { printTable, quantile } from '../server/testing/print-table.ts';
import { startLoneRunner } from './lone-runner.ts';

const TIMES = 20;
/** Longer than the start of a cluster. */
const REST_MS = 500;

const SCHEMA = `
create table departments (id integer primary key, name text not null);
create table students (id integer primary key, name text not null, department integer references departments);
create table marks (student integer references students, subject text, mark numeric(5, 2));
insert into departments values (1, 'CS'), (2, 'EE'), (3, 'ME');
insert into students values ${list(20, (i) => `(${i}, 'Student ${i}', ${1 + (i % 3)})`)};
insert into marks values ${list(25, (i) => `(${1 + (i % 20)}, 'Maths', ${40 + i})`)};`;
const QUERY = `
select d.name, count(*) as marks, round(avg(m.mark), 2) as mean
from departments d join students s on s.department = d.id join marks m on m.student = s.id
group by d.name order by d.name;`;

function list(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index + 1)).join(', ');
}

/** How long a query is judged on three tables, from the order to the outcome. */
export async function benchSql(): Promise<void> {
  const runner = await startLoneRunner();
  try {
    const rows: string[][] = [];
    for (const language of ['sqlite', 'postgresql'] as const) {
      const run = () => runner.run({ language, source: QUERY, stdin: SCHEMA });
      rows.push([`${language}, first query of the machine`, ...(await measure(run, 1))]);
      rows.push([`${language}, at rest`, ...(await measure(run, TIMES, REST_MS))]);
      rows.push([`${language}, one after the other`, ...(await measure(run, TIMES))]);
    }
    await runner.end();
    const again = await spawnRunner(runner.folder);
    const run = () => again.run({ language: 'postgresql', source: QUERY, stdin: SCHEMA });
    rows.push(['postgresql, first query of the runner', ...(await measure(run, 1))]);
    await again.end();
    printTable(['', 'median ms', 'most ms', 'CPU ms', 'KB'], rows);
  } finally {
    await runner.stop();
  }
}

async function measure(
  run: () => Promise<TestOutcome>,
  times: number,
  restMs = 0,
): Promise<string[]> {
  const all: { ms: number; cpuMs: number; kb: number }[] = [];
  for (let time = 0; time < times; time += 1) {
    await pause(restMs);
    const began = performance.now();
    const outcome = await run();
    if (outcome.verdict !== 'accepted') throw new Error(outcome.stderr);
    all.push({
      ms: performance.now() - began,
      cpuMs: outcome.cpuTimeMs,
      kb: outcome.memoryKb,
    });
  }
  const ms = all.map((one) => one.ms);
  const figures = [
    quantile(ms, 0.5),
    Math.max(...ms),
    quantile(
      all.map(({ cpuMs }) => cpuMs),
      0.5,
    ),
    quantile(
      all.map(({ kb }) => kb),
      0.5,
    ),
  ];
  return figures.map((figure) => figure.toFixed(0));
}
