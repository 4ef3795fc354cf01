import { useInfiniteQuery } from '@tanstack/react-query';
import { listSubmissions, SubmissionKind, SubmissionState } from '@vlabs/contract/insight';
import { call } from '../platform/call.ts';

interface Wanted {
  kind: string | null;
  state: string | null;
  search: string;
}

/** What came in, as far as it is loaded; an address that names no known filter shows all. */
export function useSubmissions({ kind, state, search }: Wanted) {
  const knownKind = SubmissionKind.safeParse(kind).data;
  const knownState = SubmissionState.safeParse(state).data;
  return useInfiniteQuery({
    queryKey: ['submissions', knownKind ?? '', knownState ?? '', search],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        search,
        ...(knownKind && { kind: knownKind }),
        ...(knownState && { state: knownState }),
        ...(pageParam !== '' && { before: pageParam }),
      };
      return (await call(listSubmissions, { query }, { signal })).data;
    },
    getNextPageParam: ({ next }) => next,
  });
}
