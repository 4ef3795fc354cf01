import * as contract from '@vlabs/contract/similarity/similarity';
import * as inTests from '@vlabs/contract/similarity/similarity-in-tests';
import type { FastifyInstance } from 'fastify';
import { type Caller, answer, done, serve } from '../platform/http/serve.ts';
import type { Similarity } from './similarity.service.ts';
import type { Subject } from './programs/subject.ts';

export function similarityRoutes(
  app: FastifyInstance,
  { similarity }: { similarity: Similarity },
): void {
  const start = async (caller: Caller, subject: Subject) => {
    const isNew = await similarity.startComparison(caller, subject);
    return done(isNew ? 'Comparing the programs.' : 'A comparison is already in progress.');
  };
  const stop = async (subject: Subject) => {
    await similarity.stopComparison(subject);
    return done('Comparison stopped.');
  };
  serve(app, contract.getSimilarity, async ({ params, scope }) =>
    answer(await similarity.getSimilarity({ assignmentId: params.id }, scope)),
  );
  serve(app, contract.startComparison, ({ caller, params }) =>
    start(caller, { assignmentId: params.id }),
  );
  serve(app, contract.stopComparison, ({ params }) => stop({ assignmentId: params.id }));
  serve(app, contract.getSimilarPair, async ({ params, query }) => {
    const { handInId: one, otherId: other } = params;
    return answer(await similarity.getSimilarPair({ one, other, language: query.language }));
  });
  serve(app, inTests.getTestSimilarity, async ({ params: { uniqueId, number }, scope }) =>
    answer(await similarity.getSimilarity({ quizId: uniqueId, number }, scope)),
  );
  serve(app, inTests.startTestComparison, ({ caller, params: { uniqueId, number } }) =>
    start(caller, { quizId: uniqueId, number }),
  );
  serve(app, inTests.stopTestComparison, ({ params: { uniqueId, number } }) =>
    stop({ quizId: uniqueId, number }),
  );
  serve(app, inTests.getSimilarPairOfTest, async ({ params, query }) => {
    const { uniqueId, number, userId: one, otherUserId: other } = params;
    const asked = { one, other, language: query.language };
    return answer(await similarity.getPairOfQuestion({ quizId: uniqueId, number }, asked));
  });
}
