import * as drafts from '@vlabs/contract/quizzes/quiz-drafts';
import * as lists from '@vlabs/contract/quizzes/quiz-lists';
import * as contract from '@vlabs/contract/quizzes/quizzes';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { answer, done, serve } from '../platform/http/serve.ts';
import { writePlace } from '../platform/places.ts';
import { deleteQuizDraft, getQuizDraft, saveQuizDraft } from './quiz-drafts.service.ts';
import { listQuizPages, listQuizRecords } from './quiz-list.service.ts';
import * as quizzes from './quizzes.service.ts';

export function quizRoutes(app: FastifyInstance, { pool }: { pool: Pool }): void {
  serve(app, contract.createQuiz, async ({ caller, body }) => {
    await quizzes.createQuiz(pool, caller, body);
    return done('Quiz created successfully');
  });
  serve(app, contract.listQuizzes, async ({ caller, query }) => {
    const { records, next } = await listQuizRecords(pool, caller, query);
    return {
      success: true as const,
      updatedQuizData: records,
      ...(next && { next: writePlace(next) }),
    };
  });
  serve(app, lists.listQuizPages, async ({ query }) => answer(await listQuizPages(pool, query)));
  serve(app, contract.setQuizStatus, async ({ caller, params, body }) => {
    const { status } = body;
    await quizzes.setQuizStatus(pool, caller, params.uniqueId, status);
    const message = status === 'published' ? 'The quiz is published.' : 'The quiz is a draft.';
    return answer({ status }, message);
  });
  serve(app, contract.replaceQuiz, async ({ params, body }) => {
    await quizzes.replaceQuiz(pool, params.uniqueId, body);
    return done('Quiz saved successfully');
  });
  serve(app, contract.copyQuiz, async ({ caller, params }) =>
    answer({ unique_id: await quizzes.copyQuiz(pool, caller, params.uniqueId) }),
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
  serve(app, drafts.saveQuizDraft, async ({ caller, params, body }) =>
    answer(await saveQuizDraft(pool, caller, { ...params, ...body })),
  );
  serve(app, drafts.deleteQuizDraft, async ({ params }) => {
    await deleteQuizDraft(pool, params.uniqueId);
    return done('The draft is thrown away.');
  });
}
