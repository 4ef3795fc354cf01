import { RunnerStatus, RUNNER_TOKEN_HEADER } from '@vlabs/contract/runs/runner';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type LiveTerminal, openTerminal } from '../../testing/peers/live-terminal.ts';
import { type MadePerson, makeStudent } from '../../testing/acts/make.ts';
import { type RealRunner, startRealRunner } from '../../testing/peers/real-runner.ts';
import {
  type TestApp,
  type TestServer,
  makeSecondServer,
  makeTestApp,
} from '../../testing/test-app.ts';
import { HANG_MS } from '../../../runner/testing/patience.ts';

/* Two servers and runners with two terminal places in total, running real programs. */

const environment = { VLABS_RUNNER_LIVE_RUNS: '1' };
const runners = await Promise.all([
  startRealRunner({ environment }),
  startRealRunner({ environment }),
]);
const refusal = runners[0].refusal;
if (refusal !== null) console.warn(`Tests with real programs are skipped: ${refusal}`);
const wait = { timeout: HANG_MS, interval: 10 };
const PYTHON = 71;
const NEVER = { giveWayAfterMs: 3_600_000, longestTurnMs: 3_600_000 };

let one: TestApp;
let other: TestServer;
const terminals: LiveTerminal[] = [];

async function serveWith(liveTurns: typeof NEVER, used: readonly RealRunner[]): Promise<void> {
  const options = { runners: () => used.map(({ address }) => address), liveTurns };
  one = await makeTestApp(options);
  other = await makeSecondServer(one, options);
  for (const { app } of [one, other]) await app.listen({ port: 0, host: '127.0.0.1' });
}
async function endServers(): Promise<void> {
  for (const terminal of terminals.splice(0)) terminal.close();
  await other.close();
  await one.close();
}
afterAll(() => Promise.all(runners.map((runner) => runner.stop())));

const WAITS = 'print("go", flush=True)\ninput()';
async function start(on: TestServer, person: MadePerson): Promise<LiveTerminal> {
  const terminal = await openTerminal(on.app);
  terminals.push(terminal);
  terminal.start({ token: person.token, languageId: PYTHON, source: WAITS });
  return terminal;
}
const isRunning = (terminal: LiveTerminal) =>
  vi.waitUntil(() => terminal.text.includes('go'), wait);
const hasEnded = (terminal: LiveTerminal) => vi.waitUntil(() => terminal.closeCode !== null, wait);
const waitsAt = (terminal: LiveTerminal, place: number) =>
  vi.waitUntil(
    () =>
      terminal.lastEvent?.event === 'queued' &&
      terminal.lastEvent.waitsFor === 'terminal' &&
      terminal.lastEvent.place === place,
    wait,
  );
async function messageOf(person: MadePerson, terminal: LiveTerminal) {
  const url = `/judge0/submissions/${terminal.runToken}?fields=status,message,verdict`;
  return (await one.app.inject({ url, headers: person.headers })).json();
}

describe.skipIf(refusal !== null)('one place in a terminal', () => {
  beforeAll(() => serveWith({ giveWayAfterMs: 300, longestTurnMs: 3_600_000 }, [runners[0]]));
  afterAll(endServers);

  test('moves from an idle person to a waiting one, on another server too, and the page is notified', async () => {
    const [idle, late] = [await makeStudent(one.pool), await makeStudent(one.pool)];
    const first = await start(one, idle);
    await isRunning(first);
    const second = await start(other, late);
    await isRunning(second);
    expect(second.events).toContainEqual({ event: 'queued', place: 0, waitsFor: 'terminal' });
    await hasEnded(first);
    expect(await messageOf(idle, first)).toEqual({
      status: { id: 12, description: 'Runtime Error (Other)' },
      verdict: 'runtime_error',
      message: expect.stringMatching(
        /^Stopped: others wait for a terminal, and nothing was typed or printed here for \d+ seconds\. Run it again to wait for a free one$/,
      ),
    });
    second.close();
  });
});

describe.skipIf(refusal !== null)('places of two runners', () => {
  beforeAll(() => serveWith(NEVER, runners));
  afterAll(endServers);

  test('are shared by both servers, and a waiting terminal moves to the other runner', async () => {
    const [a, b, c] = [
      await makeStudent(one.pool),
      await makeStudent(one.pool),
      await makeStudent(one.pool),
    ];
    const first = await start(one, a);
    await isRunning(first);
    const holdsFirst = (await liveRunsOf(runners[0])) === 1 ? runners[0] : runners[1];
    const second = await start(other, b);
    await isRunning(second);
    const third = await start(one, c);
    await waitsAt(third, 0);
    const isBehindFirst = (await statusOf(holdsFirst)).waitingLiveRuns === 1;
    (isBehindFirst ? second : first).close();
    await isRunning(third);
    expect(third.events.map(({ event }) => event)).not.toContain('refused');
    expect((isBehindFirst ? first : second).closeCode).toBeNull();
  });
});

async function statusOf({ address: { url, token } }: RealRunner) {
  const reply = await fetch(`${url}/status`, { headers: { [RUNNER_TOKEN_HEADER]: token } });
  return RunnerStatus.parse(await reply.json());
}
const liveRunsOf = async (runner: RealRunner) => (await statusOf(runner)).liveRuns;
