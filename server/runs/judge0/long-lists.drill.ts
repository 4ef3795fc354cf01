import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addLongRun } from '../../testing/database/long-runs.queries.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';

const MB = 1024 * 1024;

let server: TestApp;
let student: MadePerson;

beforeAll(async () => {
  server = await makeTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  student = await makeStudent(server.pool);
});

async function addRuns(sizes: readonly number[]): Promise<string[]> {
  const tokens: string[] = [];
  for (const stdoutBytes of sizes) {
    tokens.push(await addLongRun(server.pool, { owner: student.id, stdoutBytes }));
  }
  return tokens;
}

async function read(path: string, headers = student.headers) {
  return (await server.app.inject({ url: `/judge0/submissions${path}`, headers })).json();
}
const lengths = (runs: { stdout: string | null }[]) => runs.map(({ stdout }) => stdout?.length);
const FIELDS = 'fields=token,stdout,status_id';

describe('a list of runs with long texts', () => {
  test('has those of the first that fit, and says of each other one how to read it', async () => {
    const tokens = await addRuns([3 * MB, 2 * MB, 10]);
    const { submissions, meta } = await read(`?${FIELDS}`);
    expect(lengths(submissions)).toEqual([3 * MB, undefined, undefined]);
    expect(submissions[0]).not.toHaveProperty('cut');
    expect(submissions[1]).toEqual({
      token: tokens[1],
      status_id: 3,
      stdout: null,
      cut: `Omitted because the texts of one reply are limited to 4 MB. Request this run alone at /judge0/submissions/${tokens[1]}.`,
    });
    expect(meta.total_count).toBe(3);
    const single = await read(`/${tokens[1]}?${FIELDS}`);
    expect(single).toEqual({ token: tokens[1], status_id: 3, stdout: 'x'.repeat(2 * MB) });
  });

  test('takes no room for what was not asked for, nor for one that never fits', async () => {
    await addRuns([5 * MB, 3 * MB]);
    const { submissions } = await read('?fields=stdout');
    expect(lengths(submissions)).toEqual([undefined, 3 * MB]);
    const short = (await read('?fields=status_id')).submissions;
    expect(short).toEqual([{ status_id: 3 }, { status_id: 3 }]);
  });

  test('is bound as a batch too, however often it names the same run', async () => {
    const [token = ''] = await addRuns([3 * MB]);
    const { submissions } = await read(`/batch?${FIELDS}&tokens=${token},${token},${token}`);
    expect(lengths(submissions)).toEqual([3 * MB, undefined, undefined]);
  });

  test('gives nobody’s room to runs of others', async () => {
    const [token = ''] = await addRuns([3 * MB]);
    const other = await makeStudent(server.pool);
    const own = await addLongRun(server.pool, { owner: other.id, stdoutBytes: 3 * MB });
    const path = `/batch?${FIELDS}&tokens=${token},${own}`;
    const { submissions } = await read(path, other.headers);
    expect(submissions).toMatchObject([null, { token: own, stdout: 'x'.repeat(3 * MB) }]);
    const { headers } = await makeAdmin(server.pool);
    expect(lengths((await read(path, headers)).submissions)).toEqual([3 * MB, undefined]);
  });
});

test('ten lists of long texts at once take little of a server’s memory', async () => {
  const sizes = Array.from({ length: 100 }, () => 3 * MB);
  const tokens = await addRuns(sizes);
  const { url, child } = await startServerProcess({
    DATABASE_URL: server.databaseUrl,
    VLABS_DATA: server.dataFolder,
    VLABS_RUNNER_URL: 'http://127.0.0.1:9',
    VLABS_RUNNER_TOKEN: 't'.repeat(32),
  });
  const ask = async (path: string) => {
    const reply = await fetch(`${url}/judge0/submissions${path}`, { headers: student.headers });
    await reply.arrayBuffer();
    return reply.status;
  };
  await ask('?per_page=1&fields=*');
  const before = await peakMemoryOf(child.pid);
  const list = () => ask('?per_page=100&fields=*');
  const batch = () => ask(`/batch?tokens=${tokens.slice(0, 20).join(',')}&fields=*`);
  const each = tokens.slice(0, 10).map((token) => () => ask(`/${token}?fields=*`));
  for (const calls of [Array.from({ length: 10 }, () => list), Array(10).fill(batch), each]) {
    const statuses = await Promise.all(calls.map((call: () => Promise<number>) => call()));
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  }
  expect((await peakMemoryOf(child.pid)) - before).toBeLessThan(300 * MB);
  child.kill('SIGKILL');
});

/** The process's peak memory. */
async function peakMemoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
