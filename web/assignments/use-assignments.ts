import { useQuery } from '@tanstack/react-query';
import {
  getAssignment,
  getAssignmentTotals,
  listAssignments,
} from '@vlabs/contract/assignments/assignments';
import { getHandIns, listHandIns } from '@vlabs/contract/assignments/hand-ins';
import { call } from '../platform/calls/call.ts';

/** Everything about assignments: what one hand-in or mark changes shows in several lists. */
export const assignmentsKey = ['assignments'] as const;

/** Links in what the server answers work for about two hours. */
const LINKS_LAST_MS = 60 * 60_000;

export function useAssignments() {
  return useQuery({
    queryKey: [...assignmentsKey, 'list'],
    queryFn: async ({ signal }) => (await call(listAssignments, {}, { signal })).result,
    refetchInterval: LINKS_LAST_MS,
  });
}

export function useAssignmentTotals() {
  return useQuery({
    queryKey: [...assignmentsKey, 'totals'],
    queryFn: async ({ signal }) => (await call(getAssignmentTotals, {}, { signal })).data,
  });
}

export function useStatement(id: string) {
  return useQuery({
    queryKey: [...assignmentsKey, 'statement', id],
    queryFn: async ({ signal }) => (await call(getAssignment, { params: { id } }, { signal })).data,
    refetchInterval: LINKS_LAST_MS,
  });
}

/** Of a whole class, for an admin. */
export function useClassHandIns(id: string) {
  return useQuery({
    queryKey: [...assignmentsKey, 'class', id],
    queryFn: async ({ signal }) => (await call(listHandIns, { params: { id } }, { signal })).data,
    refetchInterval: LINKS_LAST_MS,
  });
}

/** Every version of one student. */
export function useHandIns(id: string, studentId: string) {
  return useQuery({
    queryKey: [...assignmentsKey, 'hand-ins', id, studentId],
    queryFn: async ({ signal }) =>
      (await call(getHandIns, { params: { id, studentId } }, { signal })).data,
    refetchInterval: LINKS_LAST_MS,
  });
}

/** One version alone, once it is asked for. */
export function useVersion(of: { assignmentId: string; studentId: string }, version: number) {
  const { assignmentId: id, studentId } = of;
  return useQuery({
    queryKey: [...assignmentsKey, 'hand-ins', id, studentId, version],
    queryFn: async ({ signal }) => {
      const asked = { params: { id, studentId }, query: { version } };
      return (await call(getHandIns, asked, { signal })).data.versions[0] ?? null;
    },
    enabled: false,
  });
}
