import * as comparison from '@vlabs/contract/insight/class-comparison';
import * as contract from '@vlabs/contract/insight/insight';
import { getNextToMark as getNextHandIn } from '@vlabs/contract/insight/to-mark';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { ownedClasses } from '../platform/access/access-scope.ts';
import { answer, serve } from '../platform/http/serve.ts';
import { compareClassesBetween } from './class-comparison.service.ts';
import type { Insight } from './insight.service.ts';
import { packHandIns } from '../assignments/assignments.reads.ts';
import type { StoredFiles } from '../files/files.reads.ts';
import { getNextToMark, listHandInIds, listSubmissionsOf } from './submissions.service.ts';

interface Services {
  pool: Pool;
  insight: Insight;
  files: { readonly stored: StoredFiles };
}

export function insightRoutes(app: FastifyInstance, services: Services): void {
  const { insight } = services;
  serve(app, contract.getStatistics, async ({ scope, params }) =>
    answer(await insight.getStatistics(params.uniqueId, scope)),
  );
  serve(app, contract.listSatQuizzes, async ({ scope, query }) =>
    answer(await insight.listSatQuizzes(scope, query)),
  );
  serve(app, contract.getQuizPerformance, async ({ caller, scope, params }) => {
    const owned = ownedClasses(caller);
    return answer(await insight.getQuizPerformance(params.uniqueId, { scope, owned }));
  });
  serve(app, contract.getStudentPerformance, async ({ scope, params }) =>
    answer(await insight.getStudentPerformance(scope, params.rollNumber)),
  );
  serve(app, comparison.compareClasses, async ({ query }) =>
    answer(await compareClassesBetween(services.pool, query)),
  );
  serve(app, contract.listSubmissions, async ({ scope, query }) =>
    answer(await listSubmissionsOf(services.pool, scope, query)),
  );
  serve(app, getNextHandIn, async ({ scope, query }) =>
    answer(await getNextToMark(services.pool, scope, query)),
  );
  serve(app, contract.getSubmissionArchive, async ({ scope, query, response }) => {
    const { pool, files } = services;
    const archive = await packHandIns(pool, files.stored, await listHandInIds(pool, scope, query));
    return response
      .headers({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="submissions.zip"',
        'x-content-type-options': 'nosniff',
      })
      .send(archive);
  });
}
