import { MAX_WAITING_INPUT_BYTES, OUTPUT_WINDOW_BYTES } from '@vlabs/contract/runs/live-runs';
import type { PreemptionReason } from './live-places.ts';
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

/** The runner's side of one program's terminal: input, output and flow control. */
export class LiveProgram {
  readonly input = new ProgramInput();
  readonly #options: LiveProgramOptions;
  readonly #stop = new AbortController();
  readonly #kept = new ByteQueue();
  /** Bytes sent to the server and not yet acknowledged as shown. */
  #unshownBytes = 0;
  #window: WindowSize;
  #controls: ProgramControls | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastEventMs = performance.now();
  wasIdle = false;
  /** Set if the program ends because others wait for a terminal. */
  preempted: { why: PreemptionReason; idleMs: number } | null = null;

  constructor(options: LiveProgramOptions) {
    this.#options = options;
    this.#window = options.window;
  }

  /** Aborted to end the program. */
  get ending(): AbortSignal {
    return this.#stop.signal;
  }

  get window(): WindowSize {
    return this.#window;
  }

  /** The start of the output. */
  get keptOutput(): Buffer {
    return this.#kept.join();
  }

  /** The time of the last input or output. */
  get idleMs(): number {
    return performance.now() - this.#lastEventMs;
  }

  stop(): void {
    this.#stop.abort();
  }

  preempt(why: PreemptionReason): void {
    this.preempted = { why, idleMs: this.idleMs };
    this.stop();
  }

  /** The program has started: the idle timeout begins. */
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
    // Output after the end is discarded.
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
    // A copy, because a slice would keep the whole buffer in memory.
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
