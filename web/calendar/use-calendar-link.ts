import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as contract from '@vlabs/contract/calendar';
import { call, messageOf } from '../platform/calls/call.ts';
import { queryOf } from '../platform/calls/query-of.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';

interface CalendarLink {
  createdAt: string | null;
  /** Known only from its making until the page is left. */
  address?: string;
}

const question = queryOf(contract.findCalendarLink, {});
const { queryKey } = question;

export function useCalendarLink() {
  return useQuery({
    ...question,
    select: (link): CalendarLink => link,
    // The address that was just made would be lost by asking again.
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
      toastSuccess(message ?? 'Stopped.');
    },
    onError: (error) => toastError(messageOf(error)),
  });
}
