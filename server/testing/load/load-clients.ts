import { Agent, type IncomingMessage, request } from 'node:http';
import type { Person } from './people.ts';

export interface Reply {
  /** 0 if there was no answer. */
  status: number;
  /** Why there was no answer. */
  error: string | null;
  tookMs: number;
  sentBytes: number;
  receivedBytes: number;
  /** From `Retry-After`; null without it. */
  retryAfterMs?: number | null;
  /** What a refusal contains. */
  data?: unknown;
}

/** As browsers open to one server. */
const CONNECTIONS_OF_A_PAGE = 6;

/** Calls as many browsers would, each over its own keep-alive connections. */
export class LoadClients {
  readonly #url: string;
  readonly #agents = new Map<string, Agent>();
  readonly #streams = new Set<{ destroy: () => void }>();

  constructor(url: string) {
    this.#url = url;
  }

  /** Measures a call; `signal` ends it. Never throws. */
  async call(person: Person, method: string, path: string, sent: Sent = {}): Promise<Reply> {
    const reply = await this.#send(person, method, path, sent);
    // A browser sends a call again if a connection that it kept was closed just then.
    return reply === 'closed' ? this.call(person, method, path, sent) : reply;
  }

  #send(
    person: Person,
    ...[method, path, { body, signal }]: [string, string, Sent]
  ): Promise<Reply | 'closed'> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const began = performance.now();
    const { promise, resolve } = Promise.withResolvers<Reply | 'closed'>();
    let receivedBytes = 0;
    const end = (how: Pick<Reply, 'status'> & Partial<Reply>): void =>
      resolve({
        error: null,
        tookMs: performance.now() - began,
        sentBytes: text.length,
        receivedBytes,
        retryAfterMs: null,
        data: null,
        ...how,
      });
    const sent = request(
      this.#url + path,
      {
        method,
        agent: this.#agentOf(person),
        ...(signal && { signal }),
        headers: {
          authorization: person.token,
          'accept-encoding': 'gzip, deflate, br',
          ...(text !== '' && { 'content-type': 'application/json', 'content-length': text.length }),
        },
      },
      (response) => {
        const { statusCode: status = 0 } = response;
        const refusal: Buffer[] = [];
        // A browser decompresses it on its own machine.
        response.on('data', (part: Buffer) => {
          receivedBytes += part.length;
          if (status >= 400) refusal.push(part);
        });
        response.once('error', (error) => end({ status: 0, error: nameOf(error) }));
        response.once('end', () =>
          end({ status, retryAfterMs: retryAfterOf(response), data: dataIn(refusal) }),
        );
      },
    );
    sent.once('error', (error: NodeJS.ErrnoException) => {
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve('closed');
      else end({ status: 0, error: nameOf(error) });
    });
    sent.end(text);
    return promise;
  }

  /** Opens an event stream. Resolves when it is refused or ends. */
  listen(person: Person, path: string): Promise<Pick<Reply, 'retryAfterMs'>> {
    const { promise, resolve } = Promise.withResolvers<Pick<Reply, 'retryAfterMs'>>();
    const headers = { authorization: person.token };
    const sent = request(this.#url + path, { agent: this.#agentOf(person), headers });
    const end = (retryAfterMs: number | null): void => {
      this.#streams.delete(sent);
      resolve({ retryAfterMs });
    };
    sent.on('response', (response) => {
      response.resume();
      response.once('error', () => end(null));
      response.once('close', () => end(retryAfterOf(response)));
    });
    sent.on('error', () => end(null));
    sent.end();
    this.#streams.add(sent);
    return promise;
  }

  close(): void {
    for (const stream of this.#streams) stream.destroy();
    for (const agent of this.#agents.values()) agent.destroy();
  }

  #agentOf({ id }: Person): Agent {
    const known = this.#agents.get(id);
    if (known) return known;
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_OF_A_PAGE });
    this.#agents.set(id, agent);
    return agent;
  }
}

interface Sent {
  body?: object;
  signal?: AbortSignal;
}

const nameOf = ({ name, message }: Error): string => (name === 'Error' ? message : name);

function retryAfterOf({ headers }: IncomingMessage): number | null {
  const seconds = Number.parseInt(headers['retry-after'] ?? '', 10);
  return Number.isNaN(seconds) ? null : seconds * 1000;
}

function dataIn(refusal: readonly Buffer[]): unknown {
  try {
    const body: unknown = JSON.parse(Buffer.concat(refusal).toString());
    return typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
  } catch {
    return null;
  }
}
