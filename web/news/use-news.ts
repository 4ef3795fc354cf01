import { useQuery } from '@tanstack/react-query';
import { askServer } from '../platform/calls/call.ts';
import { NEWS_PATH, readNews } from './read-news.ts';

export const newsKey = ['news'];

/** The news of the home page, the newest first. */
export function useNews() {
  return useQuery({
    queryKey: newsKey,
    queryFn: async ({ signal }) => readNews(await askServer(NEWS_PATH, { method: 'GET', signal })),
  });
}
