import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type {
  LiveRunEvent,
  LiveRunMessage,
  LiveRunStart,
  LiveTurns,
  LiveRunOrder,
} from '@vlabs/contract/runs/live-runs';
import type { Outcome } from '@vlabs/contract/runs/runner';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { Log } from '../../platform/postgres/dedicated-connection.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import { retryUntilAvailable } from '../../platform/postgres/database-unavailable.ts';
import { PublicError } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Caller } from '../../platform/http/serve.ts';
import { countLiveRuns, insertLiveRun, listLostLiveRuns } from '../store/run-history.queries.ts';
import { serializePerOwner, requireCapacity, runOwnerOf } from '../limits/run-limits.ts';
import {
  type RunResult,
  failedRun,
  readOutcome,
  stoppedRun,
  type RunRequest,
  isAssignment,
  isBlank,
  type RunPlan,
} from '../store/run.ts';
import { planText } from '../store/written-program.ts';
import type { RunOwnerKeys } from '../dispatching/run-owner-keys.ts';
import type { RunWatch } from '../dispatching/run-watch.ts';
import type { OfferedLanguages } from '../languages/offered-languages.service.ts';
import { RunnerUnavailable, RunnerBusy, RunnerRefusal, type Runners } from '../runners/runners.ts';
import { finishRun } from '../store/runs.queries.ts';
import { writeRunOrder } from '../runners/run-order.ts';

/** Total time, including the time in which a person reads and types. */
const MAX_LIVE_RUN_MS = 600_000;
const MAX_IDLE_MS = 120_000;
/** When a terminal yields to people who have none. */
const LIVE_TURNS: LiveTurns = { giveWayAfterMs: 30_000, longestTurnMs: 180_000 };
/** Output limit; stops only endless loops. */
const MAX_OUTPUT_KB = 2 * 1024 * 1024;
/** Stored with the run: the beginning of the terminal's output. */
const KEPT_OUTPUT_BYTES = 256 * 1024;

/** Terminal programs get more time for their user, and stdout and stderr are merged. */
export const asLive = <Plan extends RunPlan>(plan: Plan): Plan => ({
  ...plan,
  program: { ...plan.program, redirectStderrToStdout: true },
  limits: { ...plan.limits, wallTimeMs: MAX_LIVE_RUN_MS },
});

interface LiveRunOrigin extends Pick<LiveRunOrder, 'window' | 'others' | 'turns' | 'person'> {
  /** Number of the owner's unfinished runs when it was added. */
  priority: number;
}

function writeLiveRunOrder(plan: RunPlan, { window, ...given }: LiveRunOrigin): LiveRunOrder {
  const { language, sourceBase64, files, limits } = writeRunOrder(plan);
  return {
    language,
    sourceBase64,
    ...(files && { files }),
    limits: { ...limits, outputKb: MAX_OUTPUT_KB },
    idleTimeMs: MAX_IDLE_MS,
    keptOutputBytes: KEPT_OUTPUT_BYTES,
    window,
    ...given,
  };
}

/** How often runs of dead servers are looked for. */
const LOOK_FOR_LOST_MS = 10_000;
/** Attempts to reach a runner, before any output was printed. */
const MAX_TRIES = 3;
const RETRY_MS = 300;

const UNAVAILABLE = 'Programs can’t be run right now. Try again in a minute.';
const LOST = 'The program was interrupted by a technical fault. Start it again.';
const FULL = 'The queue is full. Start the program again in a moment.';
const SERVER_ENDED = 'The program ended because the server was restarted. Start it again.';

/** The page that is connected. */
export interface LivePage {
  say: (event: LiveRunEvent) => void;
  /** Resolves when more output can be accepted. */
  print: (bytes: Buffer) => Promise<void>;
  /** Sends the page's messages to the program from now on. */
  listen: (receive: (message: LiveRunMessage) => void) => void;
  /** Aborted when the page disconnects. */
  gone: AbortSignal;
}

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  watch: RunWatch;
  runners: Runners;
  languages: Pick<OfferedLanguages, 'tellOffered'>;
  ownerKeys: RunOwnerKeys;
  log: Log;
  turns?: LiveTurns | undefined;
}

type LiveStart = z.infer<typeof LiveRunStart>;

interface UnderWay {
  stop: AbortController;
  ended: Promise<void>;
}

/** Interactive programs in a terminal. A run ends with the server that its page is connected to. */
export class LiveRuns {
  readonly #given: Dependencies;
  readonly #underWay = new Map<string, UnderWay>();
  #timer: NodeJS.Timeout | undefined;
  readonly #stopping = new AbortController();

  constructor(given: Dependencies) {
    this.#given = given;
    const end = (token: string) => this.#underWay.get(token)?.stop.abort();
    given.watch.onStop(end);
    given.watch.onEnd(end);
  }

