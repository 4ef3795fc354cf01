import type { BoxFile, Command, Ending, WindowSize } from './box-protocol.ts';
import type { ProgramInput } from './program-input.ts';

/** The limits of one program, and where its output goes. */
export interface ProgramRun {
  command: Command;
  stdin: ProgramInput;
  memoryKb: number;
  /** Processes and threads together. */
  processes: number;
  cpuTimeMs: number;
  wallTimeMs: number;
  /** Ends the program when it is aborted. */
  signal: AbortSignal;
  onOutput(stream: 'stdout' | 'stderr', bytes: Buffer): void;
  /** Called with the controls of the running program. */
  onStarted?(controls: ProgramControls): void;
}

export interface ProgramControls {
  /** Leaves the program's output in the box until it is taken; the program blocks when its buffer is full. */
  holdOutput(): void;
  takeOutput(): void;
  /** Of the terminal, if the box has one. */
  resize(window: WindowSize): void;
}

/** How a program ended, as reported by the kernel or the cell, never by the program. */
export interface ProgramEnding extends Ending {
  /** Why it was ended from outside, if it was. */
  stopped: 'cpu_time' | 'wall_time' | 'output' | 'memory' | 'aborted' | null;
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
  /** The regular files of the box with that ending, up to the total size. */
  collect(suffix: string, maxBytes: number): Promise<{ name: string; bytes: Buffer }[]>;
  /** Ends everything inside and removes the box and its contents. */
  close(): Promise<void>;
}

/**
 * The kinds of boxes. A large box holds a precompiled header; a terminal box connects the program's three streams to
 * a terminal; neither is kept ready. An interpreter box has a preloaded interpreter.
 */
export type BoxKind = 'ordinary' | 'large' | 'terminal' | 'interpreter';

export interface Sandbox {
  /** Boxes with an interpreter can be opened. */
  readonly hasInterpreter: boolean;
  /** Opens a box that contains nothing of any other job. */
  open(kind?: BoxKind): Promise<Box>;
  /** Closes a box in the background. Failures are reported, never thrown. */
  discard(box: Box): Promise<void>;
  close(): Promise<void>;
}

/** The box failed, not the program, so the run may be retried. */
export class BoxError extends Error {
  override name = 'BoxError';
}
