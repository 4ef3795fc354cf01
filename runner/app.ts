import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type RunEvent,
  RunnerStatus,
  RunOrder,
  RUNNER_PROTOCOL,
  RUNNER_TOKEN_HEADER,
  STOPPED,
  REPEAT_PHASE_MS,
} from '@vlabs/contract/runs/runner';
import type { InstalledLanguages } from './languages/installed-languages.ts';
import type { Compilation } from './languages/recipe.ts';
import type { LivePlaces } from './live-places.ts';
import type { TracerChecks } from './check-tracers.ts';
import { type Confinement, runProgram } from './run-program.ts';
import { QueueFullError, type RunQueue } from './run-queue.ts';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LIVE_RUNS_PROTOCOL } from '@vlabs/contract/runs/live-runs';
import { type LiveRunner, serveLiveRun } from './live-runs.ts';

const LIVE_RUNS_PATH = '/live-runs';

interface LiveConnections {
  isTrusted: (request: IncomingMessage) => boolean;
  /** Null if programs cannot be confined here. */
  runner: LiveRunner | null;
}

/** Upgrades an authorised request to a conversation with a program. */
function acceptLiveRuns(server: Server, live: LiveConnections): void {
  const { runner } = live;
  server.on('upgrade', (request: IncomingMessage, connection: Duplex) => {
    connection.on('error', () => connection.destroy());
    const isAsked =
      request.headers.upgrade === LIVE_RUNS_PROTOCOL && request.url === LIVE_RUNS_PATH;
    if (!live.isTrusted(request)) return refuse(connection, '401 Unauthorized');
    if (!isAsked) return refuse(connection, '404 Not Found');
    if (!runner) return refuse(connection, '503 Service Unavailable');
    if (connection instanceof Socket) {
      connection.setNoDelay(true);
      // If the server's machine disappears, no message arrives, and its programs must still end.
      connection.setKeepAlive(true, 10_000);
    }
    connection.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${LIVE_RUNS_PROTOCOL}\r\n\r\n`,
    );
    serveLiveRun(runner, connection);
  });
}

function refuse(connection: Duplex, status: string): void {
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Source, inputs and expected outputs of a run in base64, with a margin. */
const MAX_ORDER_BYTES = 32 * 1024 * 1024;

export interface Runner {
  token: string;
  queue: RunQueue;
  /** For programs in a terminal. */
  livePlaces: LivePlaces;
  languages: Pick<InstalledLanguages, 'recipes' | 'find'>;
  /** Null if programs cannot be confined here. */
  tracers: Pick<TracerChecks, 'faultOf'> | null;
  /** Null if programs cannot be confined here: the runner then runs none. */
  sandbox: Confinement | null;
  /** The missing mount or right, if there is no sandbox. */
  reason: string | null;
  onError(error: unknown): void;
}

/** Aborts the runs on this runner, by run id. */
type Stops = Map<string, AbortController>;
const STOP_PATH = /^\/runs\/([0-9a-f-]{36})\/stop$/;
/** The run was stopped before it produced anything. */
const EMPTY_OUTCOME = { compileOutputBase64: '', compileFailure: STOPPED, executions: [] };

/** Marks the position of the student's own options in a compile command, as Judge0 does. */
const OPTIONS_PLACE = '%s';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function isTrusted(request: IncomingMessage, token: string): boolean {
  const sent = request.headers[RUNNER_TOKEN_HEADER];
  return typeof sent === 'string' && timingSafeEqual(digest(sent), digest(token));
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readOrder(request: IncomingMessage): Promise<RunOrder | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) return null;
    length += part.length;
    if (length > MAX_ORDER_BYTES) return null;
    parts.push(part);
  }
  try {
    return RunOrder.parse(JSON.parse(Buffer.concat(parts).toString('utf8')));
  } catch {
    return null;
  }
}

/** Null if a script of the program compiles it. */
function describeSteps(compilation: Compilation, source: string): string | null {
  if (compilation.script) return null;
  return [compilation.words(source, [OPTIONS_PLACE]), ...(compilation.laterSteps?.('') ?? [])]
    .map((step) => step.join(' '))
    .join(' && ');
}

function describe({
  queue,
  livePlaces,
  languages,
  tracers,
  sandbox,
  reason,
}: Runner): RunnerStatus {
  return {
    protocol: RUNNER_PROTOCOL,
    ready: sandbox !== null,
    reason,
    slots: queue.slots,
    running: queue.running,
    waiting: queue.waiting,
    maxWaiting: queue.maxWaiting,
    liveRuns: livePlaces.running,
    maxLiveRuns: livePlaces.slots,
    waitingLiveRuns: livePlaces.waiting,
    caches: sandbox?.toolchain.caches ?? [],
    languages: languages.recipes.map((recipe) => {
      const source = recipe.sourceFile('');
      const limits = { memoryKb: 128_000, stackKb: 64_000 };
      const fault = tracers?.faultOf(recipe);
      return {
        language: recipe.language,
        name: recipe.name,
        sourceFile: source,
        compileCommand: recipe.compile && describeSteps(recipe.compile, source),
        runCommand: recipe.runWords({ sourceFile: source }, limits).join(' '),
        ...(fault !== undefined && { tracer: { fault } }),
      };
    }),
  };
}

/** A tracer that failed its check is not used. */
function findRecipe({ languages, tracers }: Runner, { language, isTrace }: RunOrder) {
  const recipe = languages.find(language);
  if (!recipe || !isTrace || !tracers?.faultOf(recipe)) return recipe;
  const { traced: _traced, ...untraced } = recipe;
  return untraced;
}

/** Streams the events of one run. If the client closes the connection, the run ends. */
async function serveRun(
  runner: Runner & { stops: Stops },
  request: IncomingMessage,
  response: ServerResponse,
) {
  const order = await readOrder(request);
  if (!order) return answer(response, 400, { error: 'the order is malformed' });
  const recipe = findRecipe(runner, order);
  const { sandbox, stops } = runner;
  if (!sandbox || !recipe) return answer(response, 503, { error: runner.reason ?? 'no compiler' });

  const abort = new AbortController();
  const stop = new AbortController();
  stops.set(order.runId, stop);
  response.once('close', () => abort.abort());
  const write = (event: RunEvent): void => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write(`${JSON.stringify(event)}\n`);
  };
  const { say: onEvent, sayLong, end } = repeatPhase(write);
  try {
    const outcome = await runner.queue.run(
      (slot) =>
        runProgram(order, {
          ...sandbox,
          recipe,
          signal: abort.signal,
          stop: stop.signal,
          slot,
          onEvent,
        }),
      {
        signal: AbortSignal.any([abort.signal, stop.signal]),
        priority: order.priority,
        owner: order.owner,
        isCheck: order.isCheck,
        onPlace: (place) => onEvent({ event: 'queued', place }),
        onLong: sayLong,
      },
    );
    onEvent({ event: 'finished', outcome });
    response.end();
  } catch (error) {
    if (error instanceof QueueFullError) return answer(response, 503, { error: error.message });
    if (stop.signal.aborted && error === stop.signal.reason) {
      onEvent({ event: 'finished', outcome: EMPTY_OUTCOME });
      return response.end();
    }
    if (!abort.signal.aborted) runner.onError(error);
    // The broken reply tells the server that the run did not finish and may be retried.
    response.destroy();
  } finally {
    end();
    stops.delete(order.runId);
  }
}

function stopRun(stops: Stops, runId: string, response: ServerResponse): void {
  const stop = stops.get(runId);
  stop?.abort();
  answer(response, stop ? 200 : 404, {});
}

/**
 * The runner's HTTP server: GET /status, POST /runs, POST /runs/{runId}/stop and the upgrade of /live-runs. Every
 * request needs the token.
 */
export function makeRunnerServer(runner: Runner): Server {
  const stops: Stops = new Map();
  const server = createServer((request, response) => {
    if (!isTrusted(request, runner.token)) return answer(response, 401, { error: 'unauthorised' });
    if (request.method === 'GET' && request.url === '/status')
      return answer(response, 200, RunnerStatus.parse(describe(runner)));
    const runId = STOP_PATH.exec(request.url ?? '')?.[1];
    if (request.method === 'POST' && runId !== undefined) return stopRun(stops, runId, response);
    if (request.method !== 'POST' || request.url !== '/runs')
      return answer(response, 404, { error: 'not found' });
    serveRun({ ...runner, stops }, request, response).catch((error: unknown) => {
      runner.onError(error);
      response.destroy();
    });
  });
  const { sandbox } = runner;
  acceptLiveRuns(server, {
    isTrusted: (request) => isTrusted(request, runner.token),
    runner: sandbox && { ...runner, sandbox },
  });
  return server;
}

type Phase = Exclude<RunEvent, { event: 'finished' }>;

/** Passes events to `write` and repeats the latest phase until the run has finished or `end` is called. */
export function repeatPhase(write: (event: RunEvent) => void) {
  let phase: Phase | null = null;
  const timer = setInterval(() => phase && write({ ...phase, again: true }), REPEAT_PHASE_MS);
  const end = (): void => clearInterval(timer);
  const say = (event: RunEvent): void => {
    if (event.event === 'finished') end();
    else phase = event;
    write(event);
  };
  /** Repeats the phase now: the run is long. */
  const sayLong = (): void => {
    if (phase) write({ ...phase, again: true, isLong: true });
  };
  return { say, sayLong, end };
}
