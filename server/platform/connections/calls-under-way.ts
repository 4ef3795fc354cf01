import type { Endpoint, Load } from '@vlabs/contract/http/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from './addresses.ts';
import { TooMany } from '../errors.ts';
import { LargeBodies } from './large-bodies.ts';
import { SlowBodies } from './slow-bodies.ts';

/**
 * Separate limits, so that open pages don't block calls, and heavy calls don't block light ones.
 */
type Kind = 'usual' | 'heavy' | 'long' | 'terminal';

const MAX_OF_A_PERSON = { usual: 32, heavy: 16, long: 32, terminal: 16 };
/** A service serves a whole class. */
const MAX_OF_A_SERVICE = { usual: 256, heavy: 32, long: 256, terminal: 16 };
/** For callers who are not signed in; a campus shares one address. */
const ANONYMOUS_LIMITS = { maxOfANetwork: 5000, bodyMs: 15_000 };
const RETRY_AFTER_SECONDS = 1;

const NAMES: Record<Kind, string> = {
  usual: 'calls',
  heavy: 'large lists and files',
  long: 'open pages',
  terminal: 'terminals',
};

/**
 * Counts concurrent calls per caller. It protects this process, so each server has its own counts.
 */
export class CallsUnderWay {
  readonly #counts = new Map<string, number>();
  readonly #maxOfANetwork: number;
  readonly #bodies: SlowBodies;

  constructor({ maxOfANetwork, bodyMs }: typeof ANONYMOUS_LIMITS) {
    this.#maxOfANetwork = maxOfANetwork;
    this.#bodies = new SlowBodies(bodyMs);
  }

  /**
   * Counts a call until its reply has ended. An anonymous call counts only while its body arrives.
   */
  enterFor(request: FastifyRequest, { raw: response }: FastifyReply, endpoint: Endpoint): void {
    const leave = this.enter(request, kindOf(endpoint.load, request.query));
    response.once('close', leave).once('finish', leave);
    // A body that is never read is not awaited.
    const isRead = endpoint.access === 'anyone' && endpoint.method !== 'GET';
    if (request.caller || request.raw.complete || !isRead) return;
    const arrived = this.#bodies.watch(request, leave);
    response.once('close', arrived).once('finish', arrived);
  }

  /** Counts a call until the returned function is called. Throws if the caller has too many. */
  enter({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>, kind: Kind): () => void {
    if (!caller) return this.#enterStranger(networkOf(ip));
    const limits = caller.role === 'service' ? MAX_OF_A_SERVICE : MAX_OF_A_PERSON;
    const max = limits[kind];
    return this.#enter(`${kind} of ${caller.role} ${caller.id}`, max, () => tooMany(kind, max));
  }

  #enterStranger(network: string): () => void {
    const key = `at ${network}`;
    if ((this.#counts.get(key) ?? 0) >= this.#maxOfANetwork) this.#bodies.endLongest(network);
    return this.#enter(key, this.#maxOfANetwork, networkIsBusy);
  }

  #enter(key: string, max: number, refuse: () => TooMany): () => void {
    const count = this.#counts.get(key) ?? 0;
    if (count >= max) throw refuse();
    this.#counts.set(key, count + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#counts.get(key) ?? 1) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    };
  }
}

const tooMany = (kind: Kind, max: number) =>
  new TooMany(
    'too_many_at_once',
    `You can have at most ${max} ${NAMES[kind]} at a time. Wait until one has ended, then try again.`,
    RETRY_AFTER_SECONDS,
  );

const networkIsBusy = () =>
  new TooMany(
    'too_many_at_once',
    'Your network is sending too many calls at a time. Try again in a few seconds.',
    RETRY_AFTER_SECONDS,
  );

/** Counts every call of the contract after the caller is identified and before the body is read. */
export function boundCallsUnderWay(
  app: FastifyInstance,
  ofStrangers = ANONYMOUS_LIMITS,
  largeBodies = new LargeBodies(),
): CallsUnderWay {
  const calls = new CallsUnderWay(ofStrangers);
  app.decorateRequest('waitForBodyTurn', null);
  app.addHook('preParsing', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint) return;
    calls.enterFor(request, reply, endpoint);
    const { caller, query } = request;
    // Bodies of strangers are short.
    if (!caller) return;
    const isLong = kindOf(endpoint.load, query) === 'long';
    const { maxBytes, isTooLarge } = bodyOf(request);
    if (isTooLarge) return largeBodies.refuse(caller, reply.raw, maxBytes);
    const isRead = await largeBodies.receive(caller, reply.raw, maxBytes);
    request.waitForBodyTurn = async (bytes) => {
      const leave = await largeBodies.enter(caller, reply.raw, { bytes, isLong });
      return () => {
        isRead();
        leave();
      };
    };
  });
  return calls;
}

/** The length of a body, or its limit if it is not announced. Forms with files go to disk and have their own limits. */
function bodyOf({ headers, routeOptions }: FastifyRequest) {
  const isForm = headers['content-type']?.startsWith('multipart/') ?? false;
  const { bodyLimit } = routeOptions;
  if (isForm || bodyLimit === undefined) return { maxBytes: 0, isTooLarge: false };
  const isChunked = headers['transfer-encoding'] !== undefined;
  const maxBytes = isChunked ? bodyLimit : Number(headers['content-length'] ?? 0);
  return { maxBytes, isTooLarge: maxBytes > bodyLimit };
}

export function kindOf(load: Load, query: unknown): Kind {
  if (typeof load === 'string') return load;
  const asked: Record<string, unknown> = { ...(typeof query === 'object' && query) };
  const waits = load.longWith.some(
    (name) => !(asked[name] === undefined || asked[name] === 'false'),
  );
  return waits ? 'long' : 'usual';
}
