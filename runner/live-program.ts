import { MAX_WAITING_INPUT_BYTES, OUTPUT_WINDOW_BYTES } from '@vlabs/contract/running/live-runs';
import type { WayGiven } from './live-places.ts';
import type { WindowSize } from './sandbox/box-protocol.ts';
import { ByteQueue } from './sandbox/byte-queue.ts';
import { ProgramInput } from './sandbox/program-input.ts';
import type { ProgramControls } from './sandbox/sandbox.ts';

interface LiveProgramOptions {
  window: WindowSize;
  idleTimeMs: number;
  keptOutputBytes: number;
  onOutput: (bytes: Buffer) => void;
  onInputLost: (bytes: number) => void;
}

/** The terminal of one program, from this side: what goes in, what comes out, and how much of it is on its way. */
export class LiveProgram {
  readonly input = new ProgramInput();
  readonly #options: LiveProgramOptions;
  readonly #stop = new AbortController();
  readonly #kept = new ByteQueue();
  /** Handed on, and not shown yet as far as is known here. */
  #unshownBytes = 0;
  #window: WindowSize;
  #controls: ProgramControls | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastEventMs = performance.now();
  wasIdle = false;
  /** Set when it ends because others wait for a terminal. */
  gaveWay: { why: WayGiven; idleMs: number } | null = null;

  constructor(options: LiveProgramOptions) {
    this.#options = options;
    this.#window = options.window;
  }

  /** Aborted when the program is to end. */
  get ending(): AbortSignal {
    return this.#stop.signal;
  }

  get window(): WindowSize {
    return this.#window;
  }

  /** The first of what was printed. */
  get keptOutput(): Buffer {
    return this.#kept.join();
  }

  /** Since anything was typed or printed. */
  get idleMs(): number {
    return performance.now() - this.#lastEventMs;
  }

  stop(): void {
    this.#stop.abort();
  }

  giveWay(why: WayGiven): void {
    this.gaveWay = { why, idleMs: this.idleMs };
    this.stop();
  }

  /** The program has started: from now on time counts in which nothing happens. */
  started(controls: ProgramControls): void {
    this.#controls = controls;
    this.#somethingHappened();
  }

  ended(): void {
    clearTimeout(this.#idleTimer);
    this.#controls = null;
  }

  type(text: string): void {
    const bytes = Buffer.from(text);
    if (this.input.waitingBytes + bytes.length > MAX_WAITING_INPUT_BYTES) {
      this.#options.onInputLost(bytes.length);
      return;
    }
    if (this.#controls) this.#somethingHappened();
    this.input.write(bytes);
  }

  resize(window: WindowSize): void {
    this.#window = window;
    this.#controls?.resize(window);
  }

  print(bytes: Buffer): void {
    // What comes after it was ended is of no use to anyone.
    if (this.ending.aborted) return;
    this.#somethingHappened();
    this.#keep(bytes);
    this.#unshownBytes += bytes.length;
    this.#options.onOutput(bytes);
    if (this.#unshownBytes >= OUTPUT_WINDOW_BYTES) this.#controls?.holdOutput();
  }

  shown(bytes: number): void {
    this.#unshownBytes = Math.max(0, this.#unshownBytes - bytes);
    if (this.#unshownBytes < OUTPUT_WINDOW_BYTES) this.#controls?.takeOutput();
  }

  #keep(bytes: Buffer): void {
    const remaining = this.#options.keptOutputBytes - this.#kept.length;
    if (remaining <= 0) return;
    // A copy, because the part would hold on to the whole of what it was cut from.
    this.#kept.push(Buffer.from(bytes.subarray(0, remaining)));
  }

  #somethingHappened(): void {
    this.#lastEventMs = performance.now();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      this.wasIdle = true;
      this.stop();
    }, this.#options.idleTimeMs);
  }
}
