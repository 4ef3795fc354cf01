import type { RunLanguage } from '@vlabs/contract/runs/run-languages';
import type { LiveRunOrder, LiveProgress } from '@vlabs/contract/runs/live-runs';
import {
  MAX_RUN_MS,
  MAX_STRETCH,
  type Outcome,
  REPEAT_PHASE_MS,
  type RunOrder,
} from '@vlabs/contract/runs/runner';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import {
  RequestTimeout,
  type RunnerAddress,
  RunnerConnection,
  headersFor,
} from './runner-connection.ts';
import { runLiveOn } from './live-runner-client.ts';
import type { RunPlan } from '../store/run.ts';
import { writeRunOrder } from './run-order.ts';
import { type RunResult, readOutcome } from '../store/run.ts';
import { BrokenRunnerReply, readRunEvents } from './runner-events.ts';
import {
  type InstalledLanguage,
  type LiveWork,
  type RunWork,
  RunnerBusy,
  type RunnerLoad,
  RunnerRefusal,
  RunnerUnavailable,
  type Runners,
} from './runners.ts';

/** How often other runners are checked while a terminal waits. */
const LOOK_EVERY_MS = 2000;

/** Moves a waiting terminal to another runner as soon as that one has capacity. */
class LiveMove {
  readonly #hasCapacityElsewhere: () => Promise<boolean>;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(hasCapacityElsewhere: () => Promise<boolean>) {
    this.#hasCapacityElsewhere = hasCapacityElsewhere;
  }

  /** Aborted when the terminal should move. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Wraps an event listener; checks other runners while the events say that the terminal waits. */
  watch(onEvent: (event: LiveProgress) => void): (event: LiveProgress) => void {
    return (event) => {
      if (event.event === 'running') this.end();
      else if (event.event === 'queued' && event.waitsFor === 'terminal') this.#begin();
      onEvent(event);
    };
  }

  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #begin(): void {
    this.#timer ??= setInterval(() => {
      void this.#look();
    }, LOOK_EVERY_MS);
  }

  async #look(): Promise<void> {
    const timer = this.#timer;
    const hasCapacity = await this.#hasCapacityElsewhere().catch(() => false);
    // The program may have started in the meantime.
    if (hasCapacity && timer !== undefined && timer === this.#timer) this.#controller.abort();
  }
}

/** Keeps every runner busy; further runs wait in the database. */
const SENT_PER_SLOT = 8;
const NEWS_WITHIN_MS = 50;
const STOP_TIMEOUT_MS = 2000;
/** Several times the runner's repeat interval; a runner that is silent for longer is lost. */
const MAX_SILENCE_MS = 12 * REPEAT_PHASE_MS;
/** More than a run takes on a busy machine; a longer run hangs even if its runner keeps reporting. */
const LONGEST_RUN_MS = (MAX_STRETCH + 2) * MAX_RUN_MS;

interface RunnerPoolOptions {
  /** Called before every run, because runners may join, leave or change their token. */
  runners: () => readonly RunnerAddress[];
  /** Explains why there are no runners; null if unknown. */
  whyNone?: () => string | null;
  /** Silence after which a runner is lost and its runs are retried elsewhere. */
  lostAfterMs?: number;
  /** Time after leaving the runner's queue after which a run is retried elsewhere. */
  longestRunMs?: number | undefined;
}

