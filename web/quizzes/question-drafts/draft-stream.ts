import { DraftEvent } from '@vlabs/contract/question-drafts/question-drafts';
import type { Endpoint } from '@vlabs/contract/http/endpoint';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { CallError } from '../../platform/calls/call.ts';
import { isRecord } from '../../platform/records.ts';
import { currentSession, markSessionEnded } from '../../platform/storage/stored-session.ts';

const NO_ANSWER = { message: 'Something went wrong!', code: 'no_answer' };

/** Calls an endpoint that streams drafts. Throws CallError. */
export async function* streamDrafts(
  { path }: Pick<Endpoint, 'path'>,
  body: object,
  signal: AbortSignal,
): AsyncGenerator<DraftEvent> {
  const response = await post(path, body, signal);
  if (!response.ok || !response.body) throw await refusalOf(response);
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    yield DraftEvent.parse(JSON.parse(part.value.data));
  }
}

async function post(path: string, body: object, signal: AbortSignal): Promise<Response> {
  const { token } = currentSession();
  const headers = { authorization: token, 'content-type': 'application/json' };
  try {
    const request = { method: 'POST', headers, body: JSON.stringify(body), signal };
    const response = await fetch(path, request);
    if (response.status === 401) markSessionEnded(token);
    return response;
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new CallError(0, NO_ANSWER, { cause });
  }
}

async function refusalOf(response: Response): Promise<CallError> {
  const answer: unknown = await response.json().catch(() => null);
  const { message, code } = isRecord(answer) ? answer : {};
  return typeof message === 'string' && typeof code === 'string'
    ? new CallError(response.status, { message, code })
    : new CallError(response.status, NO_ANSWER);
}
