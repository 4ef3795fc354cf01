import { setTimeout as delay } from 'node:timers/promises';
import type { Person } from './people.ts';

/** Where calls go, until when, and who counts their outcomes. */
export interface Caller {
  url: string;
  /** Aborted when the load ends. */
  over: AbortSignal;
  /** Counts an outcome. */
  note: (outcome: string) => void;
  /** How long a call waits; default: a minute. */
  timeoutMs?: number;
}

/** A test that a class sits. */
export interface Classroom extends Caller {
  quizId: string;
}

const TIMEOUT_MS = 60_000;

interface Sent {
  person?: Person | null;
  body?: unknown;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

/** One call. Records its status and returns the reply, if any. */
export async function call(
  { url, over, note, ...more }: Caller,
  method: string,
  path: string,
  { person = null, body, headers = {}, timeoutMs = more.timeoutMs ?? TIMEOUT_MS }: Sent = {},
): Promise<{ status: number; text: string }> {
  try {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(person && { authorization: person.token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.any([over, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await reply.text();
    note(String(reply.status));
    return { status: reply.status, text };
  } catch (error) {
    if (!over.aborted) note(reasonOf(error));
    return { status: 0, text: '' };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}

/** Repeats an action, with a pause in between, until the soak ends. */
export async function again(over: AbortSignal, pauseMs: number, work: () => Promise<unknown>) {
  while (!over.aborted) {
    await work();
    await pause(over, pauseMs);
  }
}

export const pause = (over: AbortSignal, ms: number): Promise<void> =>
  delay(ms, undefined, { signal: over }).catch(() => undefined);
