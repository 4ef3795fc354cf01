import { OUTPUT_WINDOW_BYTES } from '@vlabs/contract/runs/live-runs';
import { afterAll, describe, expect, test } from 'vitest';
import { connect, startLive } from './testing/live-connection.ts';
import { explainSkip, startRunner } from './testing/start-runner.ts';
import { HANG_MS } from './testing/patience.ts';

const runner = await startRunner({ VLABS_RUNNER_LIVE_RUNS: '2' });
afterAll(() => runner.stop());
const wait = { timeout: HANG_MS, interval: 10 };
/** No limit ends the program before the event that a test waits for. */
const ENDLESS = { idleTimeMs: 10 * HANG_MS, limits: { wallTimeMs: 10 * HANG_MS } };

test('an upgrade needs the token and a supported protocol', async () => {
  expect(await connect(runner, { 'x-runner-token': 'another' })).toMatchObject({ status: 401 });
  expect(await connect(runner, { upgrade: 'websocket' })).toMatchObject({ status: 404 });
});

const twoNumbers = `#include <stdio.h>
int main(void) {
  int a, b;
  printf("first: ");
  scanf("%d", &a);
  printf("second: ");
  scanf("%d", &b);
  printf("sum %d\\n", a + b);
}`;

describe.skipIf(explainSkip(runner))('a program in a terminal', () => {
  test('shows its prompts before it reads, without a flush', async () => {
    const live = await startLive(runner, { language: 'c', source: twoNumbers });
    await live.sees(/first: $/);
    live.type('19\r');
    await live.sees(/second: $/);
    live.type('23\r');
    expect(await live.ending()).toMatchObject({
      verdict: 'accepted',
      text: 'first: 19\r\nsecond: 23\r\nsum 42\r\n',
    });
    expect(live.events.map(({ event }) => event)).toEqual(['compiling', 'running', 'finished']);
  });

  test('receives the end of input and Ctrl+C as on any terminal', async () => {
    const read = 'import sys\nprint("go", flush=True)\nprint(len(sys.stdin.read()))';
    const reading = await startLive(runner, { language: 'python', source: read });
    await reading.sees('go');
    reading.type('abc\r\u0004');
    await reading.sees(/4\r\n$/);
    expect(await reading.ending()).toMatchObject({ verdict: 'accepted' });

    const loop = 'print("go", flush=True)\nwhile True: pass';
    const looping = await startLive(runner, { language: 'python', source: loop });
    await looping.sees('go');
    looping.type('\u0003');
    await looping.sees('KeyboardInterrupt');
    expect(await looping.ending()).toMatchObject({ verdict: 'runtime_error' });
  });

  test('knows the size of its window and learns of changes', async () => {
    const source = `import os, signal
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGWINCH])
print(*os.get_terminal_size(), flush=True)
signal.sigwait([signal.SIGWINCH])
print(*os.get_terminal_size())`;
    const live = await startLive(runner, {
      language: 'python',
      source,
      window: { columns: 100, rows: 30 },
    });
    await live.sees('100 30');
    live.say({ message: 'resize', columns: 44, rows: 11 });
    await live.sees('44 11');
    expect(await live.ending()).toMatchObject({ verdict: 'accepted' });
  });

  test('ends when its connection closes', async () => {
    const source = 'print("go", flush=True)\ninput()';
    const live = await startLive(runner, { language: 'python', source, ...ENDLESS });
    await live.sees('go');
    expect(await runner.statusAtRest()).toMatchObject({ liveRuns: 1 });
    live.close();
    await expect.poll(() => runner.status(), wait).toMatchObject({ liveRuns: 0 });
  });

  test('ends when the machine of its server has vanished, and no other program does', async () => {
    const source = 'print("go", flush=True)\ninput()';
    const live = await startLive(runner, { language: 'python', source });
    const other = await startLive(runner, { language: 'python', source });
    for (const each of [live, other]) await each.sees('go');
    live.reset();
    await expect.poll(() => runner.status(), wait).toMatchObject({ liveRuns: 1 });
    other.type('on\r');
    expect(await other.ending()).toMatchObject({ verdict: 'accepted' });
  });

  test('can be stopped and keeps its output', async () => {
    const source = 'print("go", flush=True)\nwhile True: pass';
    const live = await startLive(runner, { language: 'python', source });
    await live.sees('go');
    live.say({ message: 'stop' });
    expect(await live.ending()).toMatchObject({ message: 'Stopped', text: 'go\r\n' });
  });

  test('ends at the idle timeout', async () => {
    const live = await startLive(runner, {
      language: 'python',
      source: 'input("? ")',
      idleTimeMs: 1600,
    });
    await live.sees(/\? $/);
    expect(await live.ending()).toMatchObject({
      verdict: 'time_limit',
      message: 'Nothing was typed or printed for 2 seconds',
    });
  });

  test('blocks while its output is not acknowledged, and can still be stopped', async () => {
    const source = 'import sys\nwhile True: sys.stdout.write("y" * 1000)';
    const live = await startLive(runner, {
      language: 'python',
      source,
      limits: { cpuTimeMs: 10_000 },
    });
    live.showsAll = false;
    await expect.poll(() => live.printedBytes, wait).toBeGreaterThanOrEqual(OUTPUT_WINDOW_BYTES);
    live.type('typed into the flood\r');
    const { printedBytes } = live;
    live.say({ message: 'stop' });
    expect(await live.ending()).toMatchObject({ message: 'Stopped' });
    // Some frames were already in flight.
    expect(live.printedBytes - printedBytes).toBeLessThan(OUTPUT_WINDOW_BYTES);
    expect(live.printedBytes).toBeLessThan(2 * OUTPUT_WINDOW_BYTES);
  });

  test('waits if all slots are taken, and shows its errors if it does not compile', async () => {
    const source = 'print("go", flush=True)\ninput()';
    const first = await startLive(runner, { language: 'python', source });
    const second = await startLive(runner, { language: 'python', source });
    await Promise.all([first.sees('go'), second.sees('go')]);
    const third = await startLive(runner, { language: 'python', source: 'print("third")' });
    await expect
      .poll(() => third.events, wait)
      .toContainEqual({
        event: 'queued',
        place: 0,
        waitsFor: 'terminal',
      });
    first.close();
    expect(await third.ending()).toMatchObject({ text: 'third\r\n' });
    second.close();

    const broken = await startLive(runner, { language: 'c', source: 'int main( {' });
    await expect
      .poll(() => broken.events.at(-1), wait)
      .toMatchObject({
        event: 'finished',
        outcome: { executions: [], compileOutputBase64: expect.stringMatching(/./) },
      });
  });
});
