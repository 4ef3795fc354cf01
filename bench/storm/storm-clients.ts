import { Agent, request } from 'node:http';
import type { Person } from './storm-product.ts';

export interface Reply {
  status: number;
  tookMs: number;
  sentBytes: number;
  receivedBytes: number;
}

/** Calls as many browsers would, each over a keep-alive connection. */
export class StormClients {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  readonly #streams: { destroy: () => void }[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  call(person: Person, method: string, path: string, payload?: object): Promise<Reply> {
    const text = payload === undefined ? '' : JSON.stringify(payload);
    const began = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const sent = request(
      this.#url + path,
      {
        method,
        agent: this.#agent,
        headers: {
          authorization: person.token,
          'accept-encoding': 'gzip, deflate, br',
          ...(text !== '' && { 'content-type': 'application/json', 'content-length': text.length }),
        },
      },
      (response) => {
        let receivedBytes = 0;
        // A browser decompresses it on its own machine.
        response.on('data', (part: Buffer) => (receivedBytes += part.length));
        response.once('error', reject);
        response.once('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            tookMs: performance.now() - began,
            sentBytes: text.length,
            receivedBytes,
          });
        });
      },
    );
    sent.once('error', reject);
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
