import { setTimeout as delay } from 'node:timers/promises';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  type DraftRequest,
  INSTRUCTIONS,
  writeRequestData,
} from '@vlabs/contract/quizzes/question-drafts';
import { APICallError, type LanguageModel, generateText, streamText } from 'ai';
import { fetchBounded } from './bounded-fetch.ts';

export interface AssistantSettings {
  provider: 'google' | 'openai-compatible';
  model: string;
  /** Null: the provider’s own address. */
  baseUrl: string | null;
  /** Null: a service that asks for none. */
  key: string | null;
  /** What one draft is given to come in. */
  timeoutSeconds: number;
}

/** Why no reply came, in words for the teacher. */
export class AssistantFailure extends Error {
  override name = 'AssistantFailure';
}

/** A service that is busy for a moment is asked once more. */
const ASK_AGAIN_MS = 500;
const MAX_LOGGED = 500;

/** Asks the assistant for questions and gives its reply in pieces as they come, for as long as they are taken. */
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
    // What is not read any more is not sent any more.
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

/** For the log: whoever holds the key may say it. */
function withoutKey(error: unknown, key: string | null): Error {
  const text = error instanceof Error ? error.message : String(error);
  return new Error((key === null ? text : text.replaceAll(key, '(hidden)')).slice(0, MAX_LOGGED));
}

/** For a service that knows the model and no streams: the reply comes as a whole. */
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
  instructions: INSTRUCTIONS,
  prompt: writeRequestData(request),
  abortSignal: ended,
  maxRetries: 0,
});

/** Ends without a word when `ended` says so; throws what the service did wrong. */
async function* askOnce(
  settings: AssistantSettings,
  request: DraftRequest,
  ended: AbortSignal,
): AsyncGenerator<string> {
  const { fullStream } = streamText({
    ...callOf(settings, request, ended),
    // What fails is thrown below, told to the teacher and logged.
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

/** Refused for the moment, before any of the reply came. */
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
  if (!APICallError.isInstance(error)) return 'The AI service broke off its reply. Try again.';
  const { statusCode } = error;
  if (statusCode === undefined) return 'The AI service cannot be reached. Try again later.';
  if (statusCode === 429) {
    return 'The AI service takes no more requests for now (429). Wait a minute and try again.';
  }
  if (statusCode === 401 || statusCode === 403) {
    return `The AI service refused the key (${statusCode}). Whoever runs V-labs can set another.`;
  }
  if (statusCode === 404) {
    return 'The AI service does not know the model (404). Whoever runs V-labs can name another.';
  }
  if (statusCode >= 300 && statusCode < 400) {
    return `The AI service has moved (${statusCode}). Whoever runs V-labs can correct its address.`;
  }
  return `The AI service answered with an error (${statusCode}). Try again later.`;
}
