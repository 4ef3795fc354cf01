import { setTimeout as delay } from 'node:timers/promises';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  type DraftRequest,
  writeInstructions,
  writeRequestData,
} from '@vlabs/contract/question-drafts/question-drafts';
import { APICallError, type LanguageModel, generateText, streamText } from 'ai';

/** A reply has at most a million characters, each wrapped in the protocol. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Limit of an error reply. */
const MAX_FAULT_BYTES = 64 * 1024;

/**
 * Calls an external service. Follows no redirects, so that the key is sent to its address only, and
 * reads the reply up to a limit.
 */
const fetchBounded: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const { status, statusText, headers, ok } = response;
  const body = response.body?.pipeThrough(boundedTo(ok ? MAX_BYTES : MAX_FAULT_BYTES));
  return new Response(body ?? null, { status, statusText, headers });
};

function boundedTo(maxBytes: number) {
  let bytes = 0;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      bytes += part.length;
      if (bytes > maxBytes) controller.error(new Error('The AI service’s reply is too large.'));
      else controller.enqueue(part);
    },
  });
}

export interface AssistantSettings {
  provider: 'google' | 'openai-compatible';
  model: string;
  /** Null: the provider's default address. */
  baseUrl: string | null;
  /** Null: a service without authentication. */
  key: string | null;
  /** Timeout of one draft. */
  timeoutSeconds: number;
}

/** Why there is no reply, in a form that can be shown to the teacher. */
export class AssistantFailure extends Error {
  override name = 'AssistantFailure';
}

/** A busy service gets one retry. */
const ASK_AGAIN_MS = 500;
const MAX_LOGGED = 500;

/**
 * Requests questions from the assistant and yields its reply in pieces. Stops the request when the
 * consumer stops reading.
 */
export async function* askAssistant(
  settings: AssistantSettings,
  request: DraftRequest,
  gone: AbortSignal,
): AsyncGenerator<string> {
  const tooLate = AbortSignal.timeout(settings.timeoutSeconds * 1000);
  const enough = new AbortController();
  const ended = AbortSignal.any([gone, tooLate, enough.signal]);
  try {
    yield* askTwice([settings, request, ended]);
  } catch (error) {
    throw new AssistantFailure(sayWhy(error), { cause: withoutKey(error, settings.key) });
  } finally {
    // The rest of the reply is not needed.
    enough.abort();
  }
  if (tooLate.aborted) {
    const seconds = settings.timeoutSeconds;
    throw new AssistantFailure(
      `The AI service did not finish within ${seconds} s. Ask for fewer questions, or try again.`,
    );
  }
}

type Asked = Parameters<typeof askOnce>;

async function* askTwice(asked: Asked): AsyncGenerator<string> {
  try {
    yield* askOnce(...asked);
  } catch (error) {
    if (!isPassing(error) && !isUnknown(error)) throw error;
    if (isPassing(error)) await delay(ASK_AGAIN_MS);
    yield* isUnknown(error) ? askWithoutStream(...asked) : askOnce(...asked);
  }
}

/** For the log: the service may repeat the key in its message. */
function withoutKey(error: unknown, key: string | null): Error {
  const text = error instanceof Error ? error.message : String(error);
  return new Error((key === null ? text : text.replaceAll(key, '(hidden)')).slice(0, MAX_LOGGED));
}

/** For a service without streaming: the reply comes as a whole. */
async function* askWithoutStream(
  settings: AssistantSettings,
  request: DraftRequest,
  ended: AbortSignal,
): AsyncGenerator<string> {
  try {
    const { text } = await generateText(callOf(settings, request, ended));
    yield text;
  } catch (error) {
    if (!ended.aborted) throw error;
  }
}

const callOf = (settings: AssistantSettings, request: DraftRequest, ended: AbortSignal) => ({
  model: modelOf(settings),
  instructions: writeInstructions(request),
  prompt: writeRequestData(request),
  abortSignal: ended,
  maxRetries: 0,
});

/** Ends silently if `ended` is aborted; throws errors of the service. */
async function* askOnce(
  settings: AssistantSettings,
  request: DraftRequest,
  ended: AbortSignal,
): AsyncGenerator<string> {
  const { fullStream } = streamText({
    ...callOf(settings, request, ended),
    // Errors are thrown below, shown to the teacher and logged.
    onError: () => undefined,
  });
  try {
    for await (const part of fullStream) {
      if (part.type === 'text-delta') yield part.text;
      if (part.type === 'error') throw part.error;
    }
  } catch (error) {
    if (!ended.aborted) throw error;
  }
}

/** A temporary refusal, before any of the reply arrived. */
const isPassing = (error: unknown): boolean =>
  APICallError.isInstance(error) && (error.statusCode === 429 || (error.statusCode ?? 0) >= 500);

const isUnknown = (error: unknown): boolean =>
  APICallError.isInstance(error) && error.statusCode === 404;

function modelOf({ provider, model, baseUrl, key }: AssistantSettings): LanguageModel {
  if (provider === 'google') {
    const google = createGoogleGenerativeAI({
      apiKey: key ?? '',
      fetch: fetchBounded,
      ...(baseUrl !== null && { baseURL: baseUrl }),
    });
    return google(model);
  }
  const compatible = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: baseUrl ?? '',
    fetch: fetchBounded,
    ...(key !== null && { apiKey: key }),
  });
  return compatible(model);
}

function sayWhy(error: unknown): string {
  if (!APICallError.isInstance(error)) return 'The AI service’s reply was interrupted. Try again.';
  const { statusCode } = error;
  if (statusCode === undefined) return 'The AI service can’t be reached. Try again later.';
  if (statusCode === 429) {
    return 'The AI service is receiving too many requests (429). Wait a minute and try again.';
  }
  if (statusCode === 401 || statusCode === 403) {
    return `The AI service rejected the key (${statusCode}). Ask the operator of V-labs to set another one.`;
  }
  if (statusCode === 404) {
    return 'The AI service does not know the model (404). Ask the operator of V-labs to set another one.';
  }
  if (statusCode >= 300 && statusCode < 400) {
    return `The AI service has moved (${statusCode}). Ask the operator of V-labs to correct its address.`;
  }
  return `The AI service responded with an error (${statusCode}). Try again later.`;
}
