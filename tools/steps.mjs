import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** A step that cannot be done; its message is all that the person needs. */
export class StepFailure extends Error {}

/** The programs that run now, and whether one runs in our place and so decides how we end. */
const running = new Set();

/**
 * Shows one step: its name while it runs, then a tick, what was done, and the seconds. `work`
 * answers with a word on what it did, or null when nothing was to be done.
 *
 * @param {string} name
 * @param {() => Promise<string | null>} work
 * @param {{ quiet?: boolean }} [options] quiet: say nothing unless there is something to do
 */
export async function step(name, work, { quiet = false } = {}) {
  const began = Date.now();
  if (process.stdout.isTTY && !quiet) process.stdout.write(`  … ${name}`);
  const done = await work();
  if (process.stdout.isTTY && !quiet) process.stdout.write('\r\u001B[K');
  if (quiet && done === null) return;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  process.stdout.write(`  ✔ ${name}: ${done ?? 'nothing to do'} (${seconds} s)\n`);
}

/**
 * Runs a program to its end without a shell. The last of its output is kept for who asks.
 *
 * @param {string} program
 * @param {string[]} programArguments
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 */
export async function runQuietly(program, programArguments, { env = process.env } = {}) {
  const child = spawn(program, programArguments, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output = (output + data).slice(-8000);
    });
  }
  return { code: await endOf(child, false), output };
}

/**
 * Runs a program in this one's place: same terminal, signals passed on. Resolves with its exit code.
 *
 * @param {string} program
 * @param {string[]} programArguments
 * @param {{ env?: NodeJS.ProcessEnv, tied?: boolean }} [options] tied: the program can notice our end
 */
export function runInPlace(program, programArguments, { env = process.env, tied = false } = {}) {
  const stdio = tied ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
  return endOf(spawn(program, programArguments, { cwd: root, env, stdio }), true);
}

/**
 * Runs a program as runInPlace does, and leaves nothing of it behind: what it started and did not
 * end goes with it, and all of it after timeoutMs.
 *
 * @param {string} program
 * @param {string[]} programArguments
 * @param {{ env: NodeJS.ProcessEnv, timeoutMs: number }} options
 */
export async function runBounded(program, programArguments, { env, timeoutMs }) {
  const child = spawn(program, programArguments, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const kill = (signal) => killGroup(child.pid, signal);
  const timer = setTimeout(() => {
    console.error(`\nThis took more than ${timeoutMs / 60_000} minutes and was ended.`);
    kill('SIGKILL');
  }, timeoutMs);
  try {
    return await endOf(child, true, kill);
  } finally {
    clearTimeout(timer);
    kill('SIGKILL');
  }
}

function killGroup(leader, signal) {
  try {
    return process.kill(-leader, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
    return false;
  }
}

async function endOf(child, inPlace, kill = (signal) => child.kill(signal)) {
  const current = { kill, inPlace };
  running.add(current);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        resolve(code ?? 128 + (constants.signals[signal] ?? 0));
      });
    });
  } finally {
    running.delete(current);
  }
}

/** A program in our place hears every signal and decides; a step ends, and the command with it. */
function passSignalsOn() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      for (const { kill } of running) kill(signal);
      if (![...running].some(({ inPlace }) => inPlace)) {
        process.exit(128 + constants.signals[signal]);
      }
    });
  }
  // Started by another program of ours, which has gone without a word.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

/**
 * Runs the steps of a command; a step that fails ends it with one clear message.
 *
 * @param {() => Promise<number>} command resolves with the exit code
 */
export async function runCommand(command) {
  passSignalsOn();
  let code = 1;
  try {
    code = await command();
  } catch (error) {
    if (process.stdout.isTTY) process.stdout.write('\n');
    const reported = error instanceof StepFailure ? error.message : (error?.stack ?? String(error));
    process.stderr.write(`${reported}\n`);
  }
  // The channel to the program that started this one would keep it alive.
  process.exit(code);
}
