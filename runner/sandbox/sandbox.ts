import type { BoxFile, Command, Ending, FileSelection, WindowSize } from './box-protocol.ts';
import type { ProgramInput } from './program-input.ts';

/** The limits of one program, and where its output goes. */
export interface ProgramRun {
  command: Command;
  stdin: ProgramInput;
  memoryKb: number;
  /** Processes and threads together. */
  processes: number;
  cpuTimeMs: number;
  /** Without the time in which the machine keeps it waiting for a processor. */
  wallTimeMs: number;
  /** Ends the program when it is aborted. */
  signal: AbortSignal;
  onOutput(stream: 'stdout' | 'stderr', bytes: Buffer): void;
  /** Called with the controls of the running program. */
  onStarted?(controls: ProgramControls): void;
}

/** The limits of a job that a waiting program begins. They count from then on. */
export type JobLimits = Pick<
  ProgramRun,
  'memoryKb' | 'processes' | 'cpuTimeMs' | 'wallTimeMs' | 'signal'
>;

export interface ProgramControls {
  /** The program has waited; its job begins now. Its time and memory up to now do not count. */
  beginJob(limits: JobLimits): void;
  /** The program has printed more than it may. */
  endForOutput(): void;
  /** Leaves the program's output in the box until it is taken; the program blocks when its buffer is full. */
  holdOutput(): void;
  takeOutput(): void;
  /** Of the terminal, if the box has one. */
  resize(window: WindowSize): void;
  /** How long the machine has kept it waiting for a processor, and whether it waits now. */
  countStarved(): { starvedMs: number; isWaiting: boolean };
}

/** How a program ended, as reported by the kernel or the cell, never by the program. */
export interface ProgramEnding extends Ending {
  /**
   * Why it was ended from outside, if it was. `starved` is a fault of ours: the machine kept it waiting for a processor
   * until its limit.
   */
  stopped: 'cpu_time' | 'wall_time' | 'starved' | 'output' | 'memory' | 'aborted' | null;
  /** The part of the wall time in which the machine kept it waiting for a processor. */
  starvedMs: number;
  cpuTimeMs: number;
  memoryKb: number;
}

/** The errno with which the program could not be started. */
export interface NotStarted {
  notStarted: number;
}

/** A confined place that serves one job and contains nothing of any other. */
export interface Box {
  put(file: BoxFile): void;
  run(program: ProgramRun): Promise<ProgramEnding | NotStarted>;
  /** In no order. Throws if the box has ended. */
  collect(selection: FileSelection): Promise<{ name: string; bytes: Buffer }[]>;
  /** Ends everything inside and removes the box and its contents. */
  close(): Promise<void>;
}

/**
 * The kinds of boxes. A large box holds a precompiled header; a terminal box connects the program's three streams to
 * a terminal; neither is kept ready.
 */
export type BoxKind = 'ordinary' | 'large' | 'terminal';

/** An interpreter that is started before its program is known. Each program continues in a copy of it. */
export interface Interpreter {
  /** The command of a program. */
  words: readonly string[];
  /** In addition to the variables of every program. */
  environment?: Record<string, string>;
  /** What a copy runs first: Python statements. */
  afterStart?: string;
  /** Boxes to keep ready, if it takes too much memory to have as many as for other programs. */
  ready?: number;
}

export interface Sandbox {
  /** Opens a box that contains nothing of any other job. */
  open(kind?: BoxKind): Promise<Box>;
  /**
   * Opens a box in which this interpreter has started. Null if there is none yet, which starts the first one, or if it
   * cannot be started ahead.
   */
  openInterpreter(interpreter: Interpreter): Promise<Box | null>;
  /** Closes a box in the background. Failures are reported, never thrown. */
  discard(box: Box): Promise<void>;
  close(): Promise<void>;
}

/** The box failed, not the program, so the run may be retried. */
export class BoxError extends Error {
  override name = 'BoxError';
}

/** The machine was too busy to compile a program within its limits, which says nothing about the program. */
export class StarvedError extends BoxError {
  override name = 'StarvedError';
}
