import type { RunLanguage } from '@vlabs/contract/runs/run-languages';
import { RUNNER_TOKEN_HEADER, RunnerStatus } from '@vlabs/contract/runs/runner';
import { type Agent, request } from 'undici';

export interface RunnerAddress {
  url: string;
  token: string;
  /** Host name and port under which it was found; its certificate must match. */
  host?: string;
}

/** Headers of every request to a runner. */
export const headersFor = ({ token, host }: RunnerAddress): Record<string, string> => ({
  [RUNNER_TOKEN_HEADER]: token,
  ...(host !== undefined && { host }),
});

const STATUS_IS_FRESH_MS = 1000;
const STATUS_TIMEOUT_MS = 1500;
/** How often a runner with runs of this server is pinged. */
const HEARTBEAT_MS = 3000;
/** Needed because a machine that loses power does not close its connections. */
const LOST_AFTER_MS = 15_000;

/** The state of one runner, as last reported. */
export class RunnerConnection {
  address: RunnerAddress;
  readonly #agent: Agent;
  readonly #lostAfterMs: number;
  /** Number of runs that this server has there. */
  #inFlight = 0;
  /** Number of terminal programs; they hold no slot while they wait for input. */
  #liveInFlight = 0;
  #lost = new AbortController();
  #heartbeat: NodeJS.Timeout | undefined;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #status: RunnerStatus | null = null;
  /** Why the runner can't be used, in a form that can be shown to a person. */
  #fault: string | null = 'It has not been contacted yet.';
  #runsOfOthers = 0;
  #liveOfOthers = 0;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | null = null;

  constructor(address: RunnerAddress, agent: Agent, lostAfterMs = LOST_AFTER_MS) {
    this.address = address;
    this.#agent = agent;
    this.#lostAfterMs = lostAfterMs;
  }

  /** Null if the runner is ready. */
  get fault(): string | null {
    return this.#fault;
  }

  get status(): RunnerStatus | null {
    return this.#fault === null ? this.#status : null;
  }

  /** True if it did not answer the last status request. A failure during a run does not count. */
  get isUnavailable(): boolean {
    return this.#fault !== null && Number.isFinite(this.#checkedAt);
  }

  /** As last reported, even if the runner does not answer now. */
  get languages(): RunnerStatus['languages'] {
    return this.#status?.languages ?? [];
  }

  knows(language: RunLanguage): boolean {
    return this.languages.some((each) => each.language === language);
  }

  get isFresh(): boolean {
    return performance.now() - this.#checkedAt < STATUS_IS_FRESH_MS;
  }

  /** Runs per slot; below 1, a slot is free. */
  get load(): number {
    const { slots = 1, maxLiveRuns = 1 } = this.#status ?? {};
    const runs = (this.#runsOfOthers + this.#inFlight) / Math.max(1, slots);
    return runs + (this.#liveOfOthers + this.#liveInFlight) / Math.max(1, maxLiveRuns);
  }

  /** Whether a new terminal would start immediately, as far as is known. */
  get hasLiveCapacity(): boolean {
    const { maxLiveRuns = 0 } = this.status ?? {};
    return this.#liveOfOthers + this.#liveInFlight < maxLiveRuns;
  }

  /** Counts a run until `leave` is called. `lost` is aborted if the runner stops answering. */
  enter(): { lost: AbortSignal; leave: () => void } {
    this.#inFlight += 1;
    return this.#listen(() => {
      this.#inFlight -= 1;
    });
  }

  /** Like `enter`, for a program in a terminal. */
  enterLive(): { lost: AbortSignal; leave: () => void } {
    this.#liveInFlight += 1;
    return this.#listen(() => {
      this.#liveInFlight -= 1;
    });
  }

  #listen(uncount: () => void): { lost: AbortSignal; leave: () => void } {
    if (this.#inFlight + this.#liveInFlight === 1) this.#watch();
    const leave = (): void => {
      uncount();
      if (this.#inFlight + this.#liveInFlight === 0) clearInterval(this.#heartbeat);
    };
    return { lost: this.#lost.signal, leave };
  }

  #watch(): void {
    this.#answeredAt = performance.now();
    const everyMs = Math.min(HEARTBEAT_MS, this.#lostAfterMs / 3);
    this.#heartbeat = setInterval(() => {
      void this.check();
      if (performance.now() - this.#answeredAt < this.#lostAfterMs) return;
      this.#lost.abort();
      this.#lost = new AbortController();
    }, everyMs);
  }

  /** Excludes the runner until it answers a status request. */
  failed(fault: string): void {
    this.#fault = fault;
    this.#checkedAt = Number.NEGATIVE_INFINITY;
  }

  check(): Promise<void> {
    this.#checking ??= this.#ask().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  async #ask(): Promise<void> {
    const { url } = this.address;
    const before = this.#inFlight;
    const liveBefore = this.#liveInFlight;
    try {
      const reply = await request(`${url}/status`, {
        dispatcher: this.#agent,
        headers: headersFor(this.address),
        signal: AbortSignal.timeout(STATUS_TIMEOUT_MS),
      });
      const body = await reply.body.json();
      if (reply.statusCode !== 200) throw new Error(`It answered with ${reply.statusCode}.`);
      this.#answeredAt = performance.now();
      this.#status = RunnerStatus.parse(body);
      const { ready, reason, running, waiting } = this.#status;
      this.#fault = ready ? null : (reason ?? 'It is not ready.');
      // Some runs may have started or ended while the runner was answering.
      const ours = Math.max(before, this.#inFlight);
      this.#runsOfOthers = Math.max(0, running + waiting - ours);
      const { liveRuns = 0, waitingLiveRuns = 0 } = this.#status;
      const oursLive = Math.max(liveBefore, this.#liveInFlight);
      this.#liveOfOthers = Math.max(0, liveRuns + waitingLiveRuns - oursLive);
    } catch (error) {
      this.#fault = faultOf(error);
    }
    this.#checkedAt = performance.now();
  }
}

function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'It does not answer.';
  if (error.name === 'TimeoutError') return 'It does not answer in time.';
  if (error.name === 'ZodError') return 'Its version does not match this server’s.';
  return error.message.startsWith('It answered') ? error.message : 'It does not answer.';
}

/** Aborts a request that takes too long. */
export class RequestTimeout {
  readonly #milliseconds: number;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts or restarts the timer. */
  begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), this.#milliseconds);
  }

  beginOnce(): void {
    if (this.#timer === undefined) this.begin();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
