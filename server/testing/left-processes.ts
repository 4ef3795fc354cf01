import { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { afterAll } from 'vitest';
import { z } from 'zod';

const CHANNEL = 'child_process';
const Started = z.object({ process: z.instanceof(ChildProcess) });

/** Processes started by the tests of this file. */
const started: ChildProcess[] = [];
const keep = (message: unknown) => started.push(Started.parse(message).process);
subscribe(CHANNEL, keep);

// A failed test skips its cleanup, and its processes would hold the test runner's streams open
// forever. Hooks run in reverse order, so this one is last.
afterAll(async () => {
  unsubscribe(CHANNEL, keep);
  const left = started.filter((child) => child.pid !== undefined && !hasEnded(child));
  for (const child of left) {
    console.warn(`The tests left a process behind: ${child.spawnargs.join(' ')}`);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
});

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
