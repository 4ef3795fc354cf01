import { openFiles, programEnvironment } from '../program-environment.ts';
import { ProgramInput } from '../sandbox/program-input.ts';
import { type Box, BoxError, type ProgramControls, type Sandbox } from '../sandbox/sandbox.ts';
import { checkWallTime } from '../sandbox/time-limits.ts';
import { COMPILE_MEMORY_KB } from './compile-in-box.ts';
import type { CompileTime } from './compile-time.ts';
import { AnswerReader, readAnswer, type WarmAnswer } from './warm-javac-protocol.ts';

const JAVA = '/usr/bin/java';
/** It compiles many times before it is ready, and nobody waits for it. */
const START_MS = 120_000;
/** The files of its counters would lie in the box's `/tmp`, which is emptied. */
const NO_COUNTERS = '-XX:-UsePerfData';
const MACHINE = [
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-Xshare:auto',
  NO_COUNTERS,
  '-Xms8m',
  '-Xss8m',
];
const HEAP = `-Xmx${COMPILE_MEMORY_KB}k`;
const MACHINE_MEMORY_KB = 200_000;
const PROCESSES = 120;
/** The longest timer that Node supports. */
const NEVER_MS = 2 ** 31 - 1;
const ENDLESS = 2 ** 50;
const BYTES_PER_MB = 1024 * 1024;

/** One warm compiler in its box. It serves one program at a time; after a null it must be closed. */
export class WarmCompilerProcess {
  readonly #sandbox: Sandbox;
  readonly #box: Box;
  readonly #input = new ProgramInput();
  readonly #held = new AnswerReader();
  #controls: ProgramControls | null = null;
  #onBytes: () => void = () => {};
  #ended = false;
  served = 0;

  private constructor(sandbox: Sandbox, box: Box) {
    this.#sandbox = sandbox;
    this.#box = box;
  }

  /** @param words the class and its arguments */
  static async start(sandbox: Sandbox, classPath: string, words: string[]) {
    const process = new WarmCompilerProcess(sandbox, await sandbox.open());
    process.#run(classPath, words);
    const isReady = (await process.#read(START_MS, null, () => null)) !== null;
    if (isReady) return process;
    await process.close();
    throw new BoxError('A warm compiler could not be started.');
  }

  #run(classPath: string, words: string[]): void {
    const end = (): void => {
      this.#ended = true;
      this.#onBytes();
    };
    this.#box
      .run({
        command: {
          words: [JAVA, ...MACHINE, HEAP, '-cp', classPath, ...words],
          environment: programEnvironment,
          mergeStderr: false,
          limits: {
            stdoutBytes: ENDLESS,
            stderrBytes: BYTES_PER_MB,
            fileBytes: 32 * BYTES_PER_MB,
            stackBytes: 64 * BYTES_PER_MB,
            openFiles,
            cpuSeconds: ENDLESS,
          },
        },
        stdin: this.#input,
        memoryKb: COMPILE_MEMORY_KB + MACHINE_MEMORY_KB,
        processes: PROCESSES,
        cpuTimeMs: Number.POSITIVE_INFINITY,
        wallTimeMs: NEVER_MS,
        signal: new AbortController().signal,
        onStarted: (controls) => {
          this.#controls = controls;
        },
        onOutput: (stream, bytes) => {
          if (stream !== 'stdout') return;
          this.#held.push(bytes);
          this.#onBytes();
        },
      })
      .then(end, end);
  }

  /**
   * Waits for the next complete answer; null if the process ends or times out.
   * @param findMoreMs called when the time has passed; null if it is the end
   */
  async #read(
    timeoutMs: number,
    signal: AbortSignal | null,
    findMoreMs: () => number | null,
  ): Promise<Buffer | null> {
    const { promise, resolve } = Promise.withResolvers<Buffer | null>();
    const giveUp = (): void => resolve(null);
    const onTimeout = (): void => {
      const moreMs = findMoreMs();
      if (moreMs === null) giveUp();
      else timer = setTimeout(onTimeout, moreMs);
    };
    let timer = setTimeout(onTimeout, timeoutMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#onBytes = () => {
      const answer = this.#held.take();
      if (answer !== null) resolve(answer);
      else if (this.#ended || this.#held.isTooLong) resolve(null);
    };
    this.#onBytes();
    if (signal?.aborted) giveUp();
    const answer = await promise;
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
    this.#onBytes = () => {};
    return answer;
  }

  /** Null if it ended or timed out. */
  async compile(order: Buffer, time: CompileTime, signal: AbortSignal): Promise<WarmAnswer | null> {
    this.served++;
    this.#input.write(order);
    const startedAt = performance.now();
    const { starvedMs: starvedBefore } = this.#countStarved();
    const limitMs = time.remainingMs;
    const countUse = () => {
      const { starvedMs, isWaiting } = this.#countStarved();
      const elapsedMs = performance.now() - startedAt;
      return { elapsedMs, starvedMs: starvedMs - starvedBefore, isWaiting };
    };
    const answer = await this.#read(limitMs, signal, () => {
      const next = checkWallTime({ limitMs, ...countUse() });
      if (next === 'starved') time.starve();
      return typeof next === 'number' ? next : null;
    });
    if (answer !== null) return readAnswer(answer);
    const { elapsedMs, starvedMs } = countUse();
    time.spend(elapsedMs - starvedMs);
    return null;
  }

  #countStarved() {
    const controls = this.#ended ? null : this.#controls;
    return controls?.countStarved() ?? { starvedMs: 0, isWaiting: false };
  }

  close(): Promise<void> {
    return this.#sandbox.discard(this.#box);
  }
}
