import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { getQuizDraft, saveQuizDraft } from '@vlabs/contract/quizzes/quiz-drafts';
import type { QuizStatus } from '@vlabs/contract/quizzes/quizzes';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call, CallError } from '../../platform/calls/call.ts';
import { useSession } from '../../platform/calls/session.ts';
import { makeUuid } from '../../platform/random-ids.ts';
import { emptyContent } from './draft-content.ts';
import { DraftAutosave, readKeptHere } from './draft-autosave.ts';
import { type DraftStorage, openDraftStorage } from './draft-storage.ts';

export interface OpenDraft {
  uniqueId: string;
  /** The id in the address; null for the draft that is being written here. */
  addressed: string | null;
  autosave: DraftAutosave;
  /** Of the quiz that is being changed; null for one that is not there yet. */
  quizStatus: QuizStatus | null;
  /** The draft has become a quiz: nothing more is typed here. */
  finish: () => void;
  /** Another quiz is begun here; this draft stays on the server. */
  leave: () => void;
  /** Takes the server's version in place of what is here. */
  reopen: () => void;
}

type Loaded = Pick<OpenDraft, 'autosave' | 'quizStatus'>;

const keyOf = (userId: string, uniqueId: string) => ['quiz-draft', userId, uniqueId] as const;

/** The draft that the address names, or else the one that this person is writing in this browser. */
export function useQuizDraft() {
  const { user } = useSession();
  const userId = user?.id ?? '';
  const [storage] = useState(() => openDraftStorage(userId));
  const [{ currentId, isNew }, setCurrent] = useState(() => findCurrent(storage));
  const [address] = useSearchParams();
  const addressed = address.get('draft');
  const uniqueId = addressed ?? currentId;
  const queryClient = useQueryClient();
  const queryKey = keyOf(userId, uniqueId);

  const query = useQuery({
    queryKey,
    queryFn: ({ signal }): Loaded | Promise<Loaded> =>
      isNew && addressed === null
        ? beginDraft(storage, uniqueId)
        : loadDraft(storage, uniqueId, signal),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });

  const autosave = query.data?.autosave;
  useEffect(
    () => () => {
      // What is closed is never shown again; whoever opens the draft anew asks the server.
      if (autosave?.isClosed) forgetUnused(queryClient, userId, uniqueId);
    },
    [autosave, queryClient, userId, uniqueId],
  );

  const finish = useCallback(() => {
    autosave?.close();
    if (storage.readCurrentId() === uniqueId) storage.keepCurrentId(null);
  }, [autosave, storage, uniqueId]);

  const leave = useCallback(() => {
    finish();
    setCurrent(findCurrent(storage));
  }, [finish, storage]);

  const reopen = useCallback(() => {
    storage.keepUnsaved(uniqueId, null);
    void queryClient.resetQueries({ queryKey: keyOf(userId, uniqueId) });
  }, [queryClient, storage, uniqueId, userId]);

  const draft: OpenDraft | null = query.data
    ? { ...query.data, uniqueId, addressed, finish, leave, reopen }
    : null;
  return { draft, query };
}

function forgetUnused(queryClient: QueryClient, userId: string, uniqueId: string): void {
  queryClient.removeQueries({ queryKey: keyOf(userId, uniqueId), type: 'inactive' });
}

/** A quiz of the list was published or deleted: what was open of it here is over. */
export function forgetDraft(queryClient: QueryClient, userId: string, uniqueId: string): void {
  const storage = openDraftStorage(userId);
  if (storage.readCurrentId() === uniqueId) storage.keepCurrentId(null);
  storage.keepUnsaved(uniqueId, null);
  forgetUnused(queryClient, userId, uniqueId);
}

function findCurrent(storage: DraftStorage): { currentId: string; isNew: boolean } {
  const currentId = storage.readCurrentId();
  return currentId === null ? { currentId: makeUuid(), isNew: true } : { currentId, isNew: false };
}

/** Nobody knows of a new draft before something is typed. */
function beginDraft(storage: DraftStorage, uniqueId: string): Loaded {
  const server = { content: emptyContent(), revision: 0, savedAt: null };
  return { autosave: openAutosave(storage, uniqueId, server), quizStatus: null };
}

async function loadDraft(
  storage: DraftStorage,
  uniqueId: string,
  signal: AbortSignal,
): Promise<Loaded> {
  try {
    const { data } = await call(getQuizDraft, { params: { uniqueId } }, { signal });
    return { autosave: openAutosave(storage, uniqueId, data), quizStatus: data.quizStatus };
  } catch (error) {
    const isUnknown = error instanceof CallError && error.status === 404;
    // A draft of this browser that never reached the server is here alone.
    if (isUnknown && storage.readCurrentId() === uniqueId) return beginDraft(storage, uniqueId);
    throw error;
  }
}

type ServerVersion = Pick<
  ConstructorParameters<typeof DraftAutosave>[0],
  'content' | 'revision' | 'savedAt'
>;

function openAutosave(
  storage: DraftStorage,
  uniqueId: string,
  server: ServerVersion,
): DraftAutosave {
  const kept = readKeptHere(storage.readUnsaved(uniqueId));
  const isSame = kept !== null && JSON.stringify(kept.content) === JSON.stringify(server.content);
  const unsaved =
    kept === null || isSame
      ? null
      : { content: kept.content, isConflict: kept.revision !== server.revision };
  return new DraftAutosave({
    ...server,
    unsaved,
    save: async (content, revision) => {
      const body = { revision, content };
      return (await call(saveQuizDraft, { params: { uniqueId }, body })).data;
    },
    isConflict: (error) => error instanceof CallError && error.code === 'stale_revision',
    keepHere: (text) => {
      storage.keepUnsaved(uniqueId, text);
      if (text !== null && storage.readCurrentId() === null) storage.keepCurrentId(uniqueId);
    },
  });
}

/** What the server holds of a draft now, for whoever goes on with the version of this browser. */
export async function findRevision(uniqueId: string): Promise<number> {
  return (await call(getQuizDraft, { params: { uniqueId } })).data.revision;
}
