import * as drafts from '@vlabs/contract/quizzes/quiz-drafts';
import * as lists from '@vlabs/contract/quizzes/quiz-lists';
import * as contract from '@vlabs/contract/quizzes/quizzes';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { answer, done, serve } from '../platform/http/serve.ts';
import { writeCursor } from '../platform/cursor.ts';
import { deleteQuizDraft, getQuizDraft, saveQuizDraft } from './quiz-drafts.service.ts';
import { listQuizPages, listQuizRecords } from './quiz-list.service.ts';
import * as quizzes from './quizzes.service.ts';

export function quizRoutes(app: FastifyInstance, { pool }: { pool: Pool }): void {
  serve(app, contract.createQuiz, async ({ scope, body }) => {
    await quizzes.createQuiz(pool, scope, body);
    return done('Quiz created successfully');
  });
  serve(app, contract.listQuizzes, async ({ caller, scope, query }) => {
    const { records, next } = await listQuizRecords(pool, { caller, scope }, query);
    return {
      success: true as const,
      updatedQuizData: records,
      ...(next && { next: writeCursor(next) }),
    };
  });
  serve(app, lists.listQuizPages, async ({ scope, query }) =>
    answer(await listQuizPages(pool, scope, query)),
  );
  serve(app, contract.setQuizStatus, async ({ scope, params, body }) => {
    const { status } = body;
    await quizzes.setQuizStatus(pool, scope, params.uniqueId, status);
    const message = status === 'published' ? 'Test published.' : 'The test is a draft.';
    return answer({ status }, message);
  });
  serve(app, contract.replaceQuiz, async ({ scope, params, body }) => {
    await quizzes.replaceQuiz(pool, scope, { ...params, form: body });
    return done('Quiz saved successfully');
  });
  serve(app, contract.copyQuiz, async ({ scope, params }) =>
    answer({ unique_id: await quizzes.copyQuiz(pool, scope, params.uniqueId) }),
  );
  serve(app, contract.deleteQuiz, async ({ params }) => {
    await quizzes.deleteQuiz(pool, params.uniqueId);
    return done('Test deleted.');
  });
  draftRoutes(app, pool);
}

function draftRoutes(app: FastifyInstance, pool: Pool): void {
  serve(app, drafts.getQuizDraft, async ({ params }) =>
    answer(await getQuizDraft(pool, params.uniqueId)),
  );
  serve(app, drafts.saveQuizDraft, async ({ scope, params, body }) =>
    answer(await saveQuizDraft(pool, scope, { ...params, ...body })),
  );
  serve(app, drafts.deleteQuizDraft, async ({ params }) => {
    await deleteQuizDraft(pool, params.uniqueId);
    return done('Draft discarded.');
  });
}
