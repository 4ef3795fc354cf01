import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Person } from '../storm/storm-product.ts';

/** The settings of the attackers, which run in a separate process. */
export interface Target {
  url: string;
  quizId: string;
  assignmentId: string;
  people: Person[];
  seconds: number;
}

export interface Scene extends Omit<Target, 'seconds'> {
  /** Aborted when the soak ends. */
  over: AbortSignal;
  /** Counts an outcome. */
  note: (outcome: string) => void;
}

/** An activity that runs next to the class from the first second to the last. */
export interface Activity {
  name: string;
  /** The number of accounts it needs. */
  people: number;
  run: (scene: Scene) => Promise<void>;
}

const TIMEOUT_MS = 60_000;

interface Sent {
  person?: Person | null;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One call. Records its status and returns the reply, if any. */
export async function call(
  { url, over, note }: Scene,
  method: string,
  path: string,
  { person = null, body, headers = {} }: Sent = {},
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
      signal: AbortSignal.any([over, AbortSignal.timeout(TIMEOUT_MS)]),
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
  if (error.name === 'TimeoutError') return 'no answer in a minute';
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

/** A raw connection, which is closed at the end of the soak. */
export function openSocket({ url, over }: Scene, { allowHalfOpen = false } = {}): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen });
  socket.on('error', () => undefined);
  const end = (): void => void socket.destroy();
  over.addEventListener('abort', end, { once: true });
  socket.once('close', () => over.removeEventListener('abort', end));
  return socket;
}
