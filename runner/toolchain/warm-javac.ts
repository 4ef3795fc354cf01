import { join } from 'node:path';
import { describeMadeFiles } from '../languages/made-files.ts';
import type { BoxFile } from '../sandbox/box-protocol.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { CompileTime } from './compile-time.ts';
import { makeInBox } from './make-in-box.ts';
import { findRetryDelay } from './retry-delay.ts';
import { WarmCompilerProcess } from './warm-compiler-process.ts';
import { packOrder, type WarmAnswer } from './warm-javac-protocol.ts';

const CLASS = 'WarmCompiler';
const SOURCE = `${CLASS}.java`;
const JAVAC = '/usr/bin/javac';
/** A compiler is replaced after this many programs, so that nothing accumulates in it. */
const MAX_PROGRAMS = 200;
/** javac's "ok" and "errors in the program"; other statuses are its own failures. */
const HIGHEST_TRUE_STATUS = 1;

interface Settings {
  sandbox: Sandbox;
  /** The paths as this process and as boxes see them. */
  folder: string;
  folderInBox: string;
  /** Options of every compilation, as given to javac. */
  options: string[];
  /** Identifies the javac; a different one requires that the class is compiled again. */
  identity: string;
  /** Compilers to keep ready. */
  ready: number;
  onFailure: (error: unknown) => void;
}

/** Java compilers that are started and warmed up before they are needed, each confined in a box. */
export class WarmJavac {
  readonly #settings: Settings;
  readonly #idle: WarmCompilerProcess[] = [];
  #classFolder: Promise<string> | null = null;
  /** They start one at a time, so that waiting programs keep a core. */
  #starting: Promise<unknown> = Promise.resolve();
  #living = 0;
  #failures = 0;
  #closed = false;

  constructor(settings: Settings) {
    this.#settings = settings;
    for (let count = 0; count < settings.ready; count++) this.#replace();
  }

  /** How many are ready now. */
  get idle(): number {
    return this.#idle.length;
  }

  #replace(): void {
    if (this.#closed || this.#living >= this.#settings.ready) return;
    this.#living++;
    const started = this.#starting.then(() => this.#startOne());
    this.#starting = started.then(
      (process) => {
        this.#failures = 0;
        this.#idle.push(process);
      },
      (error: unknown) => {
        if (this.#closed) return;
        this.#settings.onFailure(error);
        setTimeout(
          () => {
            this.#living--;
            this.#replace();
          },
          findRetryDelay(++this.#failures),
        ).unref();
      },
    );
  }

  async #startOne(): Promise<WarmCompilerProcess> {
    const { sandbox, folderInBox, options } = this.#settings;
    this.#classFolder ??= buildClass(this.#settings);
    const classPath = join(folderInBox, await this.#classFolder);
    return WarmCompilerProcess.start(sandbox, classPath, [CLASS, ...options]);
  }

  /** Null if none is free or if it failed: use the plain compiler. */
  async compile(
    { name, bytes, options }: BoxFile & { options: string[] },
    time: CompileTime,
    signal: AbortSignal,
  ): Promise<WarmAnswer | null> {
    const process = this.#idle.shift();
    if (!process) return null;
    const answer = await process.compile(packOrder(name, bytes, options), time, signal);
    const isTrue = answer !== null && answer.status <= HIGHEST_TRUE_STATUS;
    if (isTrue && process.served < MAX_PROGRAMS) this.#idle.push(process);
    else {
      this.#living--;
      void process.close();
      this.#replace();
    }
    return isTrue ? answer : null;
  }

  close(): void {
    this.#closed = true;
  }
}

/** Compiles WarmCompiler.java once for each version of it and of javac; returns the folder's name. */
async function buildClass({ sandbox, folder, options, identity }: Settings): Promise<string> {
  const made = await describeMadeFiles({
    name: 'classes',
    sources: [join(import.meta.dirname, SOURCE)],
    identity: JSON.stringify([identity, options]),
    words: [JAVAC, SOURCE],
    resultSuffix: '.class',
    resultMode: 0o644,
  });
  await makeInBox(sandbox, folder, made);
  return made.folder;
}
