import { type EventSourceMessage, createParser } from 'eventsource-parser';
import { delayAfter, pause, retryAfterOf } from '../retry.ts';
import { CallError } from './call.ts';
import { currentSession, markSessionEnded } from '../storage/stored-session.ts';
import { teachingHeaders } from './teaching.ts';

/** The server sends a heartbeat every 15 s; a connection silent for longer is dead. */
const SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 4000;
const REFUSALS = new Set([400, 403, 404]);

interface Follower {
  onEvent: (event: string, data: unknown) => void;
  /** Called when the connection opens or closes, and with the reason if it was refused or broke. */
  onLine: (isOpen: boolean, failure: unknown) => void;
  /** Called if the caller may not follow anything, and a retry would not help. */
  onRefused?: () => void;
  signal: AbortSignal;
}

/**
 * Follows server-sent events until the signal aborts, and reconnects whenever the connection
 * breaks. EventSource can't send a token, so this uses fetch.
 */
export async function followEvents(address: string, follower: Follower): Promise<void> {
  const { signal, onLine } = follower;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    let failure: unknown = null;
    try {
      await readOnce(address, follower);
      pauseMs = FIRST_PAUSE_MS;
    } catch (error) {
      // Reconnects after any failure.
      failure = error;
    }
    if (signal.aborted) return;
    onLine(false, failure);
    await pause(delayAfter(failure, pauseMs), signal);
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
  }
}

/** Reads until the server ends the stream. Throws if it is refused or breaks. */
async function readOnce(address: string, follower: Follower): Promise<void> {
  const { onEvent, onLine, onRefused, signal } = follower;
  const { token } = currentSession();
  const idleTimeout = new AbortController();
  let timer = setTimeout(() => idleTimeout.abort(), SILENCE_MS);
  try {
    const response = await fetch(address, {
      headers: { authorization: token, accept: 'text/event-stream', ...teachingHeaders },
      signal: AbortSignal.any([signal, idleTimeout.signal]),
    });
    if (response.status === 401) markSessionEnded(token);
    if (REFUSALS.has(response.status)) onRefused?.();
    if (!response.ok || !response.body) throw refusalOf(response);
    onLine(true, null);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const parser = createParser({ onEvent: (message) => dispatch(message, onEvent) });
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => idleTimeout.abort(), SILENCE_MS);
      parser.feed(part.value);
    }
  } finally {
    clearTimeout(timer);
  }
}

const refusalOf = (response: Response) =>
  new CallError(
    response.status,
    { message: 'The events can’t be followed now.', code: 'refused' },
    { retryAfterMs: retryAfterOf(response) },
  );

function dispatch({ event, data }: EventSourceMessage, onEvent: Follower['onEvent']): void {
  if (event !== undefined) onEvent(event, JSON.parse(data));
}
