import { useMutation } from '@tanstack/react-query';
import { createNews, deleteNews, listNews, type NewsText, updateNews } from '@vlabs/contract/news';
import { call, messageOf } from '../platform/calls/call.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';

/** Keeps a new item, or the changes of one there is. */
export function useSaveNews(newsId: number | null, onDone: () => void) {
  const refresh = useRefresh(listNews);
  return useMutation({
    mutationFn: async (body: NewsText): Promise<{ message?: string | undefined }> =>
      newsId === null
        ? call(createNews, { body })
        : call(updateNews, { params: { newsId: String(newsId) }, body }),
    onSuccess: async ({ message }) => {
      toastSuccess(message ?? 'Saved.');
      await refresh();
      onDone();
    },
  });
}

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
