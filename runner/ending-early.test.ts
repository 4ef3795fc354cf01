import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { RunEvent } from '@vlabs/contract/runs/runner';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { explainSkip, isNew, type Program, startRunner } from './testing/start-runner.ts';
import { HANG_MS, PATIENTLY } from './testing/patience.ts';

const runner = await startRunner({ VLABS_RUNNER_SLOTS: '1' });
afterAll(() => runner.stop());

const input = (text: string) => ({
  stdinBase64: Buffer.from(text).toString('base64'),
  expectedOutputBase64: null,
});
const textOf = (base64: string | undefined) => Buffer.from(base64 ?? '', 'base64').toString();
const stop = (runId: string) => runner.request(`/runs/${runId}/stop`, { method: 'POST' });

/** Starts a program. `hears` resolves when the runner has sent that event n times. */
async function start(program: Program) {
  const runId = randomUUID();
  const response = await runner.send({ ...program, order: { ...program.order, runId } });
  const events: RunEvent[] = [];
  const ended = (async () => {
    let text = '';
    for await (const bytes of response.body ?? []) {
      text += Buffer.from(bytes).toString();
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      events.push(...lines.map((line) => RunEvent.parse(JSON.parse(line))));
    }
    const last = events.at(-1);
    if (last?.event !== 'finished') throw new Error('The run did not finish.');
    return last.outcome;
  })();
  const receives = (event: RunEvent['event'], times = 1) =>
    vi.waitFor(
      () => expect(events.filter((one) => one.event === event && isNew(one))).toHaveLength(times),
      PATIENTLY,
    );
  return { runId, ended, receives };
}

describe.skipIf(explainSkip(runner))('a stopped run', () => {
  test('returns its output so far and the results of the finished inputs', async () => {
    const source =
      'import time\nn = input()\nprint("got", n, flush=True)\ntime.sleep(600 if n == "b" else 0)';
    const inputs = ['a', 'b', 'c'].map(input);
    let timeoutMs = 0;
    const runAndStop = async () => {
      const { runId, ended, receives } = await start({
        language: 'python',
        source,
        order: { inputs },
        limits: { wallTimeMs: 5 * HANG_MS },
      });
      await receives('running', 2);
      // The test cannot see the program print, so each attempt gives it more time.
      await delay((timeoutMs += 50));
      expect((await stop(runId)).status).toBe(200);
      const { executions } = await ended;
      expect((await stop(runId)).status).toBe(404);
      return executions.map(({ message, stdoutBase64 }) => [message, textOf(stdoutBase64)]);
    };
    await expect.poll(runAndStop).toEqual([
      [null, 'got a\n'],
      ['Stopped', 'got b\n'],
    ]);
  });

  test('returns nothing if it was waiting or compiling', async () => {
    const limits = { wallTimeMs: 5 * HANG_MS };
    const first = await start({
      language: 'python',
      source: 'import time\ntime.sleep(600)',
      limits,
    });
    await first.receives('running');
    const second = await start({ language: 'python', source: 'print(1)' });
    await second.receives('queued');
    await stop(second.runId);
    expect(await second.ended).toMatchObject({ compileFailure: 'Stopped', executions: [] });
    await stop(first.runId);
    await first.ended;

    const endless = 'template<int n> struct f { static const int v = f<n-1>::v + f<n-2>::v; };';
    const source = `${endless}\ntemplate<> struct f<0> { static const int v = 0; };
#include <bits/stdc++.h>
${'#include <regex>\n'.repeat(3)}int main() {}`;
    const third = await start({ language: 'cpp', source });
    await third.receives('compiling');
    await stop(third.runId);
    expect(await third.ended).toMatchObject({ compileFailure: 'Stopped', executions: [] });
  });
});

describe.skipIf(explainSkip(runner))('the time limit of all inputs together', () => {
  test('ends the current input, and later ones are not started', async () => {
    const source =
      'import time\nseconds = input()\nprint(seconds, flush=True)\ntime.sleep(int(seconds))';
    const limits = { wallTimeMs: 5 * HANG_MS };
    // The first input ends immediately, the second never, so a slow machine has enough time in between.
    const inputs = Array.from({ length: 20 }, (_, index) => input(index === 0 ? '0' : '600'));
    const order = { inputs, totalTimeMs: 3000 };
    const { outcome, events } = await runner.runAll({ language: 'python', source, order, limits });
    const verdicts = outcome.executions.map(({ verdict }) => verdict);
    expect(verdicts).toEqual([
      'accepted',
      ...Array.from({ length: 19 }, () => 'time_limit' as const),
    ]);
    for (const { message } of outcome.executions.slice(1)) {
      expect(message).toBe('Time limit exceeded (the whole run)');
    }
    expect(textOf(outcome.executions[1]?.stdoutBase64)).toBe('600\n');
    expect(events.filter((event) => event === 'running')).toHaveLength(2);
  });
});
