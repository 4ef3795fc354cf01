import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { networkOf } from './addresses.ts';
import { kindOf } from './calls-under-way.ts';
import { Busy } from '../errors.ts';
import { callerGone } from './gone-callers.ts';

/** Pipelined requests per connection. Browsers and proxies send none. */
const MAX_SENT_AHEAD = 32;
/** Fraction ended at a time, so that the search for candidates pays off during a flood. */
const PART_ENDED = 1 / 100;
/** Beyond this fraction no page begins to follow events, so that calls still find a connection. */
const PART_FOR_EVENTS = 9 / 10;
const EVENTS_RETRY_SECONDS = 15;
/** After it had to end connections between calls of people who are signed in. */
const FULL_FOR_MS = 60_000;
/** More connections that a person keeps open between calls count as idle, as those of nobody do. */
const RESTING_OF_A_PERSON = 8;
/** A new connection gets this long to send its request. */
const YOUNG_MS = 2000;
const MAX_LISTENERS = 30;
const LOOK_EVERY_MS = 1000;
const WARN_EVERY_MS = 60_000;

export interface ConnectionLimits {
  /** Maximum number of connections. */
  max: number;
  /** Idle timeout of a client that does not read its reply. */
  quietMs: number;
  /** Limit for the unsent data of all replies. */
  heldBytes: number;
}

/**
 * The order in which connections are ended at the limit. `long`: a page that follows events and
 * reconnects by itself. `resting`: between calls of somebody who is signed in, whose next save would
 * fail. Requests in progress are never ended.
 */
const STAGES = ['idle', 'arriving', 'leaving', 'long', 'resting', 'served'] as const;
type Stage = (typeof STAGES)[number];

class Connection {
  readonly socket: Socket;
  readonly network: string;
  /** When it was opened, or its last request arrived or was answered. */
  sinceMs = performance.now();
  #request: FastifyRequest | null = null;
  /** Who made the last call. */
  person: string | null = null;
  readonly #waiting: (() => void)[] = [];

