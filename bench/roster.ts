import { performance } from 'node:perf_hooks';
import type { Pool } from 'pg';
import { chooseTermOfList, planMembers, writeMembers } from '../server/classes/classes.reads.ts';
import { inTransaction } from '../server/platform/postgres/database.ts';
import { readList } from '../server/students/import/read-list.ts';
import { startStormProduct } from './storm/storm-product.ts';
import { printTable } from '../server/testing/print-table.ts';

const STUDENTS = 40_000;
const CLASSES_A_STUDENT = 6;
const STUDENTS_A_CLASS = 60;
const CLASSES = (STUDENTS * CLASSES_A_STUDENT) / STUDENTS_A_CLASS;
export const LINES = STUDENTS * CLASSES_A_STUDENT;
const MAX = { seconds: 60, stallMs: 100 };

/**
 * Imports 240,000 memberships from a list: first, again, and with one in a hundred changed; compared with a plain
 * insert.
 */
export async function benchRoster(): Promise<void> {
  const product = await startStormProduct();
  const { pool } = product;
  try {
    await makeCampus(pool);
    const rows: string[][] = [];
    const failures: string[] = [];
    const measure = async (name: string, work: () => Promise<string>) => {
      const watch = watchLoop();
      const began = performance.now();
      const reported = await work();
      const seconds = (performance.now() - began) / 1000;
      const stallMs = watch.end();
      rows.push([name, seconds.toFixed(1), stallMs.toFixed(0), memoryMb(), reported]);
      if (seconds > MAX.seconds) failures.push(`${name}: takes over ${MAX.seconds} s`);
      if (stallMs > MAX.stallMs) failures.push(`${name}: holds the loop over ${MAX.stallMs} ms`);
    };
    await measure('plain insert of the rows', async () => {
      await pool
        .query(
          `insert into plain_members (class_id, person_id, role, source)
         select classes.id, 'R' || lpad(i::text, 6, '0'), 'student', 'list'
         from generate_series(0, ${STUDENTS - 1}) as i, generate_series(0, 5) as k
         join classes on true
         where classes.code = 'C' || ((i * 6 + k) % ${CLASSES})`,
        )
        .catch(() => null);
      return `${LINES}`;
    });
    const files = new Map([0, 100].map((changed) => [changed, Buffer.from(makeList(changed))]));
    const importing = (changed: number) => async () => {
      const { list } = await readList(files.get(changed) ?? Buffer.alloc(0), null);
      if (list.kind !== 'members') throw new Error('This is not a list of members.');
      return inTransaction(pool, async (db) => {
        const term = await chooseTermOfList(db, null);
        const plan = await planMembers(db, list.members, { isToBeWritten: true, term });
        await writeMembers(db, { endsMissing: false });
        return `${plan.added} added, ${plan.changed} changed, ${plan.unchanged} as they were, ${plan.problems.length} at fault`;
      });
    };
    await measure('import, the first time', importing(0));
    await pool.query('vacuum analyze class_members');
    await measure('the same again', importing(0));
    await measure('with one in a hundred in another section', importing(100));
    printTable([`${LINES} members`, 'seconds', 'longest stall, ms', 'memory, MB', 'told'], rows);
    for (const failure of failures) console.error(failure);
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    await product.stop();
  }
}

/** People and open classes, and a table for the plain insert. */
export async function makeCampus(pool: Pool): Promise<void> {
  await pool.query(
    `insert into people (id, name, role) select 'R' || lpad(i::text, 6, '0'), 'Student ' || i, 0
     from generate_series(0, ${STUDENTS - 1}) as i`,
  );
  await pool.query(
    `insert into people (id, name, email, role) values ('A1', 'Bench', 'a1@x.edu', 1)`,
  );
  await pool.query(
    `with term as (insert into terms (name, starts_on, ends_on)
       values ('Odd', '2026-07-01', '2026-12-31') returning id)
     insert into classes (term_id, subject, name, code, created_by)
     select term.id, 'Subject', 'Class ' || c, 'C' || c, 'A1'
     from term, generate_series(0, ${CLASSES - 1}) as c`,
  );
  await pool.query('create table plain_members (like class_members including all)');
  await pool.query('vacuum analyze people');
}

/** Every `changed`th student is in another section than before; 0: none. */
export function makeList(changed: number): string {
  const lines: string[] = ['Roll no,Class code,Section,Role'];
  for (let line = 0; line < LINES; line += 1) {
    const student = Math.floor(line / CLASSES_A_STUDENT);
    const section = changed > 0 && line % changed === 0 ? 'C' : student % 2 === 0 ? 'A' : 'B';
    lines.push(`R${String(student).padStart(6, '0')},C${line % CLASSES},${section},`);
  }
  return lines.join('\r\n');
}

const memoryMb = () => (process.memoryUsage().rss / 1_048_576).toFixed(0);

/** The maximum delay of a 5 ms timer. */
function watchLoop(): { end: () => number } {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 5);
    last = now;
  }, 5);
  return {
    end: () => {
      clearInterval(timer);
      return longest;
    },
  };
}
