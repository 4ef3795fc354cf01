import { MAX_NEWS, type NewsText } from '@vlabs/contract/news/news';
import type { Pool } from 'pg';
import { recordAct } from '../platform/audit/audit.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import { conflict, notFound } from '../platform/errors.ts';
import * as queries from './news.queries.ts';

/** The items of the home page, newest first. */
export const listNews = (pool: Pool) => queries.listNews(pool);

export function createNews(pool: Pool, item: NewsText): Promise<{ newsId: number }> {
  return inTransaction(pool, async (db) => {
    await queries.lockNews(db);
    if ((await queries.listNews(db)).length >= MAX_NEWS) {
      const message = `The home page holds at most ${MAX_NEWS} news items. Delete an old one first.`;
      throw conflict('too_many_news', message);
    }
    const newsId = await queries.insertNews(db, item);
    await recordAct(db, { action: 'create-news', ...describe(newsId, item) });
    return { newsId };
  });
}

export async function updateNews(pool: Pool, newsId: number, item: NewsText): Promise<void> {
  await inTransaction(pool, async (db) => {
    if ((await queries.updateNews(db, newsId, item)) === 0) throw notFound('The news item');
    await recordAct(db, { action: 'edit-news', ...describe(newsId, item) });
  });
}

export async function deleteNews(pool: Pool, newsId: number): Promise<void> {
  await inTransaction(pool, async (db) => {
    const deleted = await queries.deleteNews(db, newsId);
    if (!deleted) throw notFound('The news item');
    await recordAct(db, { action: 'delete-news', subject: subjectOf(newsId, deleted.title) });
  });
}

const subjectOf = (newsId: number, name: string) => ({
  kind: 'news' as const,
  id: String(newsId),
  name,
});

const describe = (newsId: number, { title, postedDate, url }: NewsText) => ({
  subject: subjectOf(newsId, title),
  details: { postedDate, url },
});
