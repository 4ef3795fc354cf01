import type { OfferedLanguage } from '@vlabs/contract/runs/offered-languages';
import type { RunnerStatus } from '@vlabs/contract/runs/runner';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { ScriptedRunner } from '../../testing/peers/scripted-runner.ts';
import {
  type TestApp,
  type TestServer,
  makeSecondServer,
  makeTestApp,
} from '../../testing/test-app.ts';

const LUA = 64;
const GO = 60;
const installed: RunnerStatus['languages'] = [
  {
    language: 'python',
    name: 'Python (1)',
    sourceFile: 'a',
    compileCommand: null,
    runCommand: 'b',
    tracer: { fault: null },
  },
  {
    language: 'java',
    name: 'Java (17)',
    sourceFile: 'a',
    compileCommand: 'c',
    runCommand: 'b',
    tracer: { fault: 'The trace of its check lacks the output.' },
  },
  { language: 'lua', name: 'Lua (5.4.4)', sourceFile: 'a', compileCommand: null, runCommand: 'b' },
];

const runner = new ScriptedRunner();
let server: TestApp;
let other: TestServer;
let admin: MadePerson;
let student: MadePerson;

beforeAll(async () => {
  await runner.start();
  runner.status = { languages: installed };
  const runners = () => [runner.address];
  server = await makeTestApp({ runners });
  other = await makeSecondServer(server, { runners });
  admin = await makeAdmin(server.pool);
  student = await makeStudent(server.pool);
});
afterAll(async () => {
  await other.close();
  await server.close();
  await runner.stop();
});

const turn = async (language: string, isOn: boolean, { headers } = admin) => {
  const url = `/api/v1/languages/${language}`;
  const reply = await server.app.inject({ method: 'PUT', url, headers, payload: { isOn } });
  return reply.statusCode;
};
const listNames = async (at: TestServer) => {
  const reply = await at.app.inject({ url: '/judge0/languages', headers: student.headers });
  return reply.json<{ name: string }[]>().map(({ name }) => name);
};
const listAll = async () => {
  const reply = await server.app.inject({ url: '/api/v1/languages', headers: admin.headers });
  return reply.json<{ data: OfferedLanguage[] }>().data;
};
const run = (languageId: number, at: TestServer = server) =>
  at.app.inject({
    method: 'POST',
    url: '/judge0/submissions?wait=true',
    headers: student.headers,
    payload: { source_code: 'x', language_id: languageId },
  });

test('a language that is off is unknown to clients, on every server', async () => {
  for (const at of [server, other]) {
    expect(await listNames(at)).toEqual(['Java (17)', 'Python (1)']);
    const refused = await run(LUA, at);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toEqual({ language_id: [`language with id ${LUA} doesn't exist`] });
  }
  const url = `/judge0/languages/${LUA}`;
  const one = await server.app.inject({ url, headers: student.headers });
  expect(one.statusCode).toBe(404);
});

test('an admin turns a language on and off for all servers', async () => {
  expect(await turn('lua', true)).toBe(200);
  for (const at of [server, other]) {
    expect(await listNames(at)).toEqual(['Java (17)', 'Lua (5.4.4)', 'Python (1)']);
    expect((await run(LUA, at)).statusCode).toBe(201);
  }
  expect(await turn('lua', false)).toBe(200);
  for (const at of [server, other]) expect((await run(LUA, at)).statusCode).toBe(422);
});

test('a language that is on, but that no runner has, stays unknown', async () => {
  expect(await turn('go', true)).toBe(200);
  expect(await listNames(server)).toEqual(['Java (17)', 'Python (1)']);
  expect((await run(GO)).statusCode).toBe(422);
});

test('admins see all languages with their versions; the usual ones cannot be turned off', async () => {
  const all = await listAll();
  expect(all).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ language: 'python', isOn: true, installed: 'Python (1)' }),
      { language: 'c', isOn: true, isUsual: true, installed: null, tracer: null },
      { language: 'lua', isOn: false, isUsual: false, installed: 'Lua (5.4.4)', tracer: null },
      { language: 'go', isOn: true, isUsual: false, installed: null, tracer: null },
    ]),
  );
  expect(await turn('c', false)).toBe(400);
  expect(await turn('cobol', true)).toBe(400);
  expect(await turn('lua', true, student)).toBe(403);
});

test('admins see in which languages programs can be stepped through, and why not in others', async () => {
  const tracers = new Map((await listAll()).map(({ language, tracer }) => [language, tracer]));
  expect(tracers.get('python')).toEqual({ fault: null });
  expect(tracers.get('java')).toEqual({ fault: 'The trace of its check lacks the output.' });
  expect(tracers.get('lua')).toBeNull();
});

test('a language that was just installed is in the first list that somebody asks for', async () => {
  expect(await turn('rust', true)).toBe(200);
  const now = performance.now.bind(performance);
  let laterMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs);
  let version = 0;
  try {
    // A server waits only briefly for its runners, so on a busy machine a version may come too late for its first list.
    await expect
      .poll(
        async () => {
          version += 1;
          const name = `Rust (${version})`;
          const commands = { sourceFile: 'a', compileCommand: null, runCommand: 'b' };
          runner.status = { languages: [...installed, { language: 'rust', name, ...commands }] };
          // Longer than what a server knows of its runners counts as current.
          laterMs += 60_000;
          return (await listNames(server)).includes(name);
        },
        { timeout: 30_000 },
      )
      .toBe(true);
  } finally {
    clock.mockRestore();
    runner.status = { languages: installed };
  }
});
