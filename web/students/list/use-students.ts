import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getAudienceReach, listAudienceChoices } from '@vlabs/contract/students/audience-choices';
import * as accounts from '@vlabs/contract/students/student-accounts';
import { getStudentWork } from '@vlabs/contract/overview/student-work';
import * as contract from '@vlabs/contract/students/students';
import type { z } from 'zod';
import { call, keyOf, messageOf } from '../../platform/calls/call.ts';
import { loadPages } from '../../platform/calls/load-pages.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';

type Query = z.input<typeof contract.listStudents.query>;
/** Filters and order of the list. */
export type StudentFilter = Omit<Query, 'after' | 'max'>;

export type StudentsFound = NonNullable<
  z.output<typeof contract.listStudents.reply>['data']['counts']
>;

/** Matching students as far as they are loaded, and their count. */
export function useStudents(filter: StudentFilter) {
  return useInfiniteQuery({
    queryKey: [...keyOf(contract.listStudents, { query: filter }), 'pages'],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, ...(pageParam !== '' && { after: pageParam }) };
      return (await call(contract.listStudents, { query }, { signal })).data;
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      students: pages.flatMap(({ students }) => students),
      counts: pages[0]?.counts ?? null,
    }),
    // Keeps the previous results while the person types.
    placeholderData: keepPreviousData,
  });
}

/** All matching students up to a limit, loaded or not. */
export const loadStudents = (filter: StudentFilter, max?: number): Promise<contract.Student[]> =>
  loadPages(async (after, room) => {
    const query = {
      ...filter,
      max: Math.min(room, contract.MAX_STUDENTS_AT_ONCE),
      ...(after !== null && { after }),
    };
    const { data } = await call(contract.listStudents, { query });
    return { rows: data.students, next: data.next };
  }, max);

/** Reloads every list and page of students. */
export function useRefreshStudents() {
  return useRefresh(
    contract.listStudents,
    contract.getStudent,
    getStudentWork,
    listAudienceChoices,
    getAudienceReach,
  );
}

export function useSetStudentDisabled(rollNumber: string, onDone: () => void) {
  const refresh = useRefreshStudents();
  return useMutation({
    mutationFn: (disabled: boolean) =>
      call(accounts.setStudentDisabled, { params: { rollNumber }, body: { disabled } }),
    onSuccess: ({ message }) => toastSuccess(message ?? 'Saved.'),
    onError: (error) => toastError(messageOf(error)),
    onSettled: async () => {
      await refresh();
      onDone();
    },
  });
}

export function useResetStudentPassword(rollNumber: string) {
  return useMutation({
    mutationFn: async () =>
      (await call(accounts.resetStudentPassword, { params: { rollNumber } })).data.password,
    onError: (error) => toastError(messageOf(error)),
  });
}
