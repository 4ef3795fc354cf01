import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { ScriptedRunner } from '../../testing/peers/scripted-runner.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';
import { scrape } from '../../testing/scrape.ts';

const runner = new ScriptedRunner();
let server: TestApp;
let student: MadePerson;

beforeAll(async () => {
  await runner.start();
  runner.status = {
    caches: [{ name: 'compiled_programs', hits: 7, misses: 3 }],
  };
  const environment = { VLABS_ORIGINS: 'https://ide.example.edu' };
  server = await makeTestApp({ runners: () => [runner.address], environment });
  student = await makeStudent(server.pool);
});
afterAll(async () => {
  await server.close();
  await runner.stop();
});

const get = (path: string, headers: Record<string, string> = student.headers) =>
  server.app.inject({ url: `/judge0/${path}`, headers });
const post = (path: string, headers: Record<string, string>, payload: object = {}) =>
  server.app.inject({ method: 'POST', url: `/judge0/${path}`, headers, payload });

async function ask(path: string, headers: Record<string, string>) {
  const reply = await post(path, headers);
  return [reply.statusCode, reply.body];
}

test('the home is an empty page for anyone', async () => {
  const reply = await get('', {});
  expect([reply.statusCode, reply.body]).toEqual([200, '']);
});

test('it calls itself version 1.13.1', async () => {
  expect((await get('about')).json()).toMatchObject({ version: '1.13.1', maintainer: 'V-labs' });
  for (const path of ['version', 'isolate', 'license']) {
    const reply = await get(path);
    expect(reply.headers['content-type']).toMatch(/^text\/plain/);
    expect(reply.body).not.toBe('');
  }
  expect((await get('version')).body.trim()).toBe('1.13.1');
});

test('whether a token may call, and whether it may see every run, can be asked', async () => {
  const admin = await makeAdmin(server.pool);
  expect(await ask('authenticate', student.headers)).toEqual([200, '']);
  expect(await ask('authenticate', {})).toEqual([401, '']);
  expect(await ask('authorize', admin.headers)).toEqual([200, '']);
  expect(await ask('authorize', student.headers)).toEqual([403, '']);
  expect(await ask('authorize', {})).toEqual([401, '']);
});

test('a language tells how it is compiled and started, under its alias too', async () => {
  for (const id of [54, 52]) {
    expect((await get(`languages/${id}`)).json()).toEqual({
      id,
      name: 'C++ (GCC 1)',
      is_archived: false,
      source_file: 'a',
      compile_cmd: null,
      run_cmd: 'b',
    });
  }
  expect((await get('languages/99')).statusCode).toBe(404);
  expect((await get('languages/all')).json()).toContainEqual({
    id: 71,
    name: 'Python (1)',
    is_archived: false,
  });
});

test('the settings are those that hold here', async () => {
  // What two slots complete within a minute, once the runner has reported its slots.
  await get('workers');
  expect((await get('config_info')).json()).toMatchObject({
    enable_submission_delete: false,
    enable_callbacks: false,
    callbacks_max_tries: 3,
    callbacks_timeout: 5,
    allow_enable_network: false,
    allow_enable_per_process_and_thread_time_limit: false,
    cpu_time_limit: 5,
    max_cpu_time_limit: 15,
    max_max_processes_and_or_threads: 120,
    max_max_file_size: 4096,
    max_number_of_runs: 20,
    max_queue_size: 800,
  });
});

test('the machine is described in texts', async () => {
  const reported = (await get('system_info')).json();
  expect(reported).toMatchObject({ Architecture: expect.any(String), Mem: expect.any(String) });
  expect(reported['CPU(s)']).toMatch(/^\d+$/);
});

test('one queue has the slots of all runners as its workers', async () => {
  expect((await get('workers')).json()).toEqual([
    { queue: '1.13.1', size: 0, available: 2, idle: 2, working: 0, paused: 0, failed: 0 },
  ]);
});

test('statistics are cached for ten minutes, and refreshed on request', async () => {
  const before = (await get('statistics')).json();
  expect(before.submissions.total).toBe(0);
  await post('submissions?wait=true', student.headers, { source_code: 'x', language_id: 71 });
  expect((await get('statistics')).json()).toEqual(before);
  const today = new Date().toISOString().slice(0, 10);
  const after = (await get('statistics?invalidate_cache=true')).json();
  expect(after).toEqual({
    created_at: expect.stringMatching(/Z$/),
    cached_until: expect.stringMatching(/Z$/),
    submissions: { total: 1, today: 1, last_30_days: { [today]: 1 } },
    languages: [{ language: { id: 71, name: 'Python (1)' }, count: 1 }],
    statuses: [{ status: { id: 3, name: 'Accepted' }, count: 1 }],
    database: { size_pretty: expect.any(String), size_in_bytes: expect.any(Number) },
  });
  expect(Date.parse(after.cached_until) - Date.parse(after.created_at)).toBe(600_000);
});

test('the metrics tell of waiting, running by language and verdict, and caches', async () => {
  runner.script = ({ say, finish }) => {
    say({ event: 'compiling' }, { event: 'running' });
    finish({ verdict: 'wrong_answer' });
  };
  await post('submissions?wait=true', student.headers, { source_code: 'x', language_id: 54 });
  const { body } = await server.app.inject(scrape);
  expect(body).toContain('runs_waiting 0');
  expect(body).toContain('run_wait_seconds_count{language="cpp"} 1');
  expect(body).toContain('run_duration_seconds_count{language="cpp",verdict="wrong_answer"} 1');
  expect(body).toMatch(/runner_runs\{runner="127\.0\.0\.1:\d+",state="slots"\} 2/);
  expect(body).toMatch(/runner_cache_lookups_total\{.*cache="compiled_programs",result="hit"\} 7/);
});

test('a page of a known origin may call, and no other', async () => {
  const known = await get('languages', { ...student.headers, origin: 'https://ide.example.edu' });
  expect(known.headers['access-control-allow-origin']).toBe('https://ide.example.edu');
  const other = await get('languages', { ...student.headers, origin: 'https://other.example.edu' });
  expect(other.headers['access-control-allow-origin']).not.toBe('https://other.example.edu');
});
