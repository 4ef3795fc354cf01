import type { Language } from '@vlabs/contract/running/languages';
import type { LiveRunOrder } from '@vlabs/contract/running/live-runs';
import {
  MAX_RUN_MS,
  type Outcome,
  REPEAT_PHASE_MS,
  type RunOrder,
} from '@vlabs/contract/running/runner';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { RunnerConnection, type RunnerAddress, headersFor } from './runner-connection.ts';
import { LiveMove } from '../live/live-move.ts';
import { runLiveOn } from '../live/live-runner-client.ts';
import type { RunPlan } from '../program.ts';
import { RequestTimeout } from './request-timeout.ts';
import { writeRunOrder } from './run-order.ts';
import { type RunResult, readOutcome } from '../run-result.ts';
import { BrokenRunnerReply, readRunEvents } from './runner-events.ts';
import {
  type InstalledLanguage,
  type LiveWork,
  RunnerUnavailable,
  RunnerBusy,
  RunnerRefusal,
  type RunnerLoad,
  type Runners,
  type RunWork,
} from './runners.ts';

/** A runner never waits for its next run; those beyond wait in the database. */
const SENT_PER_SLOT = 8;
const NEWS_WITHIN_MS = 50;
const STOP_TIMEOUT_MS = 2000;
/** Many times what a runner waits before it repeats its phase: one that is silent for so long is gone. */
const MAX_SILENCE_MS = 12 * REPEAT_PHASE_MS;
/** Twice what a runner lets a run take: one that is longer under way hangs, whatever its runner repeats. */
const LONGEST_RUN_MS = 2 * MAX_RUN_MS;

interface RunnerPoolOptions {
  /** Asked before every run, so runners may come, go, and change their token. */
  runners: () => readonly RunnerAddress[];
  /** Why there is none, when there is none; null when nobody knows. */
  whyNone?: () => string | null;
  /** Without a word from a runner for so long, its runs are given to another. */
  lostAfterMs?: number;
  /** A run that is so long out of its runner's queue is given to another. */
  longestRunMs?: number | undefined;
}

/** Sends each run to the runner with the most room, and knows which runners live. */
export class RunnerPool implements Runners {
  readonly #options: RunnerPoolOptions;
  readonly #agent = new Agent({ keepAliveTimeout: 60_000, connect: { timeout: 2000 } });
  readonly #known = new Map<string, RunnerConnection>();

  constructor(options: RunnerPoolOptions) {
    this.#options = options;
  }

  get slots(): number {
    return this.#list().reduce((sum, runner) => sum + (runner.status?.slots ?? 0), 0);
  }

