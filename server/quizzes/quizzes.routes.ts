import * as checks from '@vlabs/contract/quizzes/program-checks';
import * as drafts from '@vlabs/contract/quizzes/quiz-drafts';
import * as contract from '@vlabs/contract/quizzes/quizzes';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { answer, done, serve } from '../platform/http/serve.ts';
import { deleteQuizDraft, getQuizDraft, saveQuizDraft } from './drafts/quiz-drafts.service.ts';
import { readQuestion } from './questions/question-wire.ts';
import type { Quizzes } from './quizzes.service.ts';

export function quizRoutes(
  app: FastifyInstance,
  { pool, quizzes }: { pool: Pool; quizzes: Quizzes },
): void {
  serve(app, contract.createQuiz, async ({ scope, body }) => {
    await quizzes.create(scope, body);
    return done('Quiz created successfully');
  });
  serve(app, contract.setQuizStatus, async ({ scope, params, body }) => {
    const { status } = body;
    await quizzes.setStatus(scope, params.uniqueId, status);
    const message = status === 'published' ? 'Test published.' : 'The test is a draft.';
    return answer({ status }, message);
  });
  serve(app, contract.replaceQuiz, async ({ scope, params, body }) => {
    await quizzes.replace(scope, { ...params, form: body });
    return done('Quiz saved successfully');
  });
  serve(app, contract.copyQuiz, async ({ scope, params }) =>
    answer({ unique_id: await quizzes.copy(scope, params.uniqueId) }),
  );
  serve(app, contract.deleteQuiz, async ({ params }) => {
    await quizzes.delete(params.uniqueId);
    return done('Test deleted.');
  });
  serve(app, checks.checkProgram, async ({ body }) =>
    answer(await quizzes.programs.check(readQuestion(body))),
  );
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
