import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { LIVE_RUNS_PATH } from '@vlabs/contract/runs/live-runs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { LiveTerminal } from '../../testing/peers/live-terminal.ts';
import { type OwnPostgres, startOwnPostgres } from '../../testing/database/own-postgres.ts';
import { startRealRunner } from '../../testing/peers/real-runner.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { HANG_MS } from '../../../runner/testing/patience.ts';

const TIMEOUT = { timeout: HANG_MS, interval: 100 };
const runner = await startRealRunner();
let postgres: OwnPostgres;
let server: { url: string; child: ChildProcess };
let token: string;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  server = await startServerProcess({
    DATABASE_URL: postgres.databaseUrl,
    VLABS_DEMO: 'on',
    VLABS_RUNNER_URL: runner.address.url,
    VLABS_RUNNER_TOKEN: runner.address.token,
  });
  const reply = await fetch(`${server.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: '2105001', password: 'vlabs-student' }),
  });
  token = JSON.parse(await reply.text()).token;
});
afterAll(async () => {
  const ended = once(server.child, 'exit');
  server.child.kill('SIGKILL');
  await ended;
  await postgres.close();
  await runner.stop();
});

const read = async (path: string) => {
  const reply = await fetch(server.url + path, { headers: { authorization: token } });
  return reply.text();
};

test.skipIf(runner.refusal !== null)(
  'a terminal outlives the database: the program goes on, and its end is kept when that is back',
  async () => {
    const socket = new WebSocket(`${server.url}${LIVE_RUNS_PATH}`);
    const terminal = new LiveTerminal(socket);
    await once(socket, 'open');
    const source = 'print("Name?")\nprint("Hello " + input())\n';
    terminal.start({ token, languageId: 71, source });
    await vi.waitFor(() => expect(terminal.text).toContain('Name?'), TIMEOUT);

    await postgres.kill();
    // The session is checked with every heartbeat; the second one comes well after the first reply.
    await once(socket, 'ping');
    await once(socket, 'ping');
    terminal.type('Asha\n');
    await vi.waitFor(() => expect(terminal.text).toContain('Hello Asha'), TIMEOUT);
    expect(terminal.closeCode).toBe(null);

    await postgres.start();
    await vi.waitFor(() => expect(terminal.lastEvent).toEqual({ event: 'finished' }), TIMEOUT);
    const run = JSON.parse(await read(`/judge0/submissions/${terminal.runToken}`));
    expect(run).toMatchObject({ status: { description: 'Accepted' } });
    expect(run.stdout).toContain('Hello Asha');
  },
);
