import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';

const BYTES_PER_MB = 1024 * 1024;
const LIVE_RUNS_A_SLOT = 8;
const MAX_LIVE_RUNS = 128;

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // Intl throws for an unknown name.
    return false;
  }
}

const Environment = z.object({
  VLABS_RUNNER_HOST: z.string().default('127.0.0.1'),
  /** 0: any free port, which is printed to standard output. */
  VLABS_RUNNER_PORT: whole(0, 65535).default(3100),
  VLABS_RUNNER_DATA: z.string().default('./data/runner'),
  /** Programs that run at the same time. */
  VLABS_RUNNER_SLOTS: whole(1, 64).default(availableParallelism()),
  VLABS_RUNNER_MAX_WAITING: whole(0, 10_000).default(100),
  /** Programs in a terminal at the same time. Default: eight per slot. */
  VLABS_RUNNER_LIVE_RUNS: whole(1, MAX_LIVE_RUNS).optional(),
  /** Disk space for precompiled headers and for compiled programs. */
  VLABS_RUNNER_HEADER_CACHE_MB: whole(0, 1_000_000).default(1500),
  VLABS_RUNNER_COMPILE_CACHE_MB: whole(0, 1_000_000).default(500),
  /** The time zone of programs, by its name in the IANA database. */
  VLABS_RUNNER_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'it is no time zone')
    .default('Asia/Kolkata'),
  /** If unset, the token is the first line of standard input. */
  VLABS_RUNNER_TOKEN: z.string().min(16).optional(),
});

export interface RunnerConfig {
  host: string;
  port: number;
  dataFolder: string;
  slots: number;
  maxWaiting: number;
  liveRuns: number;
  headerCacheBytes: number;
  compileCacheBytes: number;
  timeZone: string;
  token: string | null;
}

/** The only place of the runner that reads the environment. Throws an error of one line that names the variable. */
export function readRunnerConfig(environment: NodeJS.ProcessEnv = process.env): RunnerConfig {
  const read = Environment.safeParse(environment);
  if (!read.success) {
    const [issue] = read.error.issues;
    const name = issue?.path.join('.') ?? '';
    const held = name.endsWith('TOKEN') ? '(hidden)' : JSON.stringify(environment[name] ?? '');
    throw new Error(`${name} holds ${held}: ${issue?.message ?? 'it cannot be read'}.`);
  }
  return {
    host: read.data.VLABS_RUNNER_HOST,
    port: read.data.VLABS_RUNNER_PORT,
    dataFolder: resolve(read.data.VLABS_RUNNER_DATA),
    slots: read.data.VLABS_RUNNER_SLOTS,
    maxWaiting: read.data.VLABS_RUNNER_MAX_WAITING,
    liveRuns:
      read.data.VLABS_RUNNER_LIVE_RUNS ??
      Math.min(MAX_LIVE_RUNS, read.data.VLABS_RUNNER_SLOTS * LIVE_RUNS_A_SLOT),
    headerCacheBytes: read.data.VLABS_RUNNER_HEADER_CACHE_MB * BYTES_PER_MB,
    compileCacheBytes: read.data.VLABS_RUNNER_COMPILE_CACHE_MB * BYTES_PER_MB,
    timeZone: read.data.VLABS_RUNNER_TIME_ZONE,
    token: read.data.VLABS_RUNNER_TOKEN ?? null,
  };
}