  constructor(socket: Socket) {
    this.socket = socket;
    this.network = networkOf(socket.remoteAddress ?? '');
    socket.once('close', () => {
      for (const goOn of this.#waiting.splice(0)) goOn();
    });
  }

  get stage(): Stage {
    if (this.socket.writableLength > 0) return 'leaving';
    if (this.#request === null) return this.person === null ? 'idle' : 'resting';
    // A signed-in caller may send slowly; their concurrent calls are limited instead.
    if (!this.#request.raw.complete && !this.#request.caller) return 'arriving';
    return isFollowing(this.#request) ? 'long' : 'served';
  }

  #rest(): void {
    const caller = this.#request?.caller;
    this.person = caller ? `${caller.role} ${caller.id}` : null;
    this.#request = null;
    this.sinceMs = performance.now();
  }

  /** Serializes the requests of a connection, so that it holds one reply at a time. */
  async takeTurn(request: FastifyRequest, { raw: response }: FastifyReply): Promise<void> {
    if (this.#waiting.length >= MAX_SENT_AHEAD) this.socket.destroy();
    else if (this.#request) await new Promise<void>((goOn) => this.#waiting.push(goOn));
    if (this.socket.destroyed) throw callerGone();
    this.#request = request;
    this.sinceMs = performance.now();
    response.once('close', () => {
      const goOn = this.#waiting.shift();
      // Yields to other connections between replies that are sent synchronously.
      if (goOn) setImmediate(goOn);
      else this.#rest();
    });
  }
}

/**
 * Limits what clients can hold by opening connections and then not sending or reading. While not
 * everything is being served, a new client is always accepted: the connections that have been idle
 * longest are ended, in the network that has most of them; after those, pages that follow events;
 * and last, connections between calls of people who are signed in. If that happens, replies end their
 * connections for a while, so that the next call of a person does not meet one that was just ended.
 * Register before anything that takes time.
 */
export function boundConnections(
  app: FastifyInstance,
  limits: ConnectionLimits,
  registry: Registry,
): void {
  const open = new Map<Socket, Connection>();
  const ended = measure(registry, open);
  let warnedAtMs = -Infinity;
  let isFullUntilMs = -Infinity;
  const isCrowded = () => open.size > limits.max * PART_FOR_EVENTS;

  app.server.on('connection', (socket) => {
    open.set(socket, new Connection(socket));
    socket.once('close', () => open.delete(socket));
    if (open.size <= limits.max) return;
    warn();
    const victims = chooseVictims([...open.values()], Math.ceil(limits.max * PART_ENDED));
    if (victims.some(({ stage }) => stage === 'resting')) {
      isFullUntilMs = performance.now() + FULL_FOR_MS;
    }
    const sockets = victims.map(({ connection }) => connection.socket);
    end(sockets.length > 0 ? sockets : [socket], 'no_room');
  });
  app.server.setTimeout(limits.quietMs, (socket) => {
    const stage = open.get(socket)?.stage;
    if (stage === 'idle' || stage === 'resting' || stage === 'leaving') end([socket], 'quiet');
    // A request in progress may be silent for as long as it takes.
    else socket.setTimeout(limits.quietMs);
  });
  const timer = setInterval(() => {
    end(chooseHolders([...open.keys()], limits.heldBytes), 'held_too_much');
  }, LOOK_EVERY_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', async (request, reply) => {
    // Several parts of the server listen for the end of a reply.
    reply.raw.setMaxListeners(MAX_LISTENERS);
    await open.get(request.raw.socket)?.takeTurn(request, reply);
    if (isCrowded() && isFollowing(request)) throw new Busy(EVENTS_RETRY_SECONDS);
  });
  app.addHook('onSend', async (_request, reply) => {
    // More people than connections: each call makes its own, instead of finding one that was ended.
    if (performance.now() < isFullUntilMs && isCrowded()) reply.header('connection', 'close');
  });

  function end(sockets: readonly Socket[], reason: string): void {
    ended.inc({ reason }, sockets.length);
    for (const socket of sockets) socket.destroy();
  }

  function warn(): void {
    if (performance.now() - warnedAtMs < WARN_EVERY_MS) return;
    warnedAtMs = performance.now();
    app.log.warn({ max: limits.max }, 'All connections are in use; idle ones are closed.');
  }
}

/** A page that follows events. Calls that write or run something are not repeated by the client. */
function isFollowing({ method, query, routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config;
  return method === 'GET' && endpoint !== undefined && kindOf(endpoint.load, query) === 'long';
}

interface Candidate {
  connection: Connection;
  stage: Stage;
  isYoung: boolean;
}

/**
 * Selects `count` connections; those that follow events only if no silent ones are left, and those
 * between calls only if no page follows events.
 */
function chooseVictims(all: readonly Connection[], count: number): Candidate[] {
  const youngFrom = performance.now() - YOUNG_MS;
  // Excludes the newest connection, which has just been accepted.
  const older = all.slice(0, -1);
  const tooMany = findTooMany(older);
  const candidates = older.map((connection) => {
    const stage = tooMany.has(connection) ? 'idle' : connection.stage;
    return { connection, stage, isYoung: connection.sinceMs > youngFrom };
  });
  const groups = [
    candidates.filter(isSilent),
    candidates.filter(({ stage }) => stage === 'long'),
    candidates.filter(({ stage }) => stage === 'resting'),
  ];
  return inOrder(groups.find((group) => group.length > 0) ?? []).slice(0, count);
}

const isSilent = ({ stage }: Candidate) => !['served', 'resting', 'long'].includes(stage);

/** Resting connections beyond those that a person may keep. */
function findTooMany(all: readonly Connection[]): ReadonlySet<Connection> {
  const resting = all.filter(({ stage }) => stage === 'resting');
  const byPerson = Map.groupBy(resting, ({ person }) => person);
  return new Set([...byPerson.values()].flatMap((own) => own.slice(RESTING_OF_A_PERSON)));
}

/**
 * Networks with the most connections come first, so that nobody is affected by another network's
 * load. New connections of other networks come last.
 */
function inOrder(candidates: readonly Candidate[]): Candidate[] {
  const networks = [...Map.groupBy(candidates, ({ connection }) => connection.network).values()];
  const [largest = [], ...others] = networks
    .toSorted((one, other) => other.length - one.length)
    .map((network) => network.toSorted(compare));
  const rest = others.flat();
  return [
    ...largest,
    ...rest.filter(({ isYoung }) => !isYoung),
    ...rest.filter(({ isYoung }) => isYoung),
  ];
}

function compare(one: Candidate, other: Candidate): number {
  return (
    Number(one.isYoung) - Number(other.isYoung) ||
    STAGES.indexOf(one.stage) - STAGES.indexOf(other.stage) ||
    one.connection.sinceMs - other.connection.sinceMs
  );
}

/** Selects the connections with the most unsent data until the rest is within the limit. */
function chooseHolders(sockets: readonly Socket[], max: number): Socket[] {
  let held = sockets.reduce((sum, { writableLength }) => sum + writableLength, 0);
  if (held <= max) return [];
  const largestFirst = sockets.toSorted((one, other) => other.writableLength - one.writableLength);
  return largestFirst.filter(({ writableLength }) => {
    const isOne = held > max;
    if (isOne) held -= writableLength;
    return isOne;
  });
}

function measure(registry: Registry, open: ReadonlyMap<Socket, Connection>) {
  const connections = new Gauge({
    name: 'http_connections',
    help: 'Client connections by state',
    labelNames: ['state'],
    collect() {
      const byStage = Map.groupBy(open.values(), ({ stage }) => stage);
      for (const state of STAGES) this.set({ state }, byStage.get(state)?.length ?? 0);
    },
    registers: [],
  });
  registry.registerMetric(connections);
  return new Counter({
    name: 'http_connections_ended_total',
    help: 'Connections closed to limit what clients can hold',
    labelNames: ['reason'],
    registers: [registry],
  });
}

/** At most half of the process's file limit; the rest is for other uses. */
export function maxConnections(wanted: number, log: Pick<FastifyBaseLogger, 'warn'>): number {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const files = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity);
  const max = Math.min(wanted, Math.floor(files / 2));
  if (max < wanted) {
    const text = `At most ${max} callers may be connected, not ${wanted}: this process may open only ${files} files. Raise LimitNOFILE in the unit of the service, or "ulimit -n".`;
    log.warn({ max, wanted, files }, text);
  }
  return max;
}
