import * as comparison from '@vlabs/contract/class-comparison';
import * as contract from '@vlabs/contract/insight';
import { getNextToMark as getNextHandIn } from '@vlabs/contract/to-mark';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
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
  serve(app, contract.getStatistics, async ({ params }) =>
    answer(await insight.getStatistics(params.uniqueId)),
  );
  serve(app, contract.listSatQuizzes, async ({ query }) =>
    answer(await insight.listSatQuizzes(query)),
  );
  serve(app, contract.getQuizPerformance, async ({ params }) =>
    answer(await insight.getQuizPerformance(params.uniqueId)),
  );
  serve(app, contract.getStudentPerformance, async ({ params }) =>
    answer(await insight.getStudentPerformance(params.rollNumber)),
  );
  serve(app, comparison.compareClasses, async ({ query }) =>
    answer(await compareClassesBetween(services.pool, query)),
  );
  serve(app, contract.listSubmissions, async ({ query }) =>
    answer(await listSubmissionsOf(services.pool, query)),
  );
  serve(app, getNextHandIn, async ({ query }) =>
    answer(await getNextToMark(services.pool, query.after)),
  );
  serve(app, contract.getSubmissionArchive, async ({ query, response }) => {
    const { pool, files } = services;
    const archive = await packHandIns(pool, files.stored, await listHandInIds(pool, query));
    return response
      .headers({
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="submissions.zip"',
        'x-content-type-options': 'nosniff',
      })
      .send(archive);
  });
}
