import type { Language } from '@vlabs/contract/runner';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { z } from 'zod';
import {
  HOSTED_FIELDS,
  HostedLanguage,
  HostedRefusal,
  HostedRun,
  HostedToken,
  STATUS_COMPILE_ERROR,
  hasEnded,
  readHostedRun,
} from './hosted-replies.ts';
import { languages, requireLanguage } from './languages.ts';
import type { RunAttributes } from './run-attributes.ts';
import type { RunInput } from './run-inputs.ts';
import { type InputResult, type RunResult, decideRun, uncompiled } from './run-result.ts';
import {
  type InstalledLanguage,
  RunnerAway,
  RunnerBusy,
  type RunnerLoad,
  RunnerRefusal,
  type Runners,
  type RunWork,
} from './runners.ts';

/** How many runs are given to it at a time; its own queue holds the rest of its load. */
const AT_A_TIME = 8;
const CALL_TIMEOUT_MS = 15_000;
/** Between two questions after one run: quick at first, since most programs are. */
const FIRST_LOOK_MS = 150;
const LONGEST_LOOK_MS = 2000;
const LOOKS_GROW = 1.4;
/** A run that it has not ended by then is given to it again. */
const PATIENCE_MS = 5 * 60_000;
/** Questions may be paid for one by one, so good news is kept for longer. */
const GOOD_NEWS_MS = 60_000;
const BAD_NEWS_MS = 5000;

interface HostedAddress {
  url: string;
  key: string | null;
  host: string;
}

interface News {
  fault: string | null;
  askedAt: number;
}

/** A Judge0 that somebody else runs. Its key is known to this server alone. */
export class HostedJudge0 implements Runners {
  readonly slots = AT_A_TIME;
  readonly #address: HostedAddress;
  readonly #agent = new Agent({ keepAliveTimeout: 60_000, connect: { timeout: 5000 } });
  #languages = new Map<Language, InstalledLanguage>();
  #news: News | null = null;
  #asking: Promise<News> | null = null;
  #running = 0;

  constructor(address: HostedAddress) {
    this.#address = address;
  }

