import { MAX_NEWS, type NewsText } from '@vlabs/contract/news/news';
import { z } from 'zod';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';

const NewsRow = z.object({
  newsId: z.coerce.number(),
  title: z.string(),
  desc: z.string(),
  postedDate: z.string(),
  url: z.string(),
});

/** The demo's items are visible only while the demo is open. */
const isVisible = sql`
  (not is_demo or exists (
    select 1 from people demo where demo.is_demo and demo.password_hash is not null))
`;

/** Newest first. */
export function listNews(db: Database) {
  return all(
    db,
    NewsRow,
    sql`
      select id as news_id, title, description as "desc",
        to_char(posted_on, 'YYYY-MM-DD') as posted_date, url
      from news
      where ${isVisible}
      order by posted_on desc, id desc
      limit ${MAX_NEWS}
    `,
  );
}

/** Serializes adding items until the end of the transaction. */
export async function lockNews(db: Database): Promise<void> {
  await run(db, sql`lock table news in share row exclusive mode`);
}

export async function insertNews(
  db: Database,
  { title, desc, postedDate, url }: NewsText,
  isDemo = false,
): Promise<number> {
  const made = await first(
    db,
    NewsRow.pick({ newsId: true }),
    sql`
      insert into news (title, description, posted_on, url, is_demo)
      values (${title}, ${desc}, ${postedDate}, ${url}, ${isDemo})
      returning id as news_id
    `,
  );
  if (!made) throw new Error('The news item was not saved.');
  return made.newsId;
}

/**
 * An edited demo item becomes the admin's own. Returns the number of updated items: one or zero.
 */
export function updateNews(
  db: Database,
  newsId: number,
  { title, desc, postedDate, url }: NewsText,
): Promise<number> {
  return run(
    db,
    sql`
      update news
      set title = ${title}, description = ${desc}, posted_on = ${postedDate}, url = ${url},
        is_demo = false
      where id = ${newsId} and ${isVisible}
    `,
  );
}

/** Returns the deleted item, or null. */
export function deleteNews(db: Database, newsId: number) {
  return first(
    db,
    NewsRow.pick({ title: true }),
    sql`
      delete from news
      where id = ${newsId} and ${isVisible}
      returning title
    `,
  );
}

/** Whether there has ever been an item, including deleted ones. */
export async function hadNews(db: Database): Promise<boolean> {
  const numbers = await first(
    db,
    z.object({ isCalled: z.boolean() }),
    sql`select is_called from news_id_seq`,
  );
  return numbers?.isCalled === true;
}
