import { defaultSettings } from '@vlabs/contract/quizzes/quizzes';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { chooseTermOfList, planMembers, writeMembers } from '../server/classes/classes.reads.ts';
import { inTransaction } from '../server/platform/postgres/database.ts';
import { readList } from '../server/students/import/read-list.ts';
import { LINES, makeCampus, makeList } from './roster.ts';
import { LoadClients } from '../server/testing/load/load-clients.ts';
import { type Person } from '../server/testing/load/people.ts';
import { type StormProduct, startStormProduct } from './storm/storm-product.ts';
import { makeLoadQuiz } from '../server/testing/load/load-quiz.ts';
import { printTable, quantile } from '../server/testing/print-table.ts';

const STUDENTS = 100;
const TEACHERS = 12;
const QUESTIONS = 20;
const SAVE_EVERY_MS = 1000;
const ALONE_MS = 10_000;
const MAX_P95_MS = 300;

/**
 * Measures the saves of a class during a test while twelve teachers save drafts for classes whose members are being
 * imported from a list of 240,000 lines, and compares them with the saves without an import.
 */
export async function benchSavesBesideImport(): Promise<void> {
  const product = await startStormProduct();
  const clients = new LoadClients(product.url);
  try {
    await makeCampus(product.pool);
    const sit = await startTest(product, clients);
    const write = await startDrafts(product, clients);
    const alone = await sit(delay(ALONE_MS));
    const importing = importMembers(product.pool);
    const [beside, drafts] = await Promise.all([sit(importing), write(importing)]);
    const lines: [string, readonly number[]][] = [
      ['saves alone', alone],
      [`saves during an import of ${LINES} lines`, beside],
      ['drafts during it', drafts],
    ];
    const rows = lines.map(([name, times]) => [
      name,
      String(times.length),
      ...[0.5, 0.95, 1].map((part) => quantile(times, part).toFixed(0)),
      (quantile(times, 0.95) / quantile(alone, 0.95)).toFixed(2),
    ]);
    printTable(['calls', 'answered', 'p50 ms', 'p95 ms', 'max ms', 'p95 to alone'], rows);
    if (quantile(beside, 0.95) > MAX_P95_MS) {
      console.error(`A save during an import takes more than ${MAX_P95_MS} ms (p95).`);
      process.exitCode = 1;
    }
  } finally {
    clients.close();
    await product.stop();
  }
}

/** The time of each successful call in milliseconds, until the work has ended. */
type Measure = (work: Promise<unknown>) => Promise<number[]>;

function measureOf(people: readonly Person[], call: (person: Person) => Promise<number | null>) {
  const measure: Measure = async (work) => {
    const times: number[] = [];
    const over = new AbortController();
    const ended = work.finally(() => over.abort());
    const each = people.map(async (person, place) => {
      await delay((place / people.length) * SAVE_EVERY_MS);
      for (; !over.signal.aborted; await delay(SAVE_EVERY_MS)) {
        const tookMs = await call(person);
        if (tookMs !== null) times.push(tookMs);
      }
    });
    await Promise.all([ended, ...each]);
    return times;
  };
  return measure;
}

async function startTest(product: StormProduct, clients: LoadClients): Promise<Measure> {
  const base = `/api/v1/auth/quiz/${await makeLoadQuiz(clients, product.admin, QUESTIONS)}`;
  const students = await product.makeStudents(STUDENTS);
  for (const student of students) {
    await clients.call(student, 'POST', base, { body: { userId: student.id } });
  }
  let sequence = 0;
  return measureOf(students, async (student) => {
    sequence += 1;
    const body = {
      userId: student.id,
      sequence,
      markedAnswers: { '1': String(1 + (sequence % 4)) },
    };
    const reply = await clients.call(student, 'PUT', `${base}/answers`, { body });
    return reply.status === 200 ? reply.tookMs : null;
  });
}

async function startDrafts(product: StormProduct, clients: LoadClients): Promise<Measure> {
  const { rows } = await product.pool.query<{ id: string; draft: string }>(
    'select id, gen_random_uuid() as draft from classes order by code limit $1',
    [TEACHERS],
  );
  const drafts = new Map(
    rows.map(({ id, draft }) => [{ ...product.admin }, { classId: id, draft, revision: 0 }]),
  );
  return measureOf([...drafts.keys()], async (teacher) => {
    const draft = drafts.get(teacher);
    if (!draft) return null;
    const content = draftFor(draft.classId, draft.revision);
    const url = `/api/v1/quiz-drafts/${draft.draft}`;
    const body = { revision: draft.revision, content };
    const reply = await clients.call(teacher, 'PUT', url, { body });
    if (reply.status !== 200) return null;
    draft.revision += 1;
    return reply.tookMs;
  });
}

const nobody = { everyone: false, courses: [], years: [], rollNumbers: [] };

const draftFor = (classId: string, revision: number) => ({
  details: {
    TotalQuestions: '',
    ScorePerQuestion: '',
    SubjectId: '',
    ClassName: '',
    topic: `Draft ${revision}`,
    TimeLimit: '',
    startTime: '',
    endTime: '',
  },
  settings: { ...defaultSettings, audience: { ...nobody, inClass: { classId, sections: [] } } },
  questions: [],
});

async function importMembers(pool: Pool): Promise<void> {
  const { list } = await readList(Buffer.from(makeList(0)), null);
  if (list.kind !== 'members') throw new Error('This is not a list of members.');
  await inTransaction(pool, async (db) => {
    const term = await chooseTermOfList(db, null);
    await planMembers(db, list.members, { isToBeWritten: true, term });
    await writeMembers(db, { endsMissing: false });
  });
}
