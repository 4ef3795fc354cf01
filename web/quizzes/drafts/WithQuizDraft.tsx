import { type ReactNode, useSyncExternalStore } from 'react';
import { CallError } from '../../platform/calls/call.ts';
import { Page } from '../../ui/frame/Page.tsx';
import { Loaded, PageSkeleton } from '../../ui/states.tsx';
import type { DraftState } from './draft-autosave.ts';
import { type OpenDraft, useQuizDraft } from './use-quiz-draft.ts';

interface WithQuizDraftProps {
  heading: string;
  children: (draft: OpenDraft) => ReactNode;
}

/** Loads the draft of a page, and shows the state until then. */
export function WithQuizDraft({ heading, children }: WithQuizDraftProps) {
  const { draft, query } = useQuizDraft();
  if (draft) return children(draft);
  const { error, isPending } = query;
  if (isPending) return <PageSkeleton />;
  const isUnknown = error instanceof CallError && (error.status === 404 || error.status === 400);
  return (
    <Page heading={heading} width="reading">
      <Loaded
        query={query}
        failure={(reason) =>
          isUnknown
            ? 'This draft no longer exists. Open View Quizzes to see the current ones.'
            : `The draft could not be opened. ${reason}`
        }
      />
    </Page>
  );
}

export function useDraftState({ autosave }: Pick<OpenDraft, 'autosave'>): DraftState {
  return useSyncExternalStore(autosave.subscribe, autosave.current);
}
