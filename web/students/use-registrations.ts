import { useMutation } from '@tanstack/react-query';
import * as contract from '@vlabs/contract/people/student-accounts';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { call, messageOf } from '../platform/calls/call.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';
import { useRefreshStudents } from './use-students.ts';

export type PrintedCodes = z.infer<typeof contract.makeCodes.reply>['data'];

export function useConfirmGuests(onDone: () => void) {
  const refresh = useRefreshStudents();
  return useMutation({
    mutationFn: async (rollNumbers: string[]) => {
      const some = rollNumbers.slice(0, contract.MAX_CONFIRMED);
      return call(contract.confirmGuests, { body: { rollNumbers: some } });
    },
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

export function useMakeCodes(onMade: (codes: PrintedCodes) => void) {
  return useMutation({
    mutationFn: async (rollNumbers: string[]) =>
      (await call(contract.makeCodes, { body: { rollNumbers } })).data,
    onSuccess: onMade,
    onError: (error) => toastError(messageOf(error)),
  });
}
