import {
  languages,
  type ProgrammingLanguage,
  requireLanguage,
} from '@vlabs/contract/runs/languages';
import {
  MULTI_FILE,
  MULTI_FILE_ID,
  MULTI_FILE_NAME,
  type RunLanguage,
} from '@vlabs/contract/runs/run-languages';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_RUN_MS, NO_TRACER, RUN_TOOK_TOO_LONG } from '@vlabs/contract/runs/runner';
import { z } from 'zod';
import { runInWorker } from '../../platform/jobs/bounded-worker.ts';
import { writeArchive } from './additional-files.ts';
import { type HostedAddress, HostedClient, HostedReplyTooLarge } from './hosted-client.ts';
import {
  HOSTED_FIELDS,
  HostedLanguage,
  HostedLanguages,
  HostedRun,
  HostedToken,
  STATUS_COMPILE_ERROR,
  hasEnded,
  readHostedRun,
} from './hosted-replies.ts';
import {
  type InputResult,
  type RunResult,
  decideRun,
  lateInput,
  failedRun,
  stoppedRun,
  uncompiled,
  type ProgramInput,
  type RunPlan,
  inputsOf,
} from '../store/run.ts';
import {
  type InstalledLanguage,
  RunnerUnavailable,
  RunnerBusy,
  type RunnerLoad,
  RunnerRefusal,
  type Runners,
  type RunWork,
} from '../runners/runners.ts';

/** Concurrent runs sent to it; its own queue holds other load. */
const AT_A_TIME = 8;
/** Polling delay for one run: short at first, because most programs are short. */
const FIRST_LOOK_MS = 150;
const MAX_LOOK_MS = 2000;
const LOOKS_GROW = 1.4;
/** After this many failed polls in a row, the run is submitted again. */
const MAX_FAILED_LOOKS = 5;
/** A run that has not ended by then fails. */
const TIMEOUT_MS = 5 * 60_000;
/** Time for deleting a stopped run. */
const DELETE_MS = 1000;
const STOPPED_ONLY_HERE = 'Stopped here; the hosted Judge0 may still run it to its own limits';
const NOT_IN_TIME = 'The hosted Judge0 did not end this program in time. Try again later.';
const OTHER_RUN = 'The hosted Judge0 returned the token of another run.';
/** Requests may be billed, so a positive status is cached for long; a failed run invalidates it. */
const GOOD_NEWS_MS = 10 * 60_000;
const BAD_NEWS_MS = 5000;

interface News {
  fault: string | null;
  askedAt: number;
}

/** The run was ended here; `#delete` tells whether the hosted Judge0 dropped it too. */
class Withdrawn extends Error {
  override name = 'Withdrawn';
  readonly isGoneThere: boolean;

  constructor(isGoneThere: boolean) {
    super('The run was withdrawn.');
    this.isGoneThere = isGoneThere;
  }
}

/** Runs programs on a hosted Judge0 instead of our own runners. */
export class HostedJudge0 implements Runners {
  readonly slots = AT_A_TIME;
  readonly capacity = AT_A_TIME;
  readonly #client: HostedClient;
  readonly #languages = new Map<RunLanguage, InstalledLanguage>();
  #news: News | null = null;
  #asking: Promise<News> | null = null;
  #running = 0;
  readonly #timeoutMs: number;
  /** Runs that are being polled. */
  readonly #tokens = new Set<string>();

  constructor(address: HostedAddress) {
    this.#client = new HostedClient(address);
    this.#timeoutMs = address.timeoutMs ?? TIMEOUT_MS;
  }

