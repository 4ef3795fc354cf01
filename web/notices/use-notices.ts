import { useDocumentVisibility } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as contract from '@vlabs/contract/notices/notices';
import { useEffect } from 'react';
import { call, messageOf } from '../platform/calls/call.ts';
import { followEvents } from '../platform/calls/live-events.ts';
import { queryOf } from '../platform/calls/query-of.ts';
import { useSession } from '../platform/calls/session.ts';
import { toastError } from '../ui/toast.ts';

interface Listed {
  notices: contract.Notice[];
  unread: number;
  listedAt: string;
}

const question = queryOf(contract.listNotices, {});
const { queryKey } = question;
/** Results are released by time alone, without an event. */
const LOOK_AGAIN_MS = 5 * 60_000;

export function useNotices() {
  return useQuery({
    ...question,
    refetchInterval: LOOK_AGAIN_MS,
    // When the page becomes visible again, its event connection reports whether something is new.
    refetchOnWindowFocus: false,
  });
}

/**
 * Refetches whenever the server reports something new. Only a visible page holds a connection,
 * because browsers limit the connections per server.
 */
export function useNoticesLive(isListed: boolean): void {
  const queryClient = useQueryClient();
  const { ended } = useSession();
  const isFollowing = useDocumentVisibility() !== 'hidden' && isListed && !ended;
  useEffect(() => {
    const listed = queryClient.getQueryData(queryKey);
    if (!isFollowing || !listed) return undefined;
    const end = new AbortController();
    const address = `${contract.followNotices.path}?since=${encodeURIComponent(listed.listedAt)}`;
    void followEvents(address, {
      signal: end.signal,
      onEvent: () => void queryClient.invalidateQueries({ queryKey }),
      onLine: () => undefined,
    });
    return () => end.abort();
  }, [isFollowing, queryClient]);
}

/** Marks them as read on the page immediately. */
export function useReadNotices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (names: string[]) => call(contract.readNotices, { body: { names } }),
    onMutate: async (names) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (listed) => listed && markRead(listed, names));
    },
    onError: async (error) => {
      toastError(messageOf(error));
      await queryClient.invalidateQueries({ queryKey });
    },
  });
}

function markRead(listed: Listed, names: readonly string[]): Listed {
  const read = new Set(names);
  const notices = listed.notices.map((notice) =>
    read.has(notice.name) ? { ...notice, isRead: true } : notice,
  );
  return { ...listed, notices, unread: notices.filter(({ isRead }) => !isRead).length };
}
