import { useMutation, useQuery } from '@tanstack/react-query';
import * as contract from '@vlabs/contract/assignments/test-cases';
import type { z } from 'zod';
import { call, messageOf } from '../../platform/calls/call.ts';
import { queryOf, useRefresh } from '../../platform/calls/query-of.ts';
import { useTask } from '../../platform/calls/use-task.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { useRefreshAssignments } from './use-assignments.ts';
import type { ReadTests } from './written-tests.ts';

export type ListedTestCase = z.output<typeof contract.getTestCases.reply>['data']['tests'][number];

export function useTestCases(id: string) {
  return useQuery(queryOf(contract.getTestCases, { params: { id } }));
}

/** The test report of a program, as soon as it is tested. */
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

export function useSaveTestCases(id: string) {
  const refresh = useRefreshAssignments();
  return useMutation({
    mutationFn: async (body: ReadTests) =>
      (await call(contract.saveTestCases, { params: { id }, body })).data,
    onSuccess: async ({ handInsToTest }) => {
      toastSuccess(
        handInsToTest === 0
          ? 'Test cases saved.'
          : `Test cases saved. ${handInsToTest} ${handInsToTest === 1 ? 'program is' : 'programs are'} being tested again.`,
      );
      await refresh();
    },
    onError: (error) => toastError(messageOf(error)),
  });
}

/** Grades every tested program that has no marks. */
export function useGradeByTestCases(id: string) {
  const refresh = useRefreshAssignments();
  return useMutation({
    mutationFn: (includesLate: boolean) =>
      call(contract.gradeByTestCases, { params: { id }, body: { includesLate } }),
    onSuccess: ({ message, data }) => toastSuccess(message ?? `${data.marked} hand-ins marked.`),
    onError: (error) => toastError(`The hand-ins could not be marked. ${messageOf(error)}`),
    onSettled: refresh,
  });
}
