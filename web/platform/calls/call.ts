import type { Endpoint, Refusal } from '@vlabs/contract/http/endpoint';
import type { z } from 'zod';
import { isRecord } from '../records.ts';
import { retryAfterOf } from '../retry.ts';
import { noteServerTime } from './server-time.ts';
import { currentSession, markGuest, markSessionEnded } from '../storage/stored-session.ts';
import { teachingHeaders } from './teaching.ts';

/** Browsers limit `keepalive` requests to 64 KiB; a character may take three bytes. */
const MAX_OUTLIVING = 20_000;
const SOMETHING_WENT_WRONG = 'Something went wrong!';
const NO_ANSWER = 'The server did not answer. Check your connection and try again.';

/** A failed call. `message` can be shown to the user. */
export class CallError extends Error {
  override name = 'CallError';
  /** HTTP status; 0 if there was no reply. */
  readonly status: number;
  /**
   * The server's error code; `no_answer`, or `unreadable` for a reply that violates the contract.
   */
  readonly code: string;
  readonly fields: Record<string, string>;
  /** Data that the refusal contains. */
  readonly data: unknown;
  /** When the server wants the next try, from `Retry-After`; null if it did not say. */
  readonly retryAfterMs: number | null;

  constructor(
    status: number,
    refusal: Pick<Refusal, 'message' | 'code' | 'fields' | 'data'>,
    { cause, retryAfterMs = null }: { cause?: unknown; retryAfterMs?: number | null } = {},
  ) {
    super(refusal.message, { cause });
    this.status = status;
    this.code = refusal.code;
    this.fields = refusal.fields ?? {};
    this.data = refusal.data;
    this.retryAfterMs = retryAfterMs;
  }

  /** The server is unavailable or failing: the same call may succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** Whether the server or a service it needs was unavailable, so a retry may succeed. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof CallError && error.isTemporary;

/** Messages for the form's fields. */
export const refusedFields = (error: unknown): Record<string, string> =>
  error instanceof CallError ? error.fields : {};

/** The message to show for any thrown value. */
export function messageOf(error: unknown): string {
  const isUnheard = error instanceof CallError && error.code === 'no_answer';
  const message = shortMessageOf(error);
  return isUnheard && message === SOMETHING_WENT_WRONG ? `${message} ${NO_ANSWER}` : message;
}

/** Without advice, for a toast. */
export function shortMessageOf(error: unknown): string {
  return error instanceof CallError ? error.message : SOMETHING_WENT_WRONG;
}

type Part<Name extends string, Schema extends z.ZodType> =
  Record<string, never> extends z.input<Schema>
    ? { [key in Name]?: z.input<Schema> }
    : { [key in Name]: z.input<Schema> };

interface CallOptions {
  signal?: AbortSignal;
  /** The caller handles a 401 itself, so the session is not reported as ended. */
  handlesSignedOut?: boolean;
  /** Completes even if the page is closed meanwhile, within the browser's limits. */
  outlivesPage?: boolean;
}

export type Input<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = Part<
  'params',
  Params
> &
  Part<'query', Query> &
  Part<'body', Body>;

export type Called = Pick<Endpoint, 'method' | 'path'>;

/** Query key of an endpoint; with part of an input, it matches all replies to such inputs. */
export function keyOf({ method, path }: Called, input: object = {}): readonly [string, object] {
  return [`${method} ${path}`, input];
}

/** Calls an endpoint of the contract and validates the reply. Throws CallError. */
export async function call<
  Reply extends z.ZodType,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
>(
  endpoint: Endpoint<Params, Query, Body, Reply>,
  input: Input<Params, Query, Body>,
  options: CallOptions = {},
): Promise<z.output<Reply>> {
  const { params, query, body }: { params?: unknown; query?: unknown; body?: unknown } = input;
  const address = addressOf(endpoint.path, params, query);
  const { method, status } = endpoint;
  const answer = await askServer(address, { ...options, method, body, status });
  const reply = endpoint.reply.safeParse(answer);
  if (!reply.success) throw unreadable(endpoint.status, reply.error);
  return reply.data;
}

interface Question extends CallOptions {
  method: Endpoint['method'];
  body?: unknown;
  /** The expected status of a reply; any 2xx if not specified. */
  status?: number;
}

/** Returns the server's JSON, not validated. Throws CallError. */
export async function askServer(address: string, question: Question): Promise<unknown> {
  const { method, body, signal = null, handlesSignedOut = false, outlivesPage = false } = question;
  const { token } = currentSession();
  const headers = new Headers(teachingHeaders);
  if (token !== '') headers.set('authorization', token);
  const sent = writeBody(body, headers);
  const keepalive = outlivesPage && (typeof sent !== 'string' || sent.length <= MAX_OUTLIVING);
  const response = await send(address, { method, headers, body: sent, signal, keepalive });
  if (response.status === 401 && !handlesSignedOut) markSessionEnded(token);
  const answer = await readJson(response);
  if (!response.ok || isRefusal(answer)) {
    const refusal = refused(response, answer);
    if (refusal.code === 'guest') markGuest(token, true);
    throw refusal;
  }
  const { status = response.status } = question;
  if (response.status !== status) throw unreadable(response.status, answer);
  return answer;
}

/** The browser sets the multipart boundary. */
function writeBody(body: unknown, headers: Headers): string | FormData | null {
  if (body === undefined) return null;
  if (body instanceof FormData) return body;
  headers.set('content-type', 'application/json');
  return JSON.stringify(body);
}

function addressOf(path: string, params: unknown, query: unknown): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = isRecord(params) ? params[name] : undefined;
    if (typeof value !== 'string') throw new TypeError(`${path} needs ${name}.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(isRecord(query) ? query : {})) {
    if (typeof value === 'string') search.set(name, value);
    if (typeof value === 'number' || typeof value === 'boolean') search.set(name, `${value}`);
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

async function send(address: string, request: RequestInit): Promise<Response> {
  try {
    const response = await fetch(address, request);
    noteServerTime(response);
    return response;
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    throw noAnswer(cause);
  }
}

/** The error of a request that got no reply. */
export function noAnswer(cause: unknown): CallError {
  return new CallError(0, { message: SOMETHING_WENT_WRONG, code: 'no_answer' }, { cause });
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw unreadable(response.status, cause);
  }
}

function unreadable(status: number, cause: unknown): CallError {
  return new CallError(status, { message: SOMETHING_WENT_WRONG, code: 'unreadable' }, { cause });
}

/** A 2xx reply that reports a failure. */
const isRefusal = (answer: unknown) => isRecord(answer) && answer['success'] === false;

function refused(response: Response, answer: unknown): CallError {
  const { status } = response;
  const { message, code = 'refused', fields, data, error } = isRecord(answer) ? answer : {};
  // Judge0-compatible endpoints use one generic message for all refusals.
  if (typeof error === 'string') return new CallError(status, { message: error, code: 'refused' });
  if (typeof message !== 'string' || typeof code !== 'string') return unreadable(status, answer);
  const refusal = { message, code, data, ...(isTexts(fields) ? { fields } : {}) };
  return new CallError(status, refusal, { retryAfterMs: retryAfterOf(response) });
}

function isTexts(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string');
}
