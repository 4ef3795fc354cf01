import * as contract from '@vlabs/contract/assignments/similarity';
import type { FastifyInstance } from 'fastify';
import { answer, done, serve } from '../platform/http/serve.ts';
import type { Similarity } from './similarity.service.ts';

export function similarityRoutes(
  app: FastifyInstance,
  { similarity }: { similarity: Similarity },
): void {
  serve(app, contract.getSimilarity, async ({ params, scope }) =>
    answer(await similarity.getSimilarity(params.id, scope)),
  );
  serve(app, contract.startComparison, async ({ caller, params }) => {
    const isNew = await similarity.startComparison(caller, params.id);
    return done(isNew ? 'Comparing the programs.' : 'A comparison is already in progress.');
  });
  serve(app, contract.stopComparison, async ({ params }) => {
    await similarity.stopComparison(params.id);
    return done('Comparison stopped.');
  });
  serve(app, contract.getSimilarPair, async ({ params, query }) => {
    const { handInId: one, otherId: other } = params;
    return answer(await similarity.getSimilarPair({ one, other, language: query.language }));
  });
}