  get load(): RunnerLoad[] {
    const runner = this.#client.name;
    return [{ runner, slots: AT_A_TIME, running: this.#running, waiting: 0, caches: [] }];
  }

  async runLive(): Promise<never> {
    throw new RunnerRefusal('Programs can’t run in a terminal on this installation. Use Execute.');
  }

  async runProgram(plan: RunPlan, work: RunWork): Promise<RunResult> {
    this.#running += 1;
    const soFar: InputResult[] = [];
    try {
      // Runs are shown with the name of their compiler.
      if (this.#languages.size === 0) await this.#listen();
      return await this.#runOnAll(plan, work, soFar);
    } catch (error) {
      work.signal.throwIfAborted();
      if (!(error instanceof Withdrawn)) {
        this.#news = null;
        throw error;
      }
      const stopped = stoppedRun(soFar, plan.inputs !== null);
      return error.isGoneThere ? stopped : { ...stopped, message: STOPPED_ONLY_HERE };
    } finally {
      this.#running -= 1;
    }
  }

  /** @param soFar receives each result as it arrives */
  async #runOnAll(
    plan: RunPlan,
    { signal, stop, onEvent }: RunWork,
    soFar: InputResult[],
  ): Promise<RunResult> {
    if (plan.isTrace) return failedRun(NO_TRACER);
    const end = AbortSignal.any([signal, stop]);
    let spentMs = 0;
    for (const input of inputsOf(plan)) {
      if (spentMs >= MAX_RUN_MS) {
        soFar.push(lateInput(input.name, RUN_TOOK_TOO_LONG));
        continue;
      }
      onEvent({ event: 'running' });
      const ended = await this.#runOn(plan, input, end);
      if (ended.status.id === STATUS_COMPILE_ERROR) return uncompiled(ended.compile_output);
      soFar.push(await judgeByRule(readHostedRun(ended, input.name), input));
      spentMs += (ended.wall_time ?? 0) * plan.timesEach;
    }
    return decideRun(soFar, plan.inputs !== null);
  }

  async getAvailability(): Promise<{ available: boolean; reason: string | null }> {
    const { fault } = await this.#listen();
    return { available: fault === null, reason: fault };
  }

  async listLanguages(): Promise<InstalledLanguage[]> {
    await this.#listen();
    return [...this.#languages.values()];
  }

  nameOf(language: RunLanguage): string {
    return this.#languages.get(language)?.name ?? language;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #runOn(plan: RunPlan, input: ProgramInput, end: AbortSignal): Promise<HostedRun> {
    const body = JSON.stringify(writeSubmission(plan, input));
    const path = '/submissions?base64_encoded=true';
    let token: string | null = null;
    try {
      end.throwIfAborted();
      const sent = { method: 'POST', body, signal: end } as const;
      const given = await this.#client.call(HostedToken, path, sent);
      if (this.#tokens.has(given.token)) throw new RunnerUnavailable(OTHER_RUN);
      token = given.token;
      this.#tokens.add(token);
      return await this.#waitFor(token, end);
    } catch (error) {
      if (!end.aborted) throw error;
      throw new Withdrawn(token !== null && (await this.#delete(token)));
    } finally {
      if (token !== null) this.#tokens.delete(token);
    }
  }

  async #waitFor(token: string, signal: AbortSignal): Promise<HostedRun> {
    const path = `${pathOf(token)}?base64_encoded=true&fields=${HOSTED_FIELDS}`;
    const deadline = performance.now() + this.#timeoutMs;
    let failedLooks = 0;
    let waitMs = FIRST_LOOK_MS;
    while (performance.now() < deadline) {
      await delay(waitMs, undefined, { signal });
      waitMs = Math.min(waitMs * LOOKS_GROW, MAX_LOOK_MS);
      try {
        const state = await this.#look(path, token, signal);
        if (hasEnded(state)) return state;
        failedLooks = 0;
      } catch (error) {
        // Rate limited; the run continues there.
        if (error instanceof RunnerBusy) waitMs = Math.max(waitMs, error.retryAfterMs);
        else if (error instanceof HostedReplyTooLarge) throw error;
        // It no longer knows the run, so the run is submitted again.
        else if (error instanceof RunnerRefusal) throw forgotten(error);
        else if (++failedLooks >= MAX_FAILED_LOOKS) throw error;
      }
    }
    throw new RunnerRefusal(NOT_IN_TIME);
  }

  async #look(path: string, token: string, signal: AbortSignal): Promise<HostedRun> {
    const state = await this.#client.call(HostedRun, path, { method: 'GET', signal, isRun: true });
    if ((state.token ?? token) === token) return state;
    throw new RunnerUnavailable('The hosted Judge0 sent an invalid reply.');
  }

  /** Most installations reject deletion before the end, and none stops the program. */
  async #delete(token: string): Promise<boolean> {
    const signal = AbortSignal.timeout(DELETE_MS);
    const deleted = this.#client.call(z.unknown(), pathOf(token), { method: 'DELETE', signal });
    return deleted.then(
      () => true,
      () => false,
    );
  }

  /** Returns the cached status, refreshed if stale. */
  async #listen(): Promise<News> {
    const known = this.#news;
    const keptMs = known?.fault === null ? GOOD_NEWS_MS : BAD_NEWS_MS;
    if (known && performance.now() - known.askedAt < keptMs) return known;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(): Promise<News> {
    let fault: string | null = null;
    try {
      const there = await this.#client.call(HostedLanguages, '/languages', { method: 'GET' });
      const ids = new Set(there.map(({ id }) => id));
      await this.#learn(languages.filter(({ id }) => ids.has(id)));
      if (ids.has(MULTI_FILE_ID)) this.#languages.set(MULTI_FILE, multiFile);
      if (this.#languages.size === 0) fault = 'The hosted Judge0 supports none of our languages.';
    } catch (error) {
      fault = error instanceof Error ? error.message : 'The hosted Judge0 does not answer.';
    }
    this.#news = { fault, askedAt: performance.now() };
    return this.#news;
  }

  /** Language details don't change and each costs a request, so they are fetched once. */
  async #learn(there: readonly ProgrammingLanguage[]): Promise<void> {
    const unknown = there.filter(({ key }) => !this.#languages.has(key));
    await Promise.all(
      unknown.map(async ({ id, key }) => {
        const path = `/languages/${id}`;
        const detail = await this.#client.call(HostedLanguage, path, { method: 'GET' });
        this.#languages.set(key, writeLanguage(key, detail));
      }),
    );
  }
}

const multiFile: InstalledLanguage = {
  language: MULTI_FILE,
  name: MULTI_FILE_NAME,
  sourceFile: '',
  compileCommand: null,
  runCommand: '',
};

function writeLanguage(
  language: RunLanguage,
  { name, source_file, compile_cmd, run_cmd }: HostedLanguage,
): InstalledLanguage {
  return {
    language,
    name,
    sourceFile: source_file ?? '',
    compileCommand: compile_cmd ?? null,
    runCommand: run_cmd ?? '',
  };
}

/** A hundred times the time for the longest output. */
const COMPARING = { maxMs: 30_000, maxMemoryMb: 512 };

/** A hosted Judge0 compares by its own rule only. */
async function judgeByRule(result: InputResult, input: ProgramInput): Promise<InputResult> {
  if (!input.rule || result.verdict !== 'accepted') return result;
  const script = new URL('hosted-output-worker.ts', import.meta.url);
  const order = { stdoutBase64: result.stdoutBase64, input };
  const isRight = await runInWorker<boolean>({ script, order, ...COMPARING }, (payload, finish) =>
    finish(z.boolean().parse(payload)),
  );
  return isRight ? result : { ...result, verdict: 'wrong_answer' };
}

/** Sends only the attributes that both sides know; all other data stays here. */
function writeSubmission(plan: RunPlan, { stdinBase64, expectedOutputBase64, rule }: ProgramInput) {
  const { program, limits } = plan;
  const { languageId, source } = program;
  const isMultiFile = languageId === MULTI_FILE_ID;
  return {
    // An alias is sent under its listed number.
    language_id: isMultiFile ? languageId : requireLanguage(languageId).id,
    source_code: isMultiFile ? null : source.toString('base64'),
    ...(plan.files.length > 0 && {
      additional_files: writeArchive(plan.files).toString('base64'),
    }),
    stdin: stdinBase64,
    expected_output: rule ? null : expectedOutputBase64,
    compiler_options: program.compilerOptions,
    command_line_arguments: program.commandLineArguments,
    redirect_stderr_to_stdout: program.redirectStderrToStdout,
    number_of_runs: plan.timesEach,
    cpu_time_limit: limits.cpuTimeMs / 1000,
    cpu_extra_time: limits.extraTimeMs / 1000,
    wall_time_limit: limits.wallTimeMs / 1000,
    memory_limit: limits.memoryKb,
    stack_limit: limits.stackKb,
    max_processes_and_or_threads: limits.processes,
    max_file_size: limits.fileSizeKb,
  };
}

const pathOf = (token: string) => `/submissions/${encodeURIComponent(token)}`;

const forgotten = (cause: RunnerRefusal) => new RunnerUnavailable(cause.message, { cause });
