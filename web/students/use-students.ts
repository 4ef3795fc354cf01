import { useMutation, useQuery } from '@tanstack/react-query';
import * as accounts from '@vlabs/contract/people/student-accounts';
import * as contract from '@vlabs/contract/people/students';
import { call, messageOf } from '../platform/calls/call.ts';
import { queryOf, useRefresh } from '../platform/calls/query-of.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';

export function useStudents() {
  return useQuery(queryOf(contract.listStudents, {}));
}

/** After this every list and page of students is asked for anew. */
export function useRefreshStudents() {
  return useRefresh(
    contract.listStudents,
    contract.getStudent,
    contract.getStudentWork,
    contract.listAudienceChoices,
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
