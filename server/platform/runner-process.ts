import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Log } from './postgres/dedicated-connection.ts';
import { Heartbeat } from './jobs/heartbeat.ts';

const RUNNER = join(import.meta.dirname, '../../runner/main.ts');
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** A line of the runner's standard output: its address, why it runs nothing, or a heartbeat. */
const Announcement = z.union([
  z.object({ port: z.int() }),
  z.object({ refused: z.string() }),
  z.object({ lives: z.literal(true) }),
]);

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 30_000;
/**
 * A process that lived this long did not fail at its start, so its successor starts without delay.
 */
const SOUND_LIFE_MS = 60_000;
const STOP_TIMEOUT_MS = 5000;

interface Settings {
  dataFolder: string;
  /** By the names of the runner's environment variables. */
  runnerSettings: Record<string, string>;
}

/** Runs a runner next to the server and restarts it if it dies or its event loop hangs. */
export class RunnerProcess {
  readonly #token = randomBytes(32).toString('base64url');
  readonly #environment: Record<string, string>;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  readonly #announced = Promise.withResolvers<void>();
  readonly #life: Promise<void>;
  #child: ChildProcess | null = null;
  #port: number | null = null;
  #reason: string | null = null;

  constructor({ dataFolder, runnerSettings }: Settings, log: Log) {
    this.#environment = { ...runnerSettings, VLABS_RUNNER_DATA: join(dataFolder, 'runner') };
    this.#log = log;
    this.#life = this.#keepAlive();
  }

  /** The runner's address; null while none listens. */
  get address(): { url: string; token: string } | null {
    if (this.#port === null) return null;
    return { url: `http://127.0.0.1:${this.#port}`, token: this.#token };
  }

  /** Why no runner listens or why it runs nothing; null if all is well. */
  get reason(): string | null {
    return this.#reason;
  }

  /** Resolves when the first runner has reported its address, or has ended. */
  get announced(): Promise<void> {
    return this.#announced.promise;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    // The runner ends when its standard input closes.
    this.#child?.stdin?.end();
    const timer = setTimeout(() => this.#child?.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await this.#life;
    clearTimeout(timer);
  }

  async #keepAlive(): Promise<void> {
    const { signal } = this.#stopping;
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      const began = Date.now();
      await this.#liveOnce().catch((error: unknown) => {
        this.#reason = error instanceof Error ? error.message : String(error);
      });
      this.#announced.resolve();
      if (signal.aborted) return;
      this.#log.error({ reason: this.#reason }, 'The runner ended; restarting it.');
      if (Date.now() - began > SOUND_LIFE_MS) pauseMs = FIRST_PAUSE_MS;
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
  }

  async #liveOnce(): Promise<void> {
    const child = await spawnRunner(this.#environment);
    this.#child = child;
    this.#reason = null;
    const ended = once(child, 'exit');
    // A runner that has died can't read its token; the exit event reports it.
    child.stdin.on('error', () => undefined).write(`${this.#token}\n`);
    const heartbeat = new Heartbeat(() => this.#endSilent(child));
    createInterface({ input: child.stdout }).on('line', (line) => this.#receive(line, heartbeat));
    if (this.#stopping.signal.aborted) child.stdin.end();
    await ended;
    heartbeat.stop();
    endGroup(child);
    this.#child = null;
    this.#port = null;
    this.#reason ??= 'The runner has ended and is being restarted.';
  }

  /** Its runs fail and are retried. */
  #endSilent(child: ChildProcess): void {
    this.#reason = 'The runner did not respond and is being restarted.';
    this.#log.error('The runner does not respond; killing it.');
    child.kill('SIGKILL');
  }

  #receive(line: string, heartbeat: Heartbeat): void {
    const { success, data } = Announcement.safeParse(readJson(line));
    if (!success) {
      this.#log.warn({ line }, 'The runner printed an unknown message.');
    } else if ('lives' in data) {
      heartbeat.receive();
    } else if ('refused' in data) {
      this.#reason = data.refused;
      this.#log.error(`The runner runs no programs: ${data.refused}`);
    } else {
      this.#port = data.port;
      heartbeat.receive();
      this.#announced.resolve();
    }
  }
}

/** In its own session, so that Ctrl+C does not end it while requests are being finished. */
async function spawnRunner(environment: Record<string, string>) {
  const [program, ...before] = await commandFor(process.execPath);
  const child = spawn(program, [...before, RUNNER], {
    detached: true,
    cwd: '/',
    env: { ...environment, PATH, VLABS_RUNNER_PORT: '0', ...sessionEnvironment() },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child, 'spawn');
  return child;
}

/** A killed runner may leave a compiler process behind. */
function endGroup(runner: ChildProcess): void {
  try {
    if (runner.pid !== undefined) process.kill(-runner.pid, 'SIGKILL');
  } catch (error) {
    const isEmpty = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!isEmpty) throw error;
  }
}

/**
 * Half the CPU weight of its siblings, like the share that all programs have when the runner splits
 * a group itself.
 */
const SCOPE = ['--scope', '--quiet', '--property=Delegate=yes', '--property=CPUWeight=50'];

/**
 * On cgroup v2, systemd owns a group until it is delegated: to this server's unit, or to a scope
 * that is requested. Without either, the runner reports what is missing.
 */
async function commandFor(program: string): Promise<[string, ...string[]]> {
  if (!existsSync('/sys/fs/cgroup/cgroup.controllers') || standsInUnit()) return [program];
  const scope = [...(process.geteuid?.() === 0 ? [] : ['--user']), ...SCOPE, '--'];
  try {
    const env = { PATH, ...sessionEnvironment() };
    await promisify(execFile)('systemd-run', [...scope, 'true'], { env, timeout: 3000 });
  } catch {
    return [program];
  }
  return ['systemd-run', ...scope, program];
}

/** The parent group of this process is not a slice and is writable, so it was delegated. */
function standsInUnit(): boolean {
  const own = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
  const around = dirname(own);
  if (around === '/' || around.endsWith('.slice')) return false;
  try {
    accessSync(join('/sys/fs/cgroup', around, 'cgroup.procs'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The environment in which systemd-run finds the user's service manager. */
function sessionEnvironment(): Record<string, string> {
  const folder = `/run/user/${process.geteuid?.() ?? 0}`;
  return existsSync(folder) ? { XDG_RUNTIME_DIR: folder } : {};
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
