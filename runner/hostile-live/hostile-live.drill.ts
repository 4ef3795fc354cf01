import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Limits } from '@vlabs/contract/runs/runner';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { type LiveConnection, startLive } from '../testing/live-connection.ts';
import { HANG_MS, PATIENCE } from '../testing/patience.ts';
import { explainSkip, startRunner } from '../testing/start-runner.ts';

const FLOOD_BYTES = 128 * 1024 * 1024;
/** The extra memory that the runner may use during a flood: far less than the flood. */
const MAX_GROWTH_KB = 64 * 1024;

const runner = await startRunner();
afterAll(() => runner.stop());
const wait = { timeout: HANG_MS, interval: 10 };

const start = (
  file: string,
  limits: Partial<Limits> = {},
  idle: { idleTimeMs?: number } = {},
): Promise<LiveConnection> =>
  startLive(runner, {
    language: extname(file) === '.c' ? 'c' : 'python',
    source: readFileSync(join(import.meta.dirname, file)),
    limits,
    ...idle,
  });

function residentKb(): number {
  const status = readFileSync(`/proc/${runner.child.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
}

describe.skipIf(explainSkip(runner))('a hostile program in a terminal', () => {
  // The next program must run normally.
  afterEach(async () => {
    const next = await startLive(runner, { language: 'python', source: 'print(input("well? "))' });
    await next.sees(/^well\? $/);
    next.type('yes\r');
    await next.sees(/^well\? yes\r\nyes\r\n$/);
    await next.ending();
    await vi.waitUntil(async () => (await runner.status()).liveRuns === 0, wait);
  });

  test('that prints a flood is relayed to its end, and the runner buffers none of it', async () => {
    const before = residentKb();
    const live = await start('flood.c', {
      cpuTimeMs: 60_000 * PATIENCE,
      wallTimeMs: 120_000 * PATIENCE,
    });
    let max = 0;
    const timer = setInterval(() => {
      max = Math.max(max, residentKb());
    }, 20);
    const ending = await live.ending().finally(() => clearInterval(timer));
    expect(ending).toMatchObject({ verdict: 'accepted' });
    expect(live.printedBytes).toBe(FLOOD_BYTES);
    expect(max - before).toBeLessThan(MAX_GROWTH_KB);
  });

  test('that exceeds the output limit is ended', async () => {
    const live = await start('more-than-all.c', { outputKb: 1024 });
    expect(await live.ending()).toMatchObject({ verdict: 'output_limit' });
    expect(live.printedBytes).toBe(1024 * 1024);
  });

  test('that closes its terminal is ended by the idle timeout', async () => {
    const live = await start('close-the-terminal.c', {}, { idleTimeMs: 2000 });
    expect(await live.ending()).toMatchObject({ verdict: 'time_limit', text: 'closing\r\n' });
  });

  test('that looks for other terminals and for the connection to the runner finds neither', async () => {
    const live = await start('reach-further.c');
    expect(await live.ending()).toMatchObject({ text: 'terminal 1 reached 0\r\n' });
  });

  test('that leaves its terminal in unusual modes does not affect others', async () => {
    const live = await start('leave-odd-modes.py');
    expect(await live.ending()).toMatchObject({ verdict: 'accepted' });
  });

  test('that stops its own output is ended by the idle timeout', async () => {
    const live = await start('stop-the-flow.py', {}, { idleTimeMs: 2000 });
    expect(await live.ending()).toMatchObject({ verdict: 'time_limit', text: 'before\r\n' });
  });

  test('that never reads does not use up memory, and lost input is reported', async () => {
    const live = await start('never-read.py');
    await live.sees('deaf');
    const before = residentKb();
    for (let time = 0; time < 400; time++) live.type('z'.repeat(65_536));
    await expect
      .poll(() => live.events, wait)
      .toContainEqual({ event: 'input_lost', bytes: 65_536 });
    expect(residentKb() - before).toBeLessThan(MAX_GROWTH_KB);
    live.say({ message: 'stop' });
    expect(await live.ending()).toMatchObject({ message: 'Stopped' });
  });

  test('that ignores every signal can still be stopped', async () => {
    const live = await start('ignore-every-signal.c');
    await live.sees('ignoring');
    live.type('\u0003\u001c\u001a');
    live.say({ message: 'stop' });
    expect(await live.ending()).toMatchObject({ message: 'Stopped', exitSignal: 9 });
  });

  test('cannot leave a child behind', async () => {
    const live = await start('leave-a-child.c');
    expect(await live.ending()).toMatchObject({ verdict: 'accepted' });
    expect(live.text).toContain('the parent leaves');
  });
});
