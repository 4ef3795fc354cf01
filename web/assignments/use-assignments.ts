import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  getAssignment,
  getAssignmentTotals,
  listAssignments,
  type ListedAssignment,
} from '@vlabs/contract/assignments/assignments';
import { getAssignmentTests, getTestReport } from '@vlabs/contract/assignments/assignment-tests';
import { getHandIns, listHandIns } from '@vlabs/contract/assignments/hand-ins';
import { getNextToMark } from '@vlabs/contract/to-mark';
import { call, keyOf } from '../platform/calls/call.ts';
import { loadPages } from '../platform/calls/load-pages.ts';
import { queryOf, useRefresh } from '../platform/calls/query-of.ts';

/** Links in what the server answers work for about two hours. */
const LINKS_LAST_MS = 60 * 60_000;

/** What one hand-in, mark or correction changes shows in several lists. */
export function useRefreshAssignments() {
  return useRefresh(
    listAssignments,
    getAssignmentTotals,
    getAssignment,
    listHandIns,
    getHandIns,
    getAssignmentTests,
    getTestReport,
    getNextToMark,
  );
}

/** Of an admin's list. */
export interface AssignmentFilters {
  search?: string;
  /** Of this class alone. */
  class?: string;
}

/** Those of a student's term, and earlier ones as far as they are loaded; to an admin, those changed last. */
export function useAssignmentPages(filters: AssignmentFilters = {}) {
  return useInfiniteQuery({
    queryKey: [...keyOf(listAssignments, { query: filters }), 'pages'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filters, ...(pageParam !== '' && { after: pageParam }) };
      return call(listAssignments, { query }, { signal });
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ result }) => result),
    refetchInterval: LINKS_LAST_MS,
    // What was found stays while one types on.
    placeholderData: keepPreviousData,
  });
}

/** All that the filters leave, loaded or not. */
export const loadAssignments = (filters: AssignmentFilters): Promise<ListedAssignment[]> =>
  loadPages(async (after) => {
    const query = { ...filters, ...(after !== null && { after }) };
    const { result, next } = await call(listAssignments, { query });
    return { rows: result, next };
  });

/** The assignments of a student's term. */
export function useAssignments() {
  return useQuery({
    ...queryOf(listAssignments, {}),
    select: ({ result }) => result,
    refetchInterval: LINKS_LAST_MS,
  });
}

export function useStatement(id: string) {
  return useQuery({
    ...queryOf(getAssignment, { params: { id } }),
    refetchInterval: LINKS_LAST_MS,
  });
}

/** Of a whole class, for an admin. */
export function useClassHandIns(id: string) {
  return useQuery({ ...queryOf(listHandIns, { params: { id } }), refetchInterval: LINKS_LAST_MS });
}

/** Every version of one student. */
export function useHandIns(id: string, studentId: string) {
  return useQuery({
    ...queryOf(getHandIns, { params: { id, studentId } }),
    refetchInterval: LINKS_LAST_MS,
  });
}
