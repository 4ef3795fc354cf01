import * as contract from '@vlabs/contract/quizzes';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { answer, done, serve } from '../platform/serve.ts';
import { createQuiz, listQuizRecords, setQuizStatus } from './quizzes.service.ts';

export function quizRoutes(app: FastifyInstance, { pool }: { pool: Pool }): void {
  serve(app, contract.createQuiz, async ({ caller, body }) => {
    await createQuiz(pool, caller, body);
    return done('Quiz created successfully');
  });
  serve(app, contract.listQuizzes, async ({ caller, query }) => ({
    success: true as const,
    updatedQuizData: await listQuizRecords(pool, caller, query),
  }));
  serve(app, contract.setQuizStatus, async ({ params, body }) => {
    await setQuizStatus(pool, params.uniqueId, body.status);
    const message = body.status === 'published' ? 'The quiz is published.' : 'The quiz is a draft.';
    return answer({ status: body.status }, message);
  });
}