  get capacity(): number {
    return this.#list().reduce((sum, { status }) => {
      const { slots = 0, maxWaiting = 0 } = status ?? {};
      return sum + Math.min(slots * SENT_PER_SLOT, slots + maxWaiting);
    }, 0);
  }

  get load(): RunnerLoad[] {
    return this.#list().map(({ address, status }) => ({
      runner: new URL(address.url).host,
      slots: status?.slots ?? 0,
      running: status?.running ?? 0,
      waiting: status?.waiting ?? 0,
      caches: status?.caches ?? [],
    }));
  }

  async runProgram(plan: RunPlan, work: RunWork): Promise<RunResult> {
    const order = writeRunOrder(plan, work.priority);
    const ready = await this.#listReady();
    // Chosen and entered at once, or several that begin together would all choose the same.
    const runner = this.#chooseRunner(ready, order.language);
    const { lost, leave } = runner.enter();
    try {
      const outcome = await executeOn(runner, order, {
        ...work,
        lost,
        agent: this.#agent,
        longestRunMs: this.#options.longestRunMs ?? LONGEST_RUN_MS,
      });
      return readOutcome(outcome, plan.inputs);
    } finally {
      leave();
    }
  }

  async runLive(order: LiveRunOrder, work: LiveWork): Promise<Outcome> {
    for (;;) {
      const ready = await this.#listReady();
      const runner = this.#chooseRunner(ready, order.language);
      const { lost, leave } = runner.enterLive();
      const move = new LiveMove(() => this.#hasCapacityElsewhere(runner, order.language));
      const onEvent = move.watch(work.onEvent);
      try {
        const parts = { ...work, onEvent, lost, leave: move.signal, agent: this.#agent };
        return await runLiveOn(runner, order, parts);
      } catch (error) {
        if (!move.signal.aborted || work.stop.aborted) throw error;
      } finally {
        move.end();
        leave();
      }
    }
  }

  async #hasCapacityElsewhere(here: RunnerConnection, language: Language): Promise<boolean> {
    const ready = await this.#listReady();
    return ready.some((each) => each !== here && each.hasLiveCapacity && each.knows(language));
  }

  #chooseRunner(ready: readonly RunnerConnection[], language: Language): RunnerConnection {
    if (ready.length === 0) throw new RunnerUnavailable(this.#whyUnavailable());
    const able = ready.filter((runner) => runner.knows(language));
    const [runner] = able.toSorted((one, other) => one.load - other.load);
    if (!runner) throw new RunnerRefusal('The compiler of this language is not installed.');
    return runner;
  }

  /** Can programs be run now, and if not, why, in plain words. */
  async getAvailability(): Promise<{ available: boolean; reason: string | null }> {
    const ready = await this.#listReady();
    const available = ready.length > 0;
    return { available, reason: available ? null : this.#whyUnavailable() };
  }

  /** What the runners can run, as they last said, by the names of their compilers. */
  async listLanguages(): Promise<InstalledLanguage[]> {
    await this.#listReady();
    return [...this.#languages().values()];
  }

  /** The name of the compiler where a runner has said it. */
  nameOf(language: Language): string {
    return this.#languages().get(language)?.name ?? language;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  #languages() {
    const all = this.#list().flatMap((runner) => runner.languages);
    return new Map(all.map((each) => [each.language, each]));
  }

  #list(): RunnerConnection[] {
    const addresses = new Map(this.#options.runners().map((address) => [address.url, address]));
    for (const url of this.#known.keys()) if (!addresses.has(url)) this.#known.delete(url);
    for (const [url, address] of addresses) {
      const runner =
        this.#known.get(url) ??
        new RunnerConnection(address, this.#agent, this.#options.lostAfterMs);
      runner.address = address;
      this.#known.set(url, runner);
    }
    return [...this.#known.values()];
  }

  /** Asks runners how they are. Waits for the answers when none is known to be ready. */
  async #listReady(): Promise<RunnerConnection[]> {
    const all = this.#list();
    const stale = all.filter((runner) => !runner.isFresh);
    const checks = Promise.all(stale.map((runner) => runner.check()));
    if (all.every((runner) => runner.fault !== null)) await checks;
    // One that was down may be back: it says so in a moment, or is not waited for.
    else if (stale.some((runner) => runner.isUnavailable)) {
      await Promise.race([checks, delay(NEWS_WITHIN_MS, undefined, { ref: false })]);
    }
    return all.filter((runner) => runner.fault === null);
  }

  #whyUnavailable(): string {
    const faults = new Set(this.#list().map((runner) => runner.fault));
    if (faults.size > 0) return `No runner is ready. ${[...faults].join(' ')}`;
    return this.#options.whyNone?.() ?? 'The runner is being started. Try again in a few seconds.';
  }
}

interface RunnerWork extends RunWork {
  agent: Agent;
  /** The runner does not answer any more. */
  lost: AbortSignal;
  longestRunMs: number;
}

async function executeOn(
  runner: RunnerConnection,
  order: RunOrder,
  { agent, signal, stop, lost, longestRunMs, onEvent }: RunnerWork,
): Promise<Outcome> {
  const idleTimeout = new RequestTimeout(MAX_SILENCE_MS);
  const whole = new RequestTimeout(longestRunMs);
  const onStop = () => requestStop(runner, order, agent);
  stop.addEventListener('abort', onStop, { once: true });
  try {
    idleTimeout.begin();
    const reply = await request(`${runner.address.url}/runs`, {
      dispatcher: agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...headersFor(runner.address),
      },
      body: JSON.stringify(order),
      signal: AbortSignal.any([signal, lost, idleTimeout.signal, whole.signal]),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    if (reply.statusCode !== 200) {
      throw refusalOf(reply.statusCode, await reply.body.text());
    }
    let outcome: Outcome | null = null;
    for await (const event of readRunEvents(reply.body)) {
      idleTimeout.begin();
      if (event.event !== 'queued') whole.beginOnce();
      if (event.event === 'finished') outcome = event.outcome;
      else if (!event.again) onEvent(event);
      // Told before the runner knew the run, it has to be told again.
      if (stop.aborted && outcome === null) onStop();
    }
    if (!outcome || !isWhole(outcome, order, stop.aborted)) {
      throw new BrokenRunnerReply('The runner gave no result for each input.');
    }
    return outcome;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RunnerBusy || error instanceof RunnerRefusal) throw error;
    runner.failed('It went away in the middle of a run.');
    throw new RunnerUnavailable('The runner went away in the middle of a run.', { cause: error });
  } finally {
    stop.removeEventListener('abort', onStop);
    idleTimeout.end();
    whole.end();
  }
}

/** The reply to the run itself tells the end; a runner that is gone or deaf is noticed there too. */
function requestStop({ address }: RunnerConnection, { runId }: RunOrder, dispatcher: Agent): void {
  request(`${address.url}/runs/${runId}/stop`, {
    dispatcher,
    method: 'POST',
    headers: headersFor(address),
    signal: AbortSignal.timeout(STOP_TIMEOUT_MS),
  })
    .then(({ body }) => body.dump())
    .catch(() => undefined);
}

/** A program that does not compile has no result, one that was stopped fewer than inputs. */
function isWhole({ executions }: Outcome, { inputs }: RunOrder, isStopped: boolean): boolean {
  const { length } = executions;
  return length === inputs.length || length === 0 || (isStopped && length < inputs.length);
}

function refusalOf(status: number, text: string): Error {
  if (status === 503 || status === 429) return new RunnerBusy('The queue of the runner is full.');
  const cause = new Error(`The runner refused with ${status}: ${text.slice(0, 500)}`);
  // A token that was just changed is known at the next try.
  if (status >= 500 || status === 401) return cause;
  return new RunnerRefusal('The runner refused this program.', { cause });
}
