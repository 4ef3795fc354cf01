import type { BoxFile, FileSelection } from './box-protocol.ts';
import { ProgramInput } from './program-input.ts';
import {
  type Box,
  BoxError,
  type NotStarted,
  type ProgramControls,
  type ProgramEnding,
  type ProgramRun,
  type Sandbox,
} from './sandbox.ts';

/** A program that waits for one job on its standard input. */
export interface WaitingProgram {
  words: string[];
  environment: Record<string, string>;
  /** Until it waits. A job may use more: its own limit. */
  memoryKb: number;
  processes: number;
  /** The largest file that it writes, in both phases. */
  fileBytes: number;
}

/** It is the runner's own, so these limits only end what hangs. */
const START_MS = 60_000;
const START_CPU_SECONDS = 3600;
/** The longest timer that Node supports. */
const NEVER_MS = 2 ** 31 - 1;
const ENDLESS = 2 ** 50;
const STACK_BYTES = 8 * 1024 * 1024;
const OPEN_FILES = 256;
const READY = 'ready\n';

const ENDED = 'A program that was started ahead ended before its job.';

/**
 * A box in which a program was started before its job is known. It serves one job: the length of the file (4 bytes, big
 * endian), the file, and the input. What the program used before the job does not count.
 */
export class StartedBox implements Box {
  readonly #sandbox: Sandbox;
  readonly #box: Box;
  readonly #input = new ProgramInput();
  readonly #start = new AbortController();
  readonly #ready = Promise.withResolvers<void>();
  #onOutput: ProgramRun['onOutput'];
  #controls: ProgramControls | null = null;
  #ending: Promise<ProgramEnding | NotStarted> = Promise.resolve({ notStarted: 0 });
  #file: Buffer | null = null;
  #hasEnded = false;

  private constructor(sandbox: Sandbox, box: Box) {
    this.#sandbox = sandbox;
    this.#box = box;
    let said = '';
    this.#onOutput = (stream, bytes) => {
      if (stream === 'stdout') said += bytes.toString('latin1');
      if (said === READY) this.#ready.resolve();
    };
  }

  /** Throws a BoxError if the program does not begin to wait. */
  static async start(sandbox: Sandbox, program: WaitingProgram): Promise<StartedBox> {
    const started = new StartedBox(sandbox, await sandbox.open());
    started.#run(program);
    const timer = setTimeout(() => started.#start.abort(), START_MS);
    try {
      await started.#ready.promise;
      return started;
    } catch (error) {
      await started.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The program waits for its job. */
  get isWaiting(): boolean {
    return !this.#hasEnded;
  }

  #run({ words, environment, memoryKb, processes, fileBytes }: WaitingProgram): void {
    this.#ending = this.#box.run({
      command: {
        words,
        environment,
        mergeStderr: false,
        limits: {
          stdoutBytes: ENDLESS,
          stderrBytes: ENDLESS,
          fileBytes,
          stackBytes: STACK_BYTES,
          openFiles: OPEN_FILES,
          cpuSeconds: START_CPU_SECONDS,
        },
      },
      stdin: this.#input,
      memoryKb,
      processes,
      cpuTimeMs: Number.POSITIVE_INFINITY,
      wallTimeMs: NEVER_MS,
      signal: this.#start.signal,
      onStarted: (controls) => {
        this.#controls = controls;
      },
      onOutput: (stream, bytes) => this.#onOutput(stream, bytes),
    });
    const end = (): void => {
      this.#hasEnded = true;
      this.#ready.reject(new BoxError(ENDED));
    };
    this.#ending.then(end, end);
    // It may end while nobody waits for it to be ready.
    this.#ready.promise.catch(() => undefined);
  }

  /** The first file is that of the job. The waiting program takes no others. */
  put({ bytes }: BoxFile): void {
    this.#file ??= bytes;
  }

  async run(program: ProgramRun): Promise<ProgramEnding | NotStarted> {
    const controls = this.#controls;
    if (!controls || this.#hasEnded) throw new BoxError(ENDED);
    const file = this.#file ?? Buffer.alloc(0);
    this.#onOutput = limitOutput(program, controls);
    const startedAt = performance.now();
    controls.beginJob(program);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(file.length);
    this.#input.write(Buffer.concat([length, file]));
    program.stdin.attach(() => {
      for (let part = takeAll(program.stdin); part; part = takeAll(program.stdin))
        this.#input.write(part);
      if (program.stdin.finished) this.#input.end();
    });
    program.onStarted?.(controls);
    const ending = await this.#ending;
    if ('notStarted' in ending) throw new BoxError(ENDED);
    return { ...ending, wallTimeMs: performance.now() - startedAt };
  }

  collect(selection: FileSelection): ReturnType<Box['collect']> {
    return this.#box.collect(selection);
  }

  close(): Promise<void> {
    return this.#sandbox.discard(this.#box);
  }
}

const takeAll = (input: ProgramInput) => input.take(Number.MAX_SAFE_INTEGER);

/** The cell knows no limits of a job, so its output is cut here. */
function limitOutput(program: ProgramRun, controls: ProgramControls): ProgramRun['onOutput'] {
  const { mergeStderr, limits } = program.command;
  const left = { stdout: limits.stdoutBytes, stderr: limits.stderrBytes };
  return (from, bytes) => {
    const stream = mergeStderr ? 'stdout' : from;
    const kept = bytes.subarray(0, left[stream]);
    left[stream] -= kept.length;
    if (kept.length > 0) program.onOutput(stream, kept);
    if (kept.length < bytes.length) controls.endForOutput();
  };
}
