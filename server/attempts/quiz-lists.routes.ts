import { listQuizPages as listPages } from '@vlabs/contract/attempts/quiz-lists';
import { listQuizzes } from '@vlabs/contract/quizzes/quizzes';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { writeCursor } from '../platform/lists/cursor.ts';
import { answer, serve } from '../platform/http/serve.ts';
import { listQuizPages, listQuizRecords } from './lists/quiz-lists.service.ts';

export function quizListRoutes(app: FastifyInstance, { pool }: { pool: Pool }): void {
  serve(app, listQuizzes, async ({ caller, scope, query }) => {
    const { records, next } = await listQuizRecords(pool, { caller, scope }, query);
    return {
      success: true as const,
      updatedQuizData: records,
      ...(next && { next: writeCursor(next) }),
    };
  });
  serve(app, listPages, async ({ scope, query }) =>
    answer(await listQuizPages(pool, scope, query)),
  );
}
