import type { listNews } from '@vlabs/contract/news/news';
import type { z } from 'zod';
import { isRecord } from '../platform/records.ts';

export type NewsItem = z.infer<typeof listNews.reply>['data'][number];

/** Home shows this immediately, so it is validated by hand, without the contract. */
export const NEWS_PATH = '/api/v1/news';

/** Throws TypeError if the reply violates the contract. */
export function readNews(reply: unknown): NewsItem[] {
  const data = isRecord(reply) ? reply['data'] : undefined;
  if (!Array.isArray(data) || !data.every(isNewsItem)) {
    throw new TypeError('The news violates the contract.');
  }
  return data;
}

function isNewsItem(item: unknown): item is NewsItem {
  if (!isRecord(item)) return false;
  const { newsId, ...texts } = item;
  const { title, desc, postedDate, url } = texts;
  return (
    Number.isInteger(newsId) &&
    [title, desc, postedDate, url].every((text) => typeof text === 'string')
  );
}
