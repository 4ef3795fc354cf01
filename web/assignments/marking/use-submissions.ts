import { useInfiniteQuery } from '@tanstack/react-query';
import {
  listSubmissions,
  type Submission,
  SubmissionKind,
  SubmissionState,
  TestsFilter,
} from '@vlabs/contract/insight/insight';
import { call, keyOf } from '../../platform/calls/call.ts';
import { loadPages } from '../../platform/calls/load-pages.ts';

/** As in the URL. */
export interface SubmissionFilters {
  kind: string | null;
  state: string | null;
  tests: string | null;
  similar: string | null;
  search: string;
  inClass: string | null;
}

/** The filters as query parameters; an unknown filter value is ignored. */
export function readFilters({ kind, state, tests, similar, search, inClass }: SubmissionFilters) {
  const percent = similar === null || similar === '' ? Number.NaN : Number(similar);
  const known = {
    kind: SubmissionKind.safeParse(kind).data,
    state: SubmissionState.safeParse(state).data,
    tests: TestsFilter.safeParse(tests).data,
  };
  return {
    search,
    ...(inClass && { class: inClass }),
    ...(known.kind && { kind: known.kind }),
    ...(known.state && { state: known.state }),
    ...(known.tests && { tests: known.tests }),
    ...(percent >= 0 && percent <= 100 && { similar: percent }),
  };
}

/** The loaded submissions. */
export function useSubmissions(filters: ReturnType<typeof readFilters>) {
  return useInfiniteQuery({
    queryKey: [...keyOf(listSubmissions, { query: filters }), 'pages'],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filters, ...(pageParam !== '' && { after: pageParam }) };
      return (await call(listSubmissions, { query }, { signal })).data;
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ submissions }) => submissions),
  });
}

/** Number of submissions that match the filters, loaded or not. */
export const loadSubmissions = (filters: ReturnType<typeof readFilters>): Promise<Submission[]> =>
  loadPages(async (after) => {
    const query = { ...filters, ...(after !== null && { after }) };
    const { data } = await call(listSubmissions, { query });
    return { rows: data.submissions, next: data.next };
  });
