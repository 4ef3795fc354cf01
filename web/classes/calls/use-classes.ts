import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import * as members from '@vlabs/contract/classes/class-members';
import * as contract from '@vlabs/contract/classes/classes';
import type { z } from 'zod';
import { call, keyOf, messageOf } from '../../platform/calls/call.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { loadPages } from '../../platform/calls/load-pages.ts';
import { toastError } from '../../ui/toast.ts';

export type ClassFilter = Omit<z.input<typeof contract.listClasses.query>, 'after'>;
export type MemberFilter = Omit<z.input<typeof members.listMembers.query>, 'after'>;

/** The caller's classes that match a filter, as far as they are loaded. */
export function useClassPages(filter: ClassFilter) {
  return useInfiniteQuery({
    queryKey: [...keyOf(contract.listClasses, { query: filter }), 'pages'],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, ...(pageParam !== '' && { after: pageParam }) };
      return (await call(contract.listClasses, { query }, { signal })).data;
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ classes }) => classes),
    // Keeps the previous results while the person types.
    placeholderData: keepPreviousData,
  });
}

/** The members of a class that match a filter, as far as they are loaded, and their count. */
export function useMemberPages(classId: string, filter: MemberFilter) {
  return useInfiniteQuery({
    queryKey: [...keyOf(members.listMembers, { params: { classId }, query: filter }), 'pages'],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, ...(pageParam !== '' && { after: pageParam }) };
      return (await call(members.listMembers, { params: { classId }, query }, { signal })).data;
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      members: pages.flatMap((page) => page.members),
      total: pages[0]?.total ?? 0,
    }),
    placeholderData: keepPreviousData,
  });
}

/** All matching members, loaded or not. */
export const loadMembers = (classId: string, filter: MemberFilter): Promise<members.Member[]> =>
  loadPages(async (after) => {
    const query = { ...filter, ...(after !== null && { after }) };
    const { data } = await call(members.listMembers, { params: { classId }, query });
    return { rows: data.members, next: data.next };
  });

/** Calls whose results may change with a class. */
export const changedCalls = [
  contract.listClasses,
  contract.getClass,
  contract.listTerms,
  members.listMembers,
  members.findCandidates,
];

/** Changes a class, and then reloads every list and page of classes. */
export function useClassChange<Change, Reply>(
  send: (change: Change) => Promise<Reply>,
  onDone?: (reply: Reply) => void,
) {
  const refresh = useRefresh(...changedCalls);
  return useMutation({
    mutationFn: send,
    onSuccess: async (reply) => {
      await refresh();
      onDone?.(reply);
    },
    onError: (error) => toastError(messageOf(error)),
  });
}
