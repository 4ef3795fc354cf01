import type { BoxFile, Command, Ending, WindowSize } from './box-protocol.ts';
import type { ProgramInput } from './program-input.ts';

/** What one program may use, and where its output goes. */
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
  /** Told how to steer the program while it runs. */
  onStarted?(controls: ProgramControls): void;
}

export interface ProgramControls {
  /** Leaves in the box what the program prints, until it waits for that to be taken. */
  holdOutput(): void;
  takeOutput(): void;
  /** Of the terminal, where the box has one. */
  resize(window: WindowSize): void;
}

/** How a program ended: everything here is the kernel's or the cell's word, never the program's. */
export interface ProgramEnding extends Ending {
  /** Why it was ended from outside, when it was. */
  stopped: 'cpu_time' | 'wall_time' | 'output' | 'memory' | 'aborted' | null;
  cpuTimeMs: number;
  memoryKb: number;
}

/** An errno: the program could not be started at all. */
export interface NotStarted {
  notStarted: number;
}

/** A confined place that serves one job and holds nothing of another. */
export interface Box {
  put(file: BoxFile): void;
  run(program: ProgramRun): Promise<ProgramEnding | NotStarted>;
  /** The regular files of the box with that ending; those that would make it too much together are left out. */
  collect(suffix: string, maxBytes: number): Promise<{ name: string; bytes: Buffer }[]>;
  /** Ends everything inside and removes the box with all that it held. */
  close(): Promise<void>;
}

/**
 * A large box holds a precompiled header; the program of one with a terminal has that for its three
 * streams; neither stands ready. In one with an interpreter, that has started already.
 */
export type BoxKind = 'ordinary' | 'large' | 'terminal' | 'interpreter';

export interface Sandbox {
  /** Boxes with an interpreter can be opened. */
  readonly hasInterpreter: boolean;
  /** A box that holds nothing of any other job. */
  open(kind?: BoxKind): Promise<Box>;
  /** Closes a box behind the caller's back. A failure there is reported, never thrown. */
  discard(box: Box): Promise<void>;
  close(): Promise<void>;
}

/** The box broke: not the program's fault, so the run may be tried again. */
export class BoxError extends Error {
  override name = 'BoxError';
}
