import { type Endpoint, Refusal } from '@vlabs/contract/endpoint';
import { z } from 'zod';
import { currentSession, markSessionEnded } from './stored-session.ts';

export const SOMETHING_WENT_WRONG = 'Something went wrong!';

/** A call that did not succeed. `message` is for the person who reads the page. */
export class CallError extends Error {
  override name = 'CallError';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The server's stable word; `unreadable` for an answer that is not of the contract. */
  readonly code: string;
  readonly fields: Record<string, string>;

  constructor(status: number, refusal: Pick<Refusal, 'message' | 'code' | 'fields'>) {
    super(refusal.message);
    this.status = status;
    this.code = refusal.code;
    this.fields = refusal.fields ?? {};
  }

  /** The server is away or out of order: the same call may succeed later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

type Part<Name extends string, Schema extends z.ZodType> =
  Record<string, never> extends z.input<Schema>
    ? { [key in Name]?: z.input<Schema> }
    : { [key in Name]: z.input<Schema> };

interface CallOptions {
  signal?: AbortSignal;
  /** The caller deals with a 401 itself: nobody is told that the session ended. */
  handlesSignedOut?: boolean;
}

type Input<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = Part<
  'params',
  Params
> &
  Part<'query', Query> &
  Part<'body', Body>;

/** Calls one contract endpoint; the reply is checked before any component sees it. Throws only CallError. */
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
  const { token } = currentSession();
  const parts: { params?: unknown; query?: unknown; body?: unknown } = input;
  const response = await send(addressOf(endpoint.path, parts.params, parts.query), {
    method: endpoint.method,
    headers: {
      ...(token === '' ? {} : { authorization: token }),
      ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const answer = await readJson(response);
  if (response.status === 401 && !options.handlesSignedOut) markSessionEnded(token);
  if (!response.ok) throw refused(response.status, answer);
  const reply = endpoint.reply.safeParse(answer);
  if (!reply.success) throw unreadable(response.status, reply.error);
  return reply.data;
}

const Fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).optional());

function addressOf(path: string, params: unknown, query: unknown): string {
  const values = Fields.parse(params ?? {});
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${path} needs ${name}.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(Fields.parse(query ?? {}))) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

async function send(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request);
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    throw noAnswer(cause);
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw unreadable(response.status, cause);
  }
}

function refused(status: number, answer: unknown): CallError {
  const refusal = Refusal.safeParse(answer);
  return refusal.success ? new CallError(status, refusal.data) : unreadable(status, refusal.error);
}

function noAnswer(cause: unknown): CallError {
  return withCause(new CallError(0, { message: SOMETHING_WENT_WRONG, code: 'no_answer' }), cause);
}

function unreadable(status: number, cause: unknown): CallError {
  return withCause(
    new CallError(status, { message: SOMETHING_WENT_WRONG, code: 'unreadable' }),
    cause,
  );
}

function withCause(error: CallError, cause: unknown): CallError {
  error.cause = cause;
  return error;
}

/** What to tell the person of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof CallError ? error.message : SOMETHING_WENT_WRONG;
}
