import type { Endpoint, Refusal } from '@vlabs/contract/endpoint';
import type { z } from 'zod';
import { isRecord } from '../records.ts';
import { noteServerTime } from './server-time.ts';
import { currentSession, markGuest, markSessionEnded } from './stored-session.ts';
import { teachingHeaders } from './teaching.ts';

/** Browsers refuse to outlive a page with more than 64 KiB; a character may take three bytes. */
const MAX_OUTLIVING = 20_000;
const SOMETHING_WENT_WRONG = 'Something went wrong!';
const NO_ANSWER = 'The server did not answer: check your connection and try again.';

/** A call that did not succeed. `message` is for the person who reads the page. */
export class CallError extends Error {
  override name = 'CallError';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The server's stable word; `no_answer`, or `unreadable` for an answer that is not of the contract. */
  readonly code: string;
  readonly fields: Record<string, string>;
  /** What the refusal brings along to go on with. */
  readonly data: unknown;

  constructor(
    status: number,
    refusal: Pick<Refusal, 'message' | 'code' | 'fields' | 'data'>,
    cause?: unknown,
  ) {
    super(refusal.message, { cause });
    this.status = status;
    this.code = refusal.code;
    this.fields = refusal.fields ?? {};
    this.data = refusal.data;
  }

  /** The server is away or out of order: the same call may succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** Whether the server, or what it needs, was away: the same question may be answered later. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof CallError && error.isTemporary;

/** The messages of a refusal that name a field of the form. */
export const refusedFields = (error: unknown): Record<string, string> =>
  error instanceof CallError ? error.fields : {};

/** What to tell the person of anything that was thrown. */
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
  /** The caller deals with a 401 itself: nobody is told that the session ended. */
  handlesSignedOut?: boolean;
  /** Sent to its end though the page is closed meanwhile, as long as the browser takes it so. */
  outlivesPage?: boolean;
}

export type Input<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = Part<
  'params',
  Params
> &
  Part<'query', Query> &
  Part<'body', Body>;

export type Called = Pick<Endpoint, 'method' | 'path'>;

/** Names what a call answered, whatever it was asked; with parts of an input, what it answered to those. */
export function keyOf({ method, path }: Called, input: object = {}): readonly [string, object] {
  return [`${method} ${path}`, input];
}

/** Calls one contract endpoint; the reply is checked before any component sees it. Throws CallError. */
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
  /** The status of an answer that is as it should be; any of success where it is not said. */
  status?: number;
}

/** The JSON that the server answers, unchecked. Throws CallError. */
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
    const refusal = refused(response.status, answer);
    if (refusal.code === 'guest') markGuest(token, true);
    throw refusal;
  }
  const { status = response.status } = question;
  if (response.status !== status) throw unreadable(response.status, answer);
  return answer;
}

/** The browser itself says where the parts of a form begin and end. */
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
    throw new CallError(0, { message: SOMETHING_WENT_WRONG, code: 'no_answer' }, cause);
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw unreadable(response.status, cause);
  }
}

function unreadable(status: number, cause: unknown): CallError {
  return new CallError(status, { message: SOMETHING_WENT_WRONG, code: 'unreadable' }, cause);
}

/** A success that says that it is none. */
const isRefusal = (answer: unknown) => isRecord(answer) && answer['success'] === false;

function refused(status: number, answer: unknown): CallError {
  const { message, code = 'refused', fields, data, error } = isRecord(answer) ? answer : {};
  // Judge0 refuses with this one word for all, and so does our service that speaks as it does.
  if (typeof error === 'string') return new CallError(status, { message: error, code: 'refused' });
  if (typeof message !== 'string' || typeof code !== 'string') return unreadable(status, answer);
  return new CallError(status, { message, code, data, ...(isTexts(fields) ? { fields } : {}) });
}

function isTexts(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string');
}
