import { readFileSync } from 'node:fs';
import { getSimilarity } from '@vlabs/contract/similarity/similarity';
import { insertAssignment, updateCounts } from '../../server/assignments/assignments.queries.ts';
import { insertHandIn } from '../../server/assignments/hand-ins.queries.ts';
import { makeClass, type Planted } from './similarity-programs.ts';
import { startStormProduct, type StormProduct } from '../storm/storm-product.ts';
import { printTable, quantile } from '../../server/testing/print-table.ts';

const STUDENTS = 400;
const SEED = 1;
const C = 50;
const EVERYONE = { everyone: true, courses: [], years: [], rollNumbers: [] };
const MAX_SECONDS = 30;
const LOOK_EVERY_MS = 20;

/**
 * Measures how long the comparison of a class's programs takes, its memory, how fast the server answers others
 * meanwhile, and which planted copies are found.
 */
export async function benchSimilarity(): Promise<void> {
  const product = await startStormProduct();
  try {
    const { id, planted, idOf } = await makeHandIns(product);
    const before = residentMb(product.pid);
    const asked = watchServer(product);
    const began = performance.now();
    await compare(product, id);
    const seconds = (performance.now() - began) / 1000;
    const { waits, maxMb } = await asked.stop();
    const { pairs } = await read(product, id);
    console.log(
      `${STUDENTS} programs compared in ${seconds.toFixed(1)} s; ${pairs.length} pairs kept`,
    );
    printTable(
      ['the server meanwhile', 'figure'],
      [
        ['memory before, max (MB)', `${before.toFixed(0)}, ${maxMb.toFixed(0)}`],
        ['/healthz answered, times', String(waits.length)],
        ['answer, median (ms)', quantile(waits, 0.5).toFixed(1)],
        ['answer, p99 (ms)', quantile(waits, 0.99).toFixed(1)],
        ['answer, longest (ms)', Math.max(...waits).toFixed(1)],
      ],
    );
    printRecall(pairs, planted, idOf);
    if (seconds > MAX_SECONDS) process.exitCode = 1;
  } finally {
    await product.stop();
  }
}

/** Hands in each student's program; returns the hand-in of each. */
async function makeHandIns(product: StormProduct) {
  const { programs, planted } = makeClass(STUDENTS, SEED);
  const { pool, admin } = product;
  const students = await product.makeStudents(STUDENTS);
  const id = await insertAssignment(pool, {
    title: 'Marks of a class',
    text: 'Read the marks of a class and tell what can be told of them.',
    starterCode: '',
    canStep: true,
    fileId: null,
    fileName: '',
    languageId: C,
    dueAt: null,
    maxMarks: 100,
    audience: EVERYONE,
    createdBy: admin.id,
    isDemo: false,
  });
  const idOf = new Map<string, string>();
  for (const [place, program] of programs.entries()) {
    const { handInId } = await insertHandIn(pool, {
      assignmentId: id,
      studentId: students[place]?.id ?? '',
      kind: 'program',
      languageId: C,
      source: program.source,
      text: null,
      handedInAt: new Date(),
      isLate: false,
    });
    idOf.set(program.id, handInId);
  }
  await updateCounts(pool, id);
  return { id, planted, idOf };
}

async function read({ url, admin }: StormProduct, id: string) {
  const headers = { authorization: admin.token };
  const reply = await fetch(`${url}/api/v1/assignments/${id}/similarity`, { headers });
  return getSimilarity.reply.parse(await reply.json()).data;
}

/** Runs the comparison as a job, like the page, and waits for its end. */
async function compare(product: StormProduct, id: string): Promise<void> {
  const { url, admin, pool } = product;
  const headers = { authorization: admin.token };
  await fetch(`${url}/api/v1/assignments/${id}/similarity`, { method: 'POST', headers });
  const state = async () => {
    const { rows } = await pool.query('select state from comparisons');
    return String(rows[0]?.state);
  };
  for (let now = await state(); now !== 'done'; now = await state()) {
    if (now === 'failed') throw new Error('The comparison failed.');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Polls the server and records its memory. */
function watchServer({ url, pid }: StormProduct) {
  const waits: number[] = [];
  let maxMb = 0;
  const watched = new AbortController();
  const watch = async () => {
    while (!watched.signal.aborted) {
      const began = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      waits.push(performance.now() - began);
      maxMb = Math.max(maxMb, residentMb(pid));
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  };
  const watching = watch();
  const stop = async () => {
    watched.abort();
    await watching;
    return { waits, maxMb };
  };
  return { stop };
}

function residentMb(pid: number): number {
  const found = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1]) / 1024;
}

const levels: Record<Planted['level'], string> = {
  1: 'other names and comments',
  2: 'also other order of functions',
  3: 'also statements between',
  4: 'every other function rewritten',
};

interface FoundPair {
  one: string;
  other: string;
  similarity: number;
}

const nameOf = (one = '', other = '') => [one, other].toSorted().join(' ');

/** For each kind of copy: how many rank above every pair that was not planted. */
function printRecall(
  pairs: readonly FoundPair[],
  planted: readonly Planted[],
  idOf: ReadonlyMap<string, string>,
): void {
  const levelOf = new Map(
    planted.map(({ one, other, level }) => [nameOf(idOf.get(one), idOf.get(other)), level]),
  );
  const found = pairs.map((pair) => ({
    ...pair,
    level: levelOf.get(nameOf(pair.one, pair.other)),
  }));
  const highest = found.find(({ level }) => level === undefined)?.similarity ?? 0;
  const rows = ([1, 2, 3, 4] as const).map((level) => {
    const all = planted.filter((one) => one.level === level).length;
    const ofLevel = found.filter((pair) => pair.level === level);
    const above = ofLevel.filter(({ similarity }) => similarity > highest).length;
    const lowest = Math.min(...ofLevel.map(({ similarity }) => similarity));
    return [levels[level], `${above} of ${all}`, ofLevel.length === 0 ? '–' : lowest.toFixed(2)];
  });
  console.log(`The highest pair that was not planted: ${highest.toFixed(2)}`);
  printTable(['copies with', 'above every other pair', 'lowest'], rows);
}
