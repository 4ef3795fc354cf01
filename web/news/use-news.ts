import { useQuery } from '@tanstack/react-query';
import { askServer, keyOf } from '../platform/calls/call.ts';
import { NEWS_PATH, readNews } from './read-news.ts';

/** The news of the home page, newest first. */
export function useNews() {
  return useQuery({
    queryKey: keyOf({ method: 'GET', path: NEWS_PATH }),
    queryFn: async ({ signal }) => readNews(await askServer(NEWS_PATH, { method: 'GET', signal })),
  });
}
