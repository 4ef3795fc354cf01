import { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { afterAll } from 'vitest';
import { z } from 'zod';

const CHANNEL = 'child_process';
const Started = z.object({ process: z.instanceof(ChildProcess) });

/** Those that the tests of this file have started. */
const started: ChildProcess[] = [];
const keep = (message: unknown) => started.push(Started.parse(message).process);
subscribe(CHANNEL, keep);

// A test that fails does not come to its end, and what it started would hold the tests' own
// streams open for ever. Hooks run in the turn opposite to that of their making, so this is last.
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
