import type { DraftEvent, DraftRequest } from '@vlabs/contract/question-drafts/question-drafts';
import { PublicError } from '../platform/errors.ts';
import { AssistantFailure, type AssistantSettings, askAssistant } from './assistant.ts';
import { MAX_CHARACTERS, ReplyReader } from './reply-reader.ts';

type Emit = (event: DraftEvent) => void;

/** Refuses if no assistant is configured. */
export function requireAssistant(settings: AssistantSettings | null): AssistantSettings {
  if (settings) return settings;
  throw new PublicError(
    503,
    'ai_not_configured',
    'No AI service is set up. Use Copy prompt and Paste reply with any assistant.',
  );
}

interface Drafting {
  settings: AssistantSettings;
  request: DraftRequest;
  emit: Emit;
  /** Aborted if the teacher cancels or closes the page. */
  gone: AbortSignal;
}

/** Emits each question as it arrives. Returns the error for the log; null on success. */
export async function draftQuestions(drafting: Drafting): Promise<unknown> {
  const { settings, request, emit, gone } = drafting;
  const reader = new ReplyReader(request.count, emit);
  try {
    for await (const text of askAssistant(settings, request, gone)) {
      reader.add(text);
      reader.reportProgress();
      if (reader.characters > MAX_CHARACTERS) break;
    }
    if (!gone.aborted) reader.end();
    return null;
  } catch (error) {
    const isKnown = error instanceof AssistantFailure;
    reader.fail(isKnown ? error.message : 'The server couldn’t reach the AI service. Try again.');
    return error;
  }
}

/** Reads a reply that the teacher pasted. */
export function readPastedReply(reply: string, count: number, emit: Emit): void {
  const reader = new ReplyReader(count, emit);
  reader.add(reply);
  reader.end();
}
