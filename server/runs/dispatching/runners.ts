import type { Language } from '@vlabs/contract/running/languages';
import type { LiveProgress, LiveRunMessage, LiveRunOrder } from '@vlabs/contract/running/live-runs';
import type { Outcome, RunEvent, RunnerStatus } from '@vlabs/contract/running/runner';
import type { RunPlan } from '../program.ts';
import type { RunResult } from '../run-result.ts';

/** No runner could be reached, or the one that had the run went away in the middle. */
export class RunnerUnavailable extends Error {
  override name = 'RunnerUnavailable';
}

/** There is no room at the moment. */
export class RunnerBusy extends Error {
  override name = 'RunnerBusy';
  /** When it wants to be asked again; 0 where it did not say. */
  readonly retryAfterMs: number;

  constructor(message: string, { retryAfterMs = 0, ...options }: BusyOptions = {}) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}

interface BusyOptions extends ErrorOptions {
  retryAfterMs?: number;
}

/** No runner will run this, now or later; the message is for the person who asked. */
export class RunnerRefusal extends Error {
  override name = 'RunnerRefusal';
}

export type InstalledLanguage = RunnerStatus['languages'][number];

export type Progress = Exclude<RunEvent, { event: 'finished' }>;

export interface RunWork {
  /** Nobody wants the result any more. */
  signal: AbortSignal;
  /** Ends the run, and its result is what it has brought so far. */
  stop: AbortSignal;
  /** Of those that wait there, the smallest go first. */
  priority: number;
  onEvent: (event: Progress) => void;
}

export interface LiveWork {
  /** Ends the run with what it has brought. */
  stop: AbortSignal;
  onEvent: (event: LiveProgress) => void;
  /** Resolves when there is room for more. */
  onOutput: (bytes: Buffer) => Promise<void>;
  /** Told how to speak to the program, each time that a runner has taken it. */
  onTaken: (say: (message: LiveRunMessage) => void) => void;
}

/** What one runner last said of itself. */
export interface RunnerLoad {
  runner: string;
  slots: number;
  running: number;
  waiting: number;
  caches: NonNullable<RunnerStatus['caches']>;
}

/** Whoever runs programs: our own runners, or a hosted Judge0. */
export interface Runners {
  /** How many runs are worked on at a time; 0 while that is not known. */
  readonly slots: number;
  /** How many runs may be there at a time, worked on or next; 0 while that is not known. */
  readonly capacity: number;
  readonly load: RunnerLoad[];
  /** Throws RunnerUnavailable, RunnerBusy or RunnerRefusal. */
  runProgram(plan: RunPlan, work: RunWork): Promise<RunResult>;
  /** Runs a program in a terminal. Throws as `runProgram` does. */
  runLive(order: LiveRunOrder, work: LiveWork): Promise<Outcome>;
  /** Can programs be run now, and if not, why, in plain words. */
  getAvailability(): Promise<{ available: boolean; reason: string | null }>;
  /** None while nobody has said what can be run. */
  listLanguages(): Promise<InstalledLanguage[]>;
  /** The name of the compiler where it is known. */
  nameOf(language: Language): string;
  close(): Promise<void>;
}
