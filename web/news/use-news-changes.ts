import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createNews, deleteNews, type NewsText, updateNews } from '@vlabs/contract/news';
import { call, messageOf } from '../platform/calls/call.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';
import { newsKey } from './use-news.ts';

/** Keeps a new item, or the changes of one there is. */
export function useSaveNews(newsId: number | null, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewsText): Promise<{ message?: string | undefined }> =>
      newsId === null
        ? call(createNews, { body })
        : call(updateNews, { params: { newsId: String(newsId) }, body }),
    onSuccess: async ({ message }) => {
      toastSuccess(message ?? 'Saved.');
      await queries.invalidateQueries({ queryKey: newsKey });
      onDone();
    },
  });
}

export function useDeleteNews(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (newsId: number) => call(deleteNews, { params: { newsId: String(newsId) } }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(messageOf(error)),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: newsKey });
      onDone();
    },
  });
}
