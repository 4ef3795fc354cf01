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
  serve(app, contract.createQuiz, async ({ reach, body }) => {
    await quizzes.createQuiz(pool, reach, body);
    return done('Quiz created successfully');
  });
  serve(app, contract.listQuizzes, async ({ caller, reach, query }) => {
    const { records, next } = await listQuizRecords(pool, { caller, reach }, query);
    return {
      success: true as const,
      updatedQuizData: records,
      ...(next && { next: writeCursor(next) }),
    };
  });
  serve(app, lists.listQuizPages, async ({ reach, query }) =>
    answer(await listQuizPages(pool, reach, query)),
  );
  serve(app, contract.setQuizStatus, async ({ reach, params, body }) => {
    const { status } = body;
    await quizzes.setQuizStatus(pool, reach, params.uniqueId, status);
    const message = status === 'published' ? 'The quiz is published.' : 'The quiz is a draft.';
    return answer({ status }, message);
  });
  serve(app, contract.replaceQuiz, async ({ reach, params, body }) => {
    await quizzes.replaceQuiz(pool, reach, { ...params, form: body });
    return done('Quiz saved successfully');
  });
  serve(app, contract.copyQuiz, async ({ reach, params }) =>
    answer({ unique_id: await quizzes.copyQuiz(pool, reach, params.uniqueId) }),
  );
  serve(app, contract.deleteQuiz, async ({ params }) => {
    await quizzes.deleteQuiz(pool, params.uniqueId);
    return done('The quiz is deleted.');
  });
  draftRoutes(app, pool);
}

function draftRoutes(app: FastifyInstance, pool: Pool): void {
  serve(app, drafts.getQuizDraft, async ({ params }) =>
    answer(await getQuizDraft(pool, params.uniqueId)),
  );
  serve(app, drafts.saveQuizDraft, async ({ reach, params, body }) =>
    answer(await saveQuizDraft(pool, reach, { ...params, ...body })),
  );
  serve(app, drafts.deleteQuizDraft, async ({ params }) => {
    await deleteQuizDraft(pool, params.uniqueId);
    return done('The draft is thrown away.');
  });
}
