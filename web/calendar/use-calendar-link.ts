import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as contract from '@vlabs/contract/calendar/calendar';
import { call, messageOf } from '../platform/calls/call.ts';
import { queryOf } from '../platform/calls/query-of.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';

interface CalendarLink {
  createdAt: string | null;
  /** Known only from its creation until the dialog is closed. */
  address?: string;
}

const question = queryOf(contract.findCalendarLink, {});
const { queryKey } = question;

export function useCalendarLink() {
  return useQuery({
    ...question,
    select: (link): CalendarLink => link,
    // A refetch would discard the address that was just created.
    staleTime: Infinity,
  });
}

export function useMakeCalendarLink() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<CalendarLink> => {
      const { path, createdAt } = (await call(contract.createCalendarLink, {})).data;
      return { createdAt, address: new URL(path, location.href).href };
    },
    onSuccess: (link) => queryClient.setQueryData(queryKey, link),
    onError: (error) => toastError(messageOf(error)),
  });
}

export function useEndCalendarLink() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(contract.deleteCalendarLink, {}),
    onSuccess: ({ data, message }) => {
      queryClient.setQueryData(queryKey, data);
      toastSuccess(message ?? 'Link revoked.');
    },
    onError: (error) => toastError(messageOf(error)),
  });
}
