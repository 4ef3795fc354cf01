import * as contract from '@vlabs/contract/news/news';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { answer, done, serve } from '../platform/http/serve.ts';
import { createNews, deleteNews, listNews, updateNews } from './news.service.ts';

export function newsRoutes(app: FastifyInstance, { pool }: { pool: Pool }): void {
  serve(app, contract.listNews, async () => answer(await listNews(pool)));
  serve(app, contract.createNews, async ({ body }) =>
    answer(await createNews(pool, body), 'The news item was added to the home page.'),
  );
  serve(app, contract.updateNews, async ({ params, body }) => {
    await updateNews(pool, params.newsId, body);
    return done('The news item was changed.');
  });
  serve(app, contract.deleteNews, async ({ params }) => {
    await deleteNews(pool, params.newsId);
    return done('The news item was deleted.');
  });
}
