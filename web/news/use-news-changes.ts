import { useMutation } from '@tanstack/react-query';
import { deleteNews, listNews } from '@vlabs/contract/news/news';
import { call, messageOf } from '../platform/calls/call.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';

export function useDeleteNews(onDone: () => void) {
  const refresh = useRefresh(listNews);
  return useMutation({
    mutationFn: (newsId: number) => call(deleteNews, { params: { newsId: String(newsId) } }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(messageOf(error)),
    onSettled: async () => {
      await refresh();
      onDone();
    },
  });
}
