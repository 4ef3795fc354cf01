import { useMutation } from '@tanstack/react-query';
import * as contract from '@vlabs/contract/students/student-accounts';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { call, messageOf } from '../platform/calls/call.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';
import { loadStudents, type StudentFilter, useRefreshStudents } from './list/use-students.ts';

export type PrintedCodes = z.infer<typeof contract.makeCodes.reply>['data'];

export function useConfirmGuests(onDone: () => void) {
  const refresh = useRefreshStudents();
  return useMutation({
    mutationFn: (rollNumbers: string[]) => call(contract.confirmGuests, { body: { rollNumbers } }),
    onSuccess: ({ message }) => toastSuccess(message ?? 'Confirmed.'),
    onError: (error) => toastError(messageOf(error)),
    onSettled: async () => {
      await refresh();
      onDone();
    },
  });
}

export function useRemoveGuest(rollNumber: string, onFailed: () => void) {
  const refresh = useRefreshStudents();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(contract.removeGuest, { params: { rollNumber } }),
    onSuccess: async ({ message }) => {
      toastSuccess(message);
      await navigate('/admin/dashboard/students');
      await refresh();
    },
    onError: (error) => {
      toastError(messageOf(error));
      onFailed();
    },
  });
}

/** For matching students who have not registered. */
export function useMakeCodes(onMade: (codes: PrintedCodes) => void) {
  return useMutation({
    mutationFn: async (filter: StudentFilter) => {
      const unregistered = { ...filter, account: 'Not registered yet' as const };
      const students = await loadStudents(unregistered, contract.MAX_CODES);
      const rollNumbers = students.map(({ rollNumber }) => rollNumber);
      return (await call(contract.makeCodes, { body: { rollNumbers } })).data;
    },
    onSuccess: onMade,
    onError: (error) => toastError(messageOf(error)),
  });
}
