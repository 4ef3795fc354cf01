import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  getAssignment,
  getAssignmentTotals,
  listAssignments,
  type ListedAssignment,
} from '@vlabs/contract/assignments/assignments';
import { getTestCases, getTestReport } from '@vlabs/contract/assignments/test-cases';
import { getHandIns, listHandIns } from '@vlabs/contract/assignments/hand-ins';
import { getNextToMark } from '@vlabs/contract/insight/to-mark';
import { call, keyOf } from '../../platform/calls/call.ts';
import { loadPages } from '../../platform/calls/load-pages.ts';
import { queryOf, useRefresh } from '../../platform/calls/query-of.ts';

/** Download links in replies are valid for about two hours. */
const LINKS_LAST_MS = 60 * 60_000;

/** Lists that a hand-in, a mark or a key correction changes. */
export function useRefreshAssignments() {
  return useRefresh(
    listAssignments,
    getAssignmentTotals,
    getAssignment,
    listHandIns,
    getHandIns,
    getTestCases,
    getTestReport,
    getNextToMark,
  );
}

/** Filters of an admin's list. */
export interface AssignmentFilters {
  search?: string;
  /** Only of this class. */
  class?: string;
}

/**
 * Students get those of their term, then earlier pages; admins get the most recently changed
 * first.
 */
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
    // Keeps the previous results while the user types.
    placeholderData: keepPreviousData,
  });
}

/** Number of assignments that match the filters, loaded or not. */
export const loadAssignments = (filters: AssignmentFilters): Promise<ListedAssignment[]> =>
  loadPages(async (after) => {
    const query = { ...filters, ...(after !== null && { after }) };
    const { result, next } = await call(listAssignments, { query });
    return { rows: result, next };
  });

/** The assignments of the student's term. */
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

/** Hand-ins of a class, for admins. */
export function useClassHandIns(id: string) {
  return useQuery({ ...queryOf(listHandIns, { params: { id } }), refetchInterval: LINKS_LAST_MS });
}

/** All versions of one student. */
export function useHandIns(id: string, studentId: string) {
  return useQuery({
    ...queryOf(getHandIns, { params: { id, studentId } }),
    refetchInterval: LINKS_LAST_MS,
  });
}