  get load(): RunnerLoad[] {
    const { host } = new URL(this.#address.url);
    return [{ runner: host, slots: AT_A_TIME, running: this.#running, waiting: 0, caches: [] }];
  }

  async runProgram(run: RunAttributes, { signal, onEvent }: RunWork): Promise<RunResult> {
    this.#running += 1;
    try {
      // A run is shown with the name of its compiler.
      if (this.#languages.size === 0) await this.#listen();
      const results: InputResult[] = [];
      for (const input of run.inputs ?? [{ ...run, name: null }]) {
        onEvent({ event: 'running' });
        const ended = await this.#runOn(run, input, signal);
        const result = readHostedRun(ended, input.name);
        const { compile_output } = ended;
        if (ended.status.id === STATUS_COMPILE_ERROR) {
          return { ...uncompiled(result.message), compile_output };
        }
        results.push(result);
      }
      return decideRun(results, run.inputs !== null);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      this.#running -= 1;
    }
  }

  async getAvailability(): Promise<{ available: boolean; reason: string | null }> {
    const { fault } = await this.#listen();
    return { available: fault === null, reason: fault };
  }

  async listLanguages(): Promise<InstalledLanguage[]> {
    await this.#listen();
    return [...this.#languages.values()];
  }

  nameOf(language: Language): string {
    return this.#languages.get(language)?.name ?? language;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #runOn(run: RunAttributes, input: RunInput, signal: AbortSignal): Promise<HostedRun> {
    const body = JSON.stringify(writeSubmission(run, input));
    const path = '/submissions?base64_encoded=true';
    const { token } = await this.#call(HostedToken, path, { method: 'POST', body, signal });
    const look = `/submissions/${encodeURIComponent(token)}?base64_encoded=true&fields=${HOSTED_FIELDS}`;
    const deadline = performance.now() + PATIENCE_MS;
    for (let waitMs = FIRST_LOOK_MS; performance.now() < deadline; waitMs *= LOOKS_GROW) {
      await delay(Math.min(waitMs, LONGEST_LOOK_MS), undefined, { signal });
      const state = await this.#look(look, signal);
      if (state && hasEnded(state)) return state;
    }
    throw new RunnerAway('The hosted Judge0 did not end a run in time.');
  }

  /** Null when it is asked too often: the run goes on there, and is asked after again later. */
  async #look(path: string, signal: AbortSignal): Promise<HostedRun | null> {
    try {
      return await this.#call(HostedRun, path, { method: 'GET', signal });
    } catch (error) {
      if (error instanceof RunnerBusy) return null;
      // It has forgotten the run, so the run is given to it again.
      if (error instanceof RunnerRefusal) throw new RunnerAway(error.message, { cause: error });
      throw error;
    }
  }

  async #call<Reply extends z.ZodType>(
    shape: Reply,
    path: string,
    { signal, ...sent }: { method: 'GET' | 'POST'; body?: string; signal?: AbortSignal },
  ): Promise<z.output<Reply>> {
    const { url, key, host } = this.#address;
    const tooLong = AbortSignal.timeout(CALL_TIMEOUT_MS);
    let status: number;
    let text: string;
    try {
      const reply = await request(`${url}${path}`, {
        ...sent,
        dispatcher: this.#agent,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'x-rapidapi-host': host,
          // A Judge0 of one's own takes its key under the second name.
          ...(key !== null && { 'x-rapidapi-key': key, 'x-auth-token': key }),
        },
        signal: signal ? AbortSignal.any([signal, tooLong]) : tooLong,
      });
      status = reply.statusCode;
      text = await reply.body.text();
    } catch (error) {
      throw new RunnerAway('The hosted Judge0 does not answer.', { cause: error });
    }
    if (status < 200 || status > 299) throw refusalOf(status, text);
    const read = shape.safeParse(readJson(text));
    if (!read.success) {
      throw new RunnerAway('The hosted Judge0 gave an answer that cannot be read.', {
        cause: read.error,
      });
    }
    return read.data;
  }

  /** What is known of it, asked anew when that is old. */
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
      const asked = languages.filter(({ isAlias }) => !isAlias);
      const details = await Promise.all(
        asked.map(async ({ id, language }) => {
          const detail = await this.#call(HostedLanguage, `/languages/${id}`, { method: 'GET' });
          return { language, detail };
        }),
      );
      this.#languages = new Map(
        details.map(({ language, detail }) => [language, writeLanguage(language, detail)]),
      );
    } catch (error) {
      fault = error instanceof Error ? error.message : 'The hosted Judge0 does not answer.';
    }
    this.#news = { fault, askedAt: performance.now() };
    return this.#news;
  }
}

function writeLanguage(
  language: Language,
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

/** Only what both sides know; the rest of a run is nobody else's business. */
function writeSubmission(run: RunAttributes, { stdin, expected_output }: RunInput) {
  const { language } = requireLanguage(run.language_id);
  const listed = languages.find((known) => known.language === language && !known.isAlias);
  return {
    language_id: listed?.id ?? run.language_id,
    source_code: run.source_code.toString('base64'),
    stdin: stdin?.toString('base64') ?? null,
    expected_output: expected_output?.toString('base64') ?? null,
    compiler_options: run.compiler_options,
    command_line_arguments: run.command_line_arguments,
    redirect_stderr_to_stdout: run.redirect_stderr_to_stdout,
    number_of_runs: run.number_of_runs,
    cpu_time_limit: run.cpu_time_limit,
    cpu_extra_time: run.cpu_extra_time,
    wall_time_limit: run.wall_time_limit,
    memory_limit: run.memory_limit,
    stack_limit: run.stack_limit,
    max_processes_and_or_threads: run.max_processes_and_or_threads,
    max_file_size: run.max_file_size,
  };
}

function refusalOf(status: number, text: string): Error {
  const cause = new Error(`The hosted Judge0 answered with ${status}: ${text.slice(0, 500)}`);
  if (status === 429 || status === 503) {
    return new RunnerBusy('The hosted Judge0 has no room at the moment.', { cause });
  }
  if (status === 401 || status === 403) {
    return new RunnerRefusal('The hosted Judge0 does not take the key of this installation.', {
      cause,
    });
  }
  if (status >= 500) return new RunnerAway('The hosted Judge0 does not work.', { cause });
  const said = HostedRefusal.safeParse(readJson(text));
  const faults = said.success ? Object.entries(said.data) : [];
  const words = faults.map(([name, fault]) => `${name} ${[fault].flat().join(', ')}`).join('; ');
  return new RunnerRefusal(
    words === ''
      ? 'The hosted Judge0 refused this program.'
      : `The hosted Judge0 refused: ${words}.`,
    { cause },
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
