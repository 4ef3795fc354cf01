import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Compilation } from '../languages/recipe.ts';
import { type Sandbox, StarvedError } from '../sandbox/sandbox.ts';
import { COMPILE_TOO_SLOW, compileInBox } from './compile-in-box.ts';
import { CompileTime } from './compile-time.ts';
import type { CompiledProgram } from './compiled-program.ts';
import { findRetryDelay } from './retry-delay.ts';

/** Background work, one piece at a time. When the queue is full, work is refused and must be requested again. */
export class BackgroundWork {
  readonly #max: number;
  readonly #onFailure: (error: unknown) => void;
  readonly #wanted = new Map<string, () => Promise<void>>();
  #isWorking = false;

  constructor(max: number, onFailure: (error: unknown) => void) {
    this.#max = max;
    this.#onFailure = onFailure;
  }

  /** Two pieces with the same name are one. */
  want(name: string, work: () => Promise<void>): void {
    if (this.#wanted.size >= this.#max || this.#wanted.has(name)) return;
    this.#wanted.set(name, work);
    if (!this.#isWorking) void this.#process();
  }

  async #process(): Promise<void> {
    this.#isWorking = true;
    for (const [name, work] of this.#wanted) {
      await work().catch(this.#onFailure);
      this.#wanted.delete(name);
    }
    this.#isWorking = false;
  }
}

const HEADER = 'block.h';
const RESULT = `${HEADER}.gch`;
const NAME_LENGTH = 32;
/** Each takes a core for a second or two. A block that does not fit is requested again with its next program. */
const MAX_WANTED = 100;
/** How many blocks that cannot be precompiled are remembered. */
const MAX_REFUSED = 1000;

interface Settings {
  sandbox: Sandbox;
  /** The paths as this process and as boxes see them. */
  folder: string;
  folderInBox: string;
  maxBytes: number;
  onFailure: (error: unknown) => void;
}

interface Entry {
  bytes: number;
  usedAt: number;
}

/**
 * Precompiled headers for the exact blocks of includes that sources begin with. One is made in the background when
 * its block is first seen, one at a time, and serves every later program with that block.
 */
export class PrecompiledHeaders {
  readonly #settings: Settings;
  readonly #entries = new Map<string, Entry>();
  readonly #background: BackgroundWork;
  /** Blocks that could not be precompiled, and until when they are not tried again. */
  readonly #refused = new Map<string, { slow: number; until: number }>();
  /** Hits and misses. */
  readonly uses = { hits: 0, misses: 0 };

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#background = new BackgroundWork(MAX_WANTED, settings.onFailure);
    mkdirSync(settings.folder, { recursive: true, mode: 0o711 });
    for (const name of readdirSync(settings.folder)) {
      const result = join(settings.folder, name, RESULT);
      if (name.length !== NAME_LENGTH || !existsSync(result)) {
        rmSync(join(settings.folder, name), { recursive: true });
        continue;
      }
      const { size, mtimeMs } = statSync(result);
      this.#entries.set(name, { bytes: size, usedAt: mtimeMs });
    }
  }

  /** The header's path in a box, or null if there is none yet; then it is made in the background. */
  find(compilation: Compilation, block: string): string | null {
    const words = compilation.headerWords?.(HEADER, RESULT);
    if (!words) return null;
    const name = createHash('sha256')
      .update(JSON.stringify([compilation.identity, words, block]))
      .digest('hex')
      .slice(0, NAME_LENGTH);
    const entry = this.#entries.get(name);
    if (entry) {
      this.uses.hits++;
      entry.usedAt = Date.now();
      utimesSync(join(this.#settings.folder, name, RESULT), new Date(), new Date());
      return join(this.#settings.folderInBox, name, HEADER);
    }
    this.uses.misses++;
    if (Date.now() >= (this.#refused.get(name)?.until ?? 0)) {
      this.#background.want(name, () => this.#make(name, words, block));
    }
    return null;
  }

  async #make(name: string, words: string[], block: string): Promise<void> {
    const { files, output, failure } = await this.#compile(words, block);
    const result = files?.[0];
    if (result && output.length === 0) {
      this.#refused.delete(name);
      this.#keep(name, block, result.bytes);
    } else this.#refuse(name, failure === COMPILE_TOO_SLOW);
  }

  async #compile(words: string[], block: string): Promise<CompiledProgram> {
    const header = { name: HEADER, mode: 0o644, bytes: Buffer.from(block) };
    const wanted = {
      sources: [header],
      steps: [words],
      resultSuffix: RESULT,
      resultMode: 0o644,
      size: 'large' as const,
      time: new CompileTime(),
    };
    try {
      return await compileInBox(this.#settings.sandbox, wanted, new AbortController().signal);
    } catch (error) {
      if (!(error instanceof StarvedError)) throw error;
      return { files: null, output: Buffer.alloc(0), failure: COMPILE_TOO_SLOW };
    }
  }

  #keep(name: string, block: string, bytes: Buffer): void {
    const { folder } = this.#settings;
    const unfinished = join(folder, `${name}.${process.pid}`);
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o755 });
    writeFileSync(join(unfinished, HEADER), block, { mode: 0o644 });
    writeFileSync(join(unfinished, RESULT), bytes, { mode: 0o644 });
    renameSync(unfinished, join(folder, name));
    this.#entries.set(name, { bytes: bytes.length, usedAt: Date.now() });
    this.#shrink();
  }

  /**
   * A block that is missing or has warnings is not tried again: its programs are compiled plainly and show the messages
   * themselves. A busy machine may succeed later.
   */
  #refuse(name: string, isSlow: boolean): void {
    const slow = (this.#refused.get(name)?.slow ?? 0) + 1;
    const until = isSlow ? Date.now() + findRetryDelay(slow) : Infinity;
    this.#refused.set(name, { slow, until });
    const [oldest] = this.#refused.keys();
    if (this.#refused.size > MAX_REFUSED && oldest !== undefined) this.#refused.delete(oldest);
  }

  #shrink(): void {
    let bytes = 0;
    const newestFirst = [...this.#entries].toSorted(([, a], [, b]) => b.usedAt - a.usedAt);
    for (const [name, entry] of newestFirst) {
      bytes += entry.bytes;
      if (bytes <= this.#settings.maxBytes) continue;
      this.#entries.delete(name);
      rmSync(join(this.#settings.folder, name), { recursive: true, force: true });
    }
  }
}
