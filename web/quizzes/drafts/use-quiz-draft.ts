import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type DraftContent,
  getQuizDraft,
  saveQuizDraft,
} from '@vlabs/contract/quizzes/quiz-drafts';
import type { QuizStatus } from '@vlabs/contract/quizzes/quizzes';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call, CallError } from '../../platform/calls/call.ts';
import { useSession } from '../../platform/calls/session.ts';
import { makeUuid } from '../../platform/random-ids.ts';
import { loadClassToBeginWith } from '../../classes/class-to-begin-with.ts';
import { contentIn, emptyContent } from './draft-content.ts';
import { DraftAutosave } from './draft-autosave.ts';
import { type DraftStorage, openDraftStorage } from './draft-storage.ts';

export interface OpenDraft {
  uniqueId: string;
  /** The id in the address; null for the draft written in this browser. */
  addressed: string | null;
  autosave: DraftAutosave;
  /** The id of the test being changed; null for a new one. */
  quizStatus: QuizStatus | null;
  /** The draft became a test and is closed. */
  finish: () => void;
  /** Starts another test; this draft stays on the server. */
  leave: () => void;
  /** Replaces the content with the server's version. */
  reopen: () => void;
}

type Loaded = Pick<OpenDraft, 'autosave' | 'quizStatus'>;

const keyOf = (userId: string, uniqueId: string) => ['quiz-draft', userId, uniqueId] as const;

/** The draft named in the address, or the one this person is writing in this browser. */
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
        ? beginNewDraft(storage, { uniqueId, userId })
        : loadDraft(storage, uniqueId, signal),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });

  const autosave = query.data?.autosave;
  useEffect(
    () => () => {
      // A closed draft is not reused: opening it again loads it from the server.
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

/** A test in the list was published or deleted, which closes its draft. */
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

/** A new draft is for the class that was viewed last. */
async function beginNewDraft(
  storage: DraftStorage,
  { uniqueId, userId }: { uniqueId: string; userId: string },
): Promise<Loaded> {
  const inClass = await loadClassToBeginWith(userId);
  return beginDraft(storage, uniqueId, inClass ? contentIn(inClass) : emptyContent());
}

/** A new draft is not announced until something is typed. */
function beginDraft(
  storage: DraftStorage,
  uniqueId: string,
  content: DraftContent = emptyContent(),
): Loaded {
  const server = { content, revision: 0, savedAt: null };
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
    // The draft exists only in this browser.
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
  return new DraftAutosave({
    ...server,
    keptHere: storage.readUnsaved(uniqueId),
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

/** The server's current revision, for continuing with this browser's version. */
export async function findRevision(uniqueId: string): Promise<number> {
  return (await call(getQuizDraft, { params: { uniqueId } })).data.revision;
}
