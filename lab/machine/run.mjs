import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Runs a program and returns its output. Errors are shown only if it failed. */
export async function run(program, words) {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  if (code !== 0) throw new Error(`${program} failed.\n${complaint.slice(-4000)}`);
  return output;
}
