import type { RunLanguage } from '@vlabs/contract/runs/run-languages';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  type Limits,
  type Execution,
  type Outcome,
  RunEvent,
  RunnerStatus,
  RUNNER_TOKEN_HEADER,
  type RunOrder,
  type Verdict,
} from '@vlabs/contract/runs/runner';
import { inject, vi } from 'vitest';
import { z } from 'zod';
import { PATIENCE, PATIENTLY } from './patience.ts';

const Line = z.object({ port: z.int().optional(), refused: z.string().optional() });
const MAIN = join(import.meta.dirname, '..', 'main.ts');

/** Generous, so that a slow machine reaches none of them. A test about a limit sets it. */
export const ordinaryLimits: Limits = {
  cpuTimeMs: 8000 * PATIENCE,
  extraTimeMs: 500,
  wallTimeMs: 30_000 * PATIENCE,
  memoryKb: 128_000,
  stackKb: 64_000,
  processes: 60,
  fileSizeKb: 1024,
  outputKb: 1024,
};

/** The parts of an outcome that tests read, with decoded texts. */
export interface TestOutcome extends Omit<Execution, 'stdoutBase64' | 'stderrBase64' | 'verdict'> {
  verdict: Verdict;
  stdout: string;
  stderr: string;
  compileOutput: string;
  events: RunEvent['event'][];
}

export interface Program {
  language: RunLanguage;
  source: string | Buffer;
  stdin?: string | Buffer;
  expected?: string;
  limits?: Partial<Limits>;
  order?: Partial<RunOrder>;
}

const toBase64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
/** How often a phase is repeated depends on timing. */
export const isNew = (event: RunEvent): boolean => event.event === 'finished' || !event.again;

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

const neverRan = ({ compileFailure }: Outcome) => ({
  verdict: 'compile_error' as const,
  stdoutBase64: '',
  stderrBase64: '',
  exitCode: null,
  exitSignal: null,
  message: compileFailure,
  cpuTimeMs: 0,
  wallTimeMs: 0,
  memoryKb: 0,
});

/** A real runner process with its own data folder. */
export class TestRunner {
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
  /** Why this machine cannot confine programs; null if it can. */
  readonly refused: string | null;
  /** The runner's data folder. */
  readonly folder: string;

  constructor(
    child: ChildProcess,
    started: { port: number; token: string; refused: string | null; folder: string },
  ) {
    this.child = child;
    this.url = `http://127.0.0.1:${started.port}`;
    this.token = started.token;
    this.refused = started.refused;
    this.folder = started.folder;
  }

  request(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      ...init,
      headers: { [RUNNER_TOKEN_HEADER]: this.token },
    });
  }

  async status(): Promise<RunnerStatus> {
    return RunnerStatus.parse(await (await this.request('/status')).json());
  }

  /** Once nothing runs. Until then, the runner may check its tracers. */
  statusAtRest(): Promise<RunnerStatus> {
    return vi.waitFor(async () => {
      const status = await this.status();
      const { running, waiting } = status;
      if (running + waiting > 0) throw new Error(`${running} programs run, and ${waiting} wait.`);
      return status;
    }, PATIENTLY);
  }

  send(program: Program, signal?: AbortSignal): Promise<Response> {
    const order: RunOrder = {
      runId: randomUUID(),
      priority: 0,
      language: program.language,
      sourceBase64: toBase64(program.source),
      inputs: [
        {
          stdinBase64: toBase64(program.stdin ?? ''),
          expectedOutputBase64: program.expected === undefined ? null : toBase64(program.expected),
        },
      ],
      timesEach: 1,
      compilerOptions: [],
      commandLineArguments: [],
      redirectStderrToStdout: false,
      limits: { ...ordinaryLimits, ...program.limits },
      ...program.order,
    };
    return this.request('/runs', {
      method: 'POST',
      body: JSON.stringify(order),
      ...(signal ? { signal } : {}),
    });
  }

  async run(program: Program): Promise<TestOutcome> {
    const { outcome, events } = await this.runAll(program);
    const [execution = neverRan(outcome)] = outcome.executions;
    const { stdoutBase64, stderrBase64, ...rest } = execution;
    return {
      ...rest,
      stdout: fromBase64(stdoutBase64),
      stderr: fromBase64(stderrBase64),
      compileOutput: fromBase64(outcome.compileOutputBase64),
      events,
    };
  }

  /** The outcome for every input of the order. */
  async runAll(program: Program): Promise<{ outcome: Outcome; events: RunEvent['event'][] }> {
    const response = await this.send(program);
    const lines = (await response.text()).trim().split('\n');
    const events = lines.map((line) => RunEvent.parse(JSON.parse(line))).filter(isNew);
    const last = events.at(-1);
    if (last?.event !== 'finished') throw new Error(`The run did not finish: ${lines.join()}`);
    return { outcome: last.outcome, events: events.map(({ event }) => event) };
  }

  /** Ends the process and keeps its folder. */
  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.stdin?.end();
    await once(this.child, 'exit');
  }

  async stop(): Promise<void> {
    await this.end();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Starts runner/main.ts as a server would: the token on standard input, the port on standard output. */
export async function spawnRunner(
  folder: string,
  settings: Record<string, string> = {},
): Promise<TestRunner> {
  const token = randomUUID();
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: '/usr/bin:/bin',
      VLABS_RUNNER_PORT: '0',
      VLABS_RUNNER_DATA: folder,
      ...settings,
    },
  });
  child.stdin.write(`${token}\n`);
  let refused: string | null = null;
  for await (const text of createInterface({ input: child.stdout })) {
    const line = Line.parse(JSON.parse(text));
    refused = line.refused ?? refused;
    if (line.port !== undefined)
      return new TestRunner(child, { port: line.port, token, refused, folder });
  }
  throw new Error('The runner ended before it listened.');
}

/**
 * A runner with its own data folder. If the test run has prepared what every runner makes at its first start, the
 * folder starts with a copy.
 */
export async function startRunner(settings: Record<string, string> = {}): Promise<TestRunner> {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-runner-'));
  const prepared = inject('preparedRunner');
  if (prepared !== undefined) await cp(prepared, folder, { recursive: true });
  return spawnRunner(folder, settings);
}

/** Prints why tests of the sandbox cannot run here. */
export function explainSkip(runner: TestRunner): boolean {
  if (runner.refused) console.warn(`Skipped: programs cannot be confined here. ${runner.refused}`);
  return runner.refused !== null;
}