  /** Ends the runs of dead servers, at start and periodically. */
  async start(): Promise<void> {
    await this.#endLost();
    this.#timer = setInterval(() => {
      this.#endLost().catch((error: unknown) =>
        this.#given.log.warn({ err: error }, 'Could not end lost live runs.'),
      );
    }, LOOK_FOR_LOST_MS).unref();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#timer);
    const all = [...this.#underWay.values()];
    for (const { stop } of all) stop.abort();
    await Promise.allSettled(all.map(({ ended }) => ended));
  }

  /** Runs a program for this page until it ends. Throws errors that can be shown to the caller. */
  async runLive(caller: Caller, start: LiveStart, page: LivePage): Promise<void> {
    const isOffered = await this.#given.languages.tellOffered([start.languageId]);
    const asked = readStart(start, isOffered);
    const token = randomUUID();
    if (this.#stopping.signal.aborted) throw new PublicError(503, 'stopping', SERVER_ENDED);
    const added = await this.#add(caller, asked, token);
    const stop = new AbortController();
    const ended = this.#haveRun({ token, asked, ...added, start, page, stop });
    this.#underWay.set(token, { stop, ended });
    const onGone = () => stop.abort();
    page.gone.addEventListener('abort', onGone);
    if (page.gone.aborted) onGone();
    try {
      await ended;
    } finally {
      page.gone.removeEventListener('abort', onGone);
      this.#underWay.delete(token);
      this.#given.watch.forget(token);
    }
  }

  /** Counts against the student's limits like any other run. */
  #add(caller: Caller, asked: RunRequest, token: string) {
    const { pool, jobs, runners, ownerKeys } = this.#given;
    const counted = runOwnerOf(caller);
    const owner = counted.id;
    const { slots } = runners;
    const add = async (db: Database) => {
      const [priority = 0] = await requireCapacity(db, counted, { count: 1, sentAhead: 0, slots });
      const others = await countLiveRuns(db, owner);
      const driver = jobs.serverName;
      await insertLiveRun(db, { ...asked, token, owner, priority, driver });
      return { person: ownerKeys.of(owner) ?? '', priority, others };
    };
    return serializePerOwner(pool, counted, () => inTransaction(pool, add));
  }

  async #haveRun(live: LiveRun): Promise<void> {
    const { token, page, stop } = live;
    page.say({ event: 'taken', token });
    let result: RunResult;
    try {
      result = readOutcome(await this.#runSomewhere(live), null);
    } catch (error) {
      result = stop.signal.aborted ? stoppedRun() : failedRun(this.#explain(error));
    }
    const { pool, watch } = this.#given;
    const keep = () => finishRun(pool, token, asShown(result));
    watch.end(token, await retryUntilAvailable(keep, this.#stopping.signal));
    page.say({ event: 'finished' });
  }

  async #runSomewhere(live: LiveRun): Promise<Outcome> {
    for (let attempt = 1; ; attempt += 1) {
      const printed = { bytes: 0 };
      try {
        return await this.#runOnce(live, printed);
      } catch (error) {
        const isHopeless = attempt >= MAX_TRIES || printed.bytes > 0 || live.stop.signal.aborted;
        if (!(error instanceof RunnerUnavailable) || isHopeless) throw error;
        await delay(RETRY_MS, undefined, { signal: live.stop.signal });
      }
    }
  }

  #runOnce({ token, asked, start, page, stop, ...counted }: LiveRun, printed: { bytes: number }) {
    const { runners, watch, turns = LIVE_TURNS } = this.#given;
    const order = writeLiveRunOrder(asked, { ...counted, turns, window: start.window });
    return runners.runLive(order, {
      stop: stop.signal,
      onEvent: (event) => {
        page.say(event);
        if (event.event === 'input_lost') return;
        const place = event.event === 'queued' ? event.place : null;
        watch.setProgress(token, { phase: event.event, place });
      },
      onOutput: (bytes) => {
        printed.bytes += bytes.length;
        return page.print(bytes);
      },
      onTaken: page.listen,
    });
  }

  #explain(error: unknown): string {
    if (error instanceof RunnerRefusal) return error.message;
    if (error instanceof RunnerBusy) return FULL;
    this.#given.log.warn({ err: error }, 'A run in a terminal got no result from a runner.');
    return error instanceof RunnerUnavailable && error.cause === undefined ? UNAVAILABLE : LOST;
  }

  async #endLost(): Promise<void> {
    const { pool, watch, jobs } = this.#given;
    for (const token of await listLostLiveRuns(pool, jobs.serverName)) {
      watch.end(token, await finishRun(pool, token, failedRun(SERVER_ENDED)));
    }
  }
}

interface LiveRun {
  token: string;
  asked: RunRequest;
  person: string;
  priority: number;
  others: number;
  start: LiveStart;
  page: LivePage;
  stop: AbortController;
}

function readStart(
  { source, languageId, assignment }: LiveStart,
  isOffered: (languageId: number) => boolean,
): RunRequest {
  const faults: string[] = [];
  if (isBlank(Buffer.from(source))) faults.push("can't be blank");
  if (!isOffered(languageId)) faults.push(`language with id ${languageId} doesn't exist`);
  if (!isAssignment(assignment)) faults.push('is not known');
  if (faults.length > 0) throw new PublicError(422, 'invalid', faults.join(' '));
  return asLive({ ...planText({ languageId, source }, null), assignment });
}

/** A terminal uses CR LF as line break; a file uses LF. */
function asShown(result: RunResult): RunResult {
  const stdout =
    result.stdout &&
    Buffer.from(result.stdout.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  return { ...result, stdout };
}