/**
 * Sends each run to the runner with the most free capacity, and tracks which runners are available.
 */
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
    const order = writeRunOrder(plan, work);
    const ready = await this.#listReady();
    // Selected and counted synchronously, so that concurrent runs do not all select the same
    // runner.
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

  async #hasCapacityElsewhere(here: RunnerConnection, language: RunLanguage): Promise<boolean> {
    const ready = await this.#listReady();
    return ready.some((each) => each !== here && each.hasLiveCapacity && each.knows(language));
  }

  #chooseRunner(ready: readonly RunnerConnection[], language: RunLanguage): RunnerConnection {
    if (ready.length === 0) throw new RunnerUnavailable(this.#whyUnavailable());
    const able = ready.filter((runner) => runner.knows(language));
    const [runner] = able.toSorted((one, other) => one.load - other.load);
    if (!runner) throw new RunnerRefusal('The compiler for this language is not installed.');
    return runner;
  }

  /**
   * Reports whether programs can be run now and, if not, a reason that can be shown to a person.
   */
  async getAvailability(): Promise<{ available: boolean; reason: string | null }> {
    const ready = await this.#listReady();
    const available = ready.length > 0;
    return { available, reason: available ? null : this.#whyUnavailable() };
  }

  /** The compilers and interpreters that the runners last reported. */
  async listLanguages(): Promise<InstalledLanguage[]> {
    await this.#refresh({ waitsBriefly: true });
    return [...this.#languages().values()];
  }

  /** The compiler's name, if a runner has reported it. */
  nameOf(language: RunLanguage): string {
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

  async #listReady(): Promise<RunnerConnection[]> {
    await this.#refresh({ waitsBriefly: false });
    return this.#list().filter((runner) => runner.fault === null);
  }

  /**
   * Refreshes stale runner states. Waits for the replies only if no runner is known to be ready, or briefly if a
   * runner that was down may be back or if asked to.
   */
  async #refresh({ waitsBriefly }: { waitsBriefly: boolean }): Promise<void> {
    const all = this.#list();
    const stale = all.filter((runner) => !runner.isFresh);
    const checks = Promise.all(stale.map((runner) => runner.check()));
    if (all.every((runner) => runner.fault !== null)) await checks;
    else if (waitsBriefly || stale.some((runner) => runner.isUnavailable))
      await Promise.race([checks, delay(NEWS_WITHIN_MS, undefined, { ref: false })]);
  }

  #whyUnavailable(): string {
    const faults = new Set(this.#list().map((runner) => runner.fault));
    if (faults.size > 0) return `No runner is ready. ${[...faults].join(' ')}`;
    return this.#options.whyNone?.() ?? 'The runner is being started. Try again in a few seconds.';
  }
}

interface RunnerWork extends RunWork {
  agent: Agent;
  /** Aborted when the runner no longer answers. */
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
      if (event.event === 'queued') whole.end();
      else whole.beginOnce();
      if (event.event === 'finished') outcome = event.outcome;
      else if (!event.again || event.isLong) onEvent(event);
      // A stop request that was sent before the runner knew the run must be repeated.
      if (stop.aborted && outcome === null) onStop();
    }
    if (!outcome || !isWhole(outcome, order, stop.aborted)) {
      throw new BrokenRunnerReply('The runner did not return a result for each input.');
    }
    return outcome;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RunnerBusy || error instanceof RunnerRefusal) throw error;
    runner.failed('It disconnected during a run.');
    throw new RunnerUnavailable('The runner disconnected during a run.', { cause: error });
  } finally {
    stop.removeEventListener('abort', onStop);
    idleTimeout.end();
    whole.end();
  }
}

/** The reply to the run itself reports the end and detects an unresponsive runner. */
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

/** A program that does not compile has no results; a stopped one has fewer results than inputs. */
function isWhole({ executions }: Outcome, { inputs }: RunOrder, isStopped: boolean): boolean {
  const { length } = executions;
  return length === inputs.length || length === 0 || (isStopped && length < inputs.length);
}

function refusalOf(status: number, text: string): Error {
  if (status === 503 || status === 429) return new RunnerBusy('The runner’s queue is full.');
  const cause = new Error(`The runner responded with ${status}: ${text.slice(0, 500)}`);
  // With a changed token, the next attempt succeeds.
  if (status >= 500 || status === 401) return cause;
  return new RunnerRefusal('The runner rejected this program.', { cause });
}
