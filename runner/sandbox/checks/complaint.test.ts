import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { Complaint } from './complaint.ts';

const sayAndEnd = (script: string) =>
  spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });

test('the last output of a program is read even if its socket closes first', async () => {
  const child = sayAndEnd('exec 3>&-; head -c 1 /dev/zero >/dev/null; echo No such right. >&2');
  const complaint = new Complaint(child);
  const socket = child.stdio[3];
  if (!(socket instanceof Duplex)) throw new Error('The program has no socket.');
  await once(socket.resume(), 'close');
  expect(await complaint.whole()).toBe('No such right.');
});

test('a program that keeps running in silence is not waited for', async () => {
  const child = sayAndEnd('echo Half. >&2; exec sleep 60');
  try {
    expect(await new Complaint(child).whole()).toBe('Half.');
  } finally {
    child.kill('SIGKILL');
  }
});
