import { Agent, request } from 'undici';
import type { z } from 'zod';
import { HostedRefusal } from './hosted-replies.ts';
import { RunnerUnavailable, RunnerBusy, RunnerRefusal } from '../runners/runners.ts';

const CALL_TIMEOUT_MS = 15_000;
/** Maximum size of a reply without program output. */
const MAX_SHORT_BYTES = 256 * 1024;
const MAX_RUN_BYTES = 16 * 1024 * 1024;
/** Maximum length of the hosted Judge0's message that is shown. */
const MAX_WORDS = 500;
const MAX_REFUSAL = 64 * 1024;
/** Upper bound for the hosted Judge0's Retry-After. */
const MAX_RETRY_AFTER_MS = 60_000;

export interface HostedAddress {
  url: string;
  key: string | null;
  host: string;
  /** Timeout per call; default 15 s. */
  callTimeoutMs?: number;
  /** Timeout per run; default 5 minutes. */
  timeoutMs?: number;
}

interface HostedCall {
  method: 'GET' | 'POST' | 'DELETE';
  body?: string;
  signal?: AbortSignal;
  /** Set if the reply contains program output. */
  isRun?: true;
}

/** Not retried: the reply would be just as large. */
export class HostedReplyTooLarge extends RunnerRefusal {
  override name = 'HostedReplyTooLarge';

  constructor() {
    super('The hosted Judge0 sent a reply that is too large.');
  }
}

/** Calls a hosted Judge0. Only this server knows its key. */
export class HostedClient {
  readonly #address: HostedAddress;
  readonly #agent = new Agent({ keepAliveTimeout: 60_000, connect: { timeout: 5000 } });

  constructor(address: HostedAddress) {
    this.#address = address;
  }

  /** Its address, for display. */
  get name(): string {
    return new URL(this.#address.url).host;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** Throws RunnerUnavailable, RunnerBusy or RunnerRefusal. */
  async call<Reply extends z.ZodType>(
    shape: Reply,
    path: string,
    sent: HostedCall,
  ): Promise<z.output<Reply>> {
    const { status, text, retryAfter } = await this.#send(path, sent);
    if (status < 200 || status > 299) {
      throw refusalOf(status, this.#withoutKey(text), retryAfter);
    }
    const read = shape.safeParse(readJson(text));
    if (!read.success) throw unreadable(read.error);
    return read.data;
  }

  /** The remote service may repeat the key in a message, which is shown and logged. */
  #withoutKey(text: string): string {
    const { key } = this.#address;
    return key === null ? text : text.replaceAll(key, '(hidden)');
  }

  async #send(path: string, { signal, isRun, ...sent }: HostedCall) {
    const { url, key, host, callTimeoutMs = CALL_TIMEOUT_MS } = this.#address;
    const tooLong = AbortSignal.timeout(callTimeoutMs);
    try {
      const reply = await request(`${url}${path}`, {
        ...sent,
        dispatcher: this.#agent,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'x-rapidapi-host': host,
          // Self-hosted Judge0 expects its key in the second header.
          ...(key !== null && { 'x-rapidapi-key': key, 'x-auth-token': key }),
        },
        signal: signal ? AbortSignal.any([signal, tooLong]) : tooLong,
      });
      const retryAfter = [reply.headers['retry-after']].flat()[0];
      const maxBytes = isRun ? MAX_RUN_BYTES : MAX_SHORT_BYTES;
      const text = await readBody(reply.body, maxBytes);
      return { status: reply.statusCode, text, retryAfter };
    } catch (error) {
      if (error instanceof HostedReplyTooLarge) throw error;
      const words = tooLong.aborted ? 'does not answer in time' : 'does not answer';
      throw new RunnerUnavailable(`The hosted Judge0 ${words}.`, { cause: error });
    }
  }
}

/** Reads up to the limit. Leaving the loop closes the connection. */
async function readBody(body: AsyncIterable<unknown>, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    if (!Buffer.isBuffer(part)) continue;
    length += part.length;
    if (length > maxBytes) throw new HostedReplyTooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Reports the first issue only, without the received value. */
function unreadable({ issues: [first] }: z.ZodError): RunnerUnavailable {
  const cause = new Error(`${first?.path.slice(0, 5).join('.') ?? ''} ${first?.code ?? ''}`);
  return new RunnerUnavailable('The hosted Judge0 sent an invalid reply.', { cause });
}

function refusalOf(status: number, text: string, retryAfter: string | undefined): Error {
  const cause = new Error(`The hosted Judge0 responded with ${status}: ${text.slice(0, 500)}`);
  if (status === 429 || status === 503) {
    const retryAfterMs = readRetryAfter(retryAfter);
    return new RunnerBusy('The hosted Judge0 is busy.', { cause, retryAfterMs });
  }
  if (status === 401 || status === 403) {
    return new RunnerRefusal('The hosted Judge0 rejected this installation’s key.', {
      cause,
    });
  }
  if (status >= 500) return new RunnerUnavailable('The hosted Judge0 is out of order.', { cause });
  if (status < 400) {
    return new RunnerRefusal('The hosted Judge0 has moved. Correct VLABS_JUDGE0_URL.', {
      cause,
    });
  }
  const refusal = HostedRefusal.safeParse(text.length > MAX_REFUSAL ? null : readJson(text));
  const faults = refusal.success ? Object.entries(refusal.data) : [];
  const words = faults.map(([name, fault]) => `${name} ${[fault].flat().join(', ')}`).join('; ');
  return new RunnerRefusal(
    words === ''
      ? 'The hosted Judge0 rejected this program.'
      : `The hosted Judge0 rejected this program: ${cutWords(words)}.`,
    { cause },
  );
}

/** Seconds or an HTTP date. */
function readRetryAfter(header: string | undefined): number {
  if (header === undefined) return 0;
  const milliseconds = /^\d+$/.test(header)
    ? Number(header) * 1000
    : Date.parse(header) - Date.now();
  return Number.isNaN(milliseconds) ? 0 : Math.min(Math.max(0, milliseconds), MAX_RETRY_AFTER_MS);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const cutWords = (words: string): string =>
  words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS)}…` : words;
