import type { ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { BoxLimits } from './box-limits.ts';
import {
  beginFrame,
  collectFrame,
  type BoxFile,
  type Ending,
  type FileSelection,
  type Frame,
  frame,
  FrameReader,
  INPUT_WINDOW_BYTES,
  putFrame,
  readDoneFrame,
  readFileFrame,
  runFrame,
  windowFrame,
} from './box-protocol.ts';
import type { CellFolders } from './bubblewrap-arguments.ts';
import { Complaint } from './checks/complaint.ts';
import type { ControlGroup } from './groups/control-group.ts';
import { RunCounters } from './run-counters.ts';
import {
  BoxError,
  type Box,
  type JobLimits,
  type NotStarted,
  type ProgramControls,
  type ProgramEnding,
  type ProgramRun,
} from './sandbox.ts';
import { StarvedTime } from './starved-time.ts';
import { Supervision } from './supervision.ts';

/** The kernel ends a cell in a few milliseconds; a box that takes this long is discarded. */
const RENEW_TIMEOUT_MS = 2000;
/** A box that does not respond to a kill within this time is killed from outside. */
const KILL_TIMEOUT_MS = 1000;
/** A box is replaced after this many jobs, or when this much memory is still charged to its group. */
const MAX_JOBS = 500;
const MAX_LEFT_MEMORY_KB = 16 * 1024;

/** The cell could not report how the program ended. */
const KILLED = { exitCode: null, exitSignal: 9, leftRunning: false };

/**
 * One bubblewrap container. Its init makes a fresh cell for each job; the runner controls both by frames over a
 * socket.
 */
export class BubblewrapBox implements Box {
  readonly #child: ChildProcess;
  readonly #control: Duplex;
  readonly #group: ControlGroup;
  readonly #limits: BoxLimits;
  readonly #starved: StarvedTime;
  readonly #gone: Promise<void>;
  readonly #complaint: Complaint;
  readonly #reader = new FrameReader();
  readonly #onClosed: () => void;
  #listen: (frame: Frame | null) => void = () => {};
  #closing: Promise<void> | null = null;
  #jobs = 0;
  #running = 0;
  #spoiled = false;
  /** The use of the empty box at the start. It counts as the program's, as in a new box. */
  #emptyMemoryKb: number | null = null;
  /** Memory of earlier jobs that is still charged to the group. */
  #remainingMemoryKb = 0;

  /** @param onClosed called once when the box has ended completely */
  constructor(child: ChildProcess, control: Duplex, group: ControlGroup, onClosed: () => void) {
    this.#child = child;
    this.#control = control;
    this.#group = group;
    this.#limits = new BoxLimits(group);
    this.#starved = new StarvedTime(() => group.tasks());
    this.#onClosed = onClosed;
    this.#gone = new Promise((resolve) => child.once('exit', () => resolve()));
    this.#complaint = new Complaint(child);
    control.on('data', (bytes: Buffer) => this.#receive(bytes));
    // A box that dies closes the socket; callers that wait for a frame get null.
    control.on('error', () => control.destroy());
    control.on('close', () => this.#listen(null));
  }

  #receive(bytes: Buffer): void {
    try {
      for (const one of this.#reader.push(bytes)) this.#listen(one);
    } catch {
      this.#control.destroy();
    }
  }

  #send(bytes: Buffer): void {
    if (!this.#control.destroyed) this.#control.write(bytes);
  }

  /** Waits for the frame that `take` accepts. Throws if the box dies or refuses. */
  #await<Result>(take: (one: Frame) => Result | undefined): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const fail = (message: string): void => {
      this.#spoiled = true;
      reject(new BoxError(message));
    };
    this.#listen = (one) => {
      if (one === null) {
        this.#spoiled = true;
        void this.#complaint.whole().then((words) => fail(`A box ended early. ${words}`.trim()));
        return undefined;
      }
      if (one.type === 'w') return fail(`A box refused: ${one.body.toString()}`);
      const result = take(one);
      return result === undefined ? undefined : resolve(result);
    };
    if (this.#control.destroyed) this.#listen(null);
    return promise;
  }

  /**
   * Makes the first cell.
   * @param filters of programs and of tracers
   */
  async begin(filters: readonly [Buffer, Buffer], folders: CellFolders): Promise<void> {
    for (const filter of filters) this.#send(frame('F', filter));
    await this.#beginCell(folders);
  }

  /** Ends the cell and everything in it, and makes a fresh one. Throws if that fails. */
  async renew(folders: CellFolders): Promise<void> {
    const timer = setTimeout(() => this.#control.destroy(), RENEW_TIMEOUT_MS);
    try {
      this.#send(frame('Z'));
      await this.#await(({ type }) => (type === 'z' ? true : undefined));
      await this.#group.renew();
      this.#limits.forget();
      await this.#beginCell(folders);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The box finishes its job and serves no other. */
  retire(): void {
    this.#spoiled = true;
  }

  /** Nothing unusual has happened in the box, so its init may make another cell. */
  get canServeAgain(): boolean {
    const isWorn = this.#jobs >= MAX_JOBS || this.#remainingMemoryKb > MAX_LEFT_MEMORY_KB;
    if (this.#control.destroyed) return false;
    return !isWorn && !this.#spoiled && this.#running === 0 && this.#closing === null;
  }

  async #beginCell(folders: CellFolders): Promise<void> {
    this.#send(beginFrame(folders));
    await this.#await(({ type }) => (type === 'r' ? true : undefined));
    this.#jobs++;
    this.#emptyMemoryKb ??= this.#group.memoryKb();
    this.#remainingMemoryKb = this.#findLeftMemoryKb();
    this.#starved.noteBox();
  }

  #findLeftMemoryKb(): number {
    return Math.max(0, this.#group.memoryKb() - (this.#emptyMemoryKb ?? 0));
  }

  put(file: BoxFile): void {
    this.#send(putFrame(file));
  }

  collect(selection: FileSelection) {
    const files: { name: string; bytes: Buffer }[] = [];
    this.#send(collectFrame(selection));
    return this.#await(({ type, body }) => {
      const file = type === 'f' ? readFileFrame(body) : null;
      if (file) files.push(file);
      return type === 'e' ? files : undefined;
    });
  }

  async run(program: ProgramRun): Promise<ProgramEnding | NotStarted> {
    const group = this.#group;
    // The kernel releases memory shortly after its owner ends; files that were put here may count too.
    this.#remainingMemoryKb = Math.min(this.#remainingMemoryKb, this.#findLeftMemoryKb());
    // Checked before the limits are set: if the files exceed them, cgroup v2 kills immediately.
    const counters = new RunCounters(group, this.#starved, () => this.#discard());
    const memoryKb = program.memoryKb + this.#remainingMemoryKb;
    if (!this.#limits.set(memoryKb, program.processes)) return this.#endOutOfMemory();
    this.#running++;
    const startedAt = performance.now();
    const supervision = new Supervision(counters, () => {
      // A cell reads no frames while it waits for its output to be taken.
      this.#control.resume();
      this.#send(frame('K'));
      timer = setTimeout(() => this.#child.kill('SIGKILL'), KILL_TIMEOUT_MS);
    });
    let timer: NodeJS.Timeout | undefined;
    supervision.begin(program);
    program.onStarted?.(this.#controls(counters, supervision));

    try {
      const ending = await this.#follow(program, () => supervision.stop('output')).catch(
        (error: unknown) => {
          // The kernel may have killed the cell itself when memory ran out, or the box did not respond and was
          // killed.
          if (!supervision.stopped && !counters.isOutOfMemory()) throw error;
          return { ...KILLED, wallTimeMs: performance.now() - startedAt };
        },
      );
      if ('notStarted' in ending) return ending;
      const reason = supervision.stopped ?? (counters.isOutOfMemory() ? 'memory' : null);
      const usedKb = group.memoryPeakKb() - this.#remainingMemoryKb;
      return { ...ending, stopped: reason, ...counters.times(), memoryKb: usedKb };
    } finally {
      supervision.end();
      clearTimeout(timer);
      this.#running--;
      this.#control.resume();
      // The terminal closed with the program.
      if (program.command.window) this.#spoiled = true;
      // Discards the box if the kernel killed any other process: the next job must not be affected.
      if (counters.isOutOfMemory()) this.#spoiled = true;
    }
  }

  /** The run in progress fails as a fault of ours, and is tried again in another box. */
  #discard(): void {
    this.#spoiled = true;
    this.#control.destroy();
  }

  #controls(counters: RunCounters, supervision: Supervision): ProgramControls {
    return {
      beginJob: (limits) => this.#beginJob(limits, supervision),
      endForOutput: () => supervision.stop('output'),
      holdOutput: () => {
        if (!supervision.stopped) this.#control.pause();
      },
      takeOutput: () => this.#control.resume(),
      resize: (window) => this.#send(windowFrame(window)),
      countStarved: () => ({
        starvedMs: counters.countStarvedMs(),
        isWaiting: counters.isWaiting,
      }),
    };
  }

  /** The waiting program keeps the memory and the processes that it has. */
  #beginJob(limits: JobLimits, supervision: Supervision): void {
    const usedKb = this.#group.memoryKb();
    const processes = this.#group.tasks().length + limits.processes;
    if (!this.#limits.set(usedKb + limits.memoryKb, processes)) supervision.stop('memory');
    this.#remainingMemoryKb = usedKb;
    this.#starved.noteBox();
    // It has used up its box.
    this.#spoiled = true;
    supervision.begin(limits);
  }

  /** The program's files leave it no memory. */
  #endOutOfMemory(): ProgramEnding {
    this.#spoiled = true;
    const memoryKb = this.#group.memoryKb() - this.#remainingMemoryKb;
    const nothing = { wallTimeMs: 0, cpuTimeMs: 0, starvedMs: 0 };
    return { ...KILLED, ...nothing, stopped: 'memory', memoryKb };
  }

  /** Starts the program and carries its streams until the cell reports its end. */
  #follow(program: ProgramRun, onTooMuchOutput: () => void): Promise<Ending | NotStarted> {
    let window = INPUT_WINDOW_BYTES;
    let inputEnded = false;
    const sendInput = (): void => {
      for (let part = program.stdin.take(window); part; part = program.stdin.take(window)) {
        window -= part.length;
        this.#send(frame('I', part));
      }
      if (!program.stdin.finished || inputEnded) return;
      inputEnded = true;
      this.#send(frame('E'));
    };
    this.#send(runFrame(program.command));
    return this.#await(({ type, body }) => {
      if (type === 's') program.stdin.attach(sendInput);
      else if (type === 'a') {
        window += body.readUInt32LE(0);
        sendInput();
      } else if (type === '1') program.onOutput('stdout', body);
      else if (type === '2') program.onOutput('stderr', body);
      else if (type === 'o') onTooMuchOutput();
      else if (type === 'x') return { notStarted: body.readInt32LE(0) };
      else if (type === 'd') return readDoneFrame(body);
      return undefined;
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    // Init and cell end when their socket closes; everything in the box ends with them, and the watcher reaps it.
    this.#control.destroy();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), KILL_TIMEOUT_MS);
    if (this.#child.exitCode === null && this.#child.signalCode === null) await this.#gone;
    clearTimeout(timer);
    await this.#group.remove();
    this.#onClosed();
  }
}
