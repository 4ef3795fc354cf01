import {
  type DraftEvent,
  draftQuestions,
  type DraftRequest,
  GENERATION_FAILED,
  parseQuestionDrafts,
} from '@vlabs/contract/question-drafts/question-drafts';
import type { ShownQuestion } from '@vlabs/contract/quizzes/questions';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../platform/calls/call.ts';
import { makeUuid } from '../../platform/random-ids.ts';
import { toastError } from '../../ui/toast.ts';
import { streamDrafts } from './draft-stream.ts';

export interface RefusedDraft {
  key: string;
  title: string;
  reason: string;
}
export interface ReviewedDraft {
  key: string;
  question: ShownQuestion;
}

export interface Drafts {
  /** Valid drafts, to be reviewed. */
  good: ReviewedDraft[];
  refused: RefusedDraft[];
  isBusy: boolean;
  /** Progress of the current reply. */
  characters: number;
  /** How it ended, in one sentence. */
  outcome: string | null;
}

const nothing: Drafts = { good: [], refused: [], isBusy: false, characters: 0, outcome: null };

type EventSource = (signal: AbortSignal) => AsyncGenerator<DraftEvent>;

const NO_ANSWER = 'The server can’t be reached. The questions received so far are kept.';

/** Streams drafts from the AI service or a pasted reply for review. */
export function useQuestionDrafts() {
  const [drafts, setDrafts] = useState(nothing);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  async function follow(events: EventSource): Promise<void> {
    underWay.current?.abort();
    const { signal } = (underWay.current = new AbortController());
    setDrafts((now) => ({ ...now, isBusy: true, characters: 0, outcome: null }));
    let isEnded = false;
    try {
      for await (const event of events(signal)) {
        isEnded = event.event === 'finished' || event.event === 'failed';
        if (event.event === 'failed') toastError(event.message);
        setDrafts((now) => nextDrafts(now, event));
      }
      if (!isEnded) throw new Error('The connection was lost.');
    } catch (error) {
      if (signal.aborted) return;
      toastError(GENERATION_FAILED);
      const known = error instanceof CallError && error.code !== 'no_answer';
      const why = known ? error.message : NO_ANSWER;
      setDrafts((now) => ({ ...now, isBusy: false, outcome: `${GENERATION_FAILED} ${why}` }));
    }
  }

  return {
    drafts,
    generate: (request: DraftRequest) => {
      void follow((signal) => streamDrafts(draftQuestions, request, signal));
    },
    /** Replaces a refused draft. */
    regenerate: (refused: RefusedDraft, request: DraftRequest) => {
      setDrafts((now) => ({
        ...now,
        refused: now.refused.filter(({ key }) => key !== refused.key),
      }));
      void follow((signal) => streamDrafts(draftQuestions, { ...request, count: 1 }, signal));
    },
    readReply: (reply: string, count: number) => {
      setDrafts(nothing);
      void follow((signal) => streamDrafts(parseQuestionDrafts, { reply, count }, signal));
    },
    cancel: () => {
      underWay.current?.abort();
      setDrafts((now) => ({
        ...now,
        isBusy: false,
        outcome: 'Cancelled. The questions received so far are kept.',
      }));
    },
    clear: () => setDrafts(nothing),
    discard: (key: string) =>
      setDrafts((now) => ({
        ...now,
        good: now.good.filter((draft) => draft.key !== key),
        refused: now.refused.filter((draft) => draft.key !== key),
      })),
  };
}
export type QuestionDrafts = ReturnType<typeof useQuestionDrafts>;

/** Applies one event of the stream. */
function nextDrafts(now: Drafts, event: DraftEvent): Drafts {
  if (event.event === 'progress') return { ...now, characters: event.characters };
  if (event.event === 'question') {
    const draft = { key: makeUuid(), question: event.question };
    return { ...now, good: [...now.good, draft] };
  }
  if (event.event === 'refused') {
    const { title, reason } = event;
    return { ...now, refused: [...now.refused, { key: makeUuid(), title, reason }] };
  }
  if (event.event === 'finished') return { ...now, isBusy: false, outcome: describeEnd(event) };
  // An unreadable reply shows no drafts.
  const kept = event.code === 'invalid_reply' ? nothing : now;
  return { ...kept, isBusy: false, outcome: `${event.message} ${event.reason}` };
}

function describeEnd({ accepted, refused, missing }: Extract<DraftEvent, { event: 'finished' }>) {
  const parts = [`${accepted} good`, `${refused} refused`];
  if (missing > 0) parts.push(`${missing} fewer than requested`);
  return `Reply imported: ${parts.join(', ')}.`;
}
