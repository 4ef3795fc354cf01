import type { RunLanguage } from '@vlabs/contract/runs/run-languages';
import type { LiveProgress, LiveRunMessage, LiveRunOrder } from '@vlabs/contract/runs/live-runs';
import type { Outcome, RunEvent, RunnerStatus } from '@vlabs/contract/runs/runner';
import type { RunResult, RunPlan } from '../store/run.ts';

/** No runner could be reached, or the connection was lost during the run. */
export class RunnerUnavailable extends Error {
  override name = 'RunnerUnavailable';
}

/** No capacity at the moment. */
export class RunnerBusy extends Error {
  override name = 'RunnerBusy';
  /** Suggested delay before the next attempt; 0 if unknown. */
  readonly retryAfterMs: number;

  constructor(message: string, { retryAfterMs = 0, ...options }: BusyOptions = {}) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}

interface BusyOptions extends ErrorOptions {
  retryAfterMs?: number;
}

/** No runner will ever accept this. The message can be shown to the caller. */
export class RunnerRefusal extends Error {
  override name = 'RunnerRefusal';
}

export type InstalledLanguage = RunnerStatus['languages'][number];

export type Progress = Exclude<RunEvent, { event: 'finished' }>;

export interface RunWork {
  /** Aborted when the result is no longer needed. */
  signal: AbortSignal;
  /** Aborted to end the run early and keep its results so far. */
  stop: AbortSignal;
  /** Waiting runs start in ascending order of priority. */
  priority: number;
  /** Whose run it is; see `RunOwnerKeys`. */
  owner?: string | undefined;
  isCheck?: boolean;
  onEvent: (event: Progress) => void;
}

export interface LiveWork {
  /** Aborted to end the run early and keep its output. */
  stop: AbortSignal;
  onEvent: (event: LiveProgress) => void;
  /** Resolves when more output can be accepted. */
  onOutput: (bytes: Buffer) => Promise<void>;
  /** Called with a function that sends input to the program, each time a runner accepts the run. */
  onTaken: (say: (message: LiveRunMessage) => void) => void;
}

/** The load that a runner last reported. */
export interface RunnerLoad {
  runner: string;
  slots: number;
  running: number;
  waiting: number;
  caches: NonNullable<RunnerStatus['caches']>;
}

/** Runs programs: our own runners or a hosted Judge0. */
export interface Runners {
  /** Number of programs that run at a time; 0 if unknown. */
  readonly slots: number;
  /** Number of runs accepted at a time, running or queued; 0 if unknown. */
  readonly capacity: number;
  readonly load: RunnerLoad[];
  /** Throws RunnerUnavailable, RunnerBusy or RunnerRefusal. */
  runProgram(plan: RunPlan, work: RunWork): Promise<RunResult>;
  /** Runs a program in a terminal. Throws the same errors as `runProgram`. */
  runLive(order: LiveRunOrder, work: LiveWork): Promise<Outcome>;
  /**
   * Reports whether programs can be run now and, if not, a reason that can be shown to a person.
   */
  getAvailability(): Promise<{ available: boolean; reason: string | null }>;
  /** Empty until a runner has reported its languages. */
  listLanguages(): Promise<InstalledLanguage[]>;
  /** The compiler's name, if known. */
  nameOf(language: RunLanguage): string;
  close(): Promise<void>;
}
