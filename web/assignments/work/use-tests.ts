import { useMutation, useQuery } from '@tanstack/react-query';
import * as contract from '@vlabs/contract/assignments/assignment-tests';
import type { z } from 'zod';
import { call, messageOf } from '../../platform/calls/call.ts';
import { queryOf, useRefresh } from '../../platform/calls/query-of.ts';
import { useTask } from '../../platform/calls/use-task.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { useRefreshAssignments } from '../use-assignments.ts';

export type ListedTest = z.output<
  typeof contract.getAssignmentTests.reply
>['data']['tests'][number];

export function useTests(id: string) {
  return useQuery(queryOf(contract.getAssignmentTests, { params: { id } }));
}

/** What became of a program on the tests, as soon as it is tested. */
export function useTestReport(handInId: string, isProgram = true) {
  const query = useQuery({
    ...queryOf(contract.getTestReport, { params: { handInId } }),
    enabled: isProgram,
  });
  const isWaiting = query.data?.state === 'waiting';
  const refresh = useRefresh(contract.getTestReport);
  useTask(isWaiting ? { kind: 'hand-in-test', id: handInId } : null, refresh);
  return query;
}

export function useSaveTests(id: string) {
  const refresh = useRefreshAssignments();
  return useMutation({
    mutationFn: async (tests: contract.AssignmentTest[]) =>
      (await call(contract.saveAssignmentTests, { params: { id }, body: { tests } })).data,
    onSuccess: async ({ handInsToTest }) => {
      toastSuccess(
        handInsToTest === 0
          ? 'The tests are saved.'
          : `The tests are saved. ${handInsToTest} handed in ${handInsToTest === 1 ? 'program is' : 'programs are'} tested anew.`,
      );
      await refresh();
    },
    onError: (error) => toastError(messageOf(error)),
  });
}

/** Gives marks to every tested program that has none. */
export function useMarkByTests(id: string) {
  const refresh = useRefreshAssignments();
  return useMutation({
    mutationFn: (includesLate: boolean) =>
      call(contract.markByTests, { params: { id }, body: { includesLate } }),
    onSuccess: ({ message, data }) =>
      toastSuccess(message ?? `${data.marked} hand-ins are marked.`),
    onError: (error) => toastError(`No marks were given. ${messageOf(error)}`),
    onSettled: refresh,
  });
}
