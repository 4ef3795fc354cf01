import * as comparison from '@vlabs/contract/class-comparison';
import * as contract from '@vlabs/contract/insight';
import { getNextToMark as getNextHandIn } from '@vlabs/contract/to-mark';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { ownedBy } from '../platform/reach.ts';
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
  serve(app, contract.getStatistics, async ({ reach, params }) =>
    answer(await insight.getStatistics(params.uniqueId, reach)),
  );
  serve(app, contract.listSatQuizzes, async ({ reach, query }) =>
    answer(await insight.listSatQuizzes(reach, query)),
  );
  serve(app, contract.getQuizPerformance, async ({ caller, reach, params }) => {
    const owned = ownedBy(caller);
    return answer(await insight.getQuizPerformance(params.uniqueId, { reach, owned }));
  });
  serve(app, contract.getStudentPerformance, async ({ reach, params }) =>
    answer(await insight.getStudentPerformance(reach, params.rollNumber)),
  );
  serve(app, comparison.compareClasses, async ({ query }) =>
    answer(await compareClassesBetween(services.pool, query)),
  );
  serve(app, contract.listSubmissions, async ({ reach, query }) =>
    answer(await listSubmissionsOf(services.pool, reach, query)),
  );
  serve(app, getNextHandIn, async ({ reach, query }) =>
    answer(await getNextToMark(services.pool, reach, query)),
  );
  serve(app, contract.getSubmissionArchive, async ({ reach, query, response }) => {
    const { pool, files } = services;
    const archive = await packHandIns(pool, files.stored, await listHandInIds(pool, reach, query));
    return response
      .headers({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="submissions.zip"',
        'x-content-type-options': 'nosniff',
      })
      .send(archive);
  });
}
