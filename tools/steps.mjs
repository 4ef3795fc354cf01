import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** A step that cannot be done. The message tells the person everything they need. */
export class StepFailure extends Error {}

/** The programs that run now. One that runs in our place decides how we end. */
const running = new Set();

/**
 * Shows one step: its name while it runs, then a tick, what was done, and the seconds. `work`
 * returns a short text on what it did, or null if nothing was needed.
 *
 * @param {string} name
 * @param {() => Promise<string | null>} work
 * @param {{ quiet?: boolean }} [options] quiet: show nothing if nothing was needed
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
 * Runs a program without a shell and returns the end of its output.
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
 * Runs a program in place of this one: same terminal, signals passed on. Resolves with its exit code.
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
 * Runs a program like runInPlace, then kills its remaining child processes. After timeoutMs it kills
 * everything.
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

/** A program in our place receives every signal and decides; a step ends, and the command with it. */
function passSignalsOn() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      for (const { kill } of running) kill(signal);
      if (![...running].some(({ inPlace }) => inPlace)) {
        process.exit(128 + constants.signals[signal]);
      }
    });
  }
  // The program of ours that started this one ended without a signal.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

/**
 * Runs the steps of a command. A failed step ends it with one clear message.
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
  // The channel to the parent would keep this process alive.
  process.exit(code);
}
