import { Agent, request } from 'node:http';
import type { Person } from './people.ts';

export interface Reply {
  /** 0 if there was no answer. */
  status: number;
  /** Why there was no answer. */
  error: string | null;
  tookMs: number;
  sentBytes: number;
  receivedBytes: number;
}

/** Calls as many browsers would, each over a keep-alive connection. */
export class LoadClients {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  readonly #streams: { destroy: () => void }[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  /** Measures a call; `signal` ends it. Never throws. */
  call(
    person: Person,
    method: string,
    path: string,
    { body, signal }: { body?: object; signal?: AbortSignal } = {},
  ): Promise<Reply> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const began = performance.now();
    const { promise, resolve } = Promise.withResolvers<Reply>();
    let receivedBytes = 0;
    const end = (status: number, error: string | null = null): void =>
      resolve({
        status,
        error,
        tookMs: performance.now() - began,
        sentBytes: text.length,
        receivedBytes,
      });
    const fail = (error: Error): void =>
      end(0, error.name === 'Error' ? error.message : error.name);
    const sent = request(
      this.#url + path,
      {
        method,
        agent: this.#agent,
        ...(signal && { signal }),
        headers: {
          authorization: person.token,
          'accept-encoding': 'gzip, deflate, br',
          ...(text !== '' && { 'content-type': 'application/json', 'content-length': text.length }),
        },
      },
      (response) => {
        // A browser decompresses it on its own machine.
        response.on('data', (part: Buffer) => (receivedBytes += part.length));
        response.once('error', fail);
        response.once('end', () => end(response.statusCode ?? 0));
      },
    );
    sent.once('error', fail);
    sent.end(text);
    return promise;
  }

  /** An open page follows the events all the time, like a browser. */
  listen(person: Person, path: string): void {
    const sent = request(this.#url + path, { headers: { authorization: person.token } });
    sent.on('response', (response) => response.resume());
    sent.on('error', () => undefined);
    sent.end();
    this.#streams.push(sent);
  }

  close(): void {
    for (const stream of this.#streams) stream.destroy();
    this.#agent.destroy();
  }
}
