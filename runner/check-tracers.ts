import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Execution, RunOrder } from '@vlabs/contract/runs/runner';
import type { RunLanguage } from '@vlabs/contract/runs/run-languages';
import { readTrace } from '@vlabs/contract/runs/trace/read-trace';
import { replay, type Snapshot } from '@vlabs/contract/runs/trace/replay';
import type { Recipe, Traced } from './languages/recipe.ts';
import { type Confinement, runProgram } from './run-program.ts';
import type { RunQueue } from './run-queue.ts';

/** After every run of a person. */
const PRIORITY = 100;
const LIMITS: RunOrder['limits'] = {
  cpuTimeMs: 10_000,
  extraTimeMs: 0,
  wallTimeMs: 60_000,
  memoryKb: 128_000,
  stackKb: 64_000,
  processes: 60,
  fileSizeKb: 1024,
  outputKb: 1024,
};

interface Settings {
  /** Remembers the tracers that passed, until the machine starts again. */
  file: string;
  confinement: Confinement;
  queue: Pick<RunQueue, 'run'>;
  onFailure: (error: unknown) => void;
}

/** Knows which tracers work on this machine, from one program of each language. */
export class TracerChecks {
  readonly #settings: Settings;
  /** By language and version. */
  readonly #faults = new Map<string, string | null>();
  /** What identifies the tracers that passed, also in earlier processes. */
  #passed: ReadonlySet<string> | null = null;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Why programs of a language cannot be traced; null if nothing is known against it, undefined without a tracer. */
  faultOf({ name, traced }: Recipe): string | null | undefined {
    return traced && (this.#faults.get(name) ?? null);
  }

  /** Checks the tracers that were not checked before. */
  async check(recipes: readonly Recipe[]): Promise<void> {
    this.#passed ??= await readPassed(this.#settings.file);
    for (const recipe of recipes) {
      const { name, traced } = recipe;
      if (!traced || this.#faults.has(name)) continue;
      const identity = identify(name, traced);
      try {
        const fault = this.#passed.has(identity)
          ? null
          : await this.#findFault(recipe, traced.sample);
        this.#faults.set(name, fault);
        if (fault === null) await this.#keepPassed(identity);
      } catch (error) {
        // The queue was full or a box failed, which says nothing of the tracer: the next look checks it again.
        this.#settings.onFailure(error);
      }
    }
  }

  async #keepPassed(identity: string): Promise<void> {
    const { file } = this.#settings;
    if (this.#passed?.has(identity)) return;
    this.#passed = new Set([...(this.#passed ?? []), identity]);
    const unfinished = `${file}.${process.pid}`;
    await writeFile(unfinished, JSON.stringify([...this.#passed]));
    await rename(unfinished, file);
  }

  async #findFault(recipe: Recipe, sample: string): Promise<string | null> {
    const { confinement, queue } = this.#settings;
    const { signal } = new AbortController();
    const order = orderOf(recipe.language, sample);
    const outcome = await queue.run(
      (slot) =>
        runProgram(order, { ...confinement, recipe, signal, stop: signal, slot, onEvent() {} }),
      { signal, priority: PRIORITY, onPlace() {}, onLong() {} },
    );
    const [execution] = outcome.executions;
    if (execution) return findFault(execution);
    return `The compiler refuses its check: ${Buffer.from(outcome.compileOutputBase64, 'base64').toString('utf8').slice(0, 200)}`;
  }
}

/** Settings of the kernel on which tracers depend last until the machine starts again. */
const BOOT_FILE = '/proc/sys/kernel/random/boot_id';
const boot = readFileSync(BOOT_FILE, 'utf8').trim();

/** Changes with the language's tools, with its tracer and with each start of the machine. */
function identify(name: string, { runWords, madeFiles, environment, sample }: Traced): string {
  const words = runWords({ sourceFile: '' }, { memoryKb: 0, stackKb: 0 });
  return JSON.stringify([boot, name, words, environment, madeFiles?.folder, sample]);
}

/** Empty if there is no such file. */
async function readPassed(file: string): Promise<ReadonlySet<string>> {
  const text = await readFile(file, 'utf8').catch(() => '[]');
  try {
    const kept: unknown = JSON.parse(text);
    const all = Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
    return new Set(all.filter((one) => one.includes(boot)));
  } catch {
    return new Set();
  }
}

const orderOf = (language: RunLanguage, sample: string): RunOrder => ({
  runId: randomUUID(),
  priority: PRIORITY,
  language,
  sourceBase64: Buffer.from(sample).toString('base64'),
  inputs: [{ stdinBase64: null, expectedOutputBase64: null }],
  timesEach: 1,
  compilerOptions: [],
  commandLineArguments: [],
  redirectStderrToStdout: false,
  isTrace: true,
  limits: LIMITS,
});

function findFault({ traceBase64, stderrBase64, message }: Execution): string | null {
  if (traceBase64 === undefined) {
    const said = Buffer.from(stderrBase64, 'base64').toString('utf8').trim().split('\n').at(-1);
    return `Its tracer writes no trace: ${said || (message ?? 'it says nothing')}`;
  }
  const trace = readTrace(gunzipSync(Buffer.from(traceBase64, 'base64')).toString('utf8'));
  if (!trace) return 'Its tracer writes no trace.';
  const { snapshots, output, end } = replay(trace);
  if (end.end !== 'exit') return `The trace of its check ended with ${end.end}.`;
  if (!snapshots.some(isWhole)) return 'The trace of its check lacks variables.';
  const printed = output.map(({ text }) => text).join('');
  return printed === '7\n' ? null : 'The trace of its check lacks the output.';
}

/** As `Traced.sample` says. */
function isWhole({ frames, objects }: Snapshot): boolean {
  const variables = frames.flatMap((frame) => frame.variables);
  const numbers = variables.find(([name]) => name === 'numbers')?.[1];
  if (!Array.isArray(numbers)) return false;
  const length = numbers[0] === 'r' ? objects.get(numbers[1])?.parts[2] : numbers[3];
  return length === 2 && variables.some(([name, value]) => name === 'total' && value === 7);
}
