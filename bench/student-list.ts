import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { getStudentImport, previewStudents } from '@vlabs/contract/students/student-imports';
import type { Pool } from 'pg';
import { openDatabase } from '../server/platform/open-database.ts';
import { hashToken, makeToken } from '../server/platform/access/sessions.ts';
import { type Product, startProduct } from './product.ts';
import { printTable } from '../server/testing/print-table.ts';

const LINES = 20_000;
const HEADINGS =
  'First Name,Last Name,Roll no,Course opted,Email ID,Mobile No,Mentor Name,Parent Mobile No,Year of Graduation,Mentor Email ID,Department';

/** A class list of 20,000 lines: its preview, its import, the same import again and the list of all. */
export async function benchStudentList(): Promise<void> {
  const product = await startProduct();
  try {
    const { dataFolder } = product;
    const database = await openDatabase({
      dataFolder,
      databaseUrl: null,
      shared: true,
      tables: 'migrate',
    });
    try {
      await measure(product, await makeAdmin(database.pool));
    } finally {
      await database.close();
    }
  } finally {
    await product.stop();
  }
}

async function measure(product: Product, token: string): Promise<void> {
  const { url } = product;
  const form = new FormData();
  form.set('file', new File([makeList()], 'class.csv', { type: 'text/csv' }));
  const steps: [string, () => Promise<void>][] = [
    ['preview', () => preview(url, token, form).then(() => undefined)],
    ['preview and import', async () => importPlanned(url, token, await preview(url, token, form))],
    ['the same again', async () => importPlanned(url, token, await preview(url, token, form))],
    ['getall', async () => void (await ask(`${url}/api/v1/auth/getall`, token))],
  ];
  const rows: string[][] = [['at the start', '', await maxMemoryMb(product.pid)]];
  for (const [name, step] of steps) {
    const start = performance.now();
    await step();
    const seconds = (performance.now() - start) / 1000;
    rows.push([name, seconds.toFixed(2), await maxMemoryMb(product.pid)]);
  }
  printTable([`${LINES} students`, 'seconds', 'most memory of the server, MB'], rows);
}

/** Returns the id of the import. */
async function preview(url: string, token: string, form: FormData): Promise<string> {
  const reply = await ask(`${url}/api/v1/students/preview`, token, form);
  return previewStudents.reply.parse(reply).data.importId;
}

async function importPlanned(url: string, token: string, importId: string): Promise<void> {
  const path = `${url}/api/v1/student-imports/${importId}`;
  await ask(`${path}/apply`, token, {});
  for (;;) {
    const { state } = getStudentImport.reply.parse(await ask(path, token)).data;
    if (state === 'done') return;
    if (state === 'failed') throw new Error('The import failed.');
    await pause(20);
  }
}

async function ask(url: string, token: string, body?: FormData | object): Promise<unknown> {
  const isForm = body instanceof FormData;
  const reply = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: token,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${url} returned ${reply.status}.`);
  return reply.json();
}

function makeList(): string {
  const lines = Array.from(
    { length: LINES },
    (_, number) =>
      `Student,Number ${number},21${number},"B.Tech, CSE",s${number}@example.edu,+91${number},Dr. Sen,0${number},${2025 + (number % 4)},sen@example.edu,Computing`,
  );
  return [HEADINGS, ...lines].join('\r\n');
}

/** The peak memory of the process, according to the kernel. */
async function maxMemoryMb(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? '' : (Number(kilobytes) / 1024).toFixed(0);
}

async function makeAdmin(pool: Pool): Promise<string> {
  await pool.query(
    `insert into people (id, name, email, role) values ('A1', 'Bench', 'a1@example.edu', 1)`,
  );
  const token = makeToken();
  await pool.query(
    `insert into sessions (token_hash, person_id, address, browser) values ($1, 'A1', '', 'bench')`,
    [hashToken(token)],
  );
  return token;
}
